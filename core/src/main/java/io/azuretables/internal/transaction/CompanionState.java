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

package io.azuretables.internal.transaction;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import io.azuretables.key.TableKey;
import io.azuretables.row.RowWrite;
import io.azuretables.row.TableRow;
import org.jspecify.annotations.Nullable;

/**
 * Holds, while a transaction is planned, the interim state of rows that several of its
 * entities change, such as counts. So two entities can change one companion row in one
 * transaction.
 *
 * @since 0.1
 */
public final class CompanionState {

	/**
	 * The version of a row that the transaction is about to insert. It is never sent: the
	 * condition of the first write of a row is the one that counts.
	 */
	private static final String PLANNED = "planned";

	/**
	 * Those that were read, until something is made of them.
	 */
	private Map<TableKey, TableRow> rows;

	private boolean changed;

	/**
	 * The state before a transaction.
	 * @param read the companions that were read
	 */
	public CompanionState(Map<TableKey, TableRow> read) {
		this.rows = read;
	}

	/**
	 * The rows as they are now.
	 */
	public Map<TableKey, TableRow> rows() {
		return Collections.unmodifiableMap(this.rows);
	}

	/**
	 * Takes in what an entity makes of its companions.
	 * @param token the token of its write
	 * @return the writes, whose rows have the token
	 */
	public List<RowWrite> apply(List<RowWrite> writes, String token) {
		if (!this.changed && !writes.isEmpty()) {
			this.rows = new HashMap<>(this.rows);
			this.changed = true;
		}
		List<RowWrite> applied = new ArrayList<>(writes.size());
		for (RowWrite write : writes) {
			TableRow row = write.row();
			if (row == null) {
				this.rows.remove(write.key());
				applied.add(write);
			}
			else {
				RowWrite marked = with(write, row.with(RowWrite.TOKEN, token));
				this.rows.put(row.key(), after(this.rows.get(row.key()), marked));
				applied.add(marked);
			}
		}
		return applied;
	}

	private static RowWrite with(RowWrite write, TableRow row) {
		if (write instanceof RowWrite.Insert) {
			return new RowWrite.Insert(row);
		}
		if (write instanceof RowWrite.Replace replace) {
			return new RowWrite.Replace(row, replace.ifMatch());
		}
		if (write instanceof RowWrite.Merge merge) {
			return new RowWrite.Merge(row, merge.ifMatch());
		}
		return (write instanceof RowWrite.InsertOrMerge) ? new RowWrite.InsertOrMerge(row)
				: new RowWrite.InsertOrReplace(row);
	}

	/**
	 * The row after a write. Its version is the one that it had, or it has none yet.
	 */
	private static TableRow after(@Nullable TableRow before, RowWrite write) {
		RowWrite whole = (before != null) ? CombinedWrites.of(new RowWrite.InsertOrReplace(before), write) : write;
		TableRow row = Objects.requireNonNull(Objects.requireNonNull(whole).row());
		return row.withEtag((before != null && before.etag() != null) ? before.etag() : PLANNED);
	}

}
