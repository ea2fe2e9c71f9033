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

package io.azuretables.patterns.summary;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

import io.azuretables.gateway.TableGateway;
import io.azuretables.internal.convert.RowValues;
import io.azuretables.internal.execution.ParallelCalls;
import io.azuretables.internal.execution.ScanPosition;
import io.azuretables.internal.execution.SegmentedScan;
import io.azuretables.internal.execution.SegmentedScan.SegmentRows;
import io.azuretables.key.InvalidKeyException;
import io.azuretables.key.KeyRange;
import io.azuretables.key.TableKey;
import io.azuretables.patterns.index.DerivedRows;
import io.azuretables.patterns.index.IndexFinding;
import io.azuretables.patterns.index.IndexFinding.Kind;
import io.azuretables.patterns.index.IndexOptions;
import io.azuretables.patterns.index.IndexProgress;
import io.azuretables.patterns.index.IndexReport;
import io.azuretables.patterns.summary.SummaryTemplate.Compared;
import io.azuretables.query.Criteria;
import io.azuretables.query.TableScrollPosition;
import io.azuretables.row.RowRequest;
import io.azuretables.row.RowWrite;
import io.azuretables.row.TableRow;
import org.jspecify.annotations.Nullable;

import org.springframework.dao.ConcurrencyFailureException;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.dao.OptimisticLockingFailureException;

/**
 * Administers a summary (counts and sums) for {@code IndexAdministration}: verifies,
 * recounts and drops it in all partitions of its class. One scan adds up each partition.
 * A partition whose sums differ, or that may have been written meanwhile, is compared by
 * itself, where a write is noticed. If it is written during each attempt, it is reported
 * as such, and the others are compared.
 *
 * @param template compares and counts a partition
 * @param summary the summary
 * @param own its rows
 */
record DerivedSummary(SummaryTemplate template, Summary<?> summary, SummaryRows own) implements DerivedRows {

	/**
	 * The clock of the service and that of this process differ by less: otherwise the
	 * service refuses all requests.
	 */
	private static final Duration CLOCKS = Duration.ofMinutes(15);

	/**
	 * How a summary is called among the indexes of its class.
	 */
	static String name(Summary<?> summary) {
		return "summary:" + summary.name();
	}

	@Override
	public Class<?> type() {
		return this.summary.type();
	}

	@Override
	public String name() {
		return name(this.summary);
	}

	@Override
	public String kind() {
		return "summary";
	}

	@Override
	public String table() {
		return this.template.table(this.summary);
	}

	@Override
	public boolean isInTransaction() {
		return true;
	}

	@Override
	public IndexReport verify(TableGateway gateway, IndexOptions options, Consumer<IndexFinding> findings,
			Consumer<IndexReport> progress) {
		Tally tally = new Tally();
		Instant quietBefore = options.clock().instant().minus(CLOCKS);
		DerivedSummary here = here();
		scan(gateway, options, this.own.keys().rowsAndEntities(), this.own.keys().partitions()).run(null,
				() -> new Partitions(quietBefore, tally,
						(partition) -> count(here.compared(partition), tally, findings)),
				(done) -> progress.accept(tally.report()));
		return tally.report();
	}

	/**
	 * The same in the table of the caller: other threads read segments, and the resolver
	 * of table names may know a tenant only in that of the caller.
	 */
	private DerivedSummary here() {
		return new DerivedSummary(this.template.in(table()), this.summary, this.own);
	}

	private List<IndexFinding> compared(Partition partition) {
		return found(partition, () -> this.template.compared(this.summary, this.own, partition.key));
	}

	/**
	 * What is found in a partition. It is neither right nor wrong if it is too busy.
	 */
	private List<IndexFinding> found(Partition partition, Supplier<Compared> action) {
		try {
			return action.get().findings(this.own);
		}
		catch (ConcurrencyFailureException ex) {
			return List.of(new IndexFinding(Kind.NOT_COMPARED, null,
					new TableKey(partition.key, this.own.keys().rowKeys().get(0))));
		}
	}

	private static void count(List<IndexFinding> found, Tally tally, Consumer<IndexFinding> findings) {
		found.forEach((finding) -> tally.count(finding.kind(), () -> findings.accept(finding)));
	}

	@Override
	public IndexReport rebuild(TableGateway gateway, IndexOptions options, @Nullable TableScrollPosition from,
			Consumer<IndexProgress> progress) {
		Tally tally = new Tally();
		Instant quietBefore = options.clock().instant().minus(CLOCKS);
		ScanPosition position = ScanPosition.of("rebuild " + table() + ' ' + label(), from, label());
		if (position.isEnd()) {
			return tally.report();
		}
		DerivedSummary here = here();
		scan(gateway, options, this.own.keys().rowsAndEntities(), this.own.keys().partitions()).run(position.after(),
				() -> new Partitions(quietBefore, tally,
						(partition) -> count(here.recounted(partition), tally, (finding) -> {
						})),
				(done) -> progress.accept(new IndexProgress(position.behind(done), tally.report())));
		progress.accept(new IndexProgress(position.end(), tally.report()));
		return tally.report();
	}

