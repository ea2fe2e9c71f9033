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

package io.azuretables.patterns.transfer;

import java.time.Instant;
import java.util.HexFormat;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Supplier;

import io.azuretables.gateway.TableGateway;
import io.azuretables.internal.execution.ParallelCalls;
import io.azuretables.internal.execution.ParallelRows;
import io.azuretables.internal.execution.PartitionSampler;
import io.azuretables.internal.execution.PlanExecutor;
import io.azuretables.key.KeyRange;
import io.azuretables.operations.PartitionSegment;
import io.azuretables.patterns.internal.digest.RowDigest;
import io.azuretables.patterns.transfer.TransferReport.TableContent;
import io.azuretables.row.ServiceLimits;
import io.azuretables.row.TableRow;

/**
 * Copies tables from one store to another: between accounts, or to and from the embedded
 * store. Safe for concurrent use.
 *
 * @since 0.1
 */
public final class TableCopy {

	private final TableGateway source;

	private final TableGateway target;

	private final TransferOptions options;

	private final ParallelCalls reads;

	private final ParallelCalls writes;

	/**
	 * A copy with the default options.
	 */
	public TableCopy(TableGateway source, TableGateway target) {
		this(source, target, TransferOptions.DEFAULTS);
	}

	public TableCopy(TableGateway source, TableGateway target, TransferOptions options) {
		this.source = source;
		this.target = target;
		this.options = options;
		this.reads = options.calls();
		this.writes = options.calls();
	}

	/**
	 * Copies all rows of a table, those of indexes included. One request for each 1,000
	 * rows of the source, and one for up to 100 rows of a partition of the target, both
	 * in parallel. Rows of the target that the source does not have stay. A copy that was
	 * stopped can be repeated.
	 * @param to the table of the target, which is created if it is not there
	 * @param progress is called after each 1,000 rows
	 * @throws org.springframework.dao.DuplicateKeyException if a row is there with other
	 * properties and is not to be replaced
	 */
	public TransferReport copy(String table, String to, ImportMode mode, Consumer<TransferProgress> progress) {
		Instant begin = Instant.now();
		PlanExecutor executor = new PlanExecutor(this.source, this.reads);
		List<KeyRange> segments = new PartitionSampler(executor, table).divide(KeyRange.all(), this.options.segments());
		this.target.createTable(to);
		AtomicInteger finished = new AtomicInteger();
		long rows = 0;
		long digest = 0;
		try (RowWriter writer = new RowWriter(new PlanExecutor(this.options.paced(this.target), this.writes),
				this.writes, this.options.concurrency(), to, mode);
				ParallelRows<TableRow> all = executor
					.together(segments.stream().map((segment) -> rows(executor, table, segment, finished)).toList())) {
			while (all.hasNext()) {
				TableRow row = all.next();
				writer.add(row);
				digest += RowDigest.of(row);
				if (++rows % ServiceLimits.PAGE_SIZE == 0) {
					progress
						.accept(new TransferProgress(to, rows, (double) finished.get() / (segments.size() + 1), null));
				}
			}
			writer.flush();
		}
		progress.accept(new TransferProgress(to, rows, 1, null));
		return new TransferReport(List.of(new TableContent(to, rows, HexFormat.of().toHexDigits(digest))), begin,
				Instant.now());
	}

	private static Supplier<Iterator<TableRow>> rows(PlanExecutor executor, String table, KeyRange segment,
			AtomicInteger finished) {
		return () -> new CountedSegment(ExportedRows.all(table)
			.read(executor, new PartitionSegment(segment.from(), segment.to()), null)
			.iterator()
			.next(), finished);
	}

	/**
	 * Counts a segment when its last row was read.
	 */
	private static final class CountedSegment implements Iterator<TableRow> {

		private final Iterator<TableRow> rows;

		private final AtomicInteger finished;

		private boolean counted;

		CountedSegment(Iterator<TableRow> rows, AtomicInteger finished) {
			this.rows = rows;
			this.finished = finished;
		}

		@Override
		public boolean hasNext() {
			boolean more = this.rows.hasNext();
			if (!more && !this.counted) {
				this.counted = true;
				this.finished.incrementAndGet();
			}
			return more;
		}

		@Override
		public TableRow next() {
			return this.rows.next();
		}

	}

}
