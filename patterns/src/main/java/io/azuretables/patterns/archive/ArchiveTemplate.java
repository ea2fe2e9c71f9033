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

package io.azuretables.patterns.archive;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

import io.azuretables.convert.TableConverter;
import io.azuretables.internal.model.EntityModel.Discriminator;
import io.azuretables.internal.model.EntityModel;
import io.azuretables.internal.model.IdMapping;
import io.azuretables.key.InvalidKeyException;
import io.azuretables.key.TableKey;
import io.azuretables.mapping.TablePersistentEntity;
import io.azuretables.operations.TableOperations;
import io.azuretables.patterns.largevalue.LargeValue;
import io.azuretables.patterns.queue.EventuallyConsistentQueueTemplate;
import io.azuretables.patterns.queue.message.MessageHandlerRegistration;
import io.azuretables.patterns.queue.message.QueueMessage;
import org.jspecify.annotations.Nullable;

import org.springframework.dao.InvalidDataAccessApiUsageException;

/**
 * Moves entities to an archive, which is another table or partition, and restores them. A
 * worker copies the entity and then deletes what it has copied, so that it is never in
 * neither place. Safe for concurrent use, and for entities that are changed while they
 * are moved.
 * <p>
 * An entity is in the current table, or in the archive, or while it is moved in both,
 * with the same content or an older one in the archive; {@link #find} looks in the right
 * order. Indexes of either class change together with its rows. The {@link #handler}
 * belongs to a {@link io.azuretables.patterns.queue.QueueWorker}.
 *
 * @param <C> the entity as it is current
 * @param <A> the entity in the archive
 * @since 0.1
 */
public final class ArchiveTemplate<C, A> {

	private final TableOperations operations;

	private final EventuallyConsistentQueueTemplate queue;

	private final ArchiveMapping<C, A> mapping;

	private final Restores<C> restores;

	private final ArchiveMoves<C, A> moves;

	public ArchiveTemplate(TableOperations operations, EventuallyConsistentQueueTemplate queue,
			ArchiveMapping<C, A> mapping) {
		this.operations = operations;
		this.queue = queue;
		this.mapping = mapping;
		this.restores = new Restores<>(operations, queue, mapping, type());
		this.moves = new ArchiveMoves<>(operations, queue, mapping, this.restores);
		check(mapping.current());
		check(mapping.archived());
		checkLargeValues(mapping.archived(),
				mapping.largeValues().stream().map((value) -> value.archived().property()).toList());
		if (mapping.content() == null) {
			checkLargeValues(mapping.current(),
					mapping.largeValues().stream().map((value) -> value.current().property()).toList());
		}
	}

	/**
	 * A blob belongs to one entity: another one that has its name would lose it.
	 */
	private void checkLargeValues(Class<?> type, List<String> known) {
		this.operations.converter().entity(type).forEach((property) -> {
			if (property.getType() == LargeValue.class && !known.contains(property.getName())) {
				throw new IllegalArgumentException(type.getSimpleName() + "." + property.getName()
						+ " is a LargeValue, whose content would not go with the entity; name it by "
						+ "ArchiveMapping.withLargeValue");
			}
		});
	}

	private void check(Class<?> type) {
		TablePersistentEntity<?> entity = this.operations.converter().entity(type);
		if (EntityModel.of(entity).rolling() != null) {
			throw new IllegalArgumentException(type.getSimpleName()
					+ " is a @RollingTable, and a message names no period of its tables; archive a class with one table");
		}
		if (!entity.hasVersionProperty()) {
			throw new IllegalArgumentException(type.getSimpleName()
					+ " needs a @Version property: without one, a change that is made during the move would be lost");
		}
		Discriminator types = EntityModel.of(entity).discriminator();
		if (types != null && types.hidesNewer()) {
			// an entity that is skipped would be taken for one that is not there
			throw new IllegalArgumentException(
					type.getSimpleName() + " cannot be archived or restored by this process, which does not read newer "
							+ "versions of it as they are; set azure.tables.newer-types to fail");
		}
	}

	/**
	 * Sends a message by which a worker moves an entity to the archive soon. One request.
	 * The entity is moved as it is then, with later changes, and the writers of these do
	 * not notice.
	 */
	public void archive(C entity) {
		this.queue.send(archiving(entity));
	}

	/**
	 * Creates the message by which a worker moves an entity to the archive, to be sent
	 * together with a write.
	 * @throws InvalidDataAccessApiUsageException if the mapping gives the entity no key
	 * in the archive
	 */
	public QueueMessage archiving(C entity) {
		TableKey key = this.operations.converter().key(entity);
		archiveKey(key);
		return QueueMessage.of(type(), Move.archive(tables(), key, this.mapping.incarnationOf(entity)));
	}

