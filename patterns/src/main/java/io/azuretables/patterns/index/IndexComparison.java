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

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;

import io.azuretables.row.UnstorableValueException;
import io.azuretables.internal.time.ConflictRetries;
import io.azuretables.key.InvalidKeyException;
import io.azuretables.key.TableKey;
import io.azuretables.mapping.IndexConsistency;
import io.azuretables.internal.commit.CommitOutcome;
import io.azuretables.internal.commit.CommitToken;
import io.azuretables.internal.execution.SegmentedScan;
import io.azuretables.internal.index.InterPartitionIndexes;
import io.azuretables.internal.model.IndexMapping;
import io.azuretables.patterns.index.DerivedRows.Tally;
import io.azuretables.patterns.index.IndexOptions.Reading;
import io.azuretables.row.TableRow;
import org.jspecify.annotations.Nullable;

/**
 * Verifies a secondary index: compares its rows with the entities, and reports those that
 * do not agree. One pass over both sides finds which rows may differ; each of those is
 * then looked at between two reads of the same version, so that a concurrent write is
 * never reported as a fault. What a worker may still have to do about a young row is left
 * to the worker.
 *
 * @param target the index
 * @param options the page size, the time, and which rows are young
 */
record IndexComparison(IndexTarget target, IndexOptions options) {

	private static final ConflictRetries RETRIES = new ConflictRetries(1000);

	/**
	 * Compares the two sides: one request for each page of rows of either kind, and four
	 * to eight for each segment of a table of more than ten pages.
	 */
	RowDigests digests(Tally tally) {
		return digests(tally, (progress) -> {
		});
	}

	/**
	 * Compares the two sides, see {@link #digests(Tally)}.
	 * @param progress takes what was compared so far after each page, from one thread at
	 * a time
	 */
	RowDigests digests(Tally tally, Consumer<IndexReport> progress) {
		RowDigests digests = new RowDigests();
		Consumer<TableRow> action = (row) -> {
			if (this.target.isEntity(row)) {
				tally.entities().incrementAndGet();
				expect(row, digests);
			}
			else if (this.target.isIndexRow(row)) {
				tally.indexRows().incrementAndGet();
				this.target.readableEntries(row).forEach((entry) -> digests.find(owner(entry), entry));
			}
		};
		scans().forEach(
				(scan) -> scan.run(null, (page) -> page.forEach(action), (last) -> progress.accept(tally.report())));
		return digests;
	}

	private void forEachRow(Consumer<TableRow> action) {
		scans().forEach((scan) -> scan.run((page) -> page.forEach(action)));
	}

	/**
	 * The scans of both sides. Lists in blobs come behind all rows of tables, whatever
	 * their keys are, and a scan in segments goes on behind a key: they are read apart,
	 * page after page.
	 */
	private List<SegmentedScan> scans() {
		Reading reading = this.options.reading();
		if (!this.target.rows().index().isInBlobs()) {
			return List.of(this.target.scan(this.target.entities().or(this.target.indexRows()), reading));
		}
		return List.of(this.target.scan(this.target.entities(), reading),
				this.target.scan(this.target.indexRows(), this.options.withConcurrency(1).reading()));
	}

	private void expect(TableRow entity, RowDigests digests) {
		try {
			TableRow expected = this.target.expected(entity);
			if (expected != null) {
				digests.expect(entity.key(), expected);
			}
		}
		catch (InvalidKeyException | UnstorableValueException ex) {
			digests.suspect(entity.key());
		}
	}

	/**
	 * Reports what is wrong with the suspects: the same pages once more, and one to three
	 * requests for each suspect.
	 */
	void findings(RowDigests digests, Tally tally, Consumer<IndexFinding> findings) {
		if (digests.isClean()) {
			return;
		}
		forEachRow((row) -> suspects(row, digests).forEach((suspect) -> {
			IndexFault fault = faultOf(suspect);
			if (fault != null) {
				tally.count(fault.finding().kind(), () -> findings.accept(fault.finding()));
			}
		}));
	}

	/**
	 * The row, or what it says of entities, that may be wrong, or the other side of it.
	 */
	List<TableRow> suspects(TableRow row, RowDigests digests) {
		if (this.target.isEntity(row)) {
			return digests.isSuspect(row.key()) ? List.of(row) : List.of();
		}
		return !this.target.isIndexRow(row) ? List.of()
				: this.target.readableEntries(row).stream().filter((entry) -> digests.isSuspect(owner(entry))).toList();
	}

