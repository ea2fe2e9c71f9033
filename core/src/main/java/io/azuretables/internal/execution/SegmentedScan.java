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

package io.azuretables.internal.execution;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.IntStream;

import io.azuretables.gateway.TableGateway;
import io.azuretables.internal.execution.ParallelCalls.InterruptedCallsException;
import io.azuretables.internal.plan.RowFilter;
import io.azuretables.key.KeyRange;
import io.azuretables.key.TableKey;
import io.azuretables.query.Criteria;
import io.azuretables.row.RowPage;
import io.azuretables.row.RowPage.Continuation;
import io.azuretables.row.RowReader;
import io.azuretables.row.RowRequest;
import io.azuretables.row.TableRow;
import org.jspecify.annotations.Nullable;

/**
 * Reads the rows of a table page by page, and several ranges of partitions in parallel if
 * it has many pages. It can go on behind a row where an earlier scan was stopped.
 */
public final class SegmentedScan {

	/**
	 * So many pages are read one after the other. To divide a table takes four to eight
	 * requests for each segment, so that one of a few pages is read sooner as it is.
	 */
	static final int FIRST_PAGES = 10;

	private final PlanExecutor executor;

	private final ParallelCalls calls;

	private final RowRequest request;

	private final Criteria rows;

	private final KeyRange partitions;

	private final Function<RowRequest, RowPage<TableRow>> reader;

	/**
	 * A scan.
	 * @param calls read the segments, two for each call that is made at the same time
	 * @param request names the table, the most rows of a page, and the properties
	 * @param rows the condition that rows meet
	 * @param partitions the partitions that have such rows
	 */
	public SegmentedScan(TableGateway gateway, ParallelCalls calls, RowRequest request, Criteria rows,
			KeyRange partitions) {
		this(new PlanExecutor(gateway, calls), calls, request, rows, partitions, null);
	}

	private SegmentedScan(PlanExecutor executor, ParallelCalls calls, RowRequest request, Criteria rows,
			KeyRange partitions, @Nullable Function<RowRequest, RowPage<TableRow>> reader) {
		this.executor = executor;
		this.calls = calls;
		this.request = request;
		this.rows = rows;
		this.partitions = partitions;
		this.reader = (reader != null) ? reader : (page) -> executor.page(page, RowReader.rows());
	}

	/**
	 * The same scan with pages that are read otherwise, such as rows with their parts.
	 * @param newReader reads a page; called by several threads at the same time
	 */
	public SegmentedScan withReader(Function<RowRequest, RowPage<TableRow>> newReader) {
		return new SegmentedScan(this.executor, this.calls, this.request, this.rows, this.partitions, newReader);
	}

	/**
	 * Reads all rows.
	 * @param page takes the rows of a page; several threads call it at the same time
	 */
	public void run(Consumer<List<TableRow>> page) {
		run(null, page, (last) -> {
		});
	}

	/**
	 * Reads the rows behind a row.
	 * @param after the last row that is done, {@code null} for none
	 * @param page takes the rows of a page; several threads call it at the same time
	 * @param done is called after each page, by one thread at a time, with the last row
	 * up to which all pages were taken: a scan that is stopped goes on behind it, and
	 * takes pages again that were ahead of it. If rows come in no order, there is no such
	 * row, and pages are read one after the other
	 */
	public void run(@Nullable TableKey after, Consumer<List<TableRow>> page, Consumer<@Nullable TableKey> done) {
		if (after == null && !this.executor.isOrdered()) {
			runInNoOrder(page, done);
			return;
		}
		run(after, () -> (rows) -> {
			page.accept(rows);
			return rows.get(rows.size() - 1).key();
		}, done);
	}

	/**
	 * Reads the rows behind a row, where what takes the rows of a segment keeps something
	 * from one page to the next.
	 * @param after the last row that is done, {@code null} for none
	 * @param segments makes what takes the rows of a segment
	 * @param done is called after each page, by one thread at a time, with the last row
	 * up to which all rows are done: a scan that is stopped goes on behind it, and takes
	 * rows again that were ahead of it
	 */
	public void run(@Nullable TableKey after, Supplier<? extends SegmentRows> segments,
			Consumer<@Nullable TableKey> done) {
		this.executor.checkOrder("This scan of the table '" + this.request.table() + "'");
		int first = (this.calls.parallelism() > 1) ? FIRST_PAGES : Integer.MAX_VALUE;
		Reading reading = new Reading(segments.get(), after, after);
		for (Pages pages = new Pages(this.partitions, after); pages.hasNext();) {
			if (first-- == 0) {
				runInSegments(reading, segments, done);
				return;
			}
			reading = reading.taken(pages.next());
			done.accept(reading.done());
		}
		TableKey end = reading.ended().done();
		if (!Objects.equals(end, reading.done())) {
			done.accept(end);
		}
	}

	private void runInNoOrder(Consumer<List<TableRow>> page, Consumer<@Nullable TableKey> done) {
		for (Pages pages = new Pages(this.partitions, null); pages.hasNext();) {
			List<TableRow> rows = pages.next();
			if (!rows.isEmpty()) {
				page.accept(rows);
			}
			done.accept(null);
		}
	}

