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
package io.azuretables.patterns.move;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.UnaryOperator;

import io.azuretables.convert.TableConverter;
import io.azuretables.internal.commit.CommitOutcome;
import io.azuretables.internal.commit.CommitProtocol;
import io.azuretables.internal.commit.CommitToken;
import io.azuretables.internal.conversion.IndexVersion;
import io.azuretables.internal.conversion.MovingVersion;
import io.azuretables.internal.execution.ParallelCalls;
import io.azuretables.internal.execution.SegmentedScan;
import io.azuretables.internal.model.EntityModel;
import io.azuretables.internal.model.EntityModel.Discriminator;
import io.azuretables.internal.model.EntityModel.Match;
import io.azuretables.internal.model.IdMapping;
import io.azuretables.internal.model.KeyMapping;
import io.azuretables.key.InvalidKeyException;
import io.azuretables.key.KeyRange;
import io.azuretables.key.TableKey;
import io.azuretables.operations.TableOperations;
import io.azuretables.patterns.move.MoveFinding.State;
import io.azuretables.patterns.queue.EventuallyConsistentQueueTemplate;
import io.azuretables.patterns.queue.message.MessageHandlerRegistration;
import io.azuretables.patterns.queue.message.QueueMessage;
import io.azuretables.patterns.queue.message.QueueOptions;
import io.azuretables.query.Criteria;
import io.azuretables.row.RowReader;
import io.azuretables.row.RowRequest;
import io.azuretables.row.RowWrite;
import io.azuretables.row.TableRow;
import io.azuretables.write.EntityMovingException;
import io.azuretables.write.UniqueIndexException;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

import org.springframework.dao.DataAccessException;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.dao.InvalidDataAccessApiUsageException;
import org.springframework.dao.OptimisticLockingFailureException;
import org.springframework.dao.NonTransientDataAccessException;
import org.springframework.dao.RecoverableDataAccessException;
import org.springframework.dao.TransientDataAccessException;

/**
 * Moves entities of a class to other keys, in the same partition or another one. Within a
 * partition that is one transaction. Into another partition the row is marked first, so
 * that nothing else writes it; then the entity is inserted under its new key, which is
 * the move; then the marked row is deleted. Safe for concurrent use.
 * <p>
 * The {@link #handler} belongs to a {@link io.azuretables.patterns.queue.QueueWorker}. It
 * finishes a move whose process has ended after the insert, and takes the mark away if it
 * has ended before.
 *
 * @param <T> the entity
 * @since 0.1
 */
public final class MoveTemplate<T> {

	/**
	 * So many segments of a large table are read at the same time.
	 */
	private static final int CONCURRENCY = 4;

	private static final Log logger = LogFactory.getLog(MoveTemplate.class);

	private final TableOperations operations;

	private final EventuallyConsistentQueueTemplate queue;

	private final Class<T> type;

	private final MoveMessageHandler moves;

	/**
	 * A template for a class.
	 * @param queue sends the message that finishes a move whose process has ended
	 * @throws InvalidDataAccessApiUsageException if entities of the class cannot be moved
	 */
	public MoveTemplate(TableOperations operations, EventuallyConsistentQueueTemplate queue, Class<T> type) {
		this.operations = operations;
		this.queue = queue;
		this.type = type;
		this.moves = new MoveMessageHandler(operations, queue.gateway(), type);
		MoveRules.check("To move entities, " + type.getSimpleName(), operations.converter().entity(type));
	}

	/**
	 * Returns the queue whose worker must have the {@link #handler}.
	 */
	public EventuallyConsistentQueueTemplate queue() {
		return this.queue;
	}

	/**
	 * Moves an entity to the keys that a change gives it, together with all else that it
	 * changes. A change that leaves the keys as they are saves the entity. One request
	 * within a partition, or what a save of the entity takes; four into another one, and
	 * two more of a worker later.
	 * <p>
	 * From the first request to the last, which is some milliseconds, each other write of
	 * the entity is refused by an {@link EntityMovingException}. If this process dies in
	 * between, that takes until the worker has come, about a minute.
	 * @param entity as it was read
	 * @param change gives the entity as it is to be; called once
	 * @return the entity under its new key
	 * @throws org.springframework.dao.OptimisticLockingFailureException if the entity was
	 * changed since it was read; nothing was moved
	 * @throws EntityMovingException if the entity is moving already
	 * @throws org.springframework.dao.DuplicateKeyException if there is another entity
	 * under the new key; nothing was moved
	 * @throws io.azuretables.gateway.WriteOutcomeUnknownException if it is not known
	 * whether the entity was moved; a worker finishes the move or takes it back
	 */
	public T move(T entity, UnaryOperator<T> change) {
		TableConverter converter = this.operations.converter();
		String version = version(entity);
		TableKey source = converter.key(entity);
		T moved = converter.withVersion(changed(entity, change), version);
		TableKey target = converter.key(moved);
		if (target.equals(source)) {
			return this.operations.save(moved);
		}
		return moved(source, target, version, moved);
	}

