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
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
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

	/**
	 * A scan.
	 * @param calls read the segments, two for each call that is made at the same time
	 * @param request names the table, the most rows of a page, and the properties
	 * @param rows the condition that rows meet
	 * @param partitions the partitions that have such rows
	 */
	public SegmentedScan(TableGateway gateway, ParallelCalls calls, RowRequest request, Criteria rows,
			KeyRange partitions) {
		this.executor = new PlanExecutor(gateway, calls);
		this.calls = calls;
		this.request = request;
		this.rows = rows;
		this.partitions = partitions;
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
	 * takes pages again that were ahead of it
	 */
	public void run(@Nullable TableKey after, Consumer<List<TableRow>> page, Consumer<@Nullable TableKey> done) {
		int first = (this.calls.parallelism() > 1) ? FIRST_PAGES : Integer.MAX_VALUE;
		TableKey last = after;
		for (Pages pages = new Pages(this.partitions, after); pages.hasNext();) {
			if (first-- == 0) {
				runInSegments(last, page, done);
				return;
			}
			last = take(pages.next(), page, last);
			done.accept(last);
		}
	}

	private static @Nullable TableKey take(List<TableRow> rows, Consumer<List<TableRow>> page,
			@Nullable TableKey last) {
		if (rows.isEmpty()) {
			return last;
		}
		page.accept(rows);
		return rows.get(rows.size() - 1).key();
	}

	private void runInSegments(@Nullable TableKey after, Consumer<List<TableRow>> page,
			Consumer<@Nullable TableKey> done) {
		KeyRange rest = (after != null) ? new KeyRange(after.partitionKey(), this.partitions.to()) : this.partitions;
		List<KeyRange> segments = new PartitionSampler(this.executor, this.request.table()).divide(rest,
				2 * this.calls.parallelism());
		Progress progress = new Progress(segments.size(), after, done);
		AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
		List<Integer> numbers = IntStream.range(0, segments.size()).boxed().toList();
		this.calls.<Integer, Boolean>map(numbers, (number) -> {
			try {
				read(new Pages(segments.get(number), (number == 0) ? after : null), number, page, progress, failure);
			}
			catch (RuntimeException | Error ex) {
				failure.compareAndSet(null, ex);
			}
			return true;
		}, (number) -> false, () -> failure.compareAndSet(null, new InterruptedCallsException()));
		check(failure.get());
	}

	private static void read(Pages pages, int segment, Consumer<List<TableRow>> page, Progress progress,
			AtomicReference<@Nullable Throwable> failure) {
		TableKey last = null;
		while (failure.get() == null && pages.hasNext()) {
			last = take(pages.next(), page, last);
			progress.done(segment, last, false);
		}
		if (failure.get() == null) {
			progress.done(segment, last, true);
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
			RowPage<TableRow> page = SegmentedScan.this.executor.page(asked, RowReader.rows());
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
