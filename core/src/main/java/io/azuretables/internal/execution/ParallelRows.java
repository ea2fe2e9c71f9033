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
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Supplier;

import io.azuretables.internal.execution.ParallelCalls.InterruptedCallsException;
import io.azuretables.row.ServiceLimits;
import org.jspecify.annotations.Nullable;

/**
 * Reads several sequences of rows in parallel, and returns the rows in no order. A thread
 * is used for one chunk of a sequence, and never waits for the caller: while the caller
 * is busy, one chunk of each sequence that was begun is in memory, and threads are free.
 *
 * @param <T> what a row becomes
 */
public final class ParallelRows<T> implements Iterator<T>, AutoCloseable {

	private final ParallelCalls calls;

	private final Iterator<Supplier<Iterator<T>>> waiting;

	private final BlockingQueue<Chunk<T>> read = new LinkedBlockingQueue<>();

	private Iterator<T> rows = Collections.emptyIterator();

	private int begun;

	private volatile boolean closed;

	ParallelRows(ParallelCalls calls, List<Supplier<Iterator<T>>> sequences) {
		this.calls = calls;
		this.waiting = sequences.iterator();
	}

	@Override
	public boolean hasNext() {
		while (!this.rows.hasNext() && !this.closed) {
			while (this.waiting.hasNext() && this.begun < this.calls.parallelism()) {
				Supplier<Iterator<T>> sequence = this.waiting.next();
				begin(() -> sequence.get());
			}
			if (this.begun == 0) {
				return false;
			}
			take();
		}
		return this.rows.hasNext();
	}

	private void take() {
		Chunk<T> chunk = awaited();
		this.begun--;
		if (chunk.failure() != null) {
			close();
			throw unchecked(chunk.failure());
		}
		Iterator<T> rest = chunk.rest();
		if (rest != null) {
			begin(() -> rest);
		}
		this.rows = chunk.rows().iterator();
	}

	private Chunk<T> awaited() {
		try {
			return this.read.take();
		}
		catch (InterruptedException ex) {
			close();
			Thread.currentThread().interrupt();
			throw new InterruptedCallsException();
		}
	}

	private static RuntimeException unchecked(Throwable failure) {
		if (failure instanceof Error error) {
			throw error;
		}
		return (RuntimeException) failure;
	}

	private void begin(Supplier<Iterator<T>> sequence) {
		this.begun++;
		this.calls.execute(() -> this.read.add(chunk(sequence)));
	}

	private Chunk<T> chunk(Supplier<Iterator<T>> sequence) {
		try {
			List<T> chunk = new ArrayList<>();
			Iterator<T> all = this.closed ? Collections.emptyIterator() : sequence.get();
			while (chunk.size() < ServiceLimits.PAGE_SIZE && !this.closed && all.hasNext()) {
				chunk.add(all.next());
			}
			return new Chunk<>(chunk, (chunk.size() == ServiceLimits.PAGE_SIZE) ? all : null, null);
		}
		catch (RuntimeException | Error ex) {
			return new Chunk<>(List.of(), null, ex);
		}
	}

	@Override
	public T next() {
		if (!hasNext()) {
			throw new NoSuchElementException();
		}
		return this.rows.next();
	}

	/**
	 * Ends all sequences: requests that are on their way are the last ones.
	 */
	@Override
	public void close() {
		this.closed = true;
	}

	/**
	 * What was read of a sequence.
	 *
	 * @param rows the rows
	 * @param rest what follows, or {@code null} for nothing
	 * @param failure why there are no rows, or {@code null} if there are
	 */
	private record Chunk<T>(List<T> rows, @Nullable Iterator<T> rest, @Nullable Throwable failure) {

	}

}
