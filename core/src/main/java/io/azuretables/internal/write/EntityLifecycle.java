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

package io.azuretables.internal.write;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;

import io.azuretables.callback.AfterConvertCallback;
import io.azuretables.callback.AfterDeleteCallback;
import io.azuretables.callback.AfterSaveCallback;
import io.azuretables.callback.BeforeConvertCallback;
import io.azuretables.callback.BeforeSaveCallback;
import io.azuretables.convert.TableConverter;
import io.azuretables.internal.change.EntityChange;
import io.azuretables.internal.conversion.MovingVersion;
import io.azuretables.internal.convert.EntityWriter;
import io.azuretables.internal.convert.RowValues;
import io.azuretables.internal.index.EntityIndexes;
import io.azuretables.internal.index.WrittenRows;
import io.azuretables.internal.model.EntityModel;
import io.azuretables.internal.model.IndexMapping;
import io.azuretables.internal.write.PreparedWrite.Target;
import io.azuretables.key.TableKey;
import io.azuretables.mapping.TablePersistentEntity;
import io.azuretables.query.Update;
import io.azuretables.row.RowWrite;
import io.azuretables.row.TableRow;
import io.azuretables.write.CompanionSource;
import io.azuretables.write.MissingDeferredWritesException;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.BeanFactory;
import org.springframework.dao.InvalidDataAccessApiUsageException;
import org.springframework.data.mapping.callback.EntityCallback;
import org.springframework.data.mapping.callback.EntityCallbacks;
import org.springframework.data.projection.ProjectionFactory;
import org.springframework.data.projection.SpelAwareProxyProjectionFactory;
import org.springframework.util.Assert;

/**
 * Calls entity callbacks before and after entities are read and written, and keeps their
 * versions.
 */
public final class EntityLifecycle {

	private final TableConverter converter;

	private final EntityTables tables;

	private final boolean defers;

	private final boolean keepsBlobLists;

	private final Map<Class<?>, EntityWriter> writers;

	private final Map<Class<?>, KnownIndexes> indexes;

	private final CopyOnWriteArrayList<CompanionSource> sources;

	private final SpelAwareProxyProjectionFactory projections;

	private final AtomicReference<@Nullable EntityCallbacks> callbacks;

	/**
	 * The lifecycle of entities.
	 * @param defers whether indexes in other partitions are maintained
	 * @param keepsBlobLists whether lists of an index can be kept in blobs
	 */
	public EntityLifecycle(TableConverter converter, EntityTables tables, boolean defers, boolean keepsBlobLists) {
		this.converter = converter;
		this.tables = tables;
		this.defers = defers;
		this.keepsBlobLists = keepsBlobLists;
		this.writers = new ConcurrentHashMap<>();
		this.indexes = new ConcurrentHashMap<>();
		this.sources = new CopyOnWriteArrayList<>();
		this.projections = new SpelAwareProxyProjectionFactory();
		this.callbacks = new AtomicReference<>();
	}

	private EntityLifecycle(EntityLifecycle shared, EntityTables tables) {
		this.converter = shared.converter;
		this.tables = tables;
		this.defers = shared.defers;
		this.keepsBlobLists = shared.keepsBlobLists;
		this.writers = shared.writers;
		this.indexes = shared.indexes;
		this.sources = shared.sources;
		this.projections = shared.projections;
		this.callbacks = shared.callbacks;
	}

	/**
	 * The same lifecycle over other tables.
	 */
	public EntityLifecycle in(EntityTables others) {
		return new EntityLifecycle(this, others);
	}

	public TableConverter converter() {
		return this.converter;
	}

	/**
	 * Adds companion rows of classes, unless this source was added before.
	 */
	public void add(CompanionSource source) {
		if (this.sources.addIfAbsent(source)) {
			this.indexes.clear();
		}
	}

	public void setCallbacks(EntityCallbacks callbacks) {
		this.callbacks.set(callbacks);
	}

	/**
	 * Adds a callback to those that are called.
	 */
	public synchronized void addCallback(EntityCallback<?> callback) {
		EntityCallbacks current = this.callbacks.get();
		if (current != null) {
			current.addEntityCallback(callback);
		}
		else {
			this.callbacks.set(EntityCallbacks.create(callback));
		}
	}

