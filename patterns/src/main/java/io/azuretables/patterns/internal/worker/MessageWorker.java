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

package io.azuretables.patterns.internal.worker;

import java.util.List;

import io.azuretables.patterns.internal.message.QueueParts;
import io.azuretables.patterns.queue.message.MessageHandlers;
import io.azuretables.patterns.queue.worker.QueueBacklog;
import io.azuretables.patterns.queue.worker.QueueWorkerOptions;
import io.azuretables.patterns.queue.worker.WorkerEvents;
import io.azuretables.patterns.queue.worker.WorkerStatus;

import org.springframework.context.SmartLifecycle;

/**
 * Receives and handles messages, in threads of its own or, by {@link #step}, in the
 * calling one. Messages are received as fast as they are handled, and no faster. While
 * there are none, or a service fails, it waits longer and longer.
 */
public final class MessageWorker implements SmartLifecycle {

	private final QueueWork work;

	private final MessagePoller poller;

	private final QueueWorkerOptions options;

	private final WorkerThreads threads;

	/**
	 * A worker at something else than messages with handlers by type. Of its options, how
	 * often a message is tried is up to the work.
	 */
	public MessageWorker(QueueWork work, QueueWorkerOptions options, WorkerEvents events) {
		this.work = work;
		this.poller = new MessagePoller(work, options, events);
		this.options = options;
		this.threads = new WorkerThreads(this.poller, options);
	}

	/**
	 * A worker that calls handlers by the type of messages.
	 */
	public static MessageWorker of(QueueParts parts, MessageHandlers handlers, QueueWorkerOptions options,
			WorkerEvents events) {
		HandlerCalls calls = new HandlerCalls(parts, handlers, options.lease().handler());
		DeliveryPolicy policy = new DeliveryPolicy(options.retries(), parts.options().times());
		return new MessageWorker(new MessageProcess(parts, calls, policy), options, events);
	}

	/**
	 * Receives messages once and handles them, one after the other, in the calling
	 * thread.
	 * @return how many were received
	 */
	public int step() {
		List<Lease> leases = this.poller.receive(this.options.concurrency());
		leases.forEach(this.poller::handle);
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
				this.poller.pace().isOpen() ? this.poller.lastFailure() : null);
	}

	/**
	 * How much there is to do. Three requests at most.
	 */
	public QueueBacklog backlog() {
		return this.work.backlog();
	}

}
