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

import java.util.List;

import org.springframework.context.SmartLifecycle;

/**
 * Receives and handles the messages of a queue. Run one or more, in any number of
 * processes. As a bean it starts and stops with the application; without threads,
 * {@link #step} does a round of its work.
 * <p>
 * Messages are received as fast as they are handled, and no faster. While there are none,
 * or a service fails, it waits longer and longer.
 *
 * @since 0.1
 */
public final class QueueWorker implements SmartLifecycle {

	private final QueueWork work;

	private final MessagePoller rounds;

	private final QueueWorkerOptions options;

	private final WorkerThreads threads;

	public QueueWorker(EventuallyConsistentQueueTemplate template, MessageHandlers handlers) {
		this(template, handlers, QueueWorkerOptions.DEFAULTS, WorkerEvents.NONE);
	}

	public QueueWorker(EventuallyConsistentQueueTemplate template, MessageHandlers handlers, QueueWorkerOptions options,
			WorkerEvents events) {
		this(new MessageProcess(template.parts(),
				new HandlerCalls(template.parts(), handlers, options.lease().handler()),
				new DeliveryPolicy(options.retries(), template.parts().options().times())), options, events);
	}

	/**
	 * A worker at something else than messages with handlers by type. Of its options, how
	 * often a message is tried is up to the work.
	 */
	public QueueWorker(QueueWork work, QueueWorkerOptions options, WorkerEvents events) {
		this.work = work;
		this.rounds = new MessagePoller(work, options, events);
		this.options = options;
		this.threads = new WorkerThreads(this.rounds, options);
	}

	/**
	 * Receives messages once and handles them, one after the other, in the calling
	 * thread.
	 * @return how many were received
	 */
	public int step() {
		List<Lease> leases = this.rounds.receive(this.options.concurrency());
		leases.forEach(this.rounds::handle);
		return leases.size();
	}

	@Override
	public void start() {
		this.threads.start();
	}

	/**
	 * Receives no more messages, lets the handlers come to an end, interrupts those that
	 * do not within the grace, and gives back what was not handled.
	 */
	@Override
	public void stop() {
		this.threads.stop();
	}

	@Override
	public boolean isRunning() {
		return this.threads.isRunning();
	}

	/**
	 * Receives no more messages until {@link #resume}.
	 */
	public void pause() {
		this.threads.pause(true);
	}

	public void resume() {
		this.threads.pause(false);
	}

	/**
	 * How the worker gets on. No request.
	 */
	public WorkerStatus status() {
		return new WorkerStatus(isRunning(), this.threads.isPaused(), this.threads.active(),
				this.rounds.pace().isOpen() ? this.rounds.lastFailure() : null);
	}

	/**
	 * How much there is to do. Three requests at most.
	 */
	public QueueBacklog backlog() {
		return this.work.backlog();
	}

}