	/**
	 * Where expressions of projections find the beans that they name.
	 */
	public void setBeans(BeanFactory beans) {
		this.projections.setBeanFactory(beans);
	}

	public ProjectionFactory projections() {
		return this.projections;
	}

	/**
	 * Where an entity goes whose table is known.
	 */
	Target target(TablePersistentEntity<?> type, String table) {
		return new Target(type.getType().getSimpleName(), table, indexes(type));
	}

	/**
	 * The indexes of a class.
	 * @throws MissingDeferredWritesException if one of them lies in another partition
	 * than its entities, and nothing keeps it up to date
	 */
	public EntityIndexes indexes(TablePersistentEntity<?> type) {
		int types = this.converter.mappingContext().size();
		KnownIndexes known = this.indexes.get(type.getType());
		if (known == null || known.types() != types) {
			this.tables.use(this.converter.mappingContext(), type);
			known = new KnownIndexes(types, checked(type, newIndexes(type)));
			this.indexes.put(type.getType(), known);
		}
		return known.indexes();
	}

	private EntityIndexes checked(TablePersistentEntity<?> type, EntityIndexes known) {
		if (!this.defers && !known.others().isEmpty()) {
			IndexMapping index = known.others().mappings().get(0);
			throw new MissingDeferredWritesException(declaring(type, index), index.name());
		}
		for (IndexMapping index : EntityModel.of(type).indexes()) {
			if (index.isInBlobs() && !this.keepsBlobLists) {
				throw new InvalidDataAccessApiUsageException("The index '" + index.name() + "' of "
						+ type.getType().getSimpleName()
						+ " keeps its lists in blobs, and the gateway of this template "
						+ "keeps none; give the template an io.azuretables.patterns.interpartition.BlobListGateway, or "
						+ "the index the layout LIST");
			}
		}
		return known;
	}

	/**
	 * The class that declares the index: the indexes of a class are also those of the
	 * types that may have its keys.
	 */
	private String declaring(TablePersistentEntity<?> type, IndexMapping index) {
		return this.converter.mappingContext()
			.neighbours(type)
			.stream()
			.filter((neighbour) -> EntityModel.of(neighbour).indexes().contains(index))
			.findFirst()
			.orElse(type)
			.getType()
			.getSimpleName();
	}

	private EntityIndexes newIndexes(TablePersistentEntity<?> type) {
		if (EntityModel.of(type).discriminator() == null) {
			return new EntityIndexes(EntityModel.of(type), List.of(EntityModel.of(type)), this.sources);
		}
		List<EntityModel> types = this.converter.mappingContext()
			.neighbours(type)
			.stream()
			.map(EntityModel::of)
			.toList();
		return new EntityIndexes(EntityModel.of(type), types, this.sources);
	}

	public <T> PreparedWrite<T> prepare(T entity, WriteMode mode) {
		Assert.notNull(entity, "The entity must not be null");
		TablePersistentEntity<?> type = this.converter.entity(entity.getClass());
		String table = this.tables.ready(type);
		T current = entity;
		if (mode != WriteMode.DELETE) {
			current = called(BeforeConvertCallback.class, entity, table);
		}
		Target target = target(type,
				(EntityModel.of(type).rolling() != null) ? this.tables.writable(type, current) : table);
		boolean versioned = this.converter.entity(current.getClass()).hasVersionProperty();
		String version = (versioned && mode != WriteMode.INSERT) ? this.converter.version(current) : null;
		if (mode == WriteMode.UPDATE && versioned && version == null) {
			throw new InvalidDataAccessApiUsageException("The " + target.name()
					+ " to be updated has no version: it was not read, or not kept as the write returned it");
		}
		RowValues values = (mode != WriteMode.DELETE) ? written(current, target.indexes())
				: deleted(this.converter.key(current), target);
		if (mode != WriteMode.DELETE) {
			current = called(BeforeSaveCallback.class, current, values, version, target.table());
		}
		return new PreparedWrite<>(current, values, target, mode, versioned, version);
	}

	/**
	 * The rows that an entity has if it is saved into empty tables. No callback is
	 * called.
	 */
	public WrittenRows rows(Object entity) {
		Assert.notNull(entity, "The entity must not be null");
		EntityIndexes indexes = indexes(this.converter.entity(entity.getClass()));
		RowValues values = written(entity, indexes);
		Object token = values.row().get(RowWrite.TOKEN);
		return indexes
			.rows(new EntityChange(values.row().key(), (token != null) ? token.toString() : "", entity, null, values));
	}

