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

package io.azuretables.patterns.bloblog;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;

import io.azuretables.patterns.bloblog.LogFormat.Line;
import org.jspecify.annotations.Nullable;

/**
 * Buffers log entries until they are written as one blob. Not safe for concurrent use:
 * {@link LogWriter} adds to it under its lock, until it is closed.
 */
final class LogBuffer {

	private final String folder;

	private final Instant period;

	private final List<Line> lines = new ArrayList<>();

	private final List<CompletableFuture<Void>> promises = new ArrayList<>();

	private final CompletableFuture<Void> written = new CompletableFuture<>();

	private int bytes;

	private @Nullable Future<?> timer;

	LogBuffer(String folder, Instant period) {
		this.folder = folder;
		this.period = period;
	}

	String folder() {
		return this.folder;
	}

	boolean hasRoomFor(Line line) {
		return this.bytes + line.bytes().length <= LogFormat.MAX_BYTES;
	}

	CompletableFuture<Void> add(Line line) {
		CompletableFuture<Void> promise = new CompletableFuture<>();
		this.lines.add(line);
		this.promises.add(promise);
		this.bytes += line.bytes().length;
		return promise;
	}

	int size() {
		return this.lines.size();
	}

	void closedBy(Future<?> newTimer) {
		this.timer = newTimer;
	}

	/**
	 * Makes the blob of all entries, in the order of time. The same bytes are written at
	 * each attempt.
	 */
	Content close(String name, boolean gzip) {
		if (this.timer != null) {
			this.timer.cancel(false);
		}
		this.lines.sort(Comparator.comparing(Line::time));
		Line first = this.lines.get(0);
		Line last = this.lines.get(this.lines.size() - 1);
		String whole = this.folder + name + (gzip ? LogBlob.GZIP : LogBlob.PLAIN);
		LogBlob blob = new LogBlob(whole, this.period, first.time(), last.time(), this.lines.size());
		return new Content(blob, LogFormat.join(this.lines, gzip));
	}

	/**
	 * Completes the promises of all entries, and then that of the buffer.
	 * @param failure why it was not written, if it was not
	 */
	void complete(@Nullable Throwable failure) {
		this.promises.forEach((promise) -> complete(promise, failure));
		complete(this.written, failure);
	}

	private static void complete(CompletableFuture<Void> promise, @Nullable Throwable failure) {
		if (failure != null) {
			promise.completeExceptionally(failure);
		}
		else {
			promise.complete(null);
		}
	}

	/**
	 * Done when all promises of its entries are.
	 */
	CompletableFuture<Void> written() {
		return this.written;
	}

	/**
	 * What a buffer is written as.
	 *
	 * @param blob its name and metadata
	 * @param bytes its content
	 */
	record Content(LogBlob blob, byte[] bytes) {

	}

}
