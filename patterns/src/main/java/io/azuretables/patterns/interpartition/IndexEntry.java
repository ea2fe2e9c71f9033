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

package io.azuretables.patterns.interpartition;

import java.util.ArrayList;
import java.util.List;

import io.azuretables.internal.change.DeferredWrite;
import io.azuretables.internal.change.IndexChange;
import io.azuretables.internal.model.IndexMapping;
import io.azuretables.key.TableKey;
import io.azuretables.mapping.IndexConsistency;
import io.azuretables.row.RowWrite;
import io.azuretables.row.TableRow;

/**
 * A part of the message to the index worker: it names an index row that a write adds or
 * removes.
 *
 * @param kind how its index is kept true
 * @param index the name of the index
 * @param key the key of the row
 * @param token the write that the row is of
 */
record IndexEntry(Kind kind, String index, TableKey key, String token) {

	/**
	 * The rows that a write adds and supersedes.
	 */
	static List<IndexEntry> of(DeferredWrite write) {
		List<IndexEntry> entries = new ArrayList<>();
		for (IndexChange change : write.changes()) {
			Kind kind = Kind.of(change.index());
			TableRow row = change.row();
			if (row != null) {
				entries.add(new IndexEntry(kind, change.index().name(), row.key(), write.token()));
			}
			IndexChange.Superseded old = change.old();
			if (old != null) {
				entries.add(new IndexEntry(kind, change.index().name(), old.key(), old.token()));
			}
		}
		return entries;
	}

	/**
	 * Whether a row is the one that is meant.
	 */
	boolean isOf(TableRow row) {
		return this.token.equals(row.get(RowWrite.TOKEN));
	}

	/**
	 * How an index is kept true.
	 */
	enum Kind {

		/**
		 * Each write has a row of its own, which never changes.
		 */
		ONCE,

		/**
		 * All entities with one value share a row, and one of them has it.
		 */
		UNIQUE,

		/**
		 * The worker writes the row.
		 */
		EVENTUAL;

		static Kind of(IndexMapping index) {
			return index.unique() ? UNIQUE : (index.consistency() == IndexConsistency.EVENTUAL) ? EVENTUAL : ONCE;
		}

	}

}
