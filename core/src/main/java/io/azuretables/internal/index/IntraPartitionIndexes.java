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

import io.azuretables.internal.convert.RowValues;
import io.azuretables.key.TableKey;
import io.azuretables.row.RowWrite;
import io.azuretables.row.TableRow;
import io.azuretables.write.CompanionRows;
import io.azuretables.write.EntityChange;
import org.jspecify.annotations.Nullable;

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
		Set<TableKey> left = keys(change.before());
		List<RowWrite> writes = new ArrayList<>();
		for (IndexRows index : this.rows) {
			RowValues after = view(index, change.after());
			TableRow row = (after != null) ? index.rowFor(after) : null;
			if (row != null) {
				boolean created = !left.remove(row.key()) && !index.isFixed();
				writes.add((created && index.index().unique()) ? new RowWrite.Insert(row)
						: new RowWrite.InsertOrReplace(row));
			}
		}
		left.forEach((key) -> writes.add(new RowWrite.Delete(key, RowWrite.ANY)));
		return writes;
	}

	private Set<TableKey> keys(@Nullable RowValues row) {
		Set<TableKey> keys = new LinkedHashSet<>();
		for (IndexRows index : this.rows) {
			RowValues own = view(index, row);
			TableKey key = (own != null) ? index.knownKeyFor(own) : null;
			if (key != null) {
				keys.add(key);
			}
		}
		return keys;
	}

	/**
	 * The row as one of the type that has an index; {@code null} if it is of another.
	 */
	private @Nullable RowValues view(IndexRows index, @Nullable RowValues row) {
		boolean own = row != null && (!this.mixed || index.isOf(row.row()));
		return (own && row != null) ? row.as(index.model()) : null;
	}

}
