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
import java.util.Objects;

import io.azuretables.gateway.TableGateway;
import io.azuretables.internal.index.IndexRows;
import io.azuretables.internal.index.InterPartitionIndexes;
import io.azuretables.internal.time.ConflictRetries;
import io.azuretables.key.TableKey;
import io.azuretables.patterns.internal.index.DeclaredIndexes;
import io.azuretables.row.RowReader;
import io.azuretables.row.RowWrite;
import io.azuretables.row.TableRow;
import org.jspecify.annotations.Nullable;

import org.springframework.dao.DuplicateKeyException;
import org.springframework.dao.OptimisticLockingFailureException;
import org.springframework.dao.TransientDataAccessResourceException;

/**
 * Updates the row of an eventually consistent index from its entity, despite concurrent
 * writes. The index row is read, then the entity; the index row is written on the
 * condition that it has not changed; then the entity is read again, and everything again
 * if it has changed.
 *
 * @param gateway where the rows lie
 * @param indexes the indexes
 */
record EventualRows(TableGateway gateway, DeclaredIndexes indexes) {

	/**
	 * Makes the row under the key of an entry true, or the list there name the entity.
	 * Three requests, or four where it has to be written.
	 */
	void settle(IndexGuard guard, IndexEntry entry) {
		List<IndexRows> candidates = this.indexes.interPartitionRows(guard.table(), entry.index());
		if (candidates.get(0).index().isList()) {
			this.indexes.lists(this.gateway, guard.table(), entry.index()).settle(entry.key(), guard.entity());
			return;
		}
		int attempt = 0;
		do {
			attempt++;
			TableRow found = read(guard.table(), entry.key());
			TableRow entity = read(guard.table(), guard.entity());
			if (isWritten(guard.table(), found, wanted(candidates, entry.key(), entity), entry.key())
					&& isUnchanged(entity, read(guard.table(), guard.entity()))) {
				return;
			}
		}
		while (ConflictRetries.DEFAULT.again(attempt));
		throw new TransientDataAccessResourceException(
				"The entity of an index row of '" + entry.index() + "' was changed by other writers at each attempt");
	}

	private @Nullable TableRow read(String table, TableKey key) {
		return this.gateway.read(table, key, null, RowReader.rows());
	}

	/**
	 * The row that ought to be under a key; {@code null} for none.
	 */
	private static @Nullable TableRow wanted(List<IndexRows> candidates, TableKey key, @Nullable TableRow entity) {
		List<TableRow> wanted = new ArrayList<>();
		for (IndexRows rows : candidates) {
			if (entity != null && key.equals(rows.knownKeyFor(entity))) {
				wanted.add(rows.rowFor(entity, InterPartitionIndexes.tokenOf(rows.index(), entity)));
			}
		}
		return wanted.isEmpty() ? null : wanted.get(0);
	}

	private boolean isWritten(String table, @Nullable TableRow found, @Nullable TableRow wanted, TableKey key) {
		try {
			if (wanted != null && found == null) {
				this.gateway.write(table, new RowWrite.Insert(wanted));
			}
			else if (wanted != null && found != null && !isOfSameWrite(wanted, found)) {
				this.gateway.write(table, new RowWrite.Replace(wanted, Objects.requireNonNull(found.etag())));
			}
			else if (wanted == null && found != null) {
				this.gateway.write(table, new RowWrite.Delete(key, Objects.requireNonNull(found.etag())));
			}
			return true;
		}
		catch (DuplicateKeyException | OptimisticLockingFailureException ex) {
			return false;
		}
	}

	private static boolean isOfSameWrite(TableRow wanted, TableRow found) {
		return Objects.equals(wanted.get(RowWrite.TOKEN), found.get(RowWrite.TOKEN));
	}

	private static boolean isUnchanged(@Nullable TableRow before, @Nullable TableRow after) {
		return (before == null || after == null) ? before == null && after == null
				: Objects.equals(before.etag(), after.etag());
	}

}
