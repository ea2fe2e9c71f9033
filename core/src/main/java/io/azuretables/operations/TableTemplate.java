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

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

import io.azuretables.convert.TableConverter;
import io.azuretables.gateway.SecondaryRegion;
import io.azuretables.gateway.TableGateway;
import io.azuretables.internal.model.EntityModel;
import io.azuretables.internal.model.IdMapping;
import io.azuretables.internal.write.EntityLifecycle;
import io.azuretables.internal.write.WriteMode;
import io.azuretables.key.TableKey;
import io.azuretables.mapping.TablePersistentEntity;
import io.azuretables.operations.OperationExecution.OperationContext;
import io.azuretables.operations.PartitionTransaction.Partition;
import io.azuretables.plan.AccessPath;
import io.azuretables.plan.ReadableIndexes;
import io.azuretables.query.ReadRegion;
import io.azuretables.query.TableQuery;
import io.azuretables.query.Update;
import io.azuretables.row.RowReader;
import io.azuretables.row.TableRow;
import io.azuretables.write.CompanionSource;
import io.azuretables.write.DeferredWrites;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.InitializingBean;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.context.ApplicationContext;
import org.springframework.context.ApplicationContextAware;
import org.springframework.data.mapping.callback.EntityCallback;
import org.springframework.data.mapping.callback.EntityCallbacks;
import org.springframework.util.Assert;

/**
 * The central class of this module: saves, reads, queries and deletes entities in tables.
 * Safe for concurrent use.
 *
 * @since 0.1
 */
