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

import java.time.InstantSource;
import java.util.concurrent.ThreadFactory;

import io.azuretables.gateway.TableGateway;
import io.azuretables.internal.execution.BulkPacing;
import io.azuretables.internal.execution.PacedTableGateway;
import io.azuretables.internal.execution.ParallelCalls;
import io.azuretables.operations.RateOptions;
import org.jspecify.annotations.Nullable;

/**
 * Options of exports, imports and copies: concurrency, segments and sizes of files.
 * Immutable; defaults in one place.
 *
 * @param concurrency how many requests are made at the same time
 * @param segments the most segments of partitions that a table is divided into; each
 * begins a file of its own
 * @param sliceBytes after how many bytes of JSON a file ends and the next one begins;
 * each thread keeps one file in memory, compressed
 * @param threads makes the threads
 * @param fuzzy whether a file of an export may have rows of several moments; otherwise it
 * is read again until two reads agree
 * @param rate the rates of writes of an import or a copy of rows, or {@code null} for
 * none; an import of entities has those of its template
 * @since 0.1
 */
public record TransferOptions(int concurrency, int segments, int sliceBytes, ThreadFactory threads, boolean fuzzy,
		@Nullable RateOptions rate) {

	/**
	 * 8 requests, 16 segments, 16 MiB, daemon threads, rows of several moments, no rates.
	 */
	public static final TransferOptions DEFAULTS = new TransferOptions(8, 16, 16 * 1024 * 1024, ParallelCalls.DAEMONS,
			true, null);

	public TransferOptions {
		if (concurrency < 1 || segments < 1 || sliceBytes < 1) {
			throw new IllegalArgumentException("Concurrency, segments and bytes of a file are at least 1, not "
					+ concurrency + ", " + segments + " and " + sliceBytes);
		}
	}

	public TransferOptions withConcurrency(int newConcurrency) {
		return new TransferOptions(newConcurrency, this.segments, this.sliceBytes, this.threads, this.fuzzy, this.rate);
	}

	public TransferOptions withSegments(int newSegments) {
		return new TransferOptions(this.concurrency, newSegments, this.sliceBytes, this.threads, this.fuzzy, this.rate);
	}

	public TransferOptions withSliceBytes(int newSliceBytes) {
		return new TransferOptions(this.concurrency, this.segments, newSliceBytes, this.threads, this.fuzzy, this.rate);
	}

	/**
	 * The same with threads of another kind, such as virtual ones.
	 */
	public TransferOptions withThreads(ThreadFactory newThreads) {
		return new TransferOptions(this.concurrency, this.segments, this.sliceBytes, newThreads, this.fuzzy, this.rate);
	}

	/**
	 * With {@code false}, an export reads the rows of each file a second time, and again
	 * until two reads agree, five times at most. So all rows of a file are as they were
	 * at one moment, and rows of a partition are in one file if they have at most four
	 * times its size. Twice the requests.
	 */
	public TransferOptions withFuzzy(boolean newFuzzy) {
		return new TransferOptions(this.concurrency, this.segments, this.sliceBytes, this.threads, newFuzzy, this.rate);
	}

	/**
	 * Holds the writes of each import or copy of rows to rates, and sends again what the
	 * service refuses because there is too much.
	 */
	public TransferOptions withRate(@Nullable RateOptions newRate) {
		return new TransferOptions(this.concurrency, this.segments, this.sliceBytes, this.threads, this.fuzzy, newRate);
	}

	/**
	 * A gateway whose writes keep to the rates of these options.
	 */
	TableGateway paced(TableGateway gateway) {
		RateOptions rates = this.rate;
		return (rates == null) ? gateway : new PacedTableGateway(gateway, new BulkPacing(rates.partition(),
				rates.account(), rates.rampUp(), this.concurrency, InstantSource.system(), rates.pause()::await));
	}

	ParallelCalls calls() {
		return new ParallelCalls(this.concurrency, this.threads);
	}

}
