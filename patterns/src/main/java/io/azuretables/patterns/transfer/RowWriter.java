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

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import io.azuretables.internal.execution.ParallelCalls;
import io.azuretables.internal.execution.PlanExecutor;
import io.azuretables.internal.plan.RowFilter;
import io.azuretables.internal.time.ConflictRetries;
import io.azuretables.internal.transaction.RowGroup;
import io.azuretables.internal.transaction.WritePlan;
import io.azuretables.internal.transaction.WritePlan.PlannedBatch;
import io.azuretables.internal.transaction.WritePlanner;
import io.azuretables.key.TableKey;
import io.azuretables.patterns.internal.digest.RowDigest;
import io.azuretables.query.Criteria;
import io.azuretables.row.AtomicBatch;
import io.azuretables.row.RowPage;
import io.azuretables.row.RowRequest;
import io.azuretables.row.RowWrite;
import io.azuretables.row.RowWrite.Insert;
import io.azuretables.row.RowWrite.InsertOrReplace;
import io.azuretables.row.TableRow;
import org.jspecify.annotations.Nullable;

import org.springframework.dao.DuplicateKeyException;
import org.springframework.dao.TransientDataAccessResourceException;

/**
 * Imports rows into one table, packed into transactions that run in parallel. Used by one
 * thread.
 */
final class RowWriter implements AutoCloseable {

	/**
	 * How many rows are packed together; few enough to be kept in memory, and so many
	 * that transactions are full.
	 */
	private static final int CHUNK = 4_000;

	private static final long CHUNK_BYTES = 32 * 1024 * 1024;

	private final PlanExecutor executor;

	private final ParallelCalls calls;

	private final String table;

	private final ImportMode mode;

	private final int limit;

	private final Semaphore free;

	private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();

	private List<RowGroup> chunk = new ArrayList<>();

	private long bytes;

	RowWriter(PlanExecutor executor, ParallelCalls calls, int concurrency, String table, ImportMode mode) {
		this.executor = executor;
		this.calls = calls;
		this.table = table;
		this.mode = mode;
		this.limit = 2 * concurrency;
		this.free = new Semaphore(this.limit);
	}

	/**
	 * Adds a row, which is written with others.
	 */
	void add(TableRow row) {
		RowWrite write = (this.mode == ImportMode.INSERT) ? new Insert(row) : new InsertOrReplace(row);
		this.chunk.add(RowGroup.of(write, List.of()));
		this.bytes += AtomicBatch.bytesOf(write);
		if (this.chunk.size() == CHUNK || this.bytes > CHUNK_BYTES) {
			submit();
		}
	}

	/**
	 * Waits until all rows are written.
	 * @throws RuntimeException the first failure
	 * @throws ParallelCalls.InterruptedCallsException if the thread is interrupted
	 */
	void flush() {
		submit();
		await();
	}

	/**
	 * Waits for the transactions that are on their way, whatever becomes of them: after a
	 * failure too, none is sent when the import has ended.
	 */
	@Override
	public void close() {
		this.free.acquireUninterruptibly(this.limit);
		this.free.release(this.limit);
	}

	private void submit() {
		WritePlan plan = WritePlanner.plan(this.table, this.chunk);
		this.chunk = new ArrayList<>();
		this.bytes = 0;
		for (int wave = 0; wave < plan.waves().size(); wave++) {
			if (wave > 0) {
				await();
			}
			plan.waves().get(wave).forEach(this::submit);
		}
	}

	private void submit(PlannedBatch planned) {
		acquire(1);
		try {
			checkFailure();
			this.calls.execute(() -> run(planned.batch()));
		}
		catch (RuntimeException | Error ex) {
			this.free.release();
			throw ex;
		}
	}

	private void run(AtomicBatch batch) {
		try {
			write(batch);
		}
		catch (RuntimeException | Error ex) {
			this.failure.compareAndSet(null, ex);
		}
		finally {
			this.free.release();
		}
	}

	/**
	 * Waits for the transactions that are on their way.
	 */
	private void await() {
		acquire(this.limit);
		this.free.release(this.limit);
		checkFailure();
	}

	private void acquire(int permits) {
		try {
			this.free.acquire(permits);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new ParallelCalls.InterruptedCallsException();
		}
	}

	private void checkFailure() {
		Throwable ex = this.failure.get();
		if (ex instanceof Error error) {
			throw error;
		}
		if (ex != null) {
			throw (RuntimeException) ex;
		}
	}

	/**
	 * Writes rows; of those to be inserted the ones that are not there. Another import,
	 * or a request of this one whose answer was lost, may write some of them meanwhile.
	 */
	private void write(AtomicBatch batch) {
		AtomicBatch rest = batch;
		int attempt = 0;
		do {
			attempt++;
			try {
				this.executor.submit(rest);
				return;
			}
			catch (DuplicateKeyException ex) {
				List<RowWrite> missing = missing(rest, ex);
				if (missing.isEmpty()) {
					return;
				}
				rest = new AtomicBatch(this.table, missing);
			}
		}
		while (ConflictRetries.DEFAULT.again(attempt));
		throw new TransientDataAccessResourceException("Rows of the table '" + this.table
				+ "' were written and deleted by others at each attempt; repeat the import when less is written");
	}

	/**
	 * The writes of rows that are not there. One request for those that are among the
	 * first 1,000 rows from the first one on, and one for each of the others.
	 * @throws DuplicateKeyException if a row is there with other properties
	 */
	private List<RowWrite> missing(AtomicBatch batch, DuplicateKeyException cause) {
		Map<TableKey, TableRow> found = found(batch);
		return IntStream.range(0, batch.writes().size()).mapToObj(batch.writes()::get).filter((write) -> {
			TableRow there = found.get(write.key());
			if (there != null && RowDigest.of(there) != RowDigest.of(((Insert) write).row())) {
				throw new DuplicateKeyException(
						"A row of the table '" + this.table
								+ "' is there already with other properties; use the mode REPLACE, or an empty table",
						cause);
			}
			return there == null;
		}).toList();
	}

	/**
	 * The rows that are there under the keys of a batch, and none in between: there may
	 * be any number.
	 */
	private Map<TableKey, TableRow> found(AtomicBatch batch) {
		TreeSet<TableKey> keys = batch.writes()
			.stream()
			.map(RowWrite::key)
			.collect(Collectors.toCollection(TreeSet::new));
		Criteria range = Criteria.where("PartitionKey")
			.is(batch.partitionKey())
			.and(Criteria.where("RowKey").between(keys.first().rowKey(), keys.last().rowKey()));
		RowPage<TableRow> page = this.executor.page(RowRequest.of(this.table, RowFilter.of(range)), RowLines.ROWS);
		Map<TableKey, TableRow> found = new HashMap<>();
		page.rows().stream().filter((row) -> keys.contains(row.key())).forEach((row) -> found.put(row.key(), row));
		if (page.continuation() != null) {
			List<TableRow> rows = page.rows();
			Set<TableKey> rest = rows.isEmpty() ? keys : keys.tailSet(rows.get(rows.size() - 1).key(), false);
			rest.forEach((key) -> {
				TableRow row = this.executor.read(this.table, key, null, RowLines.ROWS);
				if (row != null) {
					found.put(key, row);
				}
			});
		}
		return found;
	}

}
