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

package io.azuretables.patterns.index;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

import io.azuretables.row.UnstorableValueException;
import io.azuretables.key.InvalidKeyException;
import io.azuretables.key.TableKey;
import io.azuretables.row.TableRow;
import org.jspecify.annotations.Nullable;

import org.springframework.dao.DataIntegrityViolationException;

/**
 * Repairs the lists of entity keys of an index with the layout {@code LIST} that do not
 * agree with the entities. Each list is written on the condition that it is as it was
 * read, and again if one of its entities has changed meanwhile. Entities are never
 * written.
 *
 * @param comparison tells which ids are wrong
 */
record ListCorrection(IndexComparison comparison) implements FaultCorrection {

	@Override
	public List<TableRow> insertMissing(List<TableRow> entities) {
		Map<TableKey, Map<TableKey, TableRow>> lists = new LinkedHashMap<>();
		for (TableRow entity : entities) {
			TableKey list = list(entity);
			if (list != null) {
				lists.computeIfAbsent(list, (key) -> new LinkedHashMap<>()).put(entity.key(), entity);
			}
		}
		Set<TableKey> added = new HashSet<>();
		lists.forEach((list, seen) -> added.addAll(settled(list, seen)));
		List<TableRow> rest = new ArrayList<>(entities);
		rest.removeIf((entity) -> added.contains(entity.key()));
		return rest;
	}

	/**
	 * The entities that a list did not name. A list that cannot be changed is reported
	 * for each of them.
	 */
	private Set<TableKey> settled(TableKey list, Map<TableKey, TableRow> seen) {
		try {
			return target().lists().settle(list, seen.keySet(), seen);
		}
		catch (DataIntegrityViolationException ex) {
			return Set.of();
		}
	}

	private @Nullable TableKey list(TableRow entity) {
		try {
			TableRow expected = target().expected(entity);
			return (expected != null) ? expected.key() : null;
		}
		catch (InvalidKeyException | UnstorableValueException ex) {
			return null;
		}
	}

	/**
	 * Removes ids of no entity, those of up to four rows of a list in one write.
	 * @param entries what stands for entities in lists
	 * @return the keys of the ids that were removed
	 */
	List<TableKey> removeOrphans(List<TableRow> entries) {
		Map<TableKey, Set<TableKey>> lists = new LinkedHashMap<>();
		for (TableRow entry : entries) {
			if (this.comparison.ofIndexRow(entry) != null) {
				lists.computeIfAbsent(entry.key(), (key) -> new LinkedHashSet<>()).add(owner(entry));
			}
		}
		List<TableKey> removed = new ArrayList<>();
		lists.forEach((list, owners) -> removed.addAll(target().lists().settle(list, owners, Map.of())));
		return removed;
	}

	private static TableKey owner(TableRow entry) {
		return Objects.requireNonNull(IndexTarget.owner(entry));
	}

	private IndexTarget target() {
		return this.comparison.target();
	}

	@Override
	public boolean correct(IndexFault fault) {
		TableRow entry = Objects.requireNonNull((fault.expected() != null) ? fault.expected() : fault.found());
		target().lists().settle(entry.key(), owner(entry));
		return true;
	}

}
