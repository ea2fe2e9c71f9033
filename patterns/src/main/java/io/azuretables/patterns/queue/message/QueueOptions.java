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

package io.azuretables.patterns.queue.message;

import java.time.Duration;
import java.time.InstantSource;
import java.util.UUID;
import java.util.concurrent.ThreadFactory;
import java.util.function.Predicate;
import java.util.function.Supplier;

import io.azuretables.internal.execution.ParallelCalls;
import io.azuretables.internal.time.SteadyClock;

/**
 * Options of an {@code EventuallyConsistentQueueTemplate}: format of payloads, clock,
 * time limits and tables. Immutable; defaults in one place.
 *
 * @param clock what time it is
 * @param tokens gives every message a text that no other has
 * @param payloads how payloads become text
 * @param times how long a write may take, and what proves it is kept
 * @param tables the tables, as the service knows them, that messages may go with writes
 * to besides those of the mapped classes
 * @param threads makes the threads of sweeps of large tables, at most four for each
 * @since 0.1
 */
public record QueueOptions(InstantSource clock, Supplier<String> tokens, PayloadFormat payloads, GuardTimes times,
		Predicate<String> tables, ThreadFactory threads) {

	/**
	 * A clock that does not jump; random tokens; JSON; no tables but those of the mapped
	 * classes; daemon threads.
	 */
	public static final QueueOptions DEFAULTS = new QueueOptions(new SteadyClock(), () -> UUID.randomUUID().toString(),
			new JsonPayloadFormat(), GuardTimes.DEFAULTS, (table) -> false, ParallelCalls.DAEMONS);

	public QueueOptions withClock(InstantSource newClock) {
		return new QueueOptions(newClock, this.tokens, this.payloads, this.times, this.tables, this.threads);
	}

	public QueueOptions withTokens(Supplier<String> newTokens) {
		return new QueueOptions(this.clock, newTokens, this.payloads, this.times, this.tables, this.threads);
	}

	public QueueOptions withPayloads(PayloadFormat newPayloads) {
		return new QueueOptions(this.clock, this.tokens, newPayloads, this.times, this.tables, this.threads);
	}

	public QueueOptions withTimes(GuardTimes newTimes) {
		return new QueueOptions(this.clock, this.tokens, this.payloads, newTimes, this.tables, this.threads);
	}

	/**
	 * With other tables that messages may go with writes to, besides those of the mapped
	 * classes: a worker touches no others, whatever a message says.
	 */
	public QueueOptions withTables(Predicate<String> newTables) {
		return new QueueOptions(this.clock, this.tokens, this.payloads, this.times, newTables, this.threads);
	}

	/**
	 * With other threads for the sweeps of large tables, such as virtual ones.
	 */
	public QueueOptions withThreads(ThreadFactory newThreads) {
		return new QueueOptions(this.clock, this.tokens, this.payloads, this.times, this.tables, newThreads);
	}

	/**
	 * How long things take.
	 *
	 * @param write how long after its guard a write may begin
	 * @param guard after which time a guard is handled although its writer has not said
	 * that it is done; longer than a write takes in all
	 * @param retention how long the token row of a handled write is kept, for a writer
	 * whose answer was lost
	 * @param fence how long a fence is kept, for a writer that wakes up late
	 */
	public record GuardTimes(Duration write, Duration guard, Duration retention, Duration fence) {

		/**
		 * 30 seconds, a minute, ten minutes, a day.
		 */
		public static final GuardTimes DEFAULTS = new GuardTimes(Duration.ofSeconds(30), Duration.ofSeconds(60),
				Duration.ofMinutes(10), Duration.ofDays(1));

		public GuardTimes {
			if (guard.compareTo(write) <= 0) {
				throw new IllegalArgumentException("A guard is handled later than its write may begin: after more than "
						+ write + ", not after " + guard);
			}
			if (write.isNegative() || retention.isNegative() || fence.isNegative()) {
				throw new IllegalArgumentException("The times of a write, of its token row and of a fence must not be "
						+ "negative, but are " + write + ", " + retention + " and " + fence);
			}
		}

	}

}
