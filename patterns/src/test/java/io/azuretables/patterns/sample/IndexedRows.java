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

package io.azuretables.patterns.sample;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;

import io.azuretables.internal.conversion.IndexList;
import io.azuretables.internal.index.IndexRows;
import io.azuretables.internal.index.InterPartitionIndexes;
import io.azuretables.internal.model.EntityModel;
import io.azuretables.internal.model.IndexMapping;
import io.azuretables.key.TableKey;
import io.azuretables.row.TableRow;

/**
 * Compares the index rows that entities ought to have with those that are there.
 *
 * @param model of the class of the entities
 * @param prefix how the row keys of entities begin, and of no other rows
 */
public record IndexedRows(EntityModel model, String prefix) {

	/**
	 * So long are ids that only fill the rows of lists.
	 */
	private static final int FILLING = 1000;

	public List<TableRow> entities(List<TableRow> all) {
		return all.stream().filter((row) -> row.key().rowKey().startsWith(this.prefix)).toList();
	}

	/**
	 * The index rows that belong to the entities, in words.
	 * @param which the indexes
	 */
	public Set<String> expected(List<TableRow> all, Predicate<IndexMapping> which) {
		Set<String> expected = new TreeSet<>();
		for (TableRow entity : entities(all)) {
			for (IndexMapping index : this.model.indexes()) {
				IndexRows rows = new IndexRows(this.model, index);
				TableRow row = index.isIntraPartition() ? rows.rowFor(entity)
						: rows.rowFor(entity, InterPartitionIndexes.tokenOf(index, entity));
				if (row != null && which.test(index)) {
					expected.add(words(row));
				}
			}
		}
		return expected;
	}

	/**
	 * The index rows that are there, in words.
	 */
	public Set<String> found(List<TableRow> all) {
		Map<TableKey, TableRow> rows = new HashMap<>();
		all.forEach((row) -> rows.put(row.key(), row));
		Set<String> found = new TreeSet<>();
		for (TableRow row : all) {
			String key = row.key().rowKey();
			if (!key.startsWith(this.prefix) && !key.startsWith(IndexMapping.TOKEN_ROWS)
					&& !key.startsWith(IndexMapping.LIST_ROWS)) {
				entries(row.key(), rows).forEach((entry) -> found.add(words(entry)));
			}
		}
		return found;
	}

	/**
	 * A row, or what it says of each entity if it is a list of ids.
	 */
	private List<TableRow> entries(TableKey key, Map<TableKey, TableRow> rows) {
		return this.model.indexes()
			.stream()
			.filter((index) -> index.isList() && key.rowKey().startsWith(index.keys().row().prefix()))
			.findFirst()
			.map((index) -> new IndexList(this.model, index).entities(key, rows)
				.stream()
				.filter((entity) -> entity.rowKey().length() < FILLING)
				.map((entity) -> IndexRows.entry(key, entity))
				.toList())
			.orElse(List.of(Objects.requireNonNull(rows.get(key))));
	}

	private static String words(TableRow row) {
		return row.key() + " " + new TreeMap<>(row.properties());
	}

}
