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

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
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
 * Adds and removes entity keys in the stored lists of an index (layout {@code LIST}), for
 * its worker and for rebuilds; repeats after conflicts with other writers. The list is
 * read, then the entities; the list is written on the condition that it has not changed;
 * then the entities are read again, and everything again if one of them has changed.
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
	 * requests for each write of the list, one for each entity, and another one for each
	 * that was not seen. A list of several rows is written up to four rows at a time.
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
			if (!isWritten(list, known, entities, changed)) {
				known.clear();
			}
			else if (isUnchanged(entities, known)) {
				return changed;
			}
		}
		while (ConflictRetries.DEFAULT.again(attempt));
		throw new TransientDataAccessResourceException("A list of the index '" + this.rows.get(0).index().name()
				+ "', or an entity in it, was changed by other writers at each attempt");
	}

	/**
	 * Writes a list, part after part. What was read of the entities serves all parts as
	 * long as no other writer changes the list in between.
	 * @param changed takes the entities of each part that was written
	 * @return whether no other writer has changed the list
	 */
	private boolean isWritten(TableKey list, Map<TableKey, @Nullable TableRow> known, Collection<TableKey> entities,
			Set<TableKey> changed) {
		Map<TableKey, TableRow> rows = rows(list);
		readUnknown(entities, known);
		while (true) {
			List<SortedSet<TableKey>> named = lists(list).entitiesOfRows(list, rows);
			List<TableKey> faults = faults(list, named, known, entities);
			if (faults.isEmpty()) {
				return true;
			}
			List<TableKey> part = part(list, rows, named, faults);
			String version;
			try {
				version = submit(change(list, rows, named, part));
			}
			catch (DuplicateKeyException | OptimisticLockingFailureException ex) {
				return false;
			}
			changed.addAll(part);
			if (part.size() == faults.size()) {
				return true;
			}
			rows = rows(list);
			TableRow first = rows.get(list);
			if (!Objects.equals(version, (first != null) ? first.etag() : null)) {
				return false;
			}
		}
	}

	private void readUnknown(Collection<TableKey> entities, Map<TableKey, @Nullable TableRow> known) {
		entities.forEach((entity) -> {
			if (!known.containsKey(entity)) {
				known.put(entity, read(entity));
			}
		});
	}

	private List<TableKey> faults(TableKey list, List<SortedSet<TableKey>> named,
			Map<TableKey, @Nullable TableRow> known, Collection<TableKey> entities) {
		return entities.stream().filter((entity) -> isNamed(list, known.get(entity)) != isIn(named, entity)).toList();
	}

	private static boolean isIn(List<SortedSet<TableKey>> named, TableKey entity) {
		return named.stream().anyMatch((row) -> row.contains(entity));
	}

	/**
	 * The faults that one write corrects.
	 */
	private List<TableKey> part(TableKey list, Map<TableKey, TableRow> rows, List<SortedSet<TableKey>> named,
			List<TableKey> faults) {
		List<TableKey> part = faultsOfFewRows(named, faults);
		while (part.size() > 1 && !isOneTransaction(change(list, rows, named, part))) {
			part = part.subList(0, part.size() / 2);
		}
		return part;
	}

	/**
	 * Ids to remove from the first row, which each write writes, and from as many further
	 * rows as are written with it. Ids to add come behind all rows.
	 */
	private static List<TableKey> faultsOfFewRows(List<SortedSet<TableKey>> named, List<TableKey> faults) {
		SortedMap<Integer, List<TableKey>> faultsOfRows = new TreeMap<>(Map.of(0, new ArrayList<>()));
		for (TableKey fault : faults) {
			int row = 0;
			while (row < named.size() && !named.get(row).contains(fault)) {
				row++;
			}
			faultsOfRows.computeIfAbsent(row, (number) -> new ArrayList<>()).add(fault);
		}
		return faultsOfRows.values().stream().limit(MOST_ROWS).flatMap(List::stream).toList();
	}

	/**
	 * Whether writes fit into one transaction. A single one needs none.
	 */
	private static boolean isOneTransaction(List<RowWrite> writes) {
		return writes.size() == 1 || writes.size() <= MOST_ROWS
				&& writes.stream().mapToLong(AtomicBatch::bytesOf).sum() <= ServiceLimits.BATCH_BYTES;
	}

	private List<RowWrite> change(TableKey list, Map<TableKey, TableRow> rows, List<SortedSet<TableKey>> named,
			List<TableKey> faults) {
		Set<TableKey> added = new TreeSet<>(faults);
		Set<TableKey> removed = new TreeSet<>(faults);
		added.removeIf((entity) -> isIn(named, entity));
		removed.removeAll(added);
		return lists(list).change(list, rows, added, removed);
	}

	/**
	 * Returns the ETag of the first row after the write; {@code null} where it is gone.
	 */
	private @Nullable String submit(List<RowWrite> writes) {
		return (writes.size() == 1) ? this.gateway.write(this.table, writes.get(0))
				: this.gateway.submit(new AtomicBatch(this.table, writes)).get(0);
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
