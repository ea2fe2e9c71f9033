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

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;

import io.azuretables.patterns.queue.MessageResult.Failed;
import io.azuretables.patterns.queue.MessageResult.Handled;
import io.azuretables.patterns.queue.MessageResult.Poisoned;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

/**
 * How are messages received and handled, whoever calls? Has no threads of its own.
 */
final class MessageRounds {

	private static final Log logger = LogFactory.getLog(MessageRounds.class);

	private final QueueWork work;

	private final Duration visibility;

	private final WorkerEvents events;

	private final AtomicReference<Pace> pace;

	private volatile @Nullable String lastFailure;

	MessageRounds(QueueWork work, QueueWorkerOptions options, WorkerEvents events) {
		this.work = work;
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
		try {
			List<Lease> leases = Lease.receive(this.work, pace().most(free), this.visibility);
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
			MessageResult result = this.work.process(lease);
			if (result instanceof Failed failed && FailureKind.of(failed.failure()) == FailureKind.TRANSIENT) {
				failed("A message cannot be handled now", failed.failure());
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

	private void tell(MessageResult result, Duration took, Instant now) {
		if (result instanceof Handled handled) {
			this.events.handled(handled.type(), took, Duration.between(handled.sentAt(), now));
		}
		else if (result instanceof Failed failed) {
			this.events.failed(failed.type(), failed.failure());
		}
		else if (result instanceof Poisoned poisoned) {
			this.events.poisoned(poisoned.type());
		}
	}

}
