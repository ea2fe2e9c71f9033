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

import java.util.Objects;

import io.azuretables.gateway.TableGateway;
import io.azuretables.gateway.WriteOutcomeUnknownException;
import io.azuretables.internal.change.DeferredWrite;
import io.azuretables.internal.commit.CommitProtocol;
import io.azuretables.internal.commit.CommitToken;
import io.azuretables.internal.index.InterPartitionIndexes;
import io.azuretables.internal.model.IndexMapping;
import io.azuretables.internal.time.ConflictRetries;
import io.azuretables.key.TableKey;
import io.azuretables.row.RowReader;
import io.azuretables.row.RowWrite;
import io.azuretables.row.TableRow;
import io.azuretables.write.UniqueIndexException;
import org.jspecify.annotations.Nullable;

import org.springframework.dao.DuplicateKeyException;
import org.springframework.dao.OptimisticLockingFailureException;
import org.springframework.dao.TransientDataAccessResourceException;

/**
 * Ensures that an index in other partitions is unique. All writers share the index row of
 * a key, which one of them reserves before its entity is written. A reservation whose
 * write was not made, or whose entity has another key by now, can be taken over.
 *
 * @param commits knows which writes were committed
 */
record UniqueKeys(CommitProtocol commits) {

	private TableGateway gateway() {
		return this.commits.gateway();
	}

	/**
	 * Reserves a key: one request, and three to five more where another entity has it, or
	 * had.
	 * @throws UniqueIndexException if another entity has it
	 */
	void reserve(DeferredWrite write, IndexMapping index, TableRow row) {
		int attempt = 0;
		do {
			attempt++;
			TableRow found = inserted(write.table(), row);
			if (found == null || Objects.equals(found.get(RowWrite.TOKEN), write.token())) {
				return;
			}
			TableKey owner = owner(found);
			if (owner != null && isOwned(write.table(), index, found, owner)) {
				if (owner.equals(write.entity())) {
					giveUp(write);
					return;
				}
				throw new UniqueIndexException("entity of table '" + write.table() + "'", index.name(),
						index.keys().partition() + " | " + index.keys().row(), null);
			}
			if (isTakenOver(write.table(), row, Objects.requireNonNull(found.etag()))) {
				return;
			}
		}
		while (ConflictRetries.DEFAULT.again(attempt));
		throw new TransientDataAccessResourceException("Nothing was written: the entity that has the key in the "
				+ "unique index '" + index.name() + "' changed at each attempt. Write it again");
	}

	/**
	 * Keeps a write from happening whose entity has the key already, by a write that came
	 * in between. When that is undone, this one would find the entity as it has read it,
	 * and the key might be another one's.
	 */
	private void giveUp(DeferredWrite write) {
		this.commits.settle(new CommitToken(write.table(), write.entity().partitionKey(), write.token()));
	}

	/**
	 * Inserts a row.
	 * @return the row that is there instead, if there is one
	 */
	private @Nullable TableRow inserted(String table, TableRow row) {
		try {
			gateway().write(table, new RowWrite.Insert(row));
			return null;
		}
		catch (DuplicateKeyException | WriteOutcomeUnknownException ex) {
			TableRow found = gateway().read(table, row.key(), null, RowReader.rows());
			return (found != null) ? found : inserted(table, row);
		}
	}

	/**
	 * The entity that a row is reserved for.
	 */
	static @Nullable TableKey owner(TableRow row) {
		return (row.get(IndexMapping.ENTITY_PARTITION_KEY) instanceof String partitionKey
				&& row.get(IndexMapping.ENTITY_ROW_KEY) instanceof String rowKey) ? new TableKey(partitionKey, rowKey)
						: null;
	}

	/**
	 * Whether an entity has the key that a row reserves. A write of it that is still to
	 * come is given up.
	 */
	private boolean isOwned(String table, IndexMapping index, TableRow found, TableKey owner) {
		String token = Objects.requireNonNullElse(found.get(RowWrite.TOKEN, String.class), IndexMapping.NO_TOKEN);
		if (isCurrent(table, index, owner, token)) {
			return true;
		}
		this.commits.settle(new CommitToken(table, owner.partitionKey(), token));
		return isCurrent(table, index, owner, token);
	}

	private boolean isCurrent(String table, IndexMapping index, TableKey owner, String token) {
		TableRow entity = gateway().read(table, owner, null, RowReader.rows());
		return entity != null && token.equals(InterPartitionIndexes.tokenOf(index, entity));
	}

	private boolean isTakenOver(String table, TableRow row, String etag) {
		try {
			gateway().write(table, new RowWrite.Replace(row, etag));
			return true;
		}
		catch (OptimisticLockingFailureException | WriteOutcomeUnknownException ex) {
			return false;
		}
	}

	/**
	 * Gives a key back that a write has reserved and that no entity has by it. Two
	 * requests.
	 */
	void release(String table, TableKey entity, IndexEntry entry) {
		int attempt = 0;
		do {
			attempt++;
			TableRow found = gateway().read(table, entry.key(), null, RowReader.rows());
			if (found == null || !entry.isOf(found) || !entity.equals(owner(found))) {
				return;
			}
			try {
				gateway().write(table, new RowWrite.Delete(entry.key(), Objects.requireNonNull(found.etag())));
				return;
			}
			catch (OptimisticLockingFailureException ex) {
				// another writer was faster and may own the key now
			}
		}
		while (ConflictRetries.DEFAULT.again(attempt));
	}

}
