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

import java.util.List;

import io.azuretables.gateway.TableGateway;
import io.azuretables.internal.commit.CommitProtocol;
import io.azuretables.internal.index.InterPartitionIndexes;
import io.azuretables.patterns.index.IndexOptions;
import io.azuretables.patterns.index.IndexState;
import io.azuretables.patterns.internal.index.DeclaredIndexes;
import io.azuretables.patterns.internal.index.StateRows;
import io.azuretables.patterns.internal.worker.LeasedGateway;
import io.azuretables.patterns.internal.worker.SecondPassHandler;
import io.azuretables.patterns.interpartition.IndexEntry.Kind;
import io.azuretables.patterns.queue.message.MessageContext;
import io.azuretables.row.RowReader;
import io.azuretables.row.RowWrite;
import io.azuretables.row.TableRow;
import org.jspecify.annotations.Nullable;

import org.springframework.dao.OptimisticLockingFailureException;

/**
 * Handles the messages of the index worker: removes index rows without an entity, once
 * the outcome of a write is final. The entity says which rows are its own, whether the
 * write happened or not. It never adds one, other than to an index that is eventually
 * consistent. To do so twice, late, or at the same time as another worker, does no harm.
 *
 * @param gateway where the rows lie
 * @param indexes the indexes
 * @param options the clock and times of token rows
 */
record IndexGuardHandler(TableGateway gateway, DeclaredIndexes indexes,
		IndexOptions options) implements SecondPassHandler<String> {

	@Override
	public void handle(String payload, MessageContext context) {
		IndexGuard guard = IndexGuard.parse(payload);
		TableGateway leased = new LeasedGateway(this.gateway, context);
		TableRow entity = null;
		boolean read = false;
		for (IndexEntry entry : guard.entries()) {
			if (entry.kind() == Kind.EVENTUAL) {
				if (!isDropped(guard, entry)) {
					new EventualRows(leased, this.indexes).settle(guard, entry);
				}
				continue;
			}
			if (!read) {
				entity = leased.read(guard.table(), guard.entity(), null, RowReader.rows());
				read = true;
			}
			if (!isCurrent(entity, entry)) {
				remove(guard, entry, leased);
			}
		}
	}

	@Override
	public void abandoned(String payload, MessageContext context) {
		handle(payload, context);
	}

	/**
	 * Corrects what a worker may have done that slept since the first time.
	 */
	@Override
	public void secondPass(String payload, MessageContext context) {
		handle(payload, context);
	}

	/**
	 * Whether an index was removed from the class of the entity, so that its rows are
	 * deleted. No request if a class has it here; otherwise one for each class that the
	 * entity may be of, and its superclasses. Without such a state, another process may
	 * have the index.
	 */
	private boolean isDropped(IndexGuard guard, IndexEntry entry) {
		return this.indexes.typesWithout(guard.table(), entry.index(), guard.entity())
			.stream()
			.flatMap((type) -> StateRows.labels(type, entry.index()).stream())
			.distinct()
			.map((label) -> this.gateway.read(guard.table(), StateRows.key(label), List.of(StateRows.STATE),
					RowReader.rows()))
			.anyMatch((row) -> row != null && IndexState.DROPPING.name().equals(row.get(StateRows.STATE)));
	}

	/**
	 * Whether the entity says that a row is its own.
	 */
	private static boolean isCurrent(@Nullable TableRow entity, IndexEntry entry) {
		return entity != null && entry.token().equals(InterPartitionIndexes.tokenOf(entry.index(), entity));
	}

	private void remove(IndexGuard guard, IndexEntry entry, TableGateway leased) {
		if (entry.kind() == Kind.UNIQUE) {
			CommitProtocol commits = new CommitProtocol(leased, this.options.clock(), this.options.times().fence());
			new UniqueKeys(commits).release(guard.table(), guard.entity(), entry);
			return;
		}
		try {
			leased.write(guard.table(), new RowWrite.Delete(entry.key(), RowWrite.ANY));
		}
		catch (OptimisticLockingFailureException ex) {
			// the writer or another worker has removed it
		}
	}

}