	private List<IndexFinding> recounted(Partition partition) {
		if (partition.isSame() && compared(partition).isEmpty()) {
			return List.of();
		}
		return found(partition,
				() -> this.template.recounted(this.summary, this.own, partition.key, UnaryOperator.identity()));
	}

	/**
	 * Deletes the rows, one request for each.
	 */
	@Override
	public long drop(TableGateway gateway, IndexOptions options) {
		AtomicLong dropped = new AtomicLong();
		String table = table();
		scan(gateway, options, this.own.keys().rows(), this.own.keys().partitions())
			.run((page) -> page.stream().filter((row) -> this.own.keys().isOfAnyBucket(row.key())).forEach((row) -> {
				try {
					gateway.write(table, new RowWrite.Delete(row.key(), RowWrite.ANY));
					dropped.incrementAndGet();
				}
				catch (OptimisticLockingFailureException ex) {
					// another process has deleted it
				}
			}));
		return dropped.get();
	}

	private SegmentedScan scan(TableGateway gateway, IndexOptions options, Criteria rows, KeyRange partitions) {
		IndexOptions.Reading reading = options.reading();
		return new SegmentedScan(gateway, new ParallelCalls(reading.concurrency(), reading.threads()),
				RowRequest.of(table(), null).withTop(reading.pageSize()), rows, partitions);
	}

	/**
	 * Adds up the partitions of a segment, one after the other.
	 */
	private final class Partitions implements SegmentRows {

		private final Instant quietBefore;

		private final Tally tally;

		private final Consumer<Partition> doubtful;

		private @Nullable Partition current;

		private @Nullable TableKey last;

		/**
		 * Partitions of a segment.
		 * @param quietBefore what was written before has not been written since
		 * @param doubtful takes the partitions that are to be compared by themselves
		 */
		Partitions(Instant quietBefore, Tally tally, Consumer<Partition> doubtful) {
			this.quietBefore = quietBefore;
			this.tally = tally;
			this.doubtful = doubtful;
		}

		@Override
		public @Nullable TableKey take(List<TableRow> rows) {
			TableKey done = null;
			for (TableRow row : rows) {
				Partition partition = this.current;
				if (partition == null || !partition.key.equals(row.key().partitionKey())) {
					done = (partition != null) ? end() : done;
					partition = new Partition(DerivedSummary.this.own, row.key().partitionKey());
					this.current = partition;
				}
				add(partition, row);
				this.last = row.key();
			}
			return done;
		}

		private void add(Partition partition, TableRow row) {
			if (DerivedSummary.this.own.keys().isEntity(row.key())) {
				if (partition.addEntity(row)) {
					this.tally.entities().incrementAndGet();
				}
			}
			else if (DerivedSummary.this.own.keys().isOfAnyBucket(row.key())) {
				partition.stored.put(row.key(), row);
				this.tally.indexRows().incrementAndGet();
			}
		}

		@Override
		public @Nullable TableKey end() {
			Partition partition = this.current;
			if (partition != null && !(partition.isSame() && partition.isQuiet(this.quietBefore))) {
				this.doubtful.accept(partition);
			}
			this.current = null;
			return this.last;
		}

	}

	/**
	 * What one scan has read of a partition.
	 */
	private static final class Partition {

		private final SummaryRows own;

		private final String key;

		private final Map<TableKey, TableRow> stored = new HashMap<>();

		private final Map<String, Number> counted;

		private boolean entities;

		/**
		 * Whether an entity could not be counted; which one is found when the partition
		 * is compared by itself.
		 */
		private boolean refused;

		Partition(SummaryRows own, String key) {
			this.own = own;
			this.key = key;
			this.counted = own.zero();
		}

		boolean addEntity(TableRow row) {
			RowValues entity = this.own.entity(row);
			if (entity == null) {
				return false;
			}
			try {
				this.own.addEntity(this.counted, entity);
			}
			catch (InvalidKeyException | DataIntegrityViolationException ex) {
				this.refused = true;
			}
			this.entities = true;
			return true;
		}

		/**
		 * Whether nothing seems to be wrong.
		 */
		boolean isSame() {
			return !this.refused && new Compared(this.key, this.stored,
					Map.of(new TableKey(this.key, ""), this.counted), List.of(), null)
				.findings(this.own)
				.isEmpty();
		}

		/**
		 * Whether it cannot have been written while it was read: each write of an entity
		 * that changes a sum writes a row of the summary.
		 */
		boolean isQuiet(Instant before) {
			return (this.stored.isEmpty() && !this.entities) || (!this.stored.isEmpty() && this.stored.values()
				.stream()
				.map(TableRow::timestamp)
				.allMatch((written) -> written != null && written.isBefore(before)));
		}

	}

}