	/**
	 * The row of an entity. It has a token also where nothing but rows that change with
	 * it need one.
	 */
	private RowValues written(Object entity, EntityIndexes indexes) {
		String token = WriteToken.next();
		RowValues values = writer(entity).write(entity, token);
		boolean lacksToken = !indexes.isEmpty() && values.row().get(RowWrite.TOKEN) == null;
		return lacksToken ? values.with(values.row().with(RowWrite.TOKEN, token)) : values;
	}

	private EntityWriter writer(Object entity) {
		EntityWriter known = this.writers.get(entity.getClass());
		if (known == null) {
			known = new EntityWriter(this.converter.entity(entity.getClass()));
			this.writers.put(entity.getClass(), known);
		}
		return known;
	}

	/**
	 * The deletion of the row under a key, if it has a version.
	 */
	public PreparedWrite<TableKey> deletion(Class<?> type, String table, TableKey key, String version) {
		Target target = target(this.converter.entity(type), table);
		return new PreparedWrite<>(key, deleted(key, target), target, WriteMode.DELETE, true, version);
	}

	/**
	 * The writing of a row as this process has it now, if its entity is still as it was
	 * read.
	 * @param row all columns of the entity, with its ETag
	 */
	public PreparedWrite<TableRow> rewriting(Class<?> type, String table, TableRow row) {
		TablePersistentEntity<?> entity = this.converter.entity(type);
		return rewriting(entity, target(entity, table), row);
	}

	static PreparedWrite<TableRow> rewriting(TablePersistentEntity<?> entity, Target target, TableRow row) {
		RowUpdates updates = RowUpdates.of(entity, Update.none(), !target.indexes().isEmpty());
		return changed(row, updates.applied(target.indexes().current(row)), target);
	}

	/**
	 * The write of what was made of a row, if that is still as it was read.
	 */
	static PreparedWrite<TableRow> changed(TableRow row, TableRow changed, Target target) {
		return new PreparedWrite<>(row, RowValues.of(target.indexes().model(), changed), target, WriteMode.SAVE, true,
				MovingVersion.of(row));
	}

	/**
	 * What is known of a row that is to be deleted.
	 */
	static RowValues deleted(TableKey key, Target target) {
		return RowValues.of(target.indexes().model(), TableRow.of(key, Map.of(RowWrite.TOKEN, WriteToken.next())));
	}

	/**
	 * The entity after its write. No callback is called for a row that was deleted by its
	 * key, or rewritten.
	 */
	public <T> T completed(PreparedWrite<T> write, @Nullable String etag) {
		if (write.isOfRow()) {
			return write.entity();
		}
		if (write.mode() == WriteMode.DELETE) {
			return called(AfterDeleteCallback.class, write.entity(), write.target().table());
		}
		return called(AfterSaveCallback.class, written(write, etag), write.values(), etag, write.target().table());
	}

	/**
	 * The entity as it was written, before anybody is called.
	 */
	<T> T written(PreparedWrite<T> write, @Nullable String etag) {
		boolean deleted = write.isOfRow() || write.mode() == WriteMode.DELETE;
		return deleted ? write.entity() : this.converter.withVersion(write.entity(), etag);
	}

	public <T> T read(T entity, String table) {
		return called(AfterConvertCallback.class, entity, table);
	}

	/**
	 * Calls a callback that is given the row with a version, too.
	 */
	@SuppressWarnings("rawtypes") // as Spring Data declares it
	private <T> T called(Class<? extends EntityCallback> type, T entity, RowValues values, @Nullable String version,
			String table) {
		return (this.callbacks.get() != null) ? called(type, entity, values.row().withEtag(version), table) : entity;
	}

	@SuppressWarnings("rawtypes") // as Spring Data declares it
	private <T> T called(Class<? extends EntityCallback> type, T entity, Object... arguments) {
		EntityCallbacks current = this.callbacks.get();
		return (current != null) ? current.callback(type, entity, arguments) : entity;
	}

	/**
	 * The indexes of a type and of those whose rows it may replace.
	 *
	 * @param types how many types were known then
	 * @param indexes the indexes
	 */
	private record KnownIndexes(int types, EntityIndexes indexes) {

	}

}