	/**
	 * Moves an entity to the keys of another class in the same table, as {@link #move}
	 * moves it to other keys of its own class: one that maps the same rows with other key
	 * templates.
	 * @param entity as it was read
	 * @param to the class with the other key templates
	 * @param change gives the entity as it is to be; called once
	 * @return the entity under its new key
	 * @throws InvalidDataAccessApiUsageException if entities of one of the classes cannot
	 * be moved, if they are in different tables, or if the key stays as it is
	 * @see #move
	 */
	public <R> R moveTo(T entity, Class<R> to, Function<? super T, ? extends R> change) {
		checkTarget(to);
		String version = version(entity);
		TableConverter converter = this.operations.converter();
		TableKey source = converter.key(entity);
		R moved = converter.withVersion(changed(entity, change), version);
		TableKey target = converter.key(moved);
		if (target.equals(source)) {
			throw new InvalidDataAccessApiUsageException("The " + this.type.getSimpleName() + " to be moved has the "
					+ "same key as a " + to.getSimpleName() + "; give it another one, or save it");
		}
		return moved(source, target, version, moved);
	}

	/**
	 * Checks that entities can be moved to the keys of another class.
	 * @throws InvalidDataAccessApiUsageException if they cannot
	 */
	public void checkTarget(Class<?> to) {
		MoveRules.check("To move entities to its keys, " + to.getSimpleName(), this.operations.converter().entity(to));
		if (!this.operations.query(to).table().equalsIgnoreCase(table())) {
			throw new InvalidDataAccessApiUsageException(
					"Entities of " + this.type.getSimpleName() + " cannot be moved to the keys of " + to.getSimpleName()
							+ ", which is in another table; give both the same @Table, or use ArchiveTemplate");
		}
	}

	/**
	 * Returns the class of the entities.
	 */
	public Class<T> type() {
		return this.type;
	}

	private <R> R moved(TableKey source, TableKey target, String version, R moved) {
		try {
			return target.partitionKey().equals(source.partitionKey()) ? within(source, version, moved)
					: across(source, target, version, moved);
		}
		catch (DuplicateKeyException ex) {
			throw (ex instanceof UniqueIndexException) ? ex
					: new DuplicateKeyException("The " + this.type.getSimpleName()
							+ " was not moved, since another row has the new key that the change "
							+ "gives it; give it another key, or delete or move that entity first", ex);
		}
	}

	private String version(T entity) {
		String version = this.operations.converter().version(entity);
		if (version == null) {
			throw new InvalidDataAccessApiUsageException("The " + this.type.getSimpleName()
					+ " to be moved has no version: it was not read, or not kept as the write returned it");
		}
		if (!IndexVersion.isPossible(version) && MovingVersion.parse(version).isEmpty()) {
			throw new OptimisticLockingFailureException("The " + this.type.getSimpleName()
					+ " to be moved has a version that no row can have; give it the version that it was read or last "
					+ "written with");
		}
		return version;
	}

	private <R> R changed(T entity, Function<? super T, ? extends R> change) {
		R changed = change.apply(entity);
		if (changed == null) {
			throw new InvalidDataAccessApiUsageException("The change of the " + this.type.getSimpleName()
					+ " to be moved gave null; return the entity with its new key");
		}
		return changed;
	}

	private <R> R within(TableKey source, String version, R moved) {
		List<Object> written = this.operations.inPartition(table(), source.partitionKey())
			.delete(this.type, source, version)
			.insert(moved)
			.commit();
		return written(written.get(1));
	}