	private static TableKey owner(TableRow indexRow) {
		return Objects.requireNonNullElse(IndexTarget.owner(indexRow), indexRow.key());
	}

	private @Nullable IndexFault faultOf(TableRow row) {
		return this.target.isEntity(row) ? ofEntity(row) : ofIndexRow(row);
	}

	/**
	 * Returns what is wrong with the index row of an entity; {@code null} where nothing
	 * is.
	 * @param seen the row of the entity as it was last seen, if it was there
	 */
	@Nullable IndexFault ofEntity(@Nullable TableRow seen) {
		TableRow entity = seen;
		for (int attempt = 0; entity != null && this.target.isEntity(entity); attempt++) {
			checkAttempt(attempt);
			IndexFault fault = isAwaitingWorker(entity) ? null : IndexFault.of(this.target, entity);
			if (fault == null) {
				return null;
			}
			TableRow again = this.target.read(entity.key());
			if (again != null && Objects.equals(entity.etag(), again.etag())) {
				return fault;
			}
			entity = again;
		}
		return null;
	}

	/**
	 * Returns the fault of an index row that stands for no entity; {@code null} where it
	 * stands for one.
	 * @param seen the index row as it was last seen, if it was there, or what stood for
	 * an entity in a list
	 */
	@Nullable IndexFault ofIndexRow(@Nullable TableRow seen) {
		TableRow found = seen;
		for (int attempt = 0; found != null && this.target.isIndexRow(found); attempt++) {
			checkAttempt(attempt);
			TableKey owner = IndexTarget.owner(found);
			TableRow entity = (owner != null) ? this.target.read(owner) : null;
			if (isLeftToWorker(found, entity) || this.target.isOfOtherClass(entity)
					|| (entity != null && this.target.isOf(found, entity))) {
				return null;
			}
			TableRow again = this.target.readEntry(found);
			if (again != null && Objects.equals(found.etag(), again.etag())) {
				return IndexFault.orphan(found);
			}
			found = again;
		}
		return null;
	}

	private void checkAttempt(int attempt) {
		if (attempt > 0 && !RETRIES.again(attempt)) {
			throw this.target.busy(RETRIES.attempts());
		}
	}

	/**
	 * Whether a worker may not have written the index row of an entity yet. It has if the
	 * token row is gone of the write that changed the index last, however young a later
	 * write of the entity is. It may never do so if that token row is old, as in a table
	 * that was just imported. One request for a young entity; read before the index row,
	 * or the worker may have been faster.
	 */
	boolean isAwaitingWorker(TableRow entity) {
		IndexMapping index = this.target.rows().index();
		String token = InterPartitionIndexes.tokenOf(index, entity);
		if (index.consistency() != IndexConsistency.EVENTUAL || !isYoungInOtherPartition(entity)
				|| token.equals(IndexMapping.NO_TOKEN)) {
			return false;
		}
		TableRow committed = this.target
			.read(new CommitToken(this.target.table(), entity.key().partitionKey(), token).key());
		return committed != null
				&& isYounger(new CommitOutcome(committed).at(), this.options.times().retention(), this.options.clock());
	}

	/**
	 * Whether a worker may not have removed an index row yet, or the write of its entity
	 * may be still to come. A list says nothing of the age of an id: all that is known is
	 * when its entity was written. Workers name an entity after its write only.
	 */
	private boolean isLeftToWorker(TableRow indexRow, @Nullable TableRow entity) {
		return this.target.rows().index().isList() ? entity != null && isYoungInOtherPartition(entity)
				: isYoungInOtherPartition(indexRow);
	}

	private boolean isYoungInOtherPartition(TableRow row) {
		return !this.target.rows().index().isIntraPartition()
				&& isYounger(row, this.options.times().retention(), this.options.clock());
	}

	/**
	 * Whether a row was written less than a time ago.
	 */
	static boolean isYounger(TableRow row, Duration age, InstantSource clock) {
		return row.timestamp() != null && isYounger(row.timestamp(), age, clock);
	}

	private static boolean isYounger(Instant written, Duration age, InstantSource clock) {
		return !written.plus(age).isBefore(clock.instant());
	}

}
