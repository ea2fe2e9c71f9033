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
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.UUID;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;

import io.azuretables.internal.commit.CommitProtocol;
import io.azuretables.internal.commit.CommitToken;
import io.azuretables.internal.model.EntityModel;
import io.azuretables.key.TableKey;
import io.azuretables.operations.PartitionTransaction;
import io.azuretables.patterns.internal.content.ContentNames;
import io.azuretables.patterns.largevalue.LargeValueTemplate.ContentChange;
import io.azuretables.patterns.queue.EventuallyConsistentQueueTemplate;
import io.azuretables.patterns.queue.GuardPreparation;
import io.azuretables.patterns.queue.message.MessageHandlerRegistration;
import io.azuretables.patterns.queue.message.QueueMessage;
import io.azuretables.patterns.queue.message.QueueOptions;
import io.azuretables.row.TableRow;
import org.jspecify.annotations.Nullable;

import org.springframework.dao.InvalidDataAccessApiUsageException;
import org.springframework.dao.NonTransientDataAccessException;
import org.springframework.dao.RecoverableDataAccessException;
import org.springframework.dao.TransientDataAccessException;

/**
 * Writes an entity and the blob of its large value with a queue, whose worker deletes the
 * blob that is left over. A hidden message is sent first, then the blob is written, and
 * then the entity with a token row in one transaction. The message comes later, and a
 * worker deletes the blob that is not named: the one that was replaced, or the new one of
 * an entity that was never written.
 *
 * @param <T> the entity
 */
final class GuardedContentWrites<T> implements ContentWrites<T> {

	/**
	 * The speed that a content gets time for, in bytes a second. It is less than what an
	 * attempt of a request needs for its block, so that there is time to repeat some.
	 */
	private static final long SLOWEST = 256 * 1024;

	private static final GuardPreparation NOTHING = new GuardPreparation() {

		@Override
		public void prepare(String token, Instant deadline) {
		}

		@Override
		public void undo(String token) {
		}

	};

	private final LargeValueProperty<T> property;

	private final EventuallyConsistentQueueTemplate queue;

	private final ContentChanges changes;

	GuardedContentWrites(LargeValueProperty<T> property, EventuallyConsistentQueueTemplate queue) {
		this.property = property;
		this.queue = queue;
		this.changes = new ContentChanges(property);
		EntityModel model = EntityModel.of(property.operations().converter().entity(property.type()));
		if (model.readsTokenRows()) {
			String type = property.type().getSimpleName();
			throw new InvalidDataAccessApiUsageException(property.name() + " is written with a queue, and " + type
					+ " has no literal at the beginning of its row key template \"" + model.keys().row()
					+ "\"; begin it with one, such as \"" + type.toLowerCase(Locale.ROOT)
					+ "_\": for a while, its partition has a token row, which must not be read as a " + type);
		}
	}

	@Override
	public T save(T entity, @Nullable LargeValue old, InputStream content, long length) {
		TableKey key = this.property.key(entity);
		String table = this.property.table();
		// a name that is too long is refused before anything is sent
		this.property.names(table).name(key, UUID.randomUUID().toString());
		ContentChange change = new ContentChange(table, key, true, old);
		try {
			Upload upload = new Upload(change, length, (blob) -> this.property.put(entity, blob, content, length),
					(transaction, value) -> transaction.save(this.property.with(entity, value)));
			return saved(key, guarded(change, upload, (transaction) -> {
			}));
		}
		catch (RuntimeException ex) {
			this.property.with(entity, old);
			throw ex;
		}
	}

	@Override
	public T remove(T entity, LargeValue old) {
		TableKey key = this.property.key(entity);
		T changed = this.property.with(entity, null);
		try {
			return saved(key, guarded(new ContentChange(this.property.table(), key, false, old), NOTHING,
					(transaction) -> transaction.save(changed)));
		}
		catch (RuntimeException ex) {
			this.property.with(changed, old);
			throw ex;
		}
	}