	/**
	 * Sends a message by which a worker moves an entity back soon, if it is in the
	 * archive and not current. Two requests. It begins another life, so that no late
	 * message moves it again.
	 * @param id that of the entity when it was current
	 * @return whether it is in the archive
	 * @throws InvalidDataAccessApiUsageException if the mapping has no incarnation, or
	 * the row key of the current class begins with no literal
	 */
	public boolean restore(Object id) {
		String obstacle = this.restores.obstacle();
		if (obstacle != null) {
			throw new InvalidDataAccessApiUsageException(
					"To restore " + this.mapping.current().getSimpleName() + " " + obstacle);
		}
		TableKey key = key(id);
		Optional<A> archived = this.operations.findById(this.mapping.archived(), archiveKey(key));
		archived.ifPresent((entity) -> {
			String incarnation = this.mapping.incarnationOf(this.mapping.conversion().toCurrent().apply(entity));
			this.queue
				.send(QueueMessage.of(type(), Move.restore(tables(), key, incarnation, UUID.randomUUID().toString())));
		});
		return archived.isPresent();
	}

	/**
	 * Deletes blobs that no archived entity names: those of moves that were begun and
	 * never done, and of entities that were moved back, or archived again with another
	 * content. One read for each blob.
	 * @param before when they were written at the latest; a day ago is safe
	 * @return how many were deleted
	 */
	public long sweepContents(Instant before) {
		ArchivedContent<C, A> content = this.mapping.content();
		return (content != null) ? content.sweep(this.operations, this.queue.gateway(), this.mapping.archived(), before)
				: 0;
	}

	/**
	 * Finds an entity wherever it is. One request if it is current; two if it is in the
	 * archive; three if it is in neither. One that is restored and archived again while
	 * it is looked for may not be found.
	 * @param id that of the entity when it is current: a key, or an object with the key
	 * properties
	 */
	public Optional<Found<C, A>> find(Object id) {
		TableKey key = key(id);
		return current(key)
			.or(() -> this.operations.findById(this.mapping.archived(), archiveKey(key))
				.map((entity) -> new Found<C, A>(null, entity)))
			.or(() -> current(key));
	}

	private Optional<Found<C, A>> current(TableKey key) {
		return this.operations.findById(this.mapping.current(), key).map((entity) -> new Found<C, A>(entity, null));
	}

	private ArchiveTables tables() {
		return ArchiveTables.of(this.operations, this.mapping);
	}

	private TableKey key(Object id) {
		return key(this.mapping.current(), id);
	}

	private TableKey key(Class<?> type, Object id) {
		TableConverter converter = this.operations.converter();
		return IdMapping.of(converter.entity(type)).toKey(id);
	}

	/**
	 * Says at once what would send every message to the poison queue.
	 */
	private TableKey archiveKey(TableKey key) {
		try {
			return key(this.mapping.archived(), this.mapping.conversion().key().apply(key));
		}
		catch (InvalidKeyException ex) {
			String current = this.mapping.current().getSimpleName();
			String archived = this.mapping.archived().getSimpleName();
			throw new InvalidDataAccessApiUsageException("A " + archived + " cannot lie under the key of its " + current
					+ ", since its key templates are others; give both classes the same ones, or the mapping withKeys",
					ex);
		}
	}

	/**
	 * Returns the handler that a worker needs for the messages of this template.
	 */
	public MessageHandlerRegistration<Move> handler() {
		return MessageHandlerRegistration.of(type(), Move.class, this.moves);
	}

	private String type() {
		return "archive:" + this.mapping.current().getSimpleName() + ":" + this.mapping.archived().getSimpleName();
	}

	/**
	 * Where an entity was found.
	 *
	 * @param <C> the entity as it is current
	 * @param <A> the entity in the archive
	 * @param current the entity, if it is current
	 * @param archived the entity, if it is in the archive
	 */
	public record Found<C, A>(@Nullable C current, @Nullable A archived) {

	}

	/**
	 * What is to be moved, and the tables that it is in. The worker cannot ask the
	 * resolver of table names, which may know a tenant only where the entity is written.
	 *
	 * @param table the table of current entities
	 * @param archive the table of the archive
	 * @param partitionKey the partition key of the current entity
	 * @param rowKey the row key of the current entity
	 * @param incarnation which life of it
	 * @param next which life begins with the way back; {@code null} for the way into the
	 * archive
	 * @param token what tells of a way back, to be forgotten; {@code null} for a move
	 */
	public record Move(String table, String archive, String partitionKey, String rowKey, String incarnation,
			@Nullable String next, @Nullable String token) {

		static Move archive(ArchiveTables tables, TableKey key, String incarnation) {
			return new Move(tables.current(), tables.archive(), key.partitionKey(), key.rowKey(), incarnation, null,
					null);
		}

		static Move restore(ArchiveTables tables, TableKey key, String incarnation, String next) {
			return new Move(tables.current(), tables.archive(), key.partitionKey(), key.rowKey(), incarnation, next,
					null);
		}

		static Move settled(ArchiveTables tables, TableKey key, String incarnation, String token) {
			return new Move(tables.current(), tables.archive(), key.partitionKey(), key.rowKey(), incarnation, null,
					token);
		}

		TableKey key() {
			return new TableKey(this.partitionKey, this.rowKey);
		}

		ArchiveTables tables() {
			return new ArchiveTables(this.table, this.archive);
		}

	}

}
