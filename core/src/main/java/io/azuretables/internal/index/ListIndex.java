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

package io.azuretables.internal.index;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;

import io.azuretables.internal.change.CompanionRows;
import io.azuretables.internal.change.EntityChange;
import io.azuretables.internal.conversion.IndexList;
import io.azuretables.key.TableKey;
import io.azuretables.row.RowWrite;
import io.azuretables.row.TableRow;

/**
 * Computes how a write of an entity changes the lists of entity keys that an index stores
 * ({@code LIST}). A list is read, and written on the condition that it has not changed
 * since. It is written whenever an entity comes into it or leaves it, even if it names
 * the entity already or not any more: who corrects it meanwhile is refused.
 */
final class ListIndex implements CompanionRows {

	private final IndexRows rows;

	private final IndexList lists;

	ListIndex(IndexRows rows) {
		this.rows = rows;
		this.lists = new IndexList(rows.model(), rows.index());
	}

	@Override
	public Set<String> columns() {
		Set<String> columns = new HashSet<>(this.rows.keyColumns());
		columns.add(RowWrite.TOKEN);
		return columns;
	}

	@Override
	public boolean needPrevious() {
		return true;
	}

	/**
	 * A list may be long, and most changes of an entity do not touch it.
	 */
	@Override
	public boolean readAfterPrevious() {
		return true;
	}

	@Override
	public Set<TableKey> reads(EntityChange change) {
		IndexedChange lists = lists(change);
		Set<TableKey> keys = new HashSet<>();
		if (!Objects.equals(lists.oldKey(), lists.newKey())) {
			Stream.ofNullable(lists.oldKey()).forEach(keys::add);
			Stream.ofNullable(lists.newKey()).forEach(keys::add);
		}
		return keys;
	}

	@Override
	public Set<TableKey> furtherReads(EntityChange change, Map<TableKey, TableRow> read) {
		Set<TableKey> keys = new HashSet<>();
		reads(change).forEach((list) -> keys.addAll(this.lists.further(read.get(list))));
		return keys;
	}

	/**
	 * The lists that have the entity before and after the change.
	 */
	private IndexedChange lists(EntityChange change) {
		return IndexedChange.of(this.rows, change, false);
	}

	@Override
	public List<RowWrite> writes(EntityChange change, Map<TableKey, TableRow> read) {
		IndexedChange lists = lists(change);
		TableKey before = lists.oldKey();
		TableKey after = lists.newKey();
		if (Objects.equals(before, after)) {
			return List.of();
		}
		List<RowWrite> writes = new ArrayList<>();
		if (before != null && read.get(before) != null) {
			writes.addAll(this.lists.change(before, read, Set.of(), Set.of(change.key())));
		}
		if (after != null) {
			writes.addAll(this.lists.change(after, read, Set.of(change.key()), Set.of()));
		}
		return writes;
	}

}
