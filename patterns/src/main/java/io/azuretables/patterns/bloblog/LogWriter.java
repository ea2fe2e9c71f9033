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

import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

import io.azuretables.internal.time.DoublingDelay;
import io.azuretables.patterns.blob.BlobStore;
import io.azuretables.patterns.bloblog.LogBuffer.Content;
import io.azuretables.patterns.bloblog.LogFormat.Line;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

import org.springframework.dao.DataAccessException;
import org.springframework.dao.TransientDataAccessException;
import org.springframework.dao.TransientDataAccessResourceException;
import org.springframework.scheduling.concurrent.CustomizableThreadFactory;

/**
 * Collects log entries in buffers, and writes each buffer as a blob. Blobs are named by a
 * random writer and a number, so that no other writer writes to the same one.
 */
final class LogWriter {

	private static final Log logger = LogFactory.getLog(LogWriter.class);

	private static final DoublingDelay PAUSES = new DoublingDelay(Duration.ofMillis(50), Duration.ofMillis(3200));

	private static final int IDLE_SECONDS = 10;

	private final BlobStore blobs;

	private final BlobLogOptions options;

	private final LogPeriods periods;

	private final String id = UUID.randomUUID().toString().replace("-", "").substring(16);

	private final ScheduledThreadPoolExecutor threads;

	private final ReentrantLock lock = new ReentrantLock();

	private final Condition room = this.lock.newCondition();

	private final Map<String, LogBuffer> open = new LinkedHashMap<>();

	private final Set<LogBuffer> closed = new LinkedHashSet<>();

	private long number;

	private boolean stopped;

	LogWriter(BlobStore blobs, BlobLogOptions options) {
		this.blobs = blobs;
		this.options = options;
		this.periods = new LogPeriods(options.period());
		CustomizableThreadFactory factory = new CustomizableThreadFactory("blob-log-");
		factory.setDaemon(true);
		this.threads = new ScheduledThreadPoolExecutor(options.concurrency(), factory);
		this.threads.setKeepAliveTime(IDLE_SECONDS, TimeUnit.SECONDS);
		this.threads.allowCoreThreadTimeOut(true);
		this.threads.setRemoveOnCancelPolicy(true);
	}

	CompletableFuture<Void> append(String source, Line line) {
		Instant period = this.periods.start(line.time());
		String folder = LogPeriods.folder(source, period);
		this.lock.lock();
		try {
			awaitRoom();
			LogBuffer buffer = this.open.get(folder);
			if (buffer != null && !buffer.hasRoomFor(line)) {
				close(buffer);
				buffer = null;
			}
			if (buffer == null) {
				buffer = open(folder, period);
			}
			CompletableFuture<Void> promise = buffer.add(line);
			if (buffer.size() >= this.options.buffer().entries()) {
				close(buffer);
			}
			return promise;
		}
		finally {
			this.lock.unlock();
		}
	}

	private void awaitRoom() {
		long left = this.options.deadline().toNanos();
		while (!this.stopped && this.closed.size() > this.options.concurrency()) {
			if (left <= 0) {
				throw new TransientDataAccessResourceException("The entry was not appended: " + this.closed.size()
						+ " blobs of the log have waited for " + this.options.deadline() + " to be written");
			}
			left = await(left);
		}
		if (this.stopped) {
			throw new IllegalStateException("The entry was not appended: the log is stopped");
		}
	}

	private long await(long nanos) {
		try {
			return this.room.awaitNanos(nanos);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new TransientDataAccessResourceException(
					"The entry was not appended: the thread was interrupted while blobs waited to be written");
		}
	}

	private LogBuffer open(String folder, Instant period) {
		LogBuffer buffer = new LogBuffer(folder, period);
		this.open.put(folder, buffer);
		buffer.closedBy(this.threads.schedule(() -> closeAged(buffer), this.options.buffer().time().toNanos(),
				TimeUnit.NANOSECONDS));
		return buffer;
	}

	private void closeAged(LogBuffer buffer) {
		this.lock.lock();
		try {
			if (this.open.get(buffer.folder()) == buffer) {
				close(buffer);
			}
		}
		finally {
			this.lock.unlock();
		}
	}

