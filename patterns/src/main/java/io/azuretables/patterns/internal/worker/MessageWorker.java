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

import java.time.Duration;
import java.time.Instant;
import java.util.List;

import io.azuretables.patterns.internal.message.MessageChannel;
import io.azuretables.patterns.queue.message.MessageHandlers;
import io.azuretables.patterns.queue.message.PermanentMessageException;
import io.azuretables.patterns.queue.transport.QueueConnection;
import io.azuretables.patterns.queue.transport.ReceivedMessage;
import io.azuretables.patterns.queue.worker.QueueBacklog;
import io.azuretables.patterns.queue.worker.QueueWorkerOptions;
import io.azuretables.patterns.queue.worker.WorkerEvents;
import io.azuretables.patterns.queue.worker.WorkerStatus;

import org.springframework.context.SmartLifecycle;

/**
 * Receives the messages of a queue and handles them, in its own threads or in the calling
 * one. Messages are received as fast as they are handled, and no faster. While there are
 * none, or a service fails, it waits longer and longer.
 */
public final class MessageWorker implements SmartLifecycle {

	private final MessageChannel channel;

	private final MessagePoller poller;

	private final QueueWorkerOptions options;

	private final WorkerThreads threads;

	public MessageWorker(MessageChannel channel, MessageHandlers handlers, QueueWorkerOptions options,
			WorkerEvents events) {
		this.channel = channel;
		this.options = options;
		DeliveryPolicy policy = new DeliveryPolicy(options.retries(), channel.times());
		MessageDelivery delivery = new MessageDelivery(channel,
				new HandlerCall(channel, handlers, options.lease().handler()), policy);
		this.poller = new MessagePoller(channel, delivery, options, events);
		this.threads = new WorkerThreads(this.poller, options);
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

	/**
	 * Does the same, and fails if the queue does.
	 * @param most how many are received at most
	 * @return how many were received
	 * @throws org.springframework.dao.DataAccessException if the queue fails
	 */
	public int poll(int most) {
		List<Lease> leases = this.poller.receiveNow(most);
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
	public void stop(Runnable callback) {
		this.threads.stop(callback);
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
		QueueConnection connection = this.channel.connection();
		return new QueueBacklog(connection.queue().depth(), connection.poison().depth(), oldest());
	}

	/**
	 * How long the message waits that is the next to be received; nothing if there is
	 * none. One request.
	 */
	public Duration oldest() {
		Instant now = this.channel.clock().instant();
		return this.channel.connection()
			.queue()
			.peek()
			.map(this::since)
			.filter((since) -> since.isBefore(now))
			.map((since) -> Duration.between(since, now))
			.orElse(Duration.ZERO);
	}

	private Instant since(ReceivedMessage message) {
		try {
			return this.channel.format().read(message.body()).since(message.sentAt());
		}
		catch (PermanentMessageException ex) {
			return message.sentAt();
		}
	}

}
