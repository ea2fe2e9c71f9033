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

import io.azuretables.internal.time.DoublingDelay;
import io.azuretables.patterns.internal.message.Envelope;
import io.azuretables.patterns.internal.message.Envelope.Inline;
import io.azuretables.patterns.internal.message.Envelope.Origin;
import io.azuretables.patterns.internal.message.Envelope.OriginKind;
import io.azuretables.patterns.internal.message.Envelope.Phase;
import io.azuretables.patterns.queue.message.QueueOptions.GuardTimes;
import io.azuretables.patterns.queue.worker.QueueWorkerOptions.RetryRules;

/**
 * Decides whether a message is removed, retried or moved to the poison queue. Pure: the
 * same message with the same fate gets the same decision, and the spread of delays comes
 * from its id.
 */
final class DeliveryPolicy {

	private final RetryRules retries;

	private final GuardTimes times;

	DeliveryPolicy(RetryRules retries, GuardTimes times) {
		this.retries = retries;
		this.times = times;
	}

	/**
	 * Of a message that is handled. What proves its write, and what copies of it need, is
	 * kept for a while.
	 */
	Decision handled(Envelope envelope, Instant now) {
		Origin origin = envelope.header().origin();
		boolean isNothingLeft = (origin == null) ? envelope.content() instanceof Inline
				: origin.kind() == OriginKind.OBSERVED;
		return isNothingLeft ? new Decision.Remove(envelope) : clean(envelope, now, retention(envelope, now));
	}

	/**
	 * A second copy of a guard that was sent twice is hidden until the time of the guard
	 * has come, and then has as much time again, however short the retention.
	 */
	private Duration retention(Envelope envelope, Instant now) {
		Duration guard = this.times.guard();
		Duration copied = Duration.between(now, envelope.header().sentAt().plus(guard).plus(guard));
		boolean mayCome = envelope.header().origin() != null && copied.compareTo(this.times.retention()) > 0;
		return mayCome ? copied : this.times.retention();
	}

	private static Decision clean(Envelope envelope, Instant now, Duration time) {
		return new Decision.Hide(envelope.settled(now.plus(time)), time);
	}

	/**
	 * Of a message whose write will never happen. The fence is kept for a writer that
	 * wakes up late.
	 */
	Decision abandoned(Envelope envelope, Instant now) {
		return clean(envelope, now, this.times.fence());
	}

	/**
	 * Of a message of which nothing is left but what its copies need. One that was put
	 * into the queue before its time waits for it. When it comes late, no worker was
	 * there to handle the copies either, and they get their time again; but only once, so
	 * that workers which come rarely get done.
	 */
	Decision settled(Envelope envelope, Instant now) {
		Instant due = envelope.progress().due();
		if (due != null && due.isAfter(now)) {
			return new Decision.Hide(envelope, Duration.between(now, due));
		}
		Duration retention = this.times.retention();
		boolean isLate = due != null && due.plus(retention).isBefore(now);
		return (isLate && envelope.progress().phase() == Phase.CLEAN)
				? new Decision.Hide(envelope.late(now.plus(retention)), retention) : new Decision.Remove(envelope);
	}

	/**
	 * Of a message that was not handled. Only what may be the handler's fault counts;
	 * that its time has passed counts as a delivery alone, since the machine may be slow.
	 * One of an unknown type or table, or about a row of a newer version, waits as long
	 * as may be: another instance may know it soon. One that is never given up comes back
	 * sooner at first, perhaps to that instance.
	 * @param deliveries how often the message was received
	 */
	Decision failed(Envelope envelope, Throwable failure, long deliveries, Instant now) {
		FailureKind kind = FailureKind.of(failure);
		Duration passing = delay(envelope.id(), deliveries);
		return switch (kind) {
			case CONFLICT -> again(envelope, passing, now);
			case OVERDUE -> again(envelope.noted(failure.toString()), passing, now);
			case STOPPED, TRANSIENT -> again(envelope.returned(), passing, now);
			default -> blamed(envelope.failed(failure.toString()), kind, now);
		};
	}

	private Decision blamed(Envelope failed, FailureKind kind, Instant now) {
		int failures = failed.progress().failures();
		if (kind == FailureKind.PERMANENT || failures >= this.retries.failures()) {
			return new Decision.Poison(failed);
		}
		boolean waitsLong = kind == FailureKind.UNKNOWN && !isPatient();
		return again(failed, waitsLong ? this.retries.longest() : delay(failed.id(), failures), now);
	}

	/**
	 * What is to be cleaned up stays due since when it was: how late it is tells whether
	 * its copies had their time.
	 */
	private static Decision again(Envelope envelope, Duration time, Instant now) {
		return new Decision.Hide(envelope.isHandled() ? envelope : envelope.waiting(now.plus(time)), time);
	}

	/**
	 * Whether no message is given up that could be handled by another process.
	 */
	boolean isPatient() {
		return this.retries.failures() == Integer.MAX_VALUE;
	}

	/**
	 * Whether a message has come so often, without being put back by anybody, that
	 * something must be wrong with it that no worker could notice, such as that it kills
	 * the process.
	 */
	boolean isHopeless(Envelope envelope, long deliveries) {
		return deliveries - envelope.progress().returns() > this.retries.deliveries();
	}

	/**
	 * Between a half and the whole of a time that doubles.
	 */
	private Duration delay(String id, long attempt) {
		long most = new DoublingDelay(this.retries.first(), this.retries.longest()).after(attempt).toMillis();
		int spread = Math.floorMod((id + attempt).hashCode(), 1000);
		return Duration.ofMillis(most / 2 + most * spread / 2000);
	}

}
