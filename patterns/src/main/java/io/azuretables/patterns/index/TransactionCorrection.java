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

package io.azuretables.patterns.index;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

import io.azuretables.row.UnstorableValueException;
import io.azuretables.gateway.WriteOutcomeUnknownException;
import io.azuretables.key.InvalidKeyException;
import io.azuretables.key.TableKey;
import io.azuretables.row.AtomicBatch;
import io.azuretables.row.RowWrite;
import io.azuretables.row.ServiceLimits;
import io.azuretables.row.TableRow;
import org.jspecify.annotations.Nullable;

import org.springframework.dao.DuplicateKeyException;
import org.springframework.dao.OptimisticLockingFailureException;

/**
 * Repairs an index in the partition of its entities, in transactions that fail if entity
 * or index row has changed.
 *
 * @param target the index
 */
record TransactionCorrection(IndexTarget target) implements FaultCorrection {

	@Override
	public List<TableRow> insertMissing(List<TableRow> entities) {
		List<TableRow> rest = new ArrayList<>();
		Chunk chunk = new Chunk();
		for (TableRow entity : entities) {
			TableRow expected = expected(entity);
			if (expected == null) {
				rest.add(entity);
				continue;
			}
			if (!chunk.takes(entity, expected)) {
				rest.addAll(submit(chunk));
				chunk = new Chunk();
			}
			chunk.add(entity, expected);
		}
		rest.addAll(submit(chunk));
		return rest;
	}

	private @Nullable TableRow expected(TableRow entity) {
		try {
			return this.target.expected(entity);
		}
		catch (InvalidKeyException | UnstorableValueException ex) {
			return null;
		}
	}

	/**
	 * Submits a chunk.
	 * @return its entities, if it was not written
	 */
	private List<TableRow> submit(Chunk chunk) {
		return (chunk.entities.isEmpty() || isWritten(chunk.writes)) ? List.of() : chunk.entities;
	}

	private boolean isWritten(List<RowWrite> writes) {
		try {
			if (writes.size() == 1) {
				this.target.gateway().write(this.target.table(), writes.get(0));
			}
			else {
				this.target.gateway().submit(new AtomicBatch(this.target.table(), writes));
			}
			return true;
		}
		catch (OptimisticLockingFailureException | DuplicateKeyException | WriteOutcomeUnknownException ex) {
			return false;
		}
	}

	/**
	 * A writer that changes the entity changes the index row that is there, so its ETag
	 * is condition enough. Where none is there, the entity's ETag is the condition.
	 */
	@Override
	public boolean correct(IndexFault fault) {
		TableRow found = fault.found();
		TableRow expected = fault.expected();
		if (expected == null) {
			TableRow orphan = Objects.requireNonNull(found);
			return isWritten(List.of(new RowWrite.Delete(orphan.key(), etag(orphan))));
		}
		if (found != null && fault.finding().kind() == IndexFinding.Kind.STALE) {
			return isWritten(List.of(new RowWrite.Replace(expected, etag(found))));
		}
		RowWrite write = (found != null) ? new RowWrite.Replace(expected, etag(found)) : new RowWrite.Insert(expected);
		return isWritten(List.of(unchanged(Objects.requireNonNull(fault.entity())), write));
	}

	/**
	 * The service has no write that only checks: the row is merged with nothing, and gets
	 * a new ETag.
	 */
	private static RowWrite unchanged(TableRow entity) {
		return new RowWrite.Merge(TableRow.of(entity.key(), Map.of()), etag(entity));
	}

	private static String etag(TableRow row) {
		return Objects.requireNonNull(row.etag());
	}

	/**
	 * Index rows that are written together, each on the condition that its entity is
	 * unchanged.
	 */
	private static final class Chunk {

		private final List<TableRow> entities = new ArrayList<>();

		private final List<RowWrite> writes = new ArrayList<>();

		private final Set<TableKey> keys = new HashSet<>();

		private long bytes;

		boolean takes(TableRow entity, TableRow expected) {
			return this.entities.isEmpty() || (this.writes.size() + 2 <= ServiceLimits.BATCH_WRITES
					&& this.entities.get(0).key().partitionKey().equals(entity.key().partitionKey())
					&& !this.keys.contains(expected.key())
					&& this.bytes + bytes(entity, expected) <= ServiceLimits.BATCH_BYTES);
		}

		private static long bytes(TableRow entity, TableRow expected) {
			return AtomicBatch.bytesOf(unchanged(entity)) + AtomicBatch.bytesOf(new RowWrite.Insert(expected));
		}

		void add(TableRow entity, TableRow expected) {
			this.entities.add(entity);
			this.writes.add(unchanged(entity));
			this.writes.add(new RowWrite.Insert(expected));
			this.keys.add(expected.key());
			this.bytes += bytes(entity, expected);
		}

	}

}