	private <R> R across(TableKey source, TableKey target, String version, R moved) {
		String table = table();
		IndexVersion indexed = IndexVersion.parse(version).orElse(null);
		String own = (indexed != null) ? new MarkedRow(this.queue.gateway(), table, source).version() : version;
		if (MovingVersion.parse(own).isPresent()) {
			throw new EntityMovingException(
					"The " + this.type.getSimpleName() + " to be moved is moving to another key "
							+ "already; read it again in a moment, under its old key or its new one");
		}
		Move move = new Move(table, source, target, own);
		MovePreparation mark = new MovePreparation(move, indexed, this.moves.source(move),
				this.queue.options().clock());
		List<Object> written = this.queue.guarded(message(move), table, target.partitionKey(), mark,
				(transaction) -> transaction.insert(moved));
		deleteSource(move, mark);
		return written.isEmpty() ? found(move, moved) : written(written.get(0));
	}

	@SuppressWarnings("unchecked") // as it was given to the transaction
	private <R> R written(Object entity) {
		return (R) entity;
	}

	/**
	 * Deletes the row that the entity has left. What fails here is done by a worker.
	 */
	private void deleteSource(Move move, MovePreparation mark) {
		try {
			this.moves.delete(move, mark.etag());
		}
		catch (DataAccessException ex) {
			logger.debug("The row that a moved " + this.type.getSimpleName()
					+ " has left could not be deleted; a worker will delete it", ex);
		}
	}

	/**
	 * The entity after its move, when the answer was lost. That it was moved must not be
	 * denied when it cannot be read.
	 */
	@SuppressWarnings("unchecked") // as it was to be written
	private <R> R found(Move move, R entity) {
		String moved = "The " + this.type.getSimpleName() + " was moved, but ";
		try {
			return (R) this.operations.findById(entity.getClass(), move.target())
				.orElseThrow(() -> new RecoverableDataAccessException(
						moved + "it is not under its new key any more; look for it again"));
		}
		catch (TransientDataAccessException | NonTransientDataAccessException ex) {
			throw new RecoverableDataAccessException(moved + "it cannot be read now; read it under its new key", ex);
		}
	}

	/**
	 * Finds an entity by its key, also while it moves from there to another one. One
	 * request; four to five while it moves.
	 * @param id a key, or an object with the key properties
	 * @return the entity; empty if there is none under the key, or if it has moved
	 */
	public Optional<T> find(Object id) {
		return at(key(id));
	}

	/**
	 * Finds an entity under either of two keys, wherever it is while it moves from the
	 * one to the other. It is not missed, unless it moves there and back within the call.
	 * One request if it has not moved, two if it has, three if there is none.
	 * @param id the key that it may have left
	 * @param movedTo the key that it may have got
	 */
	public Optional<T> find(Object id, Object movedTo) {
		TableKey source = key(id);
		TableKey target = key(movedTo);
		return at(source).or(() -> at(target)).or(() -> at(source));
	}

	private Optional<T> at(TableKey first) {
		TableKey key = first;
		while (true) {
			Optional<T> found = this.operations.findById(this.type, key);
			MovingVersion moving = moving(found);
			if (moving == null) {
				return found;
			}
			TableKey target = target(key, moving);
			if (target != null
					&& outcome(table(), target, moving.token()).filter(CommitOutcome::isCommitted).isPresent()) {
				key = target;
			}
			else if (target != null) {
				Optional<T> again = this.operations.findById(this.type, key);
				if (moving.equals(moving(again))) {
					return again;
				}
			}
		}
	}

	private @Nullable MovingVersion moving(Optional<T> found) {
		return found.flatMap((entity) -> MovingVersion.parse(this.operations.converter().version(entity))).orElse(null);
	}

	private @Nullable TableKey target(TableKey key, MovingVersion moving) {
		TableRow row = this.queue.gateway().read(table(), key, MarkedRow.COLUMNS, RowReader.rows());
		return (row != null && MarkedRow.isMarked(row, moving.token())) ? MarkedRow.target(row).orElse(null) : null;
	}

	private Optional<CommitOutcome> outcome(String table, TableKey target, String token) {
		QueueOptions options = this.queue.options();
		return new CommitProtocol(this.queue.gateway(), options.clock(), options.times().fence())
			.find(new CommitToken(table, target.partitionKey(), token));
	}

