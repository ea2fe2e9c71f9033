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

import io.azuretables.patterns.queue.Envelope.Inline;
import io.azuretables.patterns.queue.QueueOptions.GuardTimes;
import io.azuretables.patterns.queue.QueueWorkerOptions.RetryRules;

/**
 * What becomes of a message after it was handled, or was not? Pure: the same message with
 * the same fate gets the same decision, and the spread of delays comes from its id.
 */
final class DeliveryRules {

	private static final int LAST_DOUBLING = 30;

	private final RetryRules retries;

	private final GuardTimes times;

	DeliveryRules(RetryRules retries, GuardTimes times) {
		this.retries = retries;
		this.times = times;
	}

	/**
	 * Of a message that is handled. What proves its write, and what copies of it need, is
	 * kept for a while.
	 */
	Decision handled(Envelope envelope, Instant now) {
		boolean simple = envelope.header().origin() == null && envelope.content() instanceof Inline;
		return simple ? new Decision.Remove(envelope) : hide(envelope, now, this.times.retention());
	}

	private static Decision hide(Envelope envelope, Instant now, Duration time) {
		return new Decision.Hide(envelope.settled(now.plus(time)), time);
	}

	/**
	 * Of a message whose write will never happen. The fence is kept for a writer that
	 * wakes up late.
	 */
	Decision abandoned(Envelope envelope, Instant now) {
		return hide(envelope, now, this.times.fence());
	}

	/**
	 * Of a message of which nothing is left but what its copies need. When it comes late,
	 * nobody was there to handle the copies either, and they get their time again.
	 */
	Decision settled(Envelope envelope, Instant now) {
		Instant due = envelope.progress().due();
		boolean isLate = due != null && due.plus(this.times.retention()).isBefore(now);
		return isLate ? hide(envelope, now, this.times.retention()) : new Decision.Remove(envelope);
	}

	/**
	 * Of a message that was not handled. Only what may be the handler's fault counts.
	 * @param deliveries how often the message was received
	 */
	Decision failed(Envelope envelope, Throwable failure, long deliveries) {
		FailureKind kind = FailureKind.of(failure);
		if (kind == FailureKind.CONFLICT || kind == FailureKind.TRANSIENT) {
			return new Decision.Hide(envelope, delay(envelope.id(), deliveries));
		}
		Envelope failed = envelope.failed(failure.toString());
		int failures = failed.progress().failures();
		return (kind == FailureKind.PERMANENT || failures >= this.retries.failures()) ? new Decision.Poison(failed)
				: new Decision.Hide(failed, delay(envelope.id(), failures));
	}

	/**
	 * Whether a message has come so often that something must be wrong with it that
	 * nobody could tell, such as that it kills the process.
	 */
	boolean isHopeless(long deliveries) {
		return deliveries > this.retries.deliveries();
	}

	/**
	 * Between a half and the whole of a time that doubles.
	 */
	private Duration delay(String id, long attempt) {
		long doubled = this.retries.first().toMillis() << Math.min(attempt - 1, LAST_DOUBLING);
		long most = Math.min(doubled, this.retries.longest().toMillis());
		int spread = Math.floorMod((id + attempt).hashCode(), 1000);
		return Duration.ofMillis(most / 2 + most * spread / 2000);
	}

}
