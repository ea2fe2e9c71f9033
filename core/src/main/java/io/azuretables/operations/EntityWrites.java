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

package io.azuretables.operations;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.UnaryOperator;

import io.azuretables.client.ServiceErrorException;
import io.azuretables.index.EntityIndexes;
import io.azuretables.key.TableKey;
import io.azuretables.mapping.IndexMapping;
import io.azuretables.mapping.TablePersistentEntity;
import io.azuretables.operations.PreparedWrite.Condition;
import io.azuretables.operations.PreparedWrite.Target;
import io.azuretables.row.RowReader;
import io.azuretables.row.RowWrite;
import io.azuretables.row.TableRow;
import io.azuretables.write.RowGroup;
import org.jspecify.annotations.Nullable;

import org.springframework.dao.DataAccessException;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.dao.InvalidDataAccessApiUsageException;
import org.springframework.dao.OptimisticLockingFailureException;

/**
 * How is one entity written, with all rows that go with it? The single way to a write:
 * there is none that forgets an index.
 */
final class EntityWrites {

	private static final long FIRST_PAUSE_MICROS = 500;

	private static final int LAST_DOUBLING = 6;

	private final PlanExecutor executor;

	private final EntityLifecycle lifecycle;

	private final int attempts;

	EntityWrites(PlanExecutor executor, EntityLifecycle lifecycle, int attempts) {
		this.executor = executor;
		this.lifecycle = lifecycle;
		this.attempts = attempts;
	}

	<T> T write(T entity, WriteMode mode) {
		PreparedWrite<T> write = this.lifecycle.prepare(entity, mode);
		return this.lifecycle.completed(write, submit(write));
	}

	/**
	 * Changes an entity if nobody else does at the same time, and otherwise again.
	 */
	<T> Optional<T> change(TableKey key, String table, RowReader<T> reader, UnaryOperator<T> change) {
		RowReader<Versioned<T>> versioned = Versioned.reader(reader);
		for (int attempt = 1;; attempt++) {
			Versioned<T> read = this.executor.read(table, key, null, versioned);
			if (read == null) {
				return Optional.empty();
			}
			T changed = change.apply(this.lifecycle.read(read.value(), table));
			PreparedWrite<T> write = this.lifecycle.prepare(changed, WriteMode.SAVE).expecting(read.etag());
			if (!write.row().key().equals(key)) {
				throw new InvalidDataAccessApiUsageException("The change gave the " + write.target().name()
						+ " another key; insert it as another one, and delete this one");
			}
			try {
				return Optional.of(this.lifecycle.completed(write, submit(write)));
			}
			catch (OptimisticLockingFailureException ex) {
				if (attempt == this.attempts) {
					throw ex;
				}
				pause(attempt);
			}
		}
	}

	/**
	 * Changes some properties of a row.
	 */
	void merge(TablePersistentEntity<?> entity, TableKey key, Update update) {
		Target target = this.lifecycle.target(entity);
		RowUpdates updates = new RowUpdates(entity, update);
		if (update.isBlind() && target.indexes().isEmpty()) {
			this.executor.submit(target.table(),
					RowGroup.of(new RowWrite.Merge(updates.partial(key), RowWrite.ANY), List.of()));
			return;
		}
		for (int attempt = 1;; attempt++) {
			TableRow row = this.executor.read(target.table(), key, null, RowReader.rows());
			if (row == null) {
				throw new OptimisticLockingFailureException("The " + target.name() + " to be changed is not there");
			}
			try {
				Condition condition = new Condition(WriteMode.SAVE, true, row.etag());
				submit(new PreparedWrite<>(row, updates.applied(row), target, condition));
				return;
			}
			catch (OptimisticLockingFailureException ex) {
				if (attempt == this.attempts) {
					throw ex;
				}
				pause(attempt);
			}
		}
	}

	/**
	 * Deletes the row under a key, whatever its version.
	 * @return whether it was there
	 */
	boolean delete(TablePersistentEntity<?> entity, TableKey key) {
		PreparedWrite<TableKey> write = deletion(entity, key);
		try {
			submitHealing(write, RowGroups.of(write, previous(write)));
			return true;
		}
		catch (OptimisticLockingFailureException ex) {
			if (isGone(write)) {
				return false;
			}
			submit(write);
			return true;
		}
	}

