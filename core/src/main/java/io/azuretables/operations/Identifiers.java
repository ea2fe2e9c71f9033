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

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;

import io.azuretables.convert.TableConverter;
import io.azuretables.convert.TableMappingContext;
import io.azuretables.internal.model.EntityModel;
import io.azuretables.internal.model.IdMapping;
import io.azuretables.internal.model.RollingMapping;
import io.azuretables.key.TableKey;
import io.azuretables.mapping.TablePersistentEntity;
import io.azuretables.operations.Tables.EntityTable;
import io.azuretables.query.Update;
import io.azuretables.row.UnstorableValueException;
import org.jspecify.annotations.Nullable;

import org.springframework.dao.InvalidDataAccessApiUsageException;
import org.springframework.util.Assert;

/**
 * Converts the entity identifiers that a template is given to keys and table names.
 */
final class Identifiers {

	private final TableMappingContext context;

	private final Tables tables;

	Identifiers(TableConverter converter, Tables tables) {
		this.context = converter.mappingContext();
		this.tables = tables;
	}

	/**
	 * The keys of the identifiers by their tables, but for those that no entity can have.
	 */
	Map<String, Set<TableKey>> keys(TablePersistentEntity<?> entity, Iterable<?> ids,
			Function<Object, @Nullable String> tables) {
		Assert.notNull(ids, () -> "The identifiers of " + entity.getType().getSimpleName() + " must not be null");
		Map<String, Set<TableKey>> keys = new LinkedHashMap<>();
		ids.forEach((id) -> {
			TableKey key = knownKey(entity, id);
			String table = (key != null) ? tables.apply(id) : null;
			if (key != null && table != null) {
				keys.computeIfAbsent(table, (name) -> new LinkedHashSet<>()).add(key);
			}
		});
		return keys;
	}

	/**
	 * The table to write to under an identifier.
	 */
	String writable(TablePersistentEntity<?> entity, Object id, Update update) {
		EntityTable table = this.tables.of(entity);
		RollingMapping rolling = table.rolling();
		if (rolling == null) {
			return table.ready();
		}
		Object set = update.valueOf(rolling.time().name());
		Object own = IdMapping.of(entity).valueOf(rolling.time(), id);
		String name = table.writable(rolling, (own != null) ? own : set);
		if (set != null && !table.writable(rolling, set).equals(name)) {
			throw new InvalidDataAccessApiUsageException("The update gives the " + entity.getType().getSimpleName()
					+ " another table by '" + rolling.time() + "'; insert it as another one, and delete this one");
		}
		return name;
	}

	/**
	 * The table to read from under an identifier; {@code null} if it is not kept.
	 */
	@Nullable String readable(TablePersistentEntity<?> entity, Object id) {
		EntityTable table = this.tables.of(entity);
		RollingMapping rolling = table.rolling();
		return (rolling == null) ? table.ready()
				: table.readable(rolling, IdMapping.of(entity).valueOf(rolling.time(), id));
	}

	/**
	 * What is read, {@code null} if it is in a table that is not there and need not be.
	 */
	<R extends @Nullable Object> @Nullable R present(TablePersistentEntity<?> entity, Supplier<@Nullable R> read) {
		return (EntityModel.of(entity).rolling() == null) ? read.get() : Tables.orMissing(read, null);
	}

	TableKey key(TablePersistentEntity<?> entity, Object id) {
		return ids(entity, id).toKey(id);
	}

	/**
	 * The key of an identifier; {@code null} where no entity can have it, so that there
	 * is nothing to read or delete.
	 */
	@Nullable TableKey knownKey(TablePersistentEntity<?> entity, Object id) {
		try {
			return ids(entity, id).toKnownKey(id);
		}
		catch (UnstorableValueException ex) {
			if (ex.getCause() != null) {
				throw ex;
			}
			return null;
		}
	}

	IdMapping ids(TablePersistentEntity<?> entity, Object id) {
		Assert.notNull(id, () -> "The identifier of " + entity.getType().getSimpleName() + " must not be null");
		return IdMapping.of(entity);
	}

}
