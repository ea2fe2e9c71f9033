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

package io.azuretables.internal.write;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import io.azuretables.internal.change.DeferredWrite;
import io.azuretables.internal.change.EntityChange;
import io.azuretables.internal.conversion.IndexVersion;
import io.azuretables.internal.index.EntityIndexes;
import io.azuretables.internal.index.IndexChanges;
import io.azuretables.internal.transaction.CompanionState;
import io.azuretables.internal.transaction.RowGroup;
import io.azuretables.key.TableKey;
import io.azuretables.row.RowWrite;
import io.azuretables.row.ServiceLimits;
import io.azuretables.row.TableRow;
import org.jspecify.annotations.Nullable;

import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.dao.InvalidDataAccessApiUsageException;

/**
 * Computes the group of row writes for one entity: its own row, and others such as its
 * index rows. Each write has its condition. Pure: the row as it was comes with the
 * question.
 */
public final class RowGroupFactory {

	private static final IndexChanges UNCHANGED = new IndexChanges(List.of(), null);

	private RowGroupFactory() {
	}

	/**
	 * The writes for an entity.
	 * @param previous the row as it was, if the write
	 * {@linkplain PreparedWrite#needsPrevious() needs} it and it was there
	 * @param companions the companions that were read, changed to what this write makes
	 * of them
	 */
	static RowGroup of(PreparedWrite<?> write, @Nullable TableRow previous, CompanionState companions) {
		Optional<IndexVersion> indexed = IndexVersion.parse(write.version());
		String expected = indexed.isPresent() ? null : write.version();
		check(write, previous, expected);
		EntityIndexes indexes = write.target().indexes();
		if (indexes.isEmpty()) {
			return RowGroup.of(main(write, write.kept(write.row(), previous), expected, previous), List.of());
		}
		EntityChange change = write.change(previous);
		IndexChanges others = indexes.others().isEmpty() ? UNCHANGED : indexes.others().changes(change);
		RowWrite main = main(write, write.kept(ownRow(write, others, change), previous), expected, previous);
		List<RowWrite> rows = indexes.writes(change, companions);
		RowGroup group = RowGroup.of(main, indexed.isPresent() ? conditional(write, rows, indexed.get()) : rows);
		checkSize(write, group, others.changes().isEmpty() ? 0 : 1);
		return others.changes().isEmpty() ? group
				: group.with(new DeferredWrite(write.target().table(), change.key(), change.token(), others.changes()));
	}

	/**
	 * Refuses a write that cannot succeed over the row as it was.
	 * @param expected the version that the row must have, if the write tells it
	 */
	private static void check(PreparedWrite<?> write, @Nullable TableRow previous, @Nullable String expected) {
		write.checkVersion();
		write.checkNotMoving(previous);
		if (previous != null && expected != null && !expected.equals(previous.etag())) {
			throw write.changed(null);
		}
		boolean versioned = write.version() != null;
		if (previous == null && write.needsPrevious() && (versioned || write.mode() != WriteMode.SAVE)) {
			throw write.gone(null);
		}
		EntityIndexes indexes = write.target().indexes();
		indexes.checkNotNewer(previous);
		boolean replaces = !versioned && write.mode() != WriteMode.DELETE;
		if (previous != null && replaces && indexes.isOfUnknownType(previous)) {
			throw write.ofUnknownType(previous);
		}
	}

	/**
	 * The write of an index row that stands for another entity from now on.
	 * @param given the write of the entity that gives up the key
	 */
	static RowWrite handedOver(RowWrite.Delete given, TableRow row) {
		return new RowWrite.Replace(row, given.ifMatch());
	}

	private static void checkSize(PreparedWrite<?> write, RowGroup group, int more) {
		if (group.writes().size() + more > ServiceLimits.BATCH_WRITES) {
			throw new InvalidDataAccessApiUsageException(
					"The " + write.target().name() + " and its index rows take " + (group.writes().size() + more)
							+ " writes, and a transaction takes " + ServiceLimits.BATCH_WRITES);
		}
		long bytes = group.bytes();
		if (bytes > ServiceLimits.BATCH_BYTES) {
			boolean wide = !write.target().indexes().model().parts().names().isEmpty();
			throw new DataIntegrityViolationException(
					"The " + write.target().name() + (wide ? " with its parts has " : " with its index rows has ")
							+ bytes + " bytes, and a transaction takes " + ServiceLimits.BATCH_BYTES
							+ "; store less in it, or " + (wide ? "store large values in blobs by a LargeValue property"
									: "let its indexes include fewer properties"));
		}
	}

	/**
	 * The entity's own row, with the tokens of its rows in other partitions and without
	 * what is in its parts.
	 */
	private static TableRow ownRow(PreparedWrite<?> write, IndexChanges others, EntityChange change) {
		TableRow row = (others.row() != null) ? others.row() : write.row();
		return write.target().indexes().main(row, change.token());
	}

	private static RowWrite main(PreparedWrite<?> write, TableRow row, @Nullable String expected,
			@Nullable TableRow previous) {
		if (write.isInsert() || (previous == null && write.needsPrevious())) {
			return new RowWrite.Insert(row);
		}
		String known = (expected != null) ? expected : (previous != null) ? previous.etag() : null;
		String ifMatch = (known != null) ? known : RowWrite.ANY;
		if (write.mode() == WriteMode.DELETE) {
			return new RowWrite.Delete(row.key(), ifMatch);
		}
		boolean upsert = write.mode() == WriteMode.SAVE && !write.versioned() && known == null;
		return upsert ? new RowWrite.InsertOrReplace(row) : new RowWrite.Replace(row, ifMatch);
	}

	/**
	 * The writes, of which the one of the index row that the entity was read from checks
	 * that it has not changed.
	 */
	private static List<RowWrite> conditional(PreparedWrite<?> write, List<RowWrite> companions, IndexVersion version) {
		TableKey checked = new TableKey(write.row().key().partitionKey(), version.rowKey());
		List<RowWrite> conditional = new ArrayList<>();
		boolean found = false;
		for (RowWrite companion : companions) {
			boolean here = companion.key().equals(checked);
			conditional.add(here ? conditional(companion, version.etag()) : companion);
			found |= here;
		}
		if (!found) {
			throw write.changed(null);
		}
		return conditional;
	}

	private static RowWrite conditional(RowWrite write, String etag) {
		TableRow row = write.row();
		return (row != null) ? new RowWrite.Replace(row, etag) : new RowWrite.Delete(write.key(), etag);
	}

}
