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

package io.azuretables.patterns.internal.index;

import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedSet;

import io.azuretables.convert.IndexList;
import io.azuretables.gateway.TableGateway;
import io.azuretables.internal.index.IndexRows;
import io.azuretables.internal.time.ConflictRetries;
import io.azuretables.key.TableKey;
import io.azuretables.row.RowReader;
import io.azuretables.row.TableRow;
import org.jspecify.annotations.Nullable;

import org.springframework.dao.DuplicateKeyException;
import org.springframework.dao.OptimisticLockingFailureException;
import org.springframework.dao.TransientDataAccessResourceException;

/**
 * Corrects which entities the lists of an index name, despite concurrent writes. The list
 * is read, then the entities; the list is written on the condition that it has not
 * changed; then the entities are read again, and everything again if one of them has
 * changed.
 *
 * @param gateway where the rows lie
 * @param table the table
 * @param rows the index, as each class of the table declares it
 * @since 0.1
 */
public record IndexLists(TableGateway gateway, String table, List<IndexRows> rows) {

	private static final ConflictRetries RETRIES = new ConflictRetries(100);

	/**
	 * Makes a list name an entity if, and only if, the entity has the key of the list.
	 * Three requests, or four where the list has to be written.
	 * @return whether it had to be written
	 */
	public boolean settle(TableKey list, TableKey entity) {
		return !settle(list, List.of(entity), Map.of()).isEmpty();
	}

	/**
	 * Makes a list name those of some entities that have the key of the list. Two
	 * requests, one for each entity, and another one for each that was not seen.
	 * @param seen the rows of entities as they were last seen
	 * @return the entities that it did not name, or named, before, and does not any more,
	 * or does
	 */
	public Set<TableKey> settle(TableKey list, Collection<TableKey> entities, Map<TableKey, TableRow> seen) {
		Set<TableKey> changed = new HashSet<>();
		Map<TableKey, @Nullable TableRow> known = new LinkedHashMap<>(seen);
		int attempt = 0;
		do {
			attempt++;
			TableRow row = read(list);
			entities.forEach((entity) -> {
				if (!known.containsKey(entity)) {
					known.put(entity, read(entity));
				}
			});
			Set<TableKey> wrong = new HashSet<>();
			if (isWritten(list, row, known, entities, wrong)) {
				changed.addAll(wrong);
				if (isUnchanged(entities, known)) {
					return changed;
				}
			}
			else {
				known.clear();
			}
		}
		while (RETRIES.again(attempt));
		throw new TransientDataAccessResourceException("A list of the index '" + this.rows.get(0).index().name()
				+ "', or an entity in it, changes all the time");
	}

	private boolean isWritten(TableKey list, @Nullable TableRow row, Map<TableKey, @Nullable TableRow> known,
			Collection<TableKey> entities, Set<TableKey> wrong) {
		IndexList lists = lists();
		SortedSet<TableKey> named = lists.entities(row);
		for (TableKey entity : entities) {
			boolean has = isNamed(list, known.get(entity));
			if (has ? named.add(entity) : named.remove(entity)) {
				wrong.add(entity);
			}
		}
		if (wrong.isEmpty()) {
			return true;
		}
		try {
			this.gateway.write(this.table, lists.write(list, named, row));
			return true;
		}
		catch (DuplicateKeyException | OptimisticLockingFailureException ex) {
			return false;
		}
	}

	private IndexList lists() {
		return new IndexList(this.rows.get(0).model(), this.rows.get(0).index());
	}

	/**
	 * Whether an entity has the key of a list.
	 */
	private boolean isNamed(TableKey list, @Nullable TableRow entity) {
		return entity != null
				&& this.rows.stream().anyMatch((one) -> one.isOf(entity) && list.equals(one.knownKeyFor(entity)));
	}

	/**
	 * Whether entities are as they were; those that are not are known anew.
	 */
	private boolean isUnchanged(Collection<TableKey> entities, Map<TableKey, @Nullable TableRow> known) {
		boolean unchanged = true;
		for (TableKey entity : entities) {
			TableRow before = known.get(entity);
			TableRow now = read(entity);
			boolean same = (before == null || now == null) ? before == null && now == null
					: Objects.equals(before.etag(), now.etag());
			if (!same) {
				known.remove(entity);
				unchanged = false;
			}
		}
		return unchanged;
	}

	private @Nullable TableRow read(TableKey key) {
		return this.gateway.read(this.table, key, null, RowReader.rows());
	}

}
