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

import java.time.Duration;
import java.util.Optional;

import io.azuretables.gateway.TableGateway;
import io.azuretables.internal.commit.CommitProtocol;
import io.azuretables.internal.index.InterPartitionIndexes;
import io.azuretables.key.TableKey;
import io.azuretables.patterns.index.DeclaredIndexes;
import io.azuretables.patterns.index.IndexOptions;
import io.azuretables.patterns.index.IndexOptions.Times;
import io.azuretables.patterns.interpartition.IndexEntry.Kind;
import io.azuretables.row.RowReader;
import io.azuretables.row.RowWrite;
import io.azuretables.row.TableRow;
import org.jspecify.annotations.Nullable;

import org.springframework.dao.OptimisticLockingFailureException;

/**
 * Settles a write and removes index rows that no entity stands behind. It first makes the
 * outcome of the write final. It never adds one, other than to an index that is
 * eventually consistent. To do so twice, late, or at the same time as another worker,
 * does no harm.
 */
final class IndexGuardProcessor {

	private final TableGateway gateway;

	private final CommitProtocol commits;

	private final Times times;

	private final UniqueKeys uniqueKeys;

	private final EventualRows eventualRows;

	IndexGuardProcessor(TableGateway gateway, DeclaredIndexes indexes, IndexOptions options) {
		this.gateway = gateway;
		this.commits = new CommitProtocol(gateway, options.clock(), options.times().fence());
		this.times = options.times();
		this.uniqueKeys = new UniqueKeys(this.commits);
		this.eventualRows = new EventualRows(gateway, indexes);
	}

	/**
	 * Looks after a write.
	 * @throws io.azuretables.patterns.queue.transport.LostMessageException before
	 * something is changed that another worker may change by now
	 * @return when to look again; empty if that is not needed
	 */
	Optional<Duration> look(IndexGuard guard) {
		if (guard.round() == IndexGuard.FORGET) {
			settle(guard);
			this.commits.forget(guard.token());
			return Optional.empty();
		}
		if (guard.isOnlyEventual() && this.commits.find(guard.token()).isEmpty()) {
			settle(guard);
			return Optional.empty();
		}
		boolean committed = this.commits.settle(guard.token()).isCommitted();
		settle(guard);
		if (committed && guard.round() == IndexGuard.OF_LOOK_UP) {
			// its row is kept for its own guard, or for the sweep should that be lost
			return Optional.empty();
		}
		return Optional.of(committed ? this.times.retention() : this.times.fence());
	}

	private void settle(IndexGuard guard) {
		TableRow entity = null;
		boolean read = false;
		for (IndexEntry entry : guard.entries()) {
			if (entry.kind() == Kind.EVENTUAL) {
				this.eventualRows.settle(guard, entry);
				continue;
			}
			if (!read) {
				entity = entity(guard.table(), guard.entity());
				read = true;
			}
			if (!isCurrent(entity, entry)) {
				remove(guard, entry);
			}
		}
	}

	private @Nullable TableRow entity(String table, TableKey key) {
		return this.gateway.read(table, key, null, RowReader.rows());
	}

	/**
	 * Whether the entity says that a row is its own.
	 */
	private static boolean isCurrent(@Nullable TableRow entity, IndexEntry entry) {
		return entity != null && entry.token().equals(InterPartitionIndexes.tokenOf(entry.index(), entity));
	}

	private void remove(IndexGuard guard, IndexEntry entry) {
		if (entry.kind() == Kind.UNIQUE) {
			this.uniqueKeys.release(guard.table(), guard.entity(), entry);
			return;
		}
		try {
			this.gateway.write(guard.table(), new RowWrite.Delete(entry.key(), RowWrite.ANY));
		}
		catch (OptimisticLockingFailureException ex) {
			// the writer or another worker has removed it
		}
	}

}
