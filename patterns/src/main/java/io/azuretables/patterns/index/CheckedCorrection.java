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

import java.util.List;
import java.util.Objects;

import io.azuretables.gateway.WriteOutcomeUnknownException;
import io.azuretables.internal.commit.CommitProtocol;
import io.azuretables.internal.commit.CommitToken;
import io.azuretables.key.TableKey;
import io.azuretables.patterns.index.IndexFinding.Kind;
import io.azuretables.row.RowWrite;
import io.azuretables.row.TableRow;
import org.jspecify.annotations.Nullable;

import org.springframework.dao.DuplicateKeyException;
import org.springframework.dao.OptimisticLockingFailureException;

/**
 * Repairs index rows that are in another partition than their entity, and reads the
 * entity again afterwards. An index row that is missing is added and, if its entity has
 * changed in the meantime, deleted again; one that stands for no entity is deleted after
 * the outcome of its write is final. Entities are never written.
 *
 * @param comparison tells what is wrong with a row
 */
record CheckedCorrection(IndexComparison comparison) implements FaultCorrection {

	@Override
	public List<TableRow> insertMissing(List<TableRow> entities) {
		return entities;
	}

	@Override
	public boolean correct(IndexFault fault) {
		TableRow expected = fault.expected();
		return (expected != null) ? isCorrected(fault, expected) : isRemoved(Objects.requireNonNull(fault.found()));
	}

	private boolean isCorrected(IndexFault fault, TableRow expected) {
		TableRow found = fault.found();
		RowWrite write = (found != null) ? new RowWrite.Replace(expected, Objects.requireNonNull(found.etag()))
				: new RowWrite.Insert(expected);
		if (found != null && fault.finding().kind() == Kind.MISSING) {
			settle(found);
		}
		String etag = written(write);
		TableRow entity = target().read(Objects.requireNonNull(fault.entity()).key());
		if (etag == null || (entity != null && target().isOf(expected, entity))) {
			return etag != null;
		}
		written(new RowWrite.Delete(expected.key(), etag));
		return false;
	}

	private boolean isRemoved(TableRow orphan) {
		settle(orphan);
		if (this.comparison.ofIndexRow(orphan) == null) {
			return false;
		}
		written(new RowWrite.Delete(orphan.key(), Objects.requireNonNull(orphan.etag())));
		return true;
	}

	/**
	 * Makes sure that the write of an index row is not still to come.
	 */
	private void settle(TableRow indexRow) {
		IndexOptions options = this.comparison.options();
		TableKey owner = IndexTarget.owner(indexRow);
		if (owner != null && IndexComparison.isYounger(indexRow, options.times().fence(), options.clock())
				&& indexRow.get(RowWrite.TOKEN) instanceof String token) {
			new CommitProtocol(target().gateway(), options.clock(), options.times().fence())
				.settle(new CommitToken(target().table(), owner.partitionKey(), token));
		}
	}

	private IndexTarget target() {
		return this.comparison.target();
	}

	/**
	 * Writes a row, unless another writer was faster.
	 * @return its ETag; {@code null} if it was not written, or deleted
	 */
	private @Nullable String written(RowWrite write) {
		try {
			return target().gateway().write(target().table(), write);
		}
		catch (OptimisticLockingFailureException | DuplicateKeyException | WriteOutcomeUnknownException ex) {
			return null;
		}
	}

}
