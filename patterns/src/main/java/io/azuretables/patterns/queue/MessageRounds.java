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

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;

import io.azuretables.patterns.queue.MessageProcess.Result;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

/**
 * How are messages received and handled, whoever calls? Has no threads of its own.
 */
final class MessageRounds {

	private static final Log logger = LogFactory.getLog(MessageRounds.class);

	private final QueueParts parts;

	private final MessageProcess process;

	private final Duration visibility;

	private final WorkerEvents events;

	private final AtomicReference<Pace> pace;

	private volatile @Nullable String lastFailure;

	MessageRounds(QueueParts parts, MessageHandlers handlers, QueueWorkerOptions options, WorkerEvents events) {
		this.parts = parts;
		this.process = new MessageProcess(parts, handlers,
				new DeliveryRules(options.retries(), parts.options().times()), options.lease().handler());
		this.visibility = options.lease().visibility();
		this.events = events;
		this.pace = new AtomicReference<>(Pace.of(options.polls()));
	}

	Pace pace() {
		return this.pace.get();
	}

	/**
	 * What went wrong last with a service.
	 */
	@Nullable String lastFailure() {
		return this.lastFailure;
	}

	/**
	 * Receives messages; none when the service fails.
	 * @param free how many can be handled at once
	 */
	List<Lease> receive(int free) {
		Clock clock = this.parts.options().clock();
		MessageTransport queue = this.parts.connection().queue();
		Instant until = clock.instant().plus(this.visibility);
		try {
			List<Lease> leases = queue.receive(pace().most(free), this.visibility)
				.stream()
				.map((message) -> new Lease(queue, clock, message, until))
				.toList();
			this.pace.updateAndGet((now) -> now.received(leases.size()));
			return leases;
		}
		catch (RuntimeException ex) {
			failed("Messages cannot be received", ex);
			return List.of();
		}
	}

	void handle(Lease lease) {
		Instant begin = lease.now();
		try {
			Result result = this.process.process(lease);
			if (result.failure() != null && FailureKind.of(result.failure()) == FailureKind.TRANSIENT) {
				failed("A message cannot be handled now", result.failure());
			}
			else {
				this.pace.updateAndGet(Pace::succeeded);
			}
			tell(result, Duration.between(begin, lease.now()), lease.now());
		}
		catch (LostMessageException ex) {
			logger.debug("A message was handled, and somebody else has it by now: it will be handled again", ex);
		}
		catch (RuntimeException ex) {
			failed("What was decided about a message could not be done; it will be handled again", ex);
		}
	}

	private void failed(String what, Exception ex) {
		this.pace.updateAndGet(Pace::failed);
		this.lastFailure = ex.toString();
		logger.debug(what, ex);
	}

	private void tell(Result result, Duration took, Instant now) {
		String type = result.envelope().header().type();
		if (result.poisoned()) {
			this.events.poisoned(type);
		}
		else if (result.failure() != null) {
			this.events.failed(type, result.failure());
		}
		else {
			this.events.handled(type, took, Duration.between(result.envelope().header().sentAt(), now));
		}
	}

}
