/*
 * Copyright 2026 the original author or authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *      https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */

package io.azuretables.patterns.largevalue;

import java.io.InputStream;

import io.azuretables.key.TableKey;
import io.azuretables.row.TableRow;
import org.jspecify.annotations.Nullable;

import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.dao.InvalidDataAccessApiUsageException;
import org.springframework.dao.OptimisticLockingFailureException;

/**
 * Writes an entity and the blob of its large value without a queue: first the blob, then
 * the entity. Then it deletes the blob that is not named. A process that ends in between,
 * and a write that is in doubt, leave a blob to the sweep.
 *
 * @param property the property
 * @param <T> the entity
 */
record UnguardedContentWrites<T>(LargeValueProperty<T> property) implements ContentWrites<T> {

	@Override
	public T save(T entity, @Nullable LargeValue old, InputStream content, long length) {
		TableKey key = this.property.key(entity);
		String name = this.property.names(this.property.table()).newName(key);
		return write(entity, old, this.property.put(entity, name, content, length));
	}

	@Override
	public T remove(T entity, LargeValue old) {
		return write(entity, old, null);
	}

	private T write(T entity, @Nullable LargeValue old, @Nullable LargeValue value) {
		TableKey key = this.property.key(entity);
		T changed = this.property.with(entity, value);
		T saved;
		try {
			saved = this.property.operations().save(changed);
		}
		catch (OptimisticLockingFailureException | DataIntegrityViolationException
				| InvalidDataAccessApiUsageException ex) {
			this.property.with(changed, old);
			discardRefused(key, value);
			throw ex;
		}
		catch (RuntimeException ex) {
			// the entity may have been saved, or may be yet: the sweep decides
			this.property.with(changed, old);
			throw ex;
		}
		discard(old);
		return saved;
	}

	@Override
	public void delete(T entity, @Nullable LargeValue old) {
		this.property.operations().delete(entity);
		discard(old);
	}

	@Override
	public void rewrite(TableRow row, LargeValue old) {
		String table = this.property.table();
		LargeValue value = this.property.copy(old, row, this.property.names(table).newName(row.key()));
		try {
			this.property.operations()
				.inPartition(table, row.key().partitionKey())
				.rewrite(this.property.type(), this.property.with(row, value))
				.commit();
		}
		catch (OptimisticLockingFailureException | DataIntegrityViolationException
				| InvalidDataAccessApiUsageException ex) {
			discardRefused(row.key(), value);
			throw ex;
		}
		discard(old);
	}

	/**
	 * A blob that is old enough belongs to no write that is under way.
	 */
	@Override
	public boolean isOrphan(TableKey key, String blob) {
		return !this.property.isNamed(this.property.table(), key, blob);
	}

	/**
	 * Deletes the blob of an entity that was refused. What runs after a write, such as a
	 * callback, may refuse it as well, so the row is read.
	 */
	private void discardRefused(TableKey key, @Nullable LargeValue value) {
		if (value != null) {
			this.property.quietly(() -> {
				if (!this.property.isNamed(this.property.table(), key, value.blob())) {
					this.property.blobs().delete(value.blob());
				}
			});
		}
	}

	private void discard(@Nullable LargeValue old) {
		if (old != null) {
			this.property.discard(old);
		}
	}

}
