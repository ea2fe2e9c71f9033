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

package io.azuretables.embedded;

import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;

import io.azuretables.key.TableKey;
import io.azuretables.query.Criteria;
import io.azuretables.row.TableRow;
import org.jspecify.annotations.Nullable;

/**
 * Collects the rows of one page of a query in the embedded store. Only rows within the
 * bounds of the condition are visited.
 */
final class RowScan {

	private final Criteria criteria;

	private final KeyBounds bounds;

	private final int top;

	private final List<TableRow> found = new ArrayList<>();

	private int scanned;

	private @Nullable TableKey next;

	RowScan(Criteria criteria, KeyBounds within, int top) {
		this.criteria = criteria;
		this.bounds = KeyBounds.of(criteria).intersect(within);
		this.top = top;
	}

	/**
	 * The partition that is visited; {@code null} if it may be several.
	 */
	@Nullable String onlyPartition() {
		return this.bounds.onlyPartition();
	}

	/**
	 * Collects from the given key on, that key included.
	 */
	void run(NavigableMap<TableKey, TableRow> rows, TableKey from) {
		TableKey position = this.bounds.seek(from);
		while (position != null) {
			position = collect(rows.tailMap(position, true));
		}
	}

	/**
	 * Goes through neighbours.
	 * @return where to go on behind a gap in the bounds
	 */
	private @Nullable TableKey collect(NavigableMap<TableKey, TableRow> rows) {
		for (TableRow row : rows.values()) {
			TableKey sought = this.bounds.seek(row.key());
			if (!row.key().equals(sought)) {
				return sought;
			}
			if (this.found.size() == this.top) {
				this.next = row.key();
				return null;
			}
			this.scanned++;
			if (this.criteria.matches((column) -> Columns.valueOf(row, column))) {
				this.found.add(row);
			}
		}
		return null;
	}

	List<TableRow> found() {
		return this.found;
	}

	/**
	 * How many rows were compared with the condition.
	 */
	int scanned() {
		return this.scanned;
	}

	/**
	 * The next key within the bounds, or {@code null} when there is none. Whether its row
	 * meets the condition is seen on the next page only: the last page may be empty, as
	 * it may be in the service.
	 */
	@Nullable TableKey next() {
		return this.next;
	}

}
