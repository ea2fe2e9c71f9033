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
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

import io.azuretables.embedded.EmbeddedTableGateway;
import io.azuretables.gateway.ForwardingTableGateway;
import io.azuretables.internal.execution.ParallelCalls.InterruptedCallsException;
import io.azuretables.key.KeyRange;
import io.azuretables.key.TableKey;
import io.azuretables.query.Criteria;
import io.azuretables.row.RowPage;
import io.azuretables.row.RowReader;
import io.azuretables.row.RowRequest;
import io.azuretables.row.RowWrite;
import io.azuretables.row.TableRow;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/**
 * Tests for {@link SegmentedScan}: each row once, several segments at the same time, and
 * positions behind which nothing is left out.
 */
class SegmentedScanTests {

	private static final String TABLE = "Rows";

	private static final int PAGE = 5;

	private final CountingGateway gateway = new CountingGateway(EmbeddedTableGateway.withTables(TABLE));

	private final List<TableKey> keys = new ArrayList<>();

	private void fill(int partitions, int rows) {
		for (int p = 0; p < partitions; p++) {
			for (int r = 0; r < rows; r++) {
				TableKey key = TableKey.of("p'%04d".formatted(p), "r'%04d".formatted(r));
				this.gateway.write(TABLE, new RowWrite.Insert(TableRow.of(key, Map.of("N", r))));
				this.keys.add(key);
			}
		}
		this.gateway.requests.set(0);
	}

	private SegmentedScan scan(int concurrency) {
		return scan(concurrency, Criteria.ALL, KeyRange.all());
	}

	private SegmentedScan scan(int concurrency, Criteria rows, KeyRange partitions) {
		return new SegmentedScan(this.gateway, new ParallelCalls(concurrency, ParallelCalls.DAEMONS),
				RowRequest.of(TABLE, null).withTop(PAGE), rows, partitions);
	}

	private static List<TableKey> keys(List<TableRow> rows) {
		return rows.stream().map(TableRow::key).toList();
	}

	@Test
	void readsATableOfAFewPagesAsItIs() {
		fill(SegmentedScan.FIRST_PAGES, PAGE);
		List<TableKey> found = new ArrayList<>();
		scan(8).run((page) -> found.addAll(keys(page)));
		assertThat(found).isEqualTo(this.keys);
		assertThat(this.gateway.requests).hasValue(SegmentedScan.FIRST_PAGES);
	}

	@ParameterizedTest
	@ValueSource(ints = { 1, 2, 8 })
	void readsEachRowOnce(int concurrency) {
		fill(60, 7);
		List<TableKey> found = Collections.synchronizedList(new ArrayList<>());
		scan(concurrency).run((page) -> found.addAll(keys(page)));
		assertThat(found).containsExactlyInAnyOrderElementsOf(this.keys);
		found.clear();
		scan(concurrency, Criteria.where("N").lessThan(5), new KeyRange("p'0010", "p'0050"))
			.run((page) -> found.addAll(keys(page)));
		assertThat(found).hasSize(40 * 5)
			.doesNotHaveDuplicates()
			.allMatch((key) -> key.rowKey().compareTo("r'0005") < 0);
	}

	/**
	 * The first page of each of eight threads waits for the others.
	 */
	@Test
	void readsSegmentsAtTheSameTime() {
		fill(60, 7);
		AtomicInteger pages = new AtomicInteger();
		CountDownLatch together = new CountDownLatch(8);
		scan(8).run((page) -> {
			if (pages.incrementAndGet() > SegmentedScan.FIRST_PAGES) {
				together.countDown();
				assertThat(isOpen(together)).as("eight pages at the same time").isTrue();
			}
		});
		assertThat(together.getCount()).isZero();
	}

	private static boolean isOpen(CountDownLatch latch) {
		try {
			return latch.await(1, TimeUnit.MINUTES);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			return false;
		}
	}

	/**
	 * A scan is stopped at each page, and goes on at its last position until it ends.
	 */
	@ParameterizedTest
	@ValueSource(ints = { 1, 4 })
	void leavesNothingOutBehindAPosition(int concurrency) {
		fill(25, 9);
		for (int stop = 1; stop < 60; stop++) {
			List<TableKey> found = Collections.synchronizedList(new ArrayList<>());
			AtomicReference<@Nullable TableKey> position = new AtomicReference<>();
			int runs = 0;
			boolean ended = false;
			while (!ended) {
				assertThat(++runs).isLessThan(500);
				AtomicInteger pages = new AtomicInteger(stop);
				try {
					scan(concurrency).run(position.get(), (page) -> {
						if (pages.decrementAndGet() < 0) {
							throw new IllegalStateException("stopped");
						}
						found.addAll(keys(page));
					}, (done) -> {
						TableKey before = position.getAndSet(done);
						assertThat(before == null || before.compareTo(done) <= 0).isTrue();
						assertThat(List.copyOf(found)).containsAll(
								this.keys.stream().filter((key) -> done != null && key.compareTo(done) <= 0).toList());
					});
					ended = true;
				}
				catch (IllegalStateException ex) {
					assertThat(ex).hasMessage("stopped");
				}
			}
			assertThat(found).containsAll(this.keys);
		}
	}

	@Test
	void endsAtTheFirstFailureAndReadsNothingAfterwards() {
		fill(60, 7);
		AtomicInteger pages = new AtomicInteger();
		AtomicReference<Thread> failing = new AtomicReference<>();
		assertThatIllegalStateException().isThrownBy(() -> scan(8).run((page) -> {
			int number = pages.incrementAndGet();
			if (number == 20) {
				failing.set(Thread.currentThread());
				throw new IllegalStateException("full");
			}
			while (number > 20 && (failing.get() == null || failing.get().getState() == Thread.State.RUNNABLE)) {
				Thread.onSpinWait(); // until the failure has been noted, and its thread
										// is idle
			}
		})).withMessage("full");
		assertThat(pages.get()).isBetween(20, 20 + 7);
	}

	@Test
	void endsWhenItsThreadIsInterrupted() {
		fill(60, 7);
		Thread caller = Thread.currentThread();
		AtomicInteger pages = new AtomicInteger();
		assertThatExceptionOfType(InterruptedCallsException.class).isThrownBy(() -> scan(4).run((page) -> {
			if (pages.incrementAndGet() > SegmentedScan.FIRST_PAGES) {
				caller.interrupt();
				while (caller.isInterrupted()) {
					Thread.onSpinWait(); // until the caller has noticed
				}
			}
		}));
		assertThat(Thread.interrupted()).isTrue();
		assertThat(pages).hasValueLessThan(60);
	}

	/**
	 * Counts pages.
	 */
	private static final class CountingGateway extends ForwardingTableGateway {

		private final AtomicInteger requests = new AtomicInteger();

		CountingGateway(EmbeddedTableGateway store) {
			super(store);
		}

		@Override
		public <T> RowPage<T> read(RowRequest request, RowReader<T> reader) {
			this.requests.incrementAndGet();
			return super.read(request, reader);
		}

	}

}
