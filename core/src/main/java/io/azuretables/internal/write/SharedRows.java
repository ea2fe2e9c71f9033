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

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import io.azuretables.internal.change.DeferredWrite;
import io.azuretables.internal.change.IndexChange;
import io.azuretables.internal.model.IndexMapping;
import io.azuretables.internal.transaction.CombinedWrites;
import io.azuretables.internal.transaction.RowGroup;
import io.azuretables.internal.write.IndexRepairingTransaction.Member;
import io.azuretables.key.TableKey;
import io.azuretables.row.RowWrite;
import io.azuretables.row.TableRow;
import io.azuretables.write.UniqueIndexException;
import org.jspecify.annotations.Nullable;

/**
 * Combines the writes of several entities to one row, such as an index list or a count,
 * as a transaction may write a row only once; refuses those that contradict each other.
 * Writes of a companion that entities share are combined. A key of a unique index that
 * one entity gives up and another one takes is one write: the index row is replaced. A
 * key that two entities want is refused, also in an index in another partition, before
 * anything is announced or reserved.
 */
final class SharedRows {

	private final List<PreparedWrite<?>> writes;

	private final List<RowGroup> groups;

	/**
	 * Which group writes a row besides that of its entity.
	 */
	private final Map<TableKey, Integer> writers = new HashMap<>();

	/**
	 * Which group wants a key in another partition.
	 */
	private final Map<TableKey, Integer> reservers = new HashMap<>();

	private SharedRows(List<PreparedWrite<?>> writes, List<RowGroup> groups) {
		this.writes = writes;
		this.groups = new ArrayList<>(groups);
	}

	/**
	 * The writes with their rows, of which no two of different entities have one key.
	 * @throws UniqueIndexException if two entities want a key
	 */
	static List<Member> resolved(List<PreparedWrite<?>> writes, List<RowGroup> groups) {
		if (groups.size() == 1) {
			return List.of(new Member(writes.get(0), groups.get(0)));
		}
		SharedRows keys = new SharedRows(writes, groups);
		for (int i = 0; i < groups.size(); i++) {
			keys.add(i);
		}
		List<Member> members = new ArrayList<>();
		for (int i = 0; i < writes.size(); i++) {
			members.add(new Member(writes.get(i), keys.groups.get(i)));
		}
		return members;
	}

	/**
	 * Finds the groups of different entities that write the same rows, directly or
	 * through others. Written together, entities may give keys to one another in any
	 * order.
	 * @param groups the groups by their positions
	 * @return the positions of groups that belong together, in order
	 */
	static List<List<Integer>> positions(Map<Integer, RowGroup> groups) {
		Map<TableKey, TableKey> links = new HashMap<>();
		boolean several = false;
		for (RowGroup group : groups.values()) {
			TableKey own = first(links, group.main().key());
			for (RowWrite write : group.writes().subList(1, group.writes().size())) {
				TableKey other = first(links, write.key());
				if (!other.equals(own)) {
					links.put(other, own);
				}
			}
			several |= group.writes().size() > 1;
		}
		Map<TableKey, List<Integer>> together = new LinkedHashMap<>();
		if (several) {
			groups.forEach((position, group) -> together
				.computeIfAbsent(first(links, group.main().key()), (key) -> new ArrayList<>())
				.add(position));
		}
		return together.values().stream().filter((positions) -> isShared(positions, groups)).toList();
	}

	/**
	 * The row that stands for all rows that are linked with one.
	 */
	private static TableKey first(Map<TableKey, TableKey> links, TableKey row) {
		TableKey first = row;
		for (TableKey next = links.get(row); next != null; next = links.get(next)) {
			first = next;
		}
		if (!first.equals(row)) {
			links.put(row, first);
		}
		return first;
	}

	private static boolean isShared(List<Integer> positions, Map<Integer, RowGroup> groups) {
		return positions.size() > 1 && positions.stream()
			.map((position) -> Objects.requireNonNull(groups.get(position)).main().key())
			.distinct()
			.count() > 1;
	}

	private void add(int position) {
		for (RowWrite write : this.groups.get(position).writes()) {
			Integer other = (write != this.groups.get(position).main())
					? this.writers.putIfAbsent(write.key(), position) : null;
			if (other != null && !key(other).equals(key(position))) {
				resolve(other, position, write);
			}
		}
		reserve(position, this.groups.get(position).deferred());
	}

	private void reserve(int position, @Nullable DeferredWrite deferred) {
		List<IndexChange> changes = (deferred != null) ? deferred.changes() : List.of();
		for (IndexChange change : changes) {
			TableRow row = change.index().unique() ? change.row() : null;
			Integer other = (row != null) ? this.reservers.putIfAbsent(row.key(), position) : null;
			if (other != null && !key(other).equals(key(position))) {
				throw taken(position, change.index(), change.index().keys().partition() + " | ");
			}
		}
	}

	private UniqueIndexException taken(int position, IndexMapping index, String partition) {
		return new UniqueIndexException(this.writes.get(position).target().name(), index.name(),
				partition + index.keys().row(), null);
	}

	private TableKey key(int position) {
		return this.writes.get(position).row().key();
	}

	private void resolve(int first, int second, RowWrite write) {
		if (this.writes.get(second).target().indexes().indexOf(write.key()) != null) {
			resolveIndexRow(first, second, write);
			return;
		}
		RowWrite before = Objects.requireNonNull(find(first, write.key()));
		RowWrite combined = CombinedWrites.of(before, write);
		this.groups.set(second, this.groups.get(second).without(write));
		if (combined != null) {
			this.groups.set(first, this.groups.get(first).with(before, combined));
		}
		else {
			this.groups.set(first, this.groups.get(first).without(before));
			this.writers.remove(write.key());
		}
	}

	/**
	 * Leaves one of two writes of an index row: in the group of the entity that gives up
	 * the key, whose condition it keeps.
	 */
	private void resolveIndexRow(int first, int second, RowWrite write) {
		RowWrite before = Objects.requireNonNull(find(first, write.key()));
		if (before.row() != null && write.row() != null) {
			throw taken(second, Objects.requireNonNull(this.writes.get(second).target().indexes().indexOf(write.key())),
					"");
		}
		boolean firstGives = before instanceof RowWrite.Delete;
		int giver = firstGives ? first : second;
		int taker = firstGives ? second : first;
		RowWrite.Delete given = (RowWrite.Delete) (firstGives ? before : write);
		RowWrite taken = firstGives ? write : before;
		TableRow row = taken.row();
		this.groups.set(taker, this.groups.get(taker).without(taken));
		if (row != null) {
			this.groups.set(giver, this.groups.get(giver).with(given, RowGroupFactory.handedOver(given, row)));
			this.writers.put(row.key(), giver);
		}
	}

	private @Nullable RowWrite find(int position, TableKey key) {
		return this.groups.get(position)
			.writes()
			.stream()
			.filter((write) -> write.key().equals(key))
			.findFirst()
			.orElse(null);
	}

}
