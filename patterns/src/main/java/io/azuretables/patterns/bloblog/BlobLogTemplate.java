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
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.stream.Stream;

import io.azuretables.patterns.blob.BlobStore;
import org.jspecify.annotations.Nullable;

import org.springframework.context.SmartLifecycle;
import org.springframework.dao.InvalidDataAccessApiUsageException;
import org.springframework.util.Assert;

/**
 * Appends entries to logs in blobs and reads them in the order of their times. There is
 * one log for each source, such as a service or a host. Safe for concurrent use. As a
 * bean it is flushed when the application stops; elsewhere call {@link #stop}.
 *
 * @param <T> the entry
 * @since 0.1
 */
public final class BlobLogTemplate<T> implements SmartLifecycle {

	private final BlobStore blobs;

	private final BlobLogOptions options;

	private final LogFormat<T> format;

	private final LogReader<T> reader;

	private volatile LogWriter writer;

	/**
	 * Creates a log with default options.
	 * @param blobs where its blobs are
	 * @param type the type of an entry
	 * @param time gives the time of an entry
	 */
	public BlobLogTemplate(BlobStore blobs, Class<T> type, Function<? super T, ? extends @Nullable Instant> time) {
		this(blobs, type, time, BlobLogOptions.DEFAULTS);
	}

	public BlobLogTemplate(BlobStore blobs, Class<T> type, Function<? super T, ? extends @Nullable Instant> time,
			BlobLogOptions options) {
		this.blobs = blobs;
		this.options = options;
		this.format = new LogFormat<>(type, time, options.format());
		this.reader = new LogReader<>(blobs, this.format, options);
		this.writer = new LogWriter(blobs, options);
	}

	/**
	 * Appends an entry to a buffer in memory. No request; the buffer is written in the
	 * background, by one request, when it is full or old enough. While too many buffers
	 * wait to be written, this call waits.
	 * @param source the log
	 * @param entry the entry, with its time
	 * @return completed when the blob of the entry is written. It ends with a
	 * {@code TransientDataAccessException} if that was not known within the deadline: the
	 * entry may be there or not. Actions that depend on it run on a thread that writes
	 * blobs and must not wait
	 * @throws org.springframework.dao.TransientDataAccessResourceException if the buffers
	 * before it were not written within the deadline; the entry is not appended
	 * @throws InvalidDataAccessApiUsageException if the entry has no time, or cannot be
	 * written as one line of at most 4 MiB
	 * @throws IllegalStateException if the template is stopped
	 */
	public CompletableFuture<Void> append(String source, T entry) {
		Assert.notNull(source, "The source of an entry must not be null");
		Assert.notNull(entry, "The entry to append must not be null");
		return this.writer.append(source, this.format.write(entry));
	}

	/**
	 * Writes all entries that were appended so far, and waits until they are written. One
	 * request for each source and period that has any.
	 * @throws org.springframework.dao.DataAccessException if a blob could not be written;
	 * the promises of its entries say so, too
	 */
	public void flush() {
		this.writer.flush();
	}

	/**
	 * Streams the entries of a source between two times (the end excluded), the oldest
	 * first. One request for each listing (a period, or a whole day, month or year in the
	 * range), and one for each blob that has entries of the range, made while the stream
	 * is consumed.
	 */
	public Stream<T> between(String source, Instant from, Instant to) {
		return this.reader.between(source, from, to);
	}

	/**
	 * Reads the newest entries of a source, the newest first. Their times are at most in
	 * the period that follows the current one. One request for each listing, further and
	 * further back until there are enough, and one for each blob that may hold one of
	 * them.
	 */
	public List<T> latest(String source, int count) {
		if (count < 1) {
			throw new InvalidDataAccessApiUsageException("At least one entry is read, not " + count);
		}
		return this.reader.latest(source, count, this.options.clock().instant());
	}

	/**
	 * Deletes the blobs of all sources whose whole period is before a time. Lists all
	 * blobs of the container, by one request for each 5,000, and deletes by one request
	 * each. Can be repeated.
	 * @return how many blobs were deleted
	 */
	public long deleteBefore(Instant time) {
		return this.reader.deleteBefore(time);
	}

	/**
	 * Deletes the blobs of one source whose whole period is before a time. Lists those
	 * and no others: one request for up to 5,000, and one for each that is deleted.
	 * @return how many blobs were deleted
	 */
	public long deleteBefore(String source, Instant time) {
		return this.reader.deleteBefore(source, time);
	}

	/**
	 * Accepts entries again, after a {@link #stop}.
	 */
	@Override
	public synchronized void start() {
		if (this.writer.isStopped()) {
			this.writer = new LogWriter(this.blobs, this.options);
		}
	}

	/**
	 * Accepts no more entries, and writes those that were appended.
	 */
	@Override
	public synchronized void stop() {
		this.writer.stop();
	}

	/**
	 * Tells whether entries are accepted, which is so from the beginning.
	 */
	@Override
	public boolean isRunning() {
		return !this.writer.isStopped();
	}

	/**
	 * Stops after web servers and workers, which may append entries to the end.
	 */
	@Override
	public int getPhase() {
		return 0;
	}

}
