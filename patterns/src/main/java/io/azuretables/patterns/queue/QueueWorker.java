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

package io.azuretables.patterns.queue;

import io.azuretables.patterns.internal.worker.MessageWorker;
import io.azuretables.patterns.queue.message.MessageHandlers;
import io.azuretables.patterns.queue.worker.QueueBacklog;
import io.azuretables.patterns.queue.worker.QueueWorkerOptions;
import io.azuretables.patterns.queue.worker.WorkerEvents;
import io.azuretables.patterns.queue.worker.WorkerStatus;

import org.springframework.context.SmartLifecycle;

/**
 * A background worker that receives the messages of a queue and calls their handlers. Run
 * one or more, in any number of processes. As a bean it starts and stops with the
 * application; without threads, {@link #step} does a round of its work.
 * <p>
 * Messages are received as fast as they are handled, and no faster. While there are none,
 * or a service fails, it waits longer and longer.
 *
 * @since 0.1
 */
public final class QueueWorker implements SmartLifecycle {

	private final MessageWorker worker;

	public QueueWorker(EventuallyConsistentQueueTemplate template, MessageHandlers handlers) {
		this(template, handlers, QueueWorkerOptions.DEFAULTS, WorkerEvents.NONE);
	}

	public QueueWorker(EventuallyConsistentQueueTemplate template, MessageHandlers handlers, QueueWorkerOptions options,
			WorkerEvents events) {
		this.worker = new MessageWorker(template.channel(), handlers, options, events);
	}

	/**
	 * Receives messages once and handles them, one after the other, in the calling
	 * thread.
	 * @return how many were received
	 */
	public int step() {
		return this.worker.step();
	}

	@Override
	public void start() {
		this.worker.start();
	}

	/**
	 * Receives no more messages, lets the handlers come to an end, interrupts those that
	 * do not within the grace, and gives back what was not handled.
	 */
	@Override
	public void stop() {
		this.worker.stop();
	}

	/**
	 * Stops in the background and returns at once, so that all workers of an application
	 * stop at the same time.
	 * @param callback is called when this worker has stopped
	 */
	@Override
	public void stop(Runnable callback) {
		this.worker.stop(callback);
	}

	@Override
	public boolean isRunning() {
		return this.worker.isRunning();
	}

	/**
	 * Receives no more messages until {@link #resume}.
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
	 * Returns the number of waiting messages, and the age of the oldest. Three requests
	 * at most.
	 */
	public QueueBacklog backlog() {
		return this.worker.backlog();
	}

}
