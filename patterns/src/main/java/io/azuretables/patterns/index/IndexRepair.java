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

import io.azuretables.client.WriteOutcomeUnknownException;
import io.azuretables.convert.UnstorableValueException;
import io.azuretables.key.InvalidKeyException;
import io.azuretables.key.TableKey;
import io.azuretables.patterns.index.IndexCheck.Tally;
import io.azuretables.patterns.index.IndexFinding.Kind;
import io.azuretables.row.AtomicBatch;
import io.azuretables.row.RowWrite;
import io.azuretables.row.ServiceLimits;
import io.azuretables.row.TableRow;
import org.jspecify.annotations.Nullable;

import org.springframework.dao.DataAccessException;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.dao.OptimisticLockingFailureException;

/**
 * How is a fault of an index mended while others write? Only by writes that the service
 * refuses when the entity, or the index row, has changed since it was looked at; then it
 * is looked at again.
 *
 * @param check looks
 * @param tally counts
 */
record IndexRepair(IndexCheck check, Tally tally) {

	/**
	 * Mends entities of one partition or several. Most of the time a suspect simply has
	 * no index row, so that is tried first, fifty in a transaction.
	 */
	void entities(List<TableRow> suspects) {
		Chunk chunk = new Chunk();
		for (TableRow entity : suspects) {
			TableRow expected = expected(entity);
			if (expected == null) {
				continue;
			}
			if (!chunk.takes(entity, expected)) {
				submit(chunk);
				chunk = new Chunk();
			}
			chunk.add(entity, expected);
		}
		submit(chunk);
	}

	private @Nullable TableRow expected(TableRow entity) {
		try {
			return this.check.target().expected(entity);
		}
		catch (InvalidKeyException | UnstorableValueException ex) {
			this.tally.count(Kind.REFUSED);
			return null;
		}
	}

	private void submit(Chunk chunk) {
		if (chunk.entities.isEmpty()) {
			return;
		}
		try {
			this.check.target().gateway().submit(new AtomicBatch(this.check.target().table(), chunk.writes));
			chunk.entities.forEach((entity) -> this.tally.count(Kind.MISSING));
		}
		catch (OptimisticLockingFailureException | DuplicateKeyException | WriteOutcomeUnknownException ex) {
			chunk.entities.forEach(this::entity);
		}
	}

	private void entity(TableRow seen) {
		for (IndexFault fault = this.check.ofEntity(seen); fault != null; fault = this.check.ofEntity(read(seen))) {
			if (fault.finding().kind() == Kind.REFUSED || isMended(fault)) {
				this.tally.count(fault.finding().kind());
				return;
			}
		}
	}

	/**
	 * Removes an index row if it stands for no entity.
	 */
	void indexRow(TableRow seen) {
		for (IndexFault fault = this.check.ofIndexRow(seen); fault != null; fault = this.check.ofIndexRow(read(seen))) {
			if (isMended(fault)) {
				this.tally.count(Kind.ORPHANED);
				return;
			}
		}
	}

	private @Nullable TableRow read(TableRow seen) {
		return this.check.target().read(seen.key());
	}

	private boolean isMended(IndexFault fault) {
		try {
			mend(fault);
			return true;
		}
		catch (OptimisticLockingFailureException | DuplicateKeyException | WriteOutcomeUnknownException ex) {
			return false;
		}
	}

	/**
	 * A writer that changes the entity changes the index row that is there, so that its
	 * ETag is condition enough; where none is there, that of the entity is.
	 */
	private void mend(IndexFault fault) throws DataAccessException {
		IndexTarget target = this.check.target();
		TableRow found = fault.found();
		TableRow expected = fault.expected();
		if (expected == null) {
			TableRow orphan = Objects.requireNonNull(found);
			target.gateway().write(target.table(), new RowWrite.Delete(orphan.key(), etag(orphan)));
		}
		else if (found != null && fault.finding().kind() == Kind.STALE) {
			target.gateway().write(target.table(), new RowWrite.Replace(expected, etag(found)));
		}
		else {
			RowWrite write = (found != null) ? new RowWrite.Replace(expected, etag(found))
					: new RowWrite.Insert(expected);
			List<RowWrite> writes = List.of(unchanged(Objects.requireNonNull(fault.entity())), write);
			target.gateway().submit(new AtomicBatch(target.table(), writes));
		}
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
