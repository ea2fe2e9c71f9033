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

package io.azuretables.internal.execution;

import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.function.Function;

import io.azuretables.internal.conversion.IndexList;
import io.azuretables.key.TableKey;
import io.azuretables.row.TableRow;

/**
 * Iterates over the entity keys in the list rows of an index (index layout {@code LIST}).
 */
final class ListedEntities implements Iterator<FoundRow<TableKey>> {

	private final Iterator<FoundRow<TableRow>> firstRows;

	private final IndexList lists;

	private final Function<List<TableKey>, List<TableRow>> reader;

	private Iterator<FoundRow<TableKey>> entities = List.<FoundRow<TableKey>>of().iterator();

	private ListedEntities(Iterator<FoundRow<TableRow>> firstRows, IndexList lists,
			Function<List<TableKey>, List<TableRow>> reader) {
		this.firstRows = firstRows;
		this.lists = lists;
		this.reader = reader;
	}

	/**
	 * The entities in lists.
	 * @param firstRows the first rows of the lists
	 * @param reader reads further rows by their keys
	 */
	static Iterator<FoundRow<TableKey>> in(Iterator<FoundRow<TableRow>> firstRows, IndexList lists,
			Function<List<TableKey>, List<TableRow>> reader) {
		return new ListedEntities(firstRows, lists, reader);
	}

	@Override
	public boolean hasNext() {
		while (!this.entities.hasNext() && this.firstRows.hasNext()) {
			FoundRow<TableRow> first = this.firstRows.next();
			this.entities = this.lists.entities(first.row(), rows(first.value()))
				.stream()
				.map((entity) -> new FoundRow<>(entity, first.row(), entity, List.of()))
				.iterator();
		}
		return this.entities.hasNext();
	}

	private Map<TableKey, TableRow> rows(TableRow first) {
		Map<TableKey, TableRow> rows = new HashMap<>();
		rows.put(first.key(), first);
		List<TableKey> further = this.lists.further(first);
		if (!further.isEmpty()) {
			this.reader.apply(further).forEach((row) -> rows.put(row.key(), row));
		}
		return rows;
	}

	@Override
	public FoundRow<TableKey> next() {
		if (!hasNext()) {
			throw new NoSuchElementException();
		}
		return this.entities.next();
	}

}