	@Override
	public void rewrite(TableRow row, LargeValue old) {
		ContentChange change = new ContentChange(this.property.table(), row.key(), true, old);
		Upload upload = new Upload(change, old.size(), (blob) -> this.property.copy(old, row, blob),
				(transaction, value) -> transaction.rewrite(this.property.type(), this.property.with(row, value)));
		guarded(change, upload, (transaction) -> {
		});
	}

	@Override
	public void delete(T entity, @Nullable LargeValue old) {
		if (old == null) {
			this.property.operations().delete(entity);
			return;
		}
		guarded(new ContentChange(this.property.table(), this.property.key(entity), false, old), NOTHING,
				(transaction) -> transaction.delete(entity));
	}

	private List<Object> guarded(ContentChange change, GuardPreparation preparation,
			Consumer<PartitionTransaction> work) {
		return this.queue.guarded(QueueMessage.of(type(), change), change.table(), change.partitionKey(), preparation,
				work);
	}

	@SuppressWarnings("unchecked") // as it was given to the transaction
	private T saved(TableKey key, List<Object> written) {
		return written.isEmpty() ? found(key) : (T) written.get(0);
	}

	/**
	 * The entity after a save whose answer was lost. That it was saved must not be denied
	 * when it cannot be read.
	 */
	private T found(TableKey key) {
		String saved = "The " + this.property.type().getSimpleName() + " was saved with its content, but ";
		try {
			return this.property.operations()
				.findById(this.property.type(), key)
				.orElseThrow(() -> new RecoverableDataAccessException(saved + "it was deleted since then"));
		}
		catch (TransientDataAccessException | NonTransientDataAccessException ex) {
			throw new RecoverableDataAccessException(saved + "it cannot be read now; read it again", ex);
		}
	}

	/**
	 * A blob that no row names may be about to be named. So its write is forbidden first,
	 * and the row is read once more. One request if the row names it, four otherwise.
	 */
	@Override
	public boolean isOrphan(TableKey key, String blob) {
		String table = this.property.table();
		if (this.property.isNamed(table, key, blob)) {
			return false;
		}
		QueueOptions options = this.queue.options();
		new CommitProtocol(this.property.gateway(), options.clock(), options.times().fence())
			.settle(new CommitToken(table, key.partitionKey(), ContentNames.token(blob)));
		return !this.property.isNamed(table, key, blob);
	}

	EventuallyConsistentQueueTemplate queue() {
		return this.queue;
	}

	MessageHandlerRegistration<ContentChange> handler() {
		return MessageHandlerRegistration.of(type(), ContentChange.class, this.changes);
	}

	private String type() {
		return "content:" + this.property.name();
	}

	/**
	 * The blob of a content, as the preparation of the write that names it.
	 */
	private final class Upload implements GuardPreparation {

		private final ContentChange change;

		private final long length;

		private final Function<String, LargeValue> put;

		private final BiConsumer<PartitionTransaction, LargeValue> write;

		private @Nullable LargeValue value;

		Upload(ContentChange change, long length, Function<String, LargeValue> put,
				BiConsumer<PartitionTransaction, LargeValue> write) {
			this.change = change;
			this.length = length;
			this.put = put;
			this.write = write;
		}

		@Override
		public Duration extraTime() {
			return Duration.ofSeconds(this.length / SLOWEST);
		}

		@Override
		public void prepare(String token, Instant deadline) {
			this.value = this.put.apply(blob(token));
		}

		@Override
		public void addWrites(PartitionTransaction transaction) {
			this.write.accept(transaction, Objects.requireNonNull(this.value));
		}

		/**
		 * What runs after a write, such as a callback, may refuse it as well, so the row
		 * is read.
		 */
		@Override
		public void undo(String token) {
			String blob = blob(token);
			if (property().isNamed(this.change.table(), this.change.key(), blob)) {
				throw new RecoverableDataAccessException(property().name() + " was saved all the same");
			}
			property().blobs().delete(blob);
		}

		private String blob(String token) {
			return property().names(this.change.table()).name(this.change.key(), token);
		}

		private LargeValueProperty<T> property() {
			return GuardedContentWrites.this.property;
		}

	}

}
