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

package io.azuretables.patterns.interpartition;

import java.time.Duration;

import io.azuretables.patterns.internal.worker.MessageWorker;
import io.azuretables.patterns.queue.QueueSweeper;
import io.azuretables.patterns.queue.worker.QueueBacklog;
import io.azuretables.patterns.queue.worker.QueueWorkerOptions;
import io.azuretables.patterns.queue.worker.WorkerEvents;
import io.azuretables.patterns.queue.worker.WorkerStatus;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

import org.springframework.context.SmartLifecycle;

/**
 * A background worker that completes changes of indexes in other partitions, by messages
 * from a queue. Run one or more, in any number of processes. As a bean it starts and
 * stops with the application. It receives the messages of writes, and sends those again,
 * now and then, that were lost.
 * <p>
 * It sweeps the tables of the classes that are mapped in its process, and only there can
 * it write the rows of eventually consistent indexes. The rest it does for these tables
 * and those of {@link io.azuretables.patterns.index.IndexOptions#tables()}; messages of
 * others wait.
 *
 * @since 0.1
 */
public final class InterPartitionIndexWorker implements SmartLifecycle {

	private static final Log logger = LogFactory.getLog(InterPartitionIndexWorker.class);

	private final InterPartitionIndexTemplate indexes;

	private final MessageWorker worker;

	private final QueueSweeper sweeper;

	public InterPartitionIndexWorker(InterPartitionIndexTemplate indexes) {
		this(indexes, QueueWorkerOptions.DEFAULTS, SweepTimes.DEFAULTS, WorkerEvents.NONE);
	}

	/**
	 * A worker.
	 * @param options how messages are received; messages of writes are never given up
	 * @param events is told of each write, with its table as the type
	 */
	public InterPartitionIndexWorker(InterPartitionIndexTemplate indexes, QueueWorkerOptions options, SweepTimes sweeps,
			WorkerEvents events) {
		this.indexes = indexes;
		this.worker = indexes.worker(options, events);
		this.sweeper = new QueueSweeper(indexes::tables, (table) -> indexes.sweep(table, sweeps.overdue()),
				sweeps.interval());
	}

	@Override
	public void start() {
		if (this.indexes.tables().isEmpty()) {
			logger.warn("No class that is mapped here has an index in another partition: this worker sweeps nothing, "
					+ "and leaves eventually consistent indexes to others");
		}
		this.worker.start();
		this.sweeper.start();
	}

	/**
	 * Receives no more messages, and lets those come to an end that were begun.
	 */
	@Override
	public void stop() {
		this.sweeper.stop();
		this.worker.stop();
	}

	/**
	 * Stops in the background and returns at once, so that all workers of an application
	 * stop at the same time.
	 * @param callback is called when this worker has stopped
	 */
	@Override
	public void stop(Runnable callback) {
		this.sweeper.stop();
		this.worker.stop(callback);
	}

	@Override
	public boolean isRunning() {
		return this.worker.isRunning();
	}

	/**
	 * Receives no more messages until {@link #resume}; sweeps go on.
	 */
	public void pause() {
		this.worker.pause();
	}

	public void resume() {
		this.worker.resume();
	}

	/**
	 * Returns whether the worker runs or is paused, and how many messages it handles. No
	 * request.
	 */
	public WorkerStatus status() {
		return this.worker.status();
	}

	/**
	 * Returns the number of writes that must still be completed, and how long the next
	 * one has been overdue. Three requests at most.
	 */
	public QueueBacklog backlog() {
		return this.worker.backlog();
	}

	/**
	 * The times at which to search for writes whose message was lost.
	 *
	 * @param interval how long to wait between two sweeps, and before the first one; each
	 * scans the tables
	 * @param overdue how old a write must be, longer than a message waits in the queue
	 */
	public record SweepTimes(Duration interval, Duration overdue) {

		/**
		 * An hour each.
		 */
		public static final SweepTimes DEFAULTS = new SweepTimes(Duration.ofHours(1), Duration.ofHours(1));

	}

}
