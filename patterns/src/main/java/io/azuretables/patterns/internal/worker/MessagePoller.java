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
import java.util.concurrent.atomic.AtomicReference;

import io.azuretables.patterns.internal.message.MessageChannel;
import io.azuretables.patterns.internal.worker.MessageResult.Failed;
import io.azuretables.patterns.internal.worker.MessageResult.Handled;
import io.azuretables.patterns.internal.worker.MessageResult.Poisoned;
import io.azuretables.patterns.queue.transport.LostMessageException;
import io.azuretables.patterns.queue.worker.QueueWorkerOptions;
import io.azuretables.patterns.queue.worker.WorkerEvents;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

/**
 * Polls a queue for messages, and handles them, in the calling thread. It has no threads
 * of its own.
 */
final class MessagePoller {

	private static final Log logger = LogFactory.getLog(MessagePoller.class);

	private final MessageChannel channel;

	private final MessageDelivery delivery;

	private final Duration visibility;

	private final WorkerEvents events;

	private final AtomicReference<PollBackoff> pace;

	private volatile @Nullable String lastFailure;

	MessagePoller(MessageChannel channel, MessageDelivery delivery, QueueWorkerOptions options, WorkerEvents events) {
		this.channel = channel;
		this.delivery = delivery;
		this.visibility = options.lease().visibility();
		this.events = events;
		this.pace = new AtomicReference<>(PollBackoff.of(options.polls()));
	}

	PollBackoff pace() {
		return this.pace.get();
	}

	/**
	 * What went wrong last with a service: the failure of a request to the queue, or the
	 * class of what a handler has thrown.
	 */
	@Nullable String lastFailure() {
		return this.lastFailure;
	}

	/**
	 * Receives messages; none when the service fails.
	 * @param free how many can be handled at once
	 */
	List<Lease> receive(int free) {
		try {
			List<Lease> leases = receiveNow(pace().most(free));
			this.pace.updateAndGet((now) -> now.received(leases.size()));
			return leases;
		}
		catch (RuntimeException ex) {
			notReceived(ex);
			return List.of();
		}
	}

	/**
	 * Receives messages.
	 * @throws org.springframework.dao.DataAccessException if the service fails
	 */
	List<Lease> receiveNow(int most) {
		return Lease.receive(this.channel.connection().queue(), this.channel.clock(), most, this.visibility);
	}

	/**
	 * Takes note that the queue gives no messages.
	 */
	void notReceived(Throwable ex) {
		this.pace.updateAndGet(PollBackoff::notReceived);
		noted("Messages cannot be received", ex, ex.toString());
	}

	/**
	 * Gives a message back that nothing was done about.
	 */
	void giveBack(Lease lease) {
		try {
			this.delivery.giveBack(lease);
		}
		catch (RuntimeException ex) {
			logger.debug("A message could not be given back; it comes again by itself", ex);
		}
	}

	/**
	 * Handles a message, or gives it back if others may have it by now. An error of its
	 * handler is thrown when the message has been taken care of.
	 */
	void handle(Lease lease) {
		if (!lease.isOurs()) {
			giveBack(lease);
			return;
		}
		Throwable failure = handled(lease);
		if (failure instanceof Error error) {
			throw error;
		}
	}

	/**
	 * Handles a message.
	 * @return why that came to nothing; {@code null} if it did not
	 */
	private @Nullable Throwable handled(Lease lease) {
		Instant begin = lease.now();
		try {
			MessageResult result = this.delivery.process(lease);
			Throwable failure = failure(result);
			if (failure != null && FailureKind.of(failure) == FailureKind.TRANSIENT) {
				failed("A message cannot be handled now", failure, failure.getClass().getName());
			}
			else {
				this.pace.updateAndGet(PollBackoff::succeeded);
				if (failure != null) {
					logged("A message was not handled", failure);
				}
			}
			publish(result, Duration.between(begin, lease.now()), lease.now());
			return failure;
		}
		catch (LostMessageException ex) {
			logger.debug("A message was handled, and another worker has received it by now: it will be handled again",
					ex);
		}
		catch (RuntimeException ex) {
			failed("A message could not be removed, hidden or moved to the poison queue, and will be handled again,",
					ex, ex.toString());
		}
		return null;
	}

	private static @Nullable Throwable failure(MessageResult result) {
		if (result instanceof Failed failed) {
			return failed.failure();
		}
		return (result instanceof Poisoned poisoned) ? poisoned.failure() : null;
	}

	private void failed(String what, Throwable ex, String shown) {
		this.pace.updateAndGet(PollBackoff::failed);
		noted(what, ex, shown);
	}

	/**
	 * Takes note of a failure.
	 * @param shown what health and status show of it
	 */
	private void noted(String what, Throwable ex, String shown) {
		this.lastFailure = shown;
		logged(what, ex);
	}

	/**
	 * What a handler has said may contain keys and values.
	 */
	private static void logged(String what, Throwable ex) {
		logger.debug(what + " because of " + ex.getClass().getName());
		logger.trace(what, ex);
	}

	private void publish(MessageResult result, Duration took, Instant now) {
		if (result instanceof Handled handled) {
			this.events.handled(handled.type(), took,
					Duration.between(handled.since().isBefore(now) ? handled.since() : now, now));
		}
		else if (result instanceof Failed failed) {
			this.events.failed(failed.type(), failed.failure());
		}
		else if (result instanceof Poisoned poisoned) {
			this.events.poisoned(poisoned.type());
		}
	}

}