public final class TableTemplate
		implements TableOperations, ApplicationContextAware, InitializingBean, SmartInitializingSingleton {

	private static final String NO_ENTITIES = "The entities must not be null";

	private final TableConverter converter;

	private final TableTemplateOptions options;

	private final OperationExecution execution;

	private final Identifiers identifiers;

	public TableTemplate(TableGateway gateway, TableConverter converter) {
		this(gateway, converter, TableTemplateOptions.DEFAULTS);
	}

	public TableTemplate(TableGateway gateway, TableConverter converter, TableTemplateOptions options) {
		this(gateway, converter, options, null);
	}

	/**
	 * Creates a template for entities with indexes in other partitions.
	 * @param deferred keeps these indexes true; {@code null} where there are none
	 */
	public TableTemplate(TableGateway gateway, TableConverter converter, TableTemplateOptions options,
			@Nullable DeferredWrites deferred) {
		this.converter = converter;
		this.options = options;
		Tables tables = new Tables(gateway, options);
		EntityLifecycle lifecycle = new EntityLifecycle(converter, tables, deferred != null, gateway.keepsBlobLists());
		this.execution = new OperationExecution(gateway, lifecycle, tables, deferred, options);
		this.identifiers = new Identifiers(converter, tables);
	}

	private TableTemplate(TableTemplate shared, OperationExecution execution) {
		this.converter = shared.converter;
		this.options = shared.options;
		this.execution = execution;
		this.identifiers = new Identifiers(shared.converter, execution.tables());
	}

	@Override
	public void setApplicationContext(ApplicationContext context) {
		if (context.getBeanProvider(EntityCallback.class).stream().findAny().isPresent()) {
			setEntityCallbacks(EntityCallbacks.create(context));
		}
		context.getBeanProvider(CompanionSource.class).orderedStream().forEach(this::addCompanions);
		this.execution.lifecycle().setBeans(context);
	}

	/**
	 * Sets the callbacks to call, instead of those of the application context.
	 */
	public void setEntityCallbacks(EntityCallbacks callbacks) {
		this.execution.lifecycle().setCallbacks(callbacks);
	}

	/**
	 * Adds a callback to those that are called. It is called for views of this template
	 * too.
	 */
	public void addEntityCallback(EntityCallback<?> callback) {
		this.execution.lifecycle().addCallback(callback);
	}

	/**
	 * Sets which of the declared indexes queries may use; by default all of them. An
	 * index is written in any case. The condition is asked for every query, and must
	 * answer from memory.
	 */
	public void setReadableIndexes(ReadableIndexes readable) {
		this.execution.setReadableIndexes(readable);
	}

	/**
	 * Adds rows to the transaction of each write of an entity, each source once. Call it
	 * before the template is used; beans of this type are added anyway.
	 */
	public void addCompanions(CompanionSource source) {
		this.execution.lifecycle().add(source);
	}

	/**
	 * Sets the observer of all operations; none by default.
	 */
	public void setObserver(@Nullable OperationObserver observer) {
		this.execution.setObserver(observer);
	}

	/**
	 * Checks that a class can be used here, as its first use does: its keys are told from
	 * those of the classes that are used in the same account, and its indexes are kept
	 * true.
	 * @throws io.azuretables.mapping.TableMappingException if its keys could be those of
	 * another class
	 */
	public void check(Class<?> type) {
		this.execution.lifecycle().indexes(this.converter.entity(type));
	}

	/**
	 * Checks all mapped classes, the names of their tables, and that a component keeps
	 * all declared indexes true, and creates the tables, if that is wanted at the start.
	 * Where templates share the mapping context, the indexes of a class are checked when
	 * its repository is made, or at its first use.
	 */
	@Override
	public void afterPropertiesSet() {
		start();
	}

	/**
	 * Checks the classes that repositories have added since the start.
	 */
	@Override
	public void afterSingletonsInstantiated() {
		start();
	}

	private void start() {
		var context = this.converter.mappingContext();
		context.check();
		tables().checkNames(context.getPersistentEntities(), context.keyTable());
		var entities = context.getPersistentEntities().stream().filter(TablePersistentEntity::isTable).toList();
		if (!context.isShared()) {
			entities.stream().filter((one) -> !one.isAbstract()).forEach(this.execution.lifecycle()::indexes);
		}
		if (this.options.schema() == SchemaMode.CREATE_ON_START) {
			entities.forEach(tables()::create);
		}
	}

	private Tables tables() {
		return this.execution.tables();
	}

	/**
	 * As {@link OperationExecution#perform}, without another class on the way.
	 */
	private <R extends @Nullable Object> R perform(Operation operation, Function<OperationContext, R> work) {
		OperationContext context = this.execution.begin(() -> operation);
		try {
			return work.apply(context);
		}
		catch (RuntimeException ex) {
			context.failed(ex);
			throw ex;
		}
		finally {
			context.ended();
		}
	}

	@Override
	public <T> T save(T entity) {
		return perform(Operation.of("save"), (context) -> context.writes().write(entity, WriteMode.SAVE));
	}

	@Override
	public <T> T insert(T entity) {
		return perform(Operation.of("insert"), (context) -> context.writes().write(entity, WriteMode.INSERT));
	}

	@Override
	public <T> T update(T entity) {
		return perform(Operation.of("update"), (context) -> context.writes().write(entity, WriteMode.UPDATE));
	}

	@Override
	public void delete(Object entity) {
		perform(Operation.of("delete"), (context) -> context.writes().write(entity, WriteMode.DELETE));
	}

	@Override
	public <T> List<T> saveAll(Iterable<? extends T> entities) {
		Assert.notNull(entities, NO_ENTITIES);
		return perform(Operation.of("saveAll"), (context) -> context.bulk().write(entities.iterator(), WriteMode.SAVE));
	}

	@Override
	public <T> long saveAll(Stream<? extends T> entities, Consumer<? super T> saved) {
		return perform(Operation.of("saveAll"),
				(context) -> context.bulk().<T>write(entities.iterator(), WriteMode.SAVE, saved));
	}

	@Override
	public <T> List<T> insertAll(Iterable<? extends T> entities) {
		Assert.notNull(entities, NO_ENTITIES);
		return perform(Operation.of("insertAll"),
				(context) -> context.bulk().write(entities.iterator(), WriteMode.INSERT));
	}

	@Override
	public void deleteAll(Iterable<?> entities) {
		Assert.notNull(entities, NO_ENTITIES);
		perform(Operation.of("deleteAll"),
				(context) -> (entities instanceof Collection<?>)
						? context.bulk().write(entities.iterator(), WriteMode.DELETE)
						: context.bulk().write(entities.iterator(), WriteMode.DELETE, (entity) -> {
						}));
	}

	@Override
	public void merge(Class<?> type, Object id, Update update) {
		TablePersistentEntity<?> entity = this.converter.entity(type);
		TableKey key = this.identifiers.key(entity, id);
		perform(Operation.of("merge"), (context) -> {
			context.writes().merge(entity, key, () -> this.identifiers.writable(entity, id, update), update);
			return key;
		});
	}

	@Override
	public void mergeOrInsert(Class<?> type, Object id, Update update) {
		TablePersistentEntity<?> entity = this.converter.entity(type);
		IdMapping ids = this.identifiers.ids(entity, id);
		TableKey key = ids.toKey(id);
		Assert.notNull(update, () -> "The update of " + entity.getType().getSimpleName() + " must not be null");
		perform(Operation.of("mergeOrInsert"), (context) -> {
			context.writes()
				.mergeOrInsert(entity, key, () -> this.identifiers.writable(entity, id, update), ids.toValues(id),
						update);
			return key;
		});
	}

	@Override
	public <T> Optional<T> updateWithRetry(Class<T> type, Object id, UnaryOperator<T> change) {
		TablePersistentEntity<?> entity = this.converter.entity(type);
		TableKey key = this.identifiers.knownKey(entity, id);
		if (key == null) {
			return Optional.empty();
		}
		RowReader<T> reader = this.converter.reader(type);
		return perform(Operation.of("updateWithRetry"), (context) -> context.writes()
			.change(key, this.identifiers.writable(entity, id, Update.none()), reader, change));
	}

	@Override
	public boolean deleteById(Class<?> type, Object id) {
		TablePersistentEntity<?> entity = this.converter.entity(type);
		TableKey key = this.identifiers.knownKey(entity, id);
		return key != null && perform(Operation.of("deleteById"), (context) -> context.writes()
			.delete(entity, key, this.identifiers.writable(entity, id, Update.none())));
	}

	@Override
	public void deleteAllById(Class<?> type, Iterable<?> ids) {
		TablePersistentEntity<?> entity = this.converter.entity(type);
		Map<String, Set<TableKey>> keys = this.identifiers.keys(entity, ids,
				(id) -> this.identifiers.writable(entity, id, Update.none()));
		perform(Operation.of("deleteAllById"), (context) -> {
			keys.forEach((table, some) -> context.bulk().delete(List.copyOf(some), entity, table));
			return keys;
		});
	}

	@Override
	public EntitySize sizeOf(Object entity) {
		return EntitySize.of(this.execution.lifecycle().rows(entity));
	}

	/**
	 * Returns the name of the only table of a class, to go through its rows.
	 * @throws org.springframework.dao.InvalidDataAccessApiUsageException if it is a
	 * {@link io.azuretables.mapping.RollingTable}, and this is not the view of a time
	 */
	public String onlyTable(Class<?> type) {
		return tables().of(this.converter.entity(type)).only();
	}

	/**
	 * Rewrites rows of older versions, with their index rows, and returns their number.
	 * @param moving takes the keys of rows that stay as they are, since their entities
	 * are moving to other keys
	 */
	public long upgrade(Class<?> type, String table, List<TableRow> rows, Consumer<TableKey> moving) {
		return perform(Operation.of("upgrade"), (context) -> context.bulk().upgrade(type, table, rows, moving));
	}

	@Override
	public long delete(TableQuery query, Class<?> type) {
		return query(type).delete(query);
	}

	@Override
	public <T> Optional<T> findById(Class<T> type, Object id) {
		TablePersistentEntity<?> entity = this.converter.entity(type);
		TableKey key = this.identifiers.knownKey(entity, id);
		if (key == null) {
			return Optional.empty();
		}
		RowReader<T> reader = this.converter.reader(type);
		return perform(new Operation("findById", AccessPath.POINT, null), (context) -> {
			String table = this.identifiers.readable(entity, id);
			if (table == null) {
				return Optional.empty();
			}
			T found = this.identifiers.present(entity, () -> context.executor().read(table, key, null, reader));
			context.returned((found != null) ? 1 : 0);
			return Optional.ofNullable(found).map((one) -> this.execution.lifecycle().read(one, table));
		});
	}

	@Override
	public boolean existsById(Class<?> type, Object id) {
		TablePersistentEntity<?> entity = this.converter.entity(type);
		TableKey key = this.identifiers.knownKey(entity, id);
		return key != null && perform(new Operation("existsById", AccessPath.POINT, null), (context) -> {
			String table = this.identifiers.readable(entity, id);
			boolean exists = table != null && Boolean.TRUE.equals(this.identifiers.<Boolean>present(entity,
					() -> context.executor().exists(table, key, EntityModel.of(entity))));
			context.returned(exists ? 1 : 0);
			return exists;
		});
	}

	@Override
	public <T> List<T> findAllById(Class<T> type, Iterable<?> ids) {
		TablePersistentEntity<?> entity = this.converter.entity(type);
		Map<String, Set<TableKey>> keys = this.identifiers.keys(entity, ids,
				(id) -> this.identifiers.readable(entity, id));
		RowReader<T> reader = this.converter.reader(type);
		return perform(new Operation("findAllById", AccessPath.MULTI_POINT, null), (context) -> {
			List<T> found = new ArrayList<>();
			keys.forEach((table, some) -> {
				List<T> read = this.identifiers.present(entity,
						() -> context.executor().read(table, List.copyOf(some), null, reader));
				if (read != null) {
					read.forEach((one) -> found.add(this.execution.lifecycle().read(one, table)));
				}
			});
			context.returned(found.size());
			return found;
		});
	}

	@Override
	public <T> List<T> find(TableQuery query, Class<T> type) {
		return query(type).find(query);
	}

	@Override
	public <T> Optional<T> findOne(TableQuery query, Class<T> type) {
		return query(type).findOne(query);
	}

	@Override
	public <T> Stream<T> stream(TableQuery query, Class<T> type) {
		return query(type).stream(query);
	}

	@Override
	public long count(TableQuery query, Class<?> type) {
		return query(type).count(query);
	}

	@Override
	public boolean exists(TableQuery query, Class<?> type) {
		return query(type).exists(query);
	}

	@Override
	public <T> TableQueries<T> query(Class<T> type) {
		this.execution.lifecycle().indexes(this.converter.entity(type));
		return RegionalQueries.of(this.execution, type);
	}

	@Override
	public RelatedQueries related(Class<?> first, Class<?> second, Class<?>... others) {
		return new RelatedQueries(this.execution, Stream.concat(Stream.of(first, second), Stream.of(others)).toList());
	}

	@Override
	public PartitionTransaction inPartition(String table, String partitionKey) {
		return new PartitionTransaction(new Partition(table, partitionKey), this.execution);
	}

	/**
	 * Returns a view of the same entities in other tables, see
	 * {@link TableOperations#in(TableNameResolver)}. What is set on a view is set on its
	 * template.
	 */
	@Override
	public TableTemplate in(TableNameResolver names) {
		Assert.notNull(names, "The names of the tables of a view must not be null");
		return new TableTemplate(this, this.execution.in(tables().in(names)));
	}

	/**
	 * Sets the secondary region of the account for {@link #reading}, also in views.
	 */
	public void setSecondary(@Nullable SecondaryRegion secondary) {
		this.execution.setSecondary(secondary, this.options.clock());
	}

	@Override
	public TableTemplate reading(ReadRegion region, Duration maxStaleness) {
		return new TableTemplate(this, this.execution.reading(region, maxStaleness));
	}

	/**
	 * Returns a view in which each {@code @RollingTable} class is in the table of a time:
	 * for identifiers that do not tell their time, and for operations on one table, such
	 * as the administration of indexes.
	 */
	public TableTemplate at(Instant time) {
		Assert.notNull(time, "The time of a view must not be null");
		return new TableTemplate(this, this.execution.in(tables().at(time)));
	}

	/**
	 * Returns the tables of a class with a {@link io.azuretables.mapping.RollingTable}.
	 * @throws IllegalArgumentException if it has none
	 */
	public RollingTables rollingTables(Class<?> type) {
		return new RollingTables(tables().of(this.converter.entity(type)), tables());
	}

	@Override
	public Set<String> tableNames() {
		return tables().names(this.converter.mappingContext());
	}

	@Override
	public TableConverter converter() {
		return this.converter;
	}

}
