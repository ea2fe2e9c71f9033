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

import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import io.azuretables.gateway.TableGateway;
import io.azuretables.internal.write.EntityTables;
import io.azuretables.mapping.TableMappingContext;
import io.azuretables.mapping.TableMappingException;
import io.azuretables.mapping.TablePersistentEntity;
import io.azuretables.row.ServiceLimits;
import org.jspecify.annotations.Nullable;

/**
 * Resolves table names and creates tables.
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

	Tables(TableGateway gateway, TableTemplateOptions options) {
		this.gateway = gateway;
		this.schema = options.schema();
		this.names = options.tableNames();
		this.root = this.names;
		this.created = ConcurrentHashMap.newKeySet();
	}

	private Tables(Tables shared, TableNameResolver names) {
		this.gateway = shared.gateway;
		this.schema = shared.schema;
		this.names = names;
		this.root = shared.root;
		this.created = shared.created;
	}

	/**
	 * The same tables under other names.
	 * @param others called with the names of these tables
	 */
	Tables in(TableNameResolver others) {
		TableNameResolver own = this.names;
		return new Tables(this, (type, name) -> others.resolve(type, own.resolve(type, name)));
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

	/**
	 * Refuses classes whose tables cannot be. Only names that no prefix changes are known
	 * before an operation.
	 */
	void checkNames(Collection<TablePersistentEntity<?>> entities) {
		if (this.names != TableNameResolver.AS_DECLARED && !(this.names instanceof PrefixedTableNames)) {
			return;
		}
		List<String> problems = entities.stream()
			.filter((entity) -> entity.isTable() && entity.hasFixedTableName()
					&& !ServiceLimits.isTableName(name(entity)))
			.map(this::illegalName)
			.toList();
		if (!problems.isEmpty()) {
			throw new TableMappingException(problems);
		}
	}

	/**
	 * A gateway that creates tables again which were dropped, if tables are created on
	 * use; otherwise the given one.
	 */
	TableGateway recreating(TableGateway target) {
		return (this.schema == SchemaMode.CREATE_ON_USE) ? new RecreatingTableGateway(target, this.created::contains)
				: target;
	}

	@Override
	public void use(TableMappingContext context, TablePersistentEntity<?> entity) {
		if (!entity.isAbstract()) {
			context.use(this.gateway, this.root, entity);
		}
	}

	private String illegalName(TablePersistentEntity<?> entity) {
		String rule = "', which is no name for a table: " + ServiceLimits.TABLE_NAMES
				+ "; give it another one with @Table";
		String start = entity.getType().getName() + " is in the table '" + name(entity);
		return (this.names instanceof PrefixedTableNames prefixed)
				? start + rule + ", or change the prefix '" + prefixed.prefix() + "'" : start + rule;
	}

	void create(String name) {
		if (!this.created.contains(name)) {
			this.gateway.createTable(name);
			this.created.add(name);
		}
	}

	boolean delete(String name) {
		this.created.remove(name);
		return this.gateway.deleteTable(name);
	}

	/**
	 * The table of a class. What it is called may change with each call, but what does
	 * not is found out once.
	 */
	final class EntityTable {

		private final TablePersistentEntity<?> entity;

		private final Class<?> type;

		private final @Nullable String fixed;

		private EntityTable(TablePersistentEntity<?> entity) {
			this.entity = entity;
			this.type = entity.getType();
			this.fixed = entity.hasFixedTableName() ? entity.tableName() : null;
		}

		/**
		 * The name of the table, which is created if that is wanted.
		 */
		String ready() {
			String name = name();
			if (Tables.this.schema == SchemaMode.CREATE_ON_USE) {
				create(name);
			}
			return name;
		}

		String name() {
			return Tables.this.names.resolve(this.type, (this.fixed != null) ? this.fixed : this.entity.tableName());
		}

	}

}