	/**
	 * Sends the messages of moves again that were never finished: those whose message was
	 * lost, and then their process. Scans the table, in segments of partitions if it has
	 * more than ten pages; once a day is often enough.
	 * @param overdue how long ago a row was marked
	 * @return how many messages were sent
	 */
	public long sweep(Duration overdue) {
		Instant before = this.queue.options().clock().instant().minus(overdue);
		String table = table();
		AtomicLong sent = new AtomicLong();
		forEachMarked(table, (row, target) -> {
			if (since(row).isBefore(before)) {
				this.queue.guardAgain(message(new Move(table, row.key(), target, null)), table, target.partitionKey(),
						token(row));
				sent.incrementAndGet();
			}
		});
		return sent.get();
	}

	/**
	 * Finds moves that are under way, or were never finished. Scans the table, and reads
	 * one row for each.
	 * @param findings takes each move, by one thread at a time
	 * @return how many there are
	 */
	public long verify(Consumer<MoveFinding> findings) {
		String table = table();
		AtomicLong found = new AtomicLong();
		forEachMarked(table, (row, target) -> {
			State state = outcome(table, target, token(row))
				.map((outcome) -> outcome.isCommitted() ? State.MOVED : State.REFUSED)
				.orElse(State.MARKED);
			synchronized (found) {
				findings.accept(new MoveFinding(row.key(), target, since(row), state));
			}
			found.incrementAndGet();
		});
		return found.get();
	}

	/**
	 * Scans the rows of the class that are moving. Those of other classes in the table
	 * have other index rows.
	 */
	private void forEachMarked(String table, BiConsumer<TableRow, TableKey> action) {
		KeyMapping keys = model().keys();
		ParallelCalls calls = new ParallelCalls(CONCURRENCY, this.queue.options().threads());
		Criteria marked = Criteria.where(RowWrite.MOVE)
			.greaterThanOrEqual("")
			.and(Criteria.where("RowKey").startingWith(keys.row().prefix()));
		new SegmentedScan(this.queue.gateway(), calls, RowRequest.of(table, null), marked,
				KeyRange.prefix(keys.partition().prefix()))
			.run((page) -> page.stream()
				.filter(this::isOwn)
				.forEach((row) -> MarkedRow.target(row).ifPresent((target) -> action.accept(row, target))));
	}

	private boolean isOwn(TableRow row) {
		Discriminator types = model().discriminator();
		try {
			model().keys().decode(row.key());
		}
		catch (InvalidKeyException ex) {
			return false;
		}
		return types == null || types.match(row.get(types.column())) != Match.OTHER;
	}

	private EntityModel model() {
		return EntityModel.of(this.operations.converter().entity(this.type));
	}

	private static Instant since(TableRow row) {
		return Objects.requireNonNull(row.timestamp());
	}

	private static String token(TableRow row) {
		return Objects.requireNonNull(row.get(RowWrite.MOVE, String.class));
	}

	/**
	 * Returns the handler that a worker needs for the messages of this template.
	 */
	public MessageHandlerRegistration<Move> handler() {
		return MessageHandlerRegistration.of(name(), Move.class, this.moves);
	}

	private QueueMessage message(Move move) {
		return QueueMessage.of(name(), move);
	}

	private String name() {
		return "move:" + this.type.getSimpleName();
	}

	/**
	 * Returns the name of the table, as the service knows it. It is asked for each time,
	 * since it may depend on the caller.
	 */
	public String table() {
		return this.operations.query(this.type).table();
	}

	private TableKey key(Object id) {
		return IdMapping.of(this.operations.converter().entity(this.type)).toKey(id);
	}

	/**
	 * The payload of a message about a move: the entity that is to be moved.
	 *
	 * @param table the table
	 * @param partitionKey the partition key that it leaves
	 * @param rowKey the row key that it leaves
	 * @param newPartitionKey the partition key that it gets
	 * @param newRowKey the row key that it gets
	 * @param version the version of the row that it leaves; {@code null} if that is
	 * marked for certain
	 */
	public record Move(String table, String partitionKey, String rowKey, String newPartitionKey, String newRowKey,
			@Nullable String version) {

		Move(String table, TableKey source, TableKey target, @Nullable String version) {
			this(table, source.partitionKey(), source.rowKey(), target.partitionKey(), target.rowKey(), version);
		}

		TableKey source() {
			return new TableKey(this.partitionKey, this.rowKey);
		}

		TableKey target() {
			return new TableKey(this.newPartitionKey, this.newRowKey);
		}

	}

}
