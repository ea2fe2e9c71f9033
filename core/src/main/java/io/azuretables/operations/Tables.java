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

import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import java.util.stream.Collectors;

import io.azuretables.convert.TableMappingContext;
import io.azuretables.gateway.ServiceErrorException;
import io.azuretables.gateway.TableGateway;
import io.azuretables.internal.model.EntityModel;
import io.azuretables.internal.model.MappedEntity;
import io.azuretables.internal.model.RollingMapping;
import io.azuretables.internal.plan.BindableOutline;
import io.azuretables.internal.write.EntityTables;
import io.azuretables.mapping.TableMappingException;
import io.azuretables.mapping.TablePersistentEntity;
import io.azuretables.row.ServiceLimits;
import io.azuretables.write.ExpiredPeriodException;
import org.jspecify.annotations.Nullable;

import org.springframework.dao.DataAccessException;
import org.springframework.dao.InvalidDataAccessApiUsageException;
import org.springframework.dao.InvalidDataAccessResourceUsageException;

/**
 * Finds the table of an entity class, and creates it if the options of the template say
 * so.
 */
final class Tables implements EntityTables {

	private final TableGateway gateway;

	private final SchemaMode schema;

	private final TableNameResolver names;

	/**
	 * What gives tables their names where classes are recorded as used: views have the
	 * same classes.
	 */
	private final TableNameResolver root;

	private final Set<String> created;

	/**
	 * The period of each table of a rolling class that was written.
	 */
	private final Map<String, Period> periods;

	private final InstantSource clock;

	/**
	 * The time whose table each rolling class is in; {@code null} where the entity or the
	 * query tells.
	 */
	private final @Nullable Instant only;

	Tables(TableGateway gateway, TableTemplateOptions options) {
		this.gateway = gateway;
		this.schema = options.schema();
		this.names = options.tableNames();
		this.root = this.names;
		this.created = ConcurrentHashMap.newKeySet();
		this.periods = new ConcurrentHashMap<>();
		this.clock = options.clock();
		this.only = null;
	}

	private Tables(Tables shared, TableNameResolver names, @Nullable Instant only) {
		this(shared, names, only, shared.schema);
	}

	private Tables(Tables shared, TableNameResolver names, @Nullable Instant only, SchemaMode schema) {
		this.gateway = shared.gateway;
		this.schema = schema;
		this.names = names;
		this.root = shared.root;
		this.created = shared.created;
		this.periods = shared.periods;
		this.clock = shared.clock;
		this.only = only;
	}

	/**
	 * The same tables under other names.
	 * @param others called with the names of these tables; if it is constant, those are
	 * not asked for
	 */
	Tables in(TableNameResolver others) {
		if (others instanceof ConstantTableName) {
			return new Tables(this, others, this.only);
		}
		TableNameResolver own = this.names;
		return new Tables(this, (type, name) -> others.resolve(type, own.resolve(type, name)), this.only);
	}

	/**
	 * The same tables, each rolling class in the one of a time.
	 */
	Tables at(Instant time) {
		return new Tables(this, this.names, time);
	}

	/**
	 * The names of the tables of all classes that are mapped by now.
	 */
	Set<String> names(TableMappingContext context) {
		return List.copyOf(context.getPersistentEntities())
			.stream()
			.filter((entity) -> entity.isTable() && !entity.isAbstract())
			.map(this::name)
			.collect(Collectors.toUnmodifiableSet());
	}

	/**
	 * The same tables, none of which is created.
	 */
	Tables asTheyAre() {
		return new Tables(this, this.names, this.only, SchemaMode.NONE);
	}

	TableGateway gateway() {
		return this.gateway;
	}

	Instant now() {
		return this.clock.instant();
	}

	/**
	 * The table of a class.
	 */
	EntityTable of(TablePersistentEntity<?> entity) {
		return new EntityTable(entity);
	}

	@Override
	public String ready(TablePersistentEntity<?> entity) {
		return of(entity).ready();
	}

	String name(TablePersistentEntity<?> entity) {
		return of(entity).name();
	}

	@Override
	public String writable(TablePersistentEntity<?> type, Object entity) {
		EntityTable table = of(type);
		RollingMapping rolling = Objects.requireNonNull(table.rolling());
		return table.writable(rolling, rolling.time().valueIn(MappedEntity.of(type).values(entity)));
	}