	private void runInSegments(Reading begun, Supplier<? extends SegmentRows> rows, Consumer<@Nullable TableKey> done) {
		TableKey after = begun.last();
		KeyRange rest = (after != null) ? new KeyRange(after.partitionKey(), this.partitions.to()) : this.partitions;
		List<KeyRange> segments = new PartitionSampler(this.executor, this.request.table()).divide(rest,
				2 * this.calls.parallelism());
		Progress progress = new Progress(segments.size(), begun.done(), done);
		AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
		List<Integer> numbers = IntStream.range(0, segments.size()).boxed().toList();
		this.calls.<Integer, Boolean>map(numbers, (number) -> {
			try {
				read(new Pages(segments.get(number), (number == 0) ? after : null),
						(number == 0) ? begun : new Reading(rows.get(), null, null), number, progress, failure);
			}
			catch (RuntimeException | Error ex) {
				failure.compareAndSet(null, ex);
			}
			return true;
		}, (number) -> false, () -> failure.compareAndSet(null, new InterruptedCallsException()));
		check(failure.get());
	}

	private static void read(Pages pages, Reading begun, int segment, Progress progress,
			AtomicReference<@Nullable Throwable> failure) {
		Reading reading = begun;
		while (failure.get() == null && pages.hasNext()) {
			reading = reading.taken(pages.next());
			progress.done(segment, reading.done(), false);
		}
		if (failure.get() == null) {
			progress.done(segment, reading.ended().done(), true);
		}
	}

	private static void check(@Nullable Throwable failure) {
		if (failure instanceof Error error) {
			throw error;
		}
		if (failure != null) {
			throw (RuntimeException) failure;
		}
	}

	/**
	 * Takes the rows of one segment, page by page and in the order of their keys, by one
	 * thread at a time.
	 */
	public interface SegmentRows {

		/**
		 * Takes the rows of a page.
		 * @param rows at least one
		 * @return the last row that is done; {@code null} if none is that was not before
		 */
		@Nullable TableKey take(List<TableRow> rows);

		/**
		 * Is called when all rows of the segment were taken.
		 * @return the last row that is done; {@code null} if none is that was not before
		 */
		default @Nullable TableKey end() {
			return null;
		}

	}

	/**
	 * How far the rows of a segment were taken.
	 *
	 * @param rows takes them
	 * @param last the last row that was taken
	 * @param done the last row that is done
	 */
	private record Reading(SegmentRows rows, @Nullable TableKey last, @Nullable TableKey done) {

		Reading taken(List<TableRow> page) {
			return page.isEmpty() ? this
					: new Reading(this.rows, page.get(page.size() - 1).key(), or(this.rows.take(page)));
		}

		Reading ended() {
			return new Reading(this.rows, this.last, or(this.rows.end()));
		}

		private @Nullable TableKey or(@Nullable TableKey newly) {
			return (newly != null) ? newly : this.done;
		}

	}

	/**
	 * The pages of a segment behind a row: the rest of its partition first, and then the
	 * partitions behind it.
	 */
	private final class Pages implements Iterator<List<TableRow>> {

		private final Iterator<Criteria> ranges;

		private @Nullable RowRequest next;

		Pages(KeyRange segment, @Nullable TableKey after) {
			this.ranges = ranges(segment, after).iterator();
		}

		private List<Criteria> ranges(KeyRange segment, @Nullable TableKey after) {
			List<Criteria> below = new ArrayList<>();
			String to = segment.to();
			if (to != null) {
				below.add(Criteria.where("PartitionKey").lessThan(to));
			}
			if (after == null) {
				return List.of(Criteria.allOf(segment.from().isEmpty() ? below
						: with(Criteria.where("PartitionKey").greaterThanOrEqual(segment.from()), below)));
			}
			return List.of(
					Criteria.where("PartitionKey")
						.is(after.partitionKey())
						.and(Criteria.where("RowKey").greaterThan(after.rowKey())),
					Criteria.allOf(with(Criteria.where("PartitionKey").greaterThan(after.partitionKey()), below)));
		}

		private List<Criteria> with(Criteria above, List<Criteria> below) {
			List<Criteria> bounds = new ArrayList<>(below);
			bounds.add(0, above);
			return bounds;
		}

		@Override
		public boolean hasNext() {
			return this.next != null || this.ranges.hasNext();
		}

		@Override
		public List<TableRow> next() {
			RowRequest asked = this.next;
			if (asked == null) {
				RowRequest all = SegmentedScan.this.request;
				asked = new RowRequest(all.table(), RowFilter.of(this.ranges.next().and(SegmentedScan.this.rows)),
						all.top(), null, all.select());
			}
			RowPage<TableRow> page = SegmentedScan.this.reader.apply(asked);
			Continuation continuation = page.continuation();
			this.next = (continuation != null) ? asked.from(continuation) : null;
			return page.rows();
		}

	}

	/**
	 * Knows up to which row all pages were taken.
	 */
	private static final class Progress {

		private final @Nullable TableKey[] last;

		private final boolean[] ended;

		private final Consumer<@Nullable TableKey> done;

		/**
		 * The first segment that has not ended.
		 */
		private int first;

		private @Nullable TableKey all;

		Progress(int segments, @Nullable TableKey after, Consumer<@Nullable TableKey> done) {
			this.last = new @Nullable TableKey[segments];
			this.ended = new boolean[segments];
			this.all = after;
			this.done = done;
		}

		synchronized void done(int segment, @Nullable TableKey row, boolean end) {
			this.last[segment] = row;
			this.ended[segment] = end;
			while (this.first < this.ended.length && this.ended[this.first]) {
				all(this.last[this.first++]);
			}
			if (this.first < this.ended.length) {
				all(this.last[this.first]);
			}
			this.done.accept(this.all);
		}

		private void all(@Nullable TableKey row) {
			this.all = (row != null) ? row : this.all;
		}

	}

}