	private void close(LogBuffer buffer) {
		this.open.remove(buffer.folder());
		this.closed.add(buffer);
		this.number++;
		String name = String.format(Locale.ROOT, "%s-%06d", this.id, this.number);
		long end = System.nanoTime() + this.options.deadline().toNanos();
		this.threads.execute(() -> write(buffer, name, end));
	}

	private void write(LogBuffer buffer, String name, long end) {
		try {
			write(buffer, buffer.close(name, this.options.gzip()), 1, end);
		}
		catch (RuntimeException | Error ex) {
			written(buffer, ex);
		}
	}

	/**
	 * Writes the same content under the same name at each attempt, so that a lost answer
	 * doubles nothing.
	 */
	private void write(LogBuffer buffer, Content content, int attempt, long end) {
		try {
			this.blobs.putIfAbsent(content.blob().name(), content.bytes(), content.blob().metadata());
			written(buffer, null);
		}
		catch (TransientDataAccessException ex) {
			long pause = PAUSES.after(attempt).toNanos();
			boolean late = System.nanoTime() + pause - end > 0;
			if (late || !schedule(() -> write(buffer, content, attempt + 1, end), pause)) {
				written(buffer, unknown(ex));
			}
		}
		catch (RuntimeException | Error ex) {
			written(buffer, ex);
		}
	}

	/**
	 * Runs a task later, unless the threads were shut down.
	 */
	private boolean schedule(Runnable task, long nanos) {
		try {
			this.threads.schedule(task, nanos, TimeUnit.NANOSECONDS);
			return true;
		}
		catch (RejectedExecutionException ex) {
			return false;
		}
	}

	private TransientDataAccessResourceException unknown(TransientDataAccessException ex) {
		return new TransientDataAccessResourceException("A blob of the log was not written within "
				+ this.options.deadline() + ", or its answer was lost: its entries may be there or not", ex);
	}

	/**
	 * Completes the promises first: who flushes waits for the buffers that are still
	 * here.
	 */
	private void written(LogBuffer buffer, @Nullable Throwable failure) {
		if (failure != null) {
			logger.warn("A blob of a log with " + buffer.size() + " entries was not written: "
					+ failure.getClass().getName());
		}
		buffer.complete(failure);
		this.lock.lock();
		try {
			this.closed.remove(buffer);
			this.room.signalAll();
		}
		finally {
			this.lock.unlock();
		}
	}

	/**
	 * Writes all that was appended before, and waits.
	 * @throws DataAccessException the first failure
	 */
	void flush() {
		RuntimeException failure = null;
		for (LogBuffer buffer : closeAll(false)) {
			try {
				buffer.written().get();
			}
			catch (ExecutionException ex) {
				failure = (failure != null) ? failure : failure(ex.getCause());
			}
			catch (InterruptedException ex) {
				Thread.currentThread().interrupt();
				throw new TransientDataAccessResourceException("The thread was interrupted while a log was flushed");
			}
		}
		if (failure != null) {
			throw failure;
		}
	}

	private static RuntimeException failure(@Nullable Throwable cause) {
		return (cause instanceof RuntimeException known) ? known : new IllegalStateException(cause);
	}

	private List<LogBuffer> closeAll(boolean stop) {
		this.lock.lock();
		try {
			this.stopped |= stop;
			List.copyOf(this.open.values()).forEach(this::close);
			this.room.signalAll();
			return List.copyOf(this.closed);
		}
		finally {
			this.lock.unlock();
		}
	}

	/**
	 * Takes no more entries, and writes those that it has.
	 */
	void stop() {
		closeAll(true);
		try {
			flush();
		}
		catch (RuntimeException ex) {
			// logged when it happened, and the promises of the entries say so
			logger.debug("A log was stopped before all of it was written", ex);
		}
		this.threads.shutdown();
	}

	boolean isStopped() {
		this.lock.lock();
		try {
			return this.stopped;
		}
		finally {
			this.lock.unlock();
		}
	}

}
