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
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;

import io.azuretables.gateway.TableGateway;
import io.azuretables.internal.conversion.IndexList;
import io.azuretables.internal.index.IndexRows;
import io.azuretables.internal.time.ConflictRetries;
import io.azuretables.key.TableKey;
import io.azuretables.internal.model.KeyMapping;
import io.azuretables.row.AtomicBatch;
import io.azuretables.row.RowReader;
import io.azuretables.row.RowWrite;
import io.azuretables.row.ServiceLimits;
import io.azuretables.row.TableRow;
import org.jspecify.annotations.Nullable;

import org.springframework.dao.DuplicateKeyException;
import org.springframework.dao.OptimisticLockingFailureException;
import org.springframework.dao.TransientDataAccessResourceException;

/**
 * Corrects the lists of entity keys that an index stores (layout {@code LIST}), despite
 * concurrent writes. The list is read, then the entities; the list is written on the
 * condition that it has not changed; then the entities are read again, and everything
 * again if one of them has changed.
 *
 * @param gateway where the rows lie
 * @param table the table
 * @param rows the index, as each class of the table declares it
 * @since 0.1
 */
public record IndexLists(TableGateway gateway, String table, List<IndexRows> rows) {

	/**
	 * So many rows of a list are written together at most: the body of a transaction has
	 * room for fewer of those whose text takes many bytes.
	 */
	private static final int MOST_ROWS = 4;

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
			Map<TableKey, TableRow> rows = rows(list);
			entities.forEach((entity) -> {
				if (!known.containsKey(entity)) {
					known.put(entity, read(entity));
				}
			});
			Set<TableKey> wrong = new HashSet<>();
			boolean written = isWritten(list, rows, known, entities, wrong);
			changed.addAll(wrong);
			if (!written) {
				known.clear();
			}
			else if (isUnchanged(entities, known)) {
				return changed;
			}
		}
		while (ConflictRetries.DEFAULT.again(attempt));
		throw new TransientDataAccessResourceException("A list of the index '" + this.rows.get(0).index().name()
				+ "', or an entity in it, changes all the time");
	}

	private boolean isWritten(TableKey list, Map<TableKey, TableRow> rows, Map<TableKey, @Nullable TableRow> known,
			Collection<TableKey> entities, Set<TableKey> wrong) {
		IndexList lists = lists(list);
		SortedSet<TableKey> named = lists.entities(list, rows);
		List<TableKey> faults = entities.stream()
			.filter((entity) -> isNamed(list, known.get(entity)) != named.contains(entity))
			.toList();
		if (faults.isEmpty()) {
			return true;
		}
		List<TableKey> some = faults;
		List<RowWrite> writes = change(list, rows, named, some);
		while (!isOneTransaction(writes) && some.size() > 1) {
			some = some.subList(0, some.size() / 2);
			writes = change(list, rows, named, some);
		}
		try {
			submit(writes);
			wrong.addAll(some);
			return some.size() == faults.size();
		}
		catch (DuplicateKeyException | OptimisticLockingFailureException ex) {
			return false;
		}
	}

	private static boolean isOneTransaction(List<RowWrite> writes) {
		return writes.size() <= MOST_ROWS
				&& writes.stream().mapToLong(AtomicBatch::bytesOf).sum() <= ServiceLimits.BATCH_BYTES;
	}

	private List<RowWrite> change(TableKey list, Map<TableKey, TableRow> rows, Set<TableKey> named,
			List<TableKey> faults) {
		Set<TableKey> added = new TreeSet<>(faults);
		added.removeAll(named);
		Set<TableKey> removed = new TreeSet<>(faults);
		removed.retainAll(named);
		return lists(list).change(list, rows, added, removed);
	}

	private void submit(List<RowWrite> writes) {
		if (writes.size() == 1) {
			this.gateway.write(this.table, writes.get(0));
		}
		else {
			this.gateway.submit(new AtomicBatch(this.table, writes));
		}
	}

	/**
	 * Reads the keys of the entities in a list.
	 * @param first its first row, which was read
	 */
	public SortedSet<TableKey> entities(TableRow first) {
		return lists(first.key()).entities(first.key(), rows(first));
	}

	/**
	 * The keys of the rows of a list besides its first one.
	 * @param first its first row
	 */
	public List<TableKey> further(TableRow first) {
		return lists(first.key()).further(first);
	}

	private Map<TableKey, TableRow> rows(TableKey list) {
		TableRow first = read(list);
		return (first != null) ? rows(first) : Map.of();
	}

	private Map<TableKey, TableRow> rows(TableRow first) {
		Map<TableKey, TableRow> rows = new HashMap<>();
		rows.put(first.key(), first);
		for (TableKey key : further(first)) {
			TableRow row = read(key);
			if (row != null) {
				rows.put(key, row);
			}
		}
		return rows;
	}

	/**
	 * The ids of a list, which begin with what its class says. Classes with an index of
	 * one name may have different lists.
	 */
	private IndexList lists(TableKey list) {
		IndexRows own = this.rows.stream()
			.filter((one) -> isUnder(list, one.index().keys()))
			.findFirst()
			.orElse(this.rows.get(0));
		return new IndexList(own.model(), own.index());
	}

	private static boolean isUnder(TableKey list, KeyMapping keys) {
		return list.partitionKey().startsWith(keys.partition().prefix())
				&& list.rowKey().startsWith(keys.row().prefix());
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
