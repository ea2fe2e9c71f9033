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
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

import io.azuretables.internal.execution.NearbyRows;
import io.azuretables.internal.execution.PlanExecutor;
import io.azuretables.internal.index.EntityIndexes;
import io.azuretables.internal.write.PreparedWrite.Target;
import io.azuretables.key.TableKey;
import io.azuretables.row.RowReader;
import io.azuretables.row.TableRow;
import org.jspecify.annotations.Nullable;

/**
 * Reads, before entities are written, their stored rows and the companion rows that the
 * write changes, such as index lists and summaries. Where several entities of a partition
 * lie close together, they are read page by page, and otherwise each by its key, in
 * parallel.
 */
final class PreviousRowLoader {

	private final PlanExecutor executor;

	PreviousRowLoader(PlanExecutor executor) {
		this.executor = executor;
	}

	/**
	 * The rows that the writes need to know.
	 * @param writes writes to one table
	 */
	PreviousRows of(List<? extends PreparedWrite<?>> writes) {
		if (writes.size() == 1 && !writes.get(0).target().indexes().haveCompanions()) {
			return new PreviousRows(Collections.singletonList(previous(writes.get(0))), Map.of());
		}
		Map<Neighbours, TreeSet<TableKey>> wanted = new LinkedHashMap<>();
		writes.stream()
			.filter(PreparedWrite::needsPrevious)
			.forEach((write) -> wanted.computeIfAbsent(Neighbours.of(write), (group) -> new TreeSet<>())
				.add(write.row().key()));
		Map<Wanted, TableRow> found = new HashMap<>();
		Set<Wanted> left = new LinkedHashSet<>();
		this.executor.<Map.Entry<Neighbours, TreeSet<TableKey>>, PageRead>each(List.copyOf(wanted.entrySet()),
				(group) -> readPages(group.getKey(), group.getValue()))
			.forEach((read) -> {
				read.rows().forEach((row) -> found.put(new Wanted(read.group(), row.key()), row));
				read.left().forEach((key) -> left.add(new Wanted(read.group(), key)));
			});
		writes.forEach((write) -> left.addAll(companions(write, null, !write.needsPrevious())));
		read(left, found);
		List<@Nullable TableRow> previous = new ArrayList<>(writes.size());
		writes.forEach((write) -> previous
			.add(write.previous(found.get(new Wanted(Neighbours.of(write), write.row().key())))));
		return new PreviousRows(previous, companions(writes, previous, left, found));
	}

	/**
	 * The rows that a write needs to know besides the row of the entity, which was read.
	 */
	PreviousRows of(PreparedWrite<?> write, @Nullable TableRow previous) {
		return new PreviousRows(Collections.singletonList(previous),
				companions(List.of(write), Collections.singletonList(previous), Set.of(), new HashMap<>()));
	}

	private @Nullable TableRow previous(PreparedWrite<?> write) {
		return write.needsPrevious() ? write.previous(this.executor.read(write.target().table(), write.row().key(),
				write.target().indexes().columns(), RowReader.rows())) : null;
	}

	/**
	 * The companions, after those were read too that only the rows of the entities tell.
	 */
	private Map<TableKey, TableRow> companions(List<? extends PreparedWrite<?>> writes,
			List<@Nullable TableRow> previous, Set<Wanted> known, Map<Wanted, TableRow> found) {
		Set<Wanted> left = new LinkedHashSet<>();
		for (int i = 0; i < writes.size(); i++) {
			left.addAll(companions(writes.get(i), previous.get(i), true));
		}
		left.removeAll(known);
		read(left, found);
		Set<Wanted> asked = new HashSet<>(known);
		asked.addAll(left);
		for (Set<Wanted> more = further(writes, previous, asked, found); !more.isEmpty(); more = further(writes,
				previous, asked, found)) {
			read(more, found);
			asked.addAll(more);
		}
		return companions(found);
	}

	private static Map<TableKey, TableRow> companions(Map<Wanted, TableRow> found) {
		Map<TableKey, TableRow> companions = new HashMap<>();
		found.forEach((wanted, row) -> {
			if (wanted.group() == null) {
				companions.put(wanted.key(), row);
			}
		});
		return companions;
	}

	/**
	 * What companions that were read tell of others.
	 */
	private static Set<Wanted> further(List<? extends PreparedWrite<?>> writes, List<@Nullable TableRow> previous,
			Set<Wanted> asked, Map<Wanted, TableRow> found) {
		Map<TableKey, TableRow> companions = companions(found);
		Set<Wanted> more = new LinkedHashSet<>();
		for (int i = 0; i < writes.size(); i++) {
			PreparedWrite<?> write = writes.get(i);
			if (write.target().indexes().haveCompanions()) {
				write.target()
					.indexes()
					.furtherReads(write.change(previous.get(i)), companions)
					.forEach((key) -> more.add(new Wanted(null, write.target().table(), key)));
			}
		}
		more.removeAll(asked);
		return more;
	}

	private static List<Wanted> companions(PreparedWrite<?> write, @Nullable TableRow previous, boolean known) {
		EntityIndexes indexes = write.target().indexes();
		return !indexes.haveCompanions() ? List.of()
				: indexes.reads(write.change(previous), known)
					.stream()
					.map((key) -> new Wanted(null, write.target().table(), key))
					.toList();
	}

	private void read(Set<Wanted> wanted, Map<Wanted, TableRow> found) {
		this.executor.<Wanted, KeyRead>each(List.copyOf(wanted), this::readByKey)
			.forEach((read) -> found.put(read.wanted(), read.row()));
	}

	private PageRead readPages(Neighbours group, TreeSet<TableKey> wanted) {
		NearbyRows nearby = NearbyRows.read(this.executor, group.target().table(), wanted, group.columns());
		return new PageRead(group, nearby.rows(), nearby.left());
	}

	private @Nullable KeyRead readByKey(Wanted wanted) {
		Neighbours group = wanted.group();
		TableRow row = this.executor.read(wanted.table(), wanted.key(), (group != null) ? group.columns() : null,
				RowReader.rows());
		return (row != null) ? new KeyRead(wanted, row) : null;
	}

	/**
	 * Rows of one kind in one partition.
	 *
	 * @param target the kind
	 * @param partitionKey the partition
	 */
	private record Neighbours(Target target, String partitionKey) {

		static Neighbours of(PreparedWrite<?> write) {
			return new Neighbours(write.target(), write.row().key().partitionKey());
		}

		@Nullable List<String> columns() {
			return this.target.indexes().columns();
		}

	}

	/**
	 * A row that is wanted.
	 *
	 * @param group the rows that it is one of; {@code null} for a companion
	 * @param table its table
	 * @param key its key
	 */
	private record Wanted(@Nullable Neighbours group, String table, TableKey key) {

		Wanted(Neighbours group, TableKey key) {
			this(group, group.target().table(), key);
		}

	}

	/**
	 * What pages have brought.
	 *
	 * @param group the rows that were read
	 * @param rows those that are wanted
	 * @param left the keys that no page has reached
	 */
	private record PageRead(Neighbours group, List<TableRow> rows, List<TableKey> left) {

	}

	/**
	 * A row that was read by its key.
	 *
	 * @param wanted what was asked for
	 * @param row the row
	 */
	private record KeyRead(Wanted wanted, TableRow row) {

	}

}