	/**
	 * Refuses classes whose tables cannot be. Only names that nothing but a prefix
	 * changes are known before an operation.
	 * @param keys the table of data keys, which holds nothing else; {@code null} if there
	 * is none
	 */
	void checkNames(Collection<TablePersistentEntity<?>> entities, @Nullable String keys) {
		if (this.names != TableNameResolver.AS_DECLARED && !(this.names instanceof PrefixedTableNames)) {
			return;
		}
		List<String> problems = new ArrayList<>();
		entities.stream().filter((entity) -> entity.isTable() && entity.hasFixedTableName()).forEach((entity) -> {
			if (!ServiceLimits.isTableName(longest(entity))) {
				problems.add(illegalName(entity));
			}
			else if (longest(entity).equalsIgnoreCase(keys)) {
				problems.add(entity.getType().getName() + " is in the table '" + keys
						+ "', which stores the data keys of encrypted properties; give it another one with @Table, or "
						+ "the data keys another one by azure.tables.encryption.key-table or EncryptionOptions");
			}
		});
		if (!problems.isEmpty()) {
			throw new TableMappingException(problems);
		}
	}

	/**
	 * A gateway that creates tables again which were dropped, if tables are created on
	 * use, but none whose period is over.
	 */
	TableGateway recreating(TableGateway target) {
		return new RecreatingTableGateway(target, this::isCreatedAgain);
	}

	/**
	 * Whether a table that is missing is to be created again. One whose period is over is
	 * not: that would bring back a table that was dropped for good.
	 * @throws ExpiredPeriodException if its period is over
	 */
	private boolean isCreatedAgain(String table, DataAccessException missing) {
		Period period = this.periods.get(table);
		if (period != null && !period.rolling().isLive(period.start(), now())) {
			throw new ExpiredPeriodException(
					"The table '" + table + "' was dropped, since its period is longer ago than its entities are kept",
					missing.getCause());
		}
		boolean creates = (period != null) ? this.schema != SchemaMode.NONE : this.schema == SchemaMode.CREATE_ON_USE;
		return creates && this.created.contains(table);
	}

	/**
	 * The answer of a request, or something else if the table is not there.
	 */
	static <R extends @Nullable Object> R orMissing(Supplier<R> request, R missing) {
		try {
			return request.get();
		}
		catch (InvalidDataAccessResourceUsageException ex) {
			checkMissing(ex);
			return missing;
		}
	}

	/**
	 * Checks that an exception says nothing but that a table is not there, or not any
	 * more.
	 * @throws InvalidDataAccessResourceUsageException the exception, if it says more
	 */
	static void checkMissing(InvalidDataAccessResourceUsageException ex) {
		if (!(ex.getCause() instanceof ServiceErrorException error)
				|| !(error.code().equals("TableNotFound") || error.code().equals("TableBeingDeleted"))) {
			throw ex;
		}
	}

	@Override
	public void use(TableMappingContext context, TablePersistentEntity<?> entity) {
		if (!entity.isAbstract()) {
			context.use(this.gateway, this.root, entity);
		}
	}

	/**
	 * The longest name of a table of a class.
	 */
	private String longest(TablePersistentEntity<?> entity) {
		EntityTable table = of(entity);
		RollingMapping rolling = table.rolling();
		return (rolling != null) ? rolling.table(table.declared(), now()) : table.name();
	}

	private String illegalName(TablePersistentEntity<?> entity) {
		String rule = "', which is not a valid name of a table: " + ServiceLimits.TABLE_NAMES
				+ "; give it another one with @Table";
		String start = entity.getType().getName() + " is in the table '" + longest(entity);
		return (this.names instanceof PrefixedTableNames prefixed)
				? start + rule + ", or change the prefix '" + prefixed.prefix() + "'" : start + rule;
	}

	/**
	 * Creates the table of a class, or those of the present and the next period.
	 */
	void create(TablePersistentEntity<?> entity) {
		EntityTable table = of(entity);
		RollingMapping rolling = table.rolling();
		if (rolling == null) {
			create(table.name());
		}
		else {
			Instant start = rolling.start(now());
			table.create(rolling, start);
			table.create(rolling, rolling.end(start));
		}
	}

	void create(String name) {
		if (!this.created.contains(name)) {
			this.gateway.createTable(name);
			this.created.add(name);
		}
	}

	/**
	 * The table of a class. What it is called may change with each call, but what does
	 * not is found out once.
	 */
	final class EntityTable {

		private final TablePersistentEntity<?> entity;

		private final Class<?> type;

		private final @Nullable String fixed;

		private final @Nullable RollingMapping rolling;

		private EntityTable(TablePersistentEntity<?> entity) {
			this.entity = entity;
			this.type = entity.getType();
			this.fixed = entity.hasFixedTableName() ? entity.tableName() : null;
			this.rolling = entity.isTable() ? EntityModel.of(entity).rolling() : null;
		}

