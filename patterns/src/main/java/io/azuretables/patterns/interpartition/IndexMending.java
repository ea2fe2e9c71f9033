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
import java.util.Objects;

import io.azuretables.client.WriteOutcomeUnknownException;
import io.azuretables.key.TableKey;
import io.azuretables.patterns.index.IndexFault;
import io.azuretables.patterns.index.IndexFinding.Kind;
import io.azuretables.patterns.index.IndexTarget;
import io.azuretables.patterns.queue.GuardToken;
import io.azuretables.patterns.queue.WriteGuard;
import io.azuretables.row.RowWrite;
import io.azuretables.row.TableRow;
import org.jspecify.annotations.Nullable;

import org.springframework.dao.DuplicateKeyException;
import org.springframework.dao.OptimisticLockingFailureException;

/**
 * How is a fault of an index in another partition mended while others write? An index row
 * that is missing is added and, if its entity has changed in the meantime, taken away
 * again: it is its own under no other write. One that stands for nothing goes after its
 * write was decided. Entities are never written.
 *
 * @param audit looks
 * @param writeGuard decides
 * @param fence the age above which there is nothing left to decide
 */
record IndexMending(IndexAudit audit, WriteGuard writeGuard, Duration fence) {

	/**
	 * Mends the index row of an entity.
	 * @return what was wrong, and is not any more but for what was {@link Kind#REFUSED};
	 * {@code null} if nothing was
	 */
	@Nullable Kind entity(TableRow read) {
		TableRow entity = read;
		while (entity != null) {
			IndexFault fault = this.audit.ofEntity(entity);
			if (fault == null) {
				return null;
			}
			Kind kind = fault.finding().kind();
			if (kind == Kind.REFUSED || isMended(fault)) {
				return kind;
			}
			entity = this.audit.target().read(entity.key());
		}
		return null;
	}

	private boolean isMended(IndexFault fault) {
		TableRow expected = Objects.requireNonNull(fault.expected());
		TableRow found = fault.found();
		RowWrite write = (found != null) ? new RowWrite.Replace(expected, Objects.requireNonNull(found.etag()))
				: new RowWrite.Insert(expected);
		if (found != null && fault.finding().kind() == Kind.MISSING) {
			decide(found);
		}
		String etag = written(write);
		TableRow entity = this.audit.target().read(Objects.requireNonNull(fault.entity()).key());
		if (etag == null || (entity != null && this.audit.target().isOf(expected, entity))) {
			return etag != null;
		}
		written(new RowWrite.Delete(expected.key(), etag));
		return false;
	}

	/**
	 * Removes an index row if no entity stands behind it.
	 * @return whether it was removed
	 */
	boolean indexRow(TableRow read) {
		IndexFault fault = this.audit.ofIndexRow(read);
		if (fault == null) {
			return false;
		}
		TableRow orphan = Objects.requireNonNull(fault.found());
		decide(orphan);
		if (this.audit.ofIndexRow(orphan) == null) {
			return false;
		}
		written(new RowWrite.Delete(orphan.key(), Objects.requireNonNull(orphan.etag())));
		return true;
	}

	/**
	 * Sees to it that the write of an index row is not still to come.
	 */
	private void decide(TableRow indexRow) {
		TableKey owner = IndexTarget.owner(indexRow);
		if (owner != null && this.audit.isYounger(indexRow, this.fence)
				&& indexRow.get(RowWrite.TOKEN) instanceof String token) {
			this.writeGuard.settle(new GuardToken(this.audit.target().table(), owner.partitionKey(), token));
		}
	}

	/**
	 * Writes a row, unless somebody else was faster.
	 * @return its ETag; {@code null} if it was not written, or deleted
	 */
	private @Nullable String written(RowWrite write) {
		try {
			return this.audit.target().gateway().write(this.audit.target().table(), write);
		}
		catch (OptimisticLockingFailureException | DuplicateKeyException | WriteOutcomeUnknownException ex) {
			return null;
		}
	}

}