	/**
	 * The deletion of the row under a key.
	 */
	PreparedWrite<TableKey> deletion(TablePersistentEntity<?> entity, TableKey key) {
		return new PreparedWrite<>(key, TableRow.of(key, Map.of()), this.lifecycle.target(entity),
				new Condition(WriteMode.DELETE, false, null));
	}

	/**
	 * Submits a write; one without a version again when somebody else was faster.
	 * @return the new ETag
	 */
	@Nullable String submit(PreparedWrite<?> write) {
		for (int attempt = 1;; attempt++) {
			try {
				return submitHealing(write, RowGroups.of(write, previous(write)));
			}
			catch (UniqueIndexException ex) {
				throw ex;
			}
			catch (OptimisticLockingFailureException | DuplicateKeyException ex) {
				if (write.isIdempotentDelete() && isGone(write)) {
					return null;
				}
				if (!write.isRepeatable() || attempt == this.attempts) {
					throw ex;
				}
				pause(attempt);
			}
		}
	}

	@Nullable TableRow previous(PreparedWrite<?> write) {
		return write.needsPrevious() ? this.executor.read(write.target().table(), write.row().key(),
				write.target().indexes().columns(), RowReader.rows()) : null;
	}

	private boolean isGone(PreparedWrite<?> write) {
		TableKey found = this.executor.read(write.target().table(), write.row().key(), EntityKeyReader.COLUMNS,
				EntityKeyReader::new);
		return found == null;
	}

	static void pause(int attempt) {
		long most = FIRST_PAUSE_MICROS << Math.min(attempt, LAST_DOUBLING);
		LockSupport.parkNanos(TimeUnit.MICROSECONDS.toNanos(ThreadLocalRandom.current().nextLong(most)));
	}

	/**
	 * Submits a group, and mends what a writer that knows nothing of indexes has left:
	 * rows that are missing, and rows that stand for nothing any more.
	 */
	private @Nullable String submitHealing(PreparedWrite<?> write, RowGroup planned) {
		RowGroup group = planned;
		for (int mended = 0;; mended++) {
			try {
				return this.executor.submit(write.target().table(), group);
			}
			catch (OptimisticLockingFailureException | DuplicateKeyException ex) {
				int failed = ServiceErrorException.failedWrite(ex);
				if (failed < 1 || failed >= group.writes().size() || mended == planned.writes().size()) {
					throw ex;
				}
				group = mended(write, group, group.writes().get(failed), ex);
			}
		}
	}

	private RowGroup mended(PreparedWrite<?> write, RowGroup group, RowWrite refused, DataAccessException ex) {
		if (refused instanceof RowWrite.Delete delete && delete.ifMatch().equals(RowWrite.ANY)) {
			return group.without(refused);
		}
		if (!(refused instanceof RowWrite.Insert insert)) {
			throw ex;
		}
		TableRow found = this.executor.read(write.target().table(), refused.key(), null, RowReader.rows());
		if (found == null) {
			return group;
		}
		if (isOwn(write, found) || !isOwned(write, found)) {
			return group.with(refused, new RowWrite.Replace(insert.row(), Objects.requireNonNull(found.etag())));
		}
		IndexMapping index = Objects.requireNonNull(write.target().indexes().indexOf(refused.key()));
		throw new UniqueIndexException(write.target().name(), index.name(), index.keys().row().toString(), ex);
	}

	private static boolean isOwn(PreparedWrite<?> write, TableRow indexRow) {
		return write.row().key().rowKey().equals(indexRow.get(IndexMapping.ENTITY_ROW_KEY));
	}

	/**
	 * Whether the entity that an index row names is there and belongs to it.
	 */
	private boolean isOwned(PreparedWrite<?> write, TableRow indexRow) {
		EntityIndexes indexes = write.target().indexes();
		String rowKey = indexRow.get(IndexMapping.ENTITY_ROW_KEY, String.class);
		if (rowKey == null) {
			return false;
		}
		TableRow owner = this.executor.read(write.target().table(), new TableKey(indexRow.key().partitionKey(), rowKey),
				indexes.columns(), RowReader.rows());
		return owner != null
				&& indexes.indexes().stream().anyMatch((index) -> indexRow.key().equals(index.keyFor(owner)));
	}

}