		/**
		 * How the entities are divided among tables; {@code null} if all are in one.
		 */
		@Nullable RollingMapping rolling() {
			return this.rolling;
		}

		/**
		 * The name of the only table, which is created if that is wanted.
		 */
		String ready() {
			String name = name();
			if (Tables.this.schema == SchemaMode.CREATE_ON_USE && this.rolling == null) {
				Tables.this.create(name);
			}
			return name;
		}

		/**
		 * The name of the table to write an entity of a time to, which is created if that
		 * is wanted.
		 * @param value the value of the property that decides
		 * @throws ExpiredPeriodException if the table is not kept
		 */
		String writable(RollingMapping mapping, @Nullable Object value) {
			Instant time = time(mapping, value);
			Instant now = now();
			if (!mapping.isWritable(time, now)) {
				String reason = time.isBefore(now) ? "longer ago than the retention of " + mapping.retention()
						: "more than a period ahead";
				throw new ExpiredPeriodException("The " + this.type.getSimpleName() + " belongs to none of the '"
						+ declared() + "' tables that are written: '" + mapping.time() + "' is " + reason, null);
			}
			String table = mapping.table(declared(), time);
			if (Tables.this.only != null && !table.equals(name())) {
				throw new InvalidDataAccessApiUsageException(
						"The " + this.type.getSimpleName() + " belongs to the table '" + table
								+ "', and these operations are those of the table '" + name() + "'");
			}
			Tables.this.periods.computeIfAbsent(table, (key) -> new Period(mapping, mapping.start(time)));
			if (Tables.this.schema != SchemaMode.NONE) {
				Tables.this.create(table);
			}
			return table;
		}

		/**
		 * Creates the table of a period.
		 * @return its name
		 */
		String create(RollingMapping mapping, Instant start) {
			String table = mapping.table(declared(), start);
			Tables.this.periods.computeIfAbsent(table, (key) -> new Period(mapping, start));
			Tables.this.create(table);
			return table;
		}

		/**
		 * The name of the table to read an entity of a time from; {@code null} if it is
		 * not kept.
		 * @param value the value of the property that decides
		 */
		@Nullable String readable(RollingMapping mapping, @Nullable Object value) {
			Instant time = (Tables.this.only != null) ? Tables.this.only : time(mapping, value);
			return mapping.periods(time, time, now()).isEmpty() ? null : mapping.table(declared(), time);
		}

		private Instant time(RollingMapping mapping, @Nullable Object value) {
			if (value != null) {
				return mapping.instant(value);
			}
			if (Tables.this.only != null) {
				return Tables.this.only;
			}
			throw new InvalidDataAccessApiUsageException("A " + this.type.getSimpleName()
					+ " has no table without a value of '" + mapping.time()
					+ "'. Set it before you save the entity; of an identifier, let the key or the class of the identifier "
					+ "have it, or use TableTemplate.at(Instant)");
		}

		/**
		 * The names of the tables that a query reads, in this order.
		 */
		List<String> names(RollingMapping mapping, BindableOutline query) {
			List<Instant> periods = query.periods(mapping, now());
			if (Tables.this.only != null) {
				Instant period = mapping.start(Tables.this.only);
				return periods.contains(period) ? List.of(name()) : List.of();
			}
			String declared = declared();
			return periods.stream().map((start) -> mapping.table(declared, start)).toList();
		}

		/**
		 * The name of the only table; of a rolling class, the name without digits.
		 */
		String name() {
			Instant time = Tables.this.only;
			return (time != null && this.rolling != null) ? this.rolling.table(declared(), time) : declared();
		}

		/**
		 * The name of the only table, for what goes through its rows.
		 * @throws InvalidDataAccessApiUsageException if there are several
		 */
		String only() {
			if (this.rolling != null && Tables.this.only == null) {
				throw new InvalidDataAccessApiUsageException(this.type.getSimpleName()
						+ " is a @RollingTable, and the rows of one table are read or rewritten at a time; use the template "
						+ "of TableTemplate.at(time), once for each table of rollingTables(type).existing()");
			}
			return name();
		}

		/**
		 * The only table, which is created if that is wanted.
		 * @throws InvalidDataAccessApiUsageException if there are several
		 */
		String readyOnly() {
			only();
			return ready();
		}

		String declared() {
			return Tables.this.names.resolve(this.type, (this.fixed != null) ? this.fixed : this.entity.tableName());
		}

	}

	/**
	 * The period of a table.
	 *
	 * @param rolling how its class is divided
	 * @param start when the period begins
	 */
	private record Period(RollingMapping rolling, Instant start) {

	}

}
