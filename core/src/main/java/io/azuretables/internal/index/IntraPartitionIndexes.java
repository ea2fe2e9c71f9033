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
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

import io.azuretables.internal.change.CompanionRows;
import io.azuretables.internal.change.EntityChange;
import io.azuretables.internal.convert.RowValues;
import io.azuretables.key.TableKey;
import io.azuretables.row.RowWrite;
import io.azuretables.row.TableRow;

/**
 * Computes the writes of index rows in the partition of an entity, which go into the
 * entity's transaction. They are not read before: a row that turns out to be another than
 * expected is put right when the transaction is repeated.
 */
final class IntraPartitionIndexes implements CompanionRows {

	private final List<IndexRows> rows;

	private final boolean mixed;

	private final boolean needPrevious;

	private final Set<String> columns = new LinkedHashSet<>();

	/**
	 * The indexes of a class.
	 * @param rows the indexes, those of all types whose rows may lie under its keys
	 * @param mixed whether there are several types
	 */
	IntraPartitionIndexes(List<IndexRows> rows, boolean mixed) {
		this.rows = rows;
		this.mixed = mixed;
		this.needPrevious = !rows.stream().allMatch(IndexRows::isFixed);
		rows.forEach((index) -> this.columns.addAll(index.keyColumns()));
	}

	List<IndexRows> rows() {
		return this.rows;
	}

	@Override
	public Set<String> columns() {
		return this.columns;
	}

	/**
	 * Whether some index row may lie under a key that the new state does not tell.
	 */
	@Override
	public boolean needPrevious() {
		return this.needPrevious;
	}

	@Override
	public List<RowWrite> writes(EntityChange change, Map<TableKey, TableRow> read) {
		if (this.rows.isEmpty()) {
			return List.of();
		}
		List<IndexedChange> changes = new ArrayList<>(this.rows.size());
		List<TableKey> left = new ArrayList<>(this.rows.size());
		for (IndexRows index : this.rows) {
			IndexedChange changed = IndexedChange.of(index, change, this.mixed);
			changes.add(changed);
			if (changed.oldKey() != null) {
				left.add(changed.oldKey());
			}
		}
		List<RowWrite> writes = new ArrayList<>(this.rows.size());
		for (int i = 0; i < changes.size(); i++) {
			RowValues after = changes.get(i).after();
			TableKey key = changes.get(i).newKey();
			if (after != null && key != null) {
				writes.add(write(this.rows.get(i), this.rows.get(i).rowFor(after.row(), key), left.remove(key)));
			}
		}
		left.forEach((key) -> writes.add(new RowWrite.Delete(key, RowWrite.ANY)));
		return writes;
	}

	private static RowWrite write(IndexRows index, TableRow row, boolean known) {
		boolean created = !known && !index.isFixed();
		return (created && index.index().unique()) ? new RowWrite.Insert(row) : new RowWrite.InsertOrReplace(row);
	}

}
