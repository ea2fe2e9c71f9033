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

package io.azuretables.patterns.queue.worker;

import java.time.Duration;
import java.util.concurrent.ThreadFactory;

import org.springframework.scheduling.concurrent.CustomizableThreadFactory;

/**
 * Options of a {@code QueueWorker}: leases, retries, polling, concurrency and threads.
 * Immutable; defaults in one place.
 *
 * @param lease for how long
 * @param retries how often
 * @param polls when to look for more
 * @param concurrency the most messages that are handled at the same time
 * @param threads makes the threads of handlers
 * @since 0.1
 */
public record QueueWorkerOptions(LeaseTimes lease, RetryRules retries, PollRules polls, int concurrency,
		ThreadFactory threads) {

	/**
	 * See the parts; four messages at the same time.
	 */
	public static final QueueWorkerOptions DEFAULTS = new QueueWorkerOptions(LeaseTimes.DEFAULTS, RetryRules.DEFAULTS,
			PollRules.DEFAULTS, 4, new CustomizableThreadFactory("queue-handler-"));

	public QueueWorkerOptions {
		OptionLimits.atLeastOne("concurrency", concurrency);
	}

	public QueueWorkerOptions withLease(LeaseTimes newLease) {
		return new QueueWorkerOptions(newLease, this.retries, this.polls, this.concurrency, this.threads);
	}

	public QueueWorkerOptions withRetries(RetryRules newRetries) {
		return new QueueWorkerOptions(this.lease, newRetries, this.polls, this.concurrency, this.threads);
	}

	public QueueWorkerOptions withPolls(PollRules newPolls) {
		return new QueueWorkerOptions(this.lease, this.retries, newPolls, this.concurrency, this.threads);
	}

	public QueueWorkerOptions withConcurrency(int newConcurrency) {
		return new QueueWorkerOptions(this.lease, this.retries, this.polls, newConcurrency, this.threads);
	}

	/**
	 * The same with other threads for handlers, such as virtual ones.
	 */
	public QueueWorkerOptions withThreads(ThreadFactory newThreads) {
		return new QueueWorkerOptions(this.lease, this.retries, this.polls, this.concurrency, newThreads);
	}

	/**
	 * For how long a message is whose.
	 *
	 * @param visibility how long a message that was received is hidden from others; it is
	 * renewed at each third of it
	 * @param handler the most time that a handler takes; shorter than the visibility
	 * @param grace how long handlers may go on after the worker is stopped
	 */
	public record LeaseTimes(Duration visibility, Duration handler, Duration grace) {

		/**
		 * The shortest visibility: a third of it is a millisecond.
		 */
		public static final Duration SHORTEST = Duration.ofMillis(3);

		/**
		 * 30, 20 and 20 seconds.
		 */
		public static final LeaseTimes DEFAULTS = new LeaseTimes(Duration.ofSeconds(30), Duration.ofSeconds(20),
				Duration.ofSeconds(20));

		public LeaseTimes {
			OptionLimits.renewable("visibility", visibility);
			OptionLimits.hideable("visibility", visibility);
			OptionLimits.positive("handler", handler);
			OptionLimits.notNegative("grace", grace);
			if (handler.compareTo(visibility) >= 0) {
				throw new IllegalArgumentException("A handler takes less time than its message is hidden, which is "
						+ visibility + ", not " + handler);
			}
		}

	}

	/**
	 * How often a message is tried.
	 *
	 * @param failures after how many failures of its handler a message is given up
	 * @param deliveries after how many deliveries it is given up whatever the reason,
	 * such as that it kills its workers; those do not count after which it was put back
	 * because a service was unavailable, or before its handler was called
	 * @param first the most time before it is tried again; it doubles
	 * @param longest the most time before it is tried again, however often it was; one
	 * whose type is not known waits as long each time
	 */
	public record RetryRules(int failures, int deliveries, Duration first, Duration longest) {

		/**
		 * 5 failures, 50 deliveries, a second to five minutes.
		 */
		public static final RetryRules DEFAULTS = new RetryRules(5, 50, Duration.ofSeconds(1), Duration.ofMinutes(5));

		public RetryRules {
			OptionLimits.atLeastOne("failures", failures);
			OptionLimits.atLeastOne("deliveries", deliveries);
			OptionLimits.notNegative("first", first);
			OptionLimits.notNegative("longest", longest);
			OptionLimits.hideable("longest", longest);
		}

	}

	/**
	 * When to look for messages.
	 *
	 * @param busy how long to wait after the first time that there was none; it doubles
	 * @param idle how long to wait at most
	 * @param breaker after how many failures of a service in a row to let it alone
	 */
	public record PollRules(Duration busy, Duration idle, int breaker) {

		/**
		 * 100 milliseconds to 10 seconds, 5 failures.
		 */
		public static final PollRules DEFAULTS = new PollRules(Duration.ofMillis(100), Duration.ofSeconds(10), 5);

		public PollRules {
			OptionLimits.positive("busy", busy);
			OptionLimits.positive("idle", idle);
			OptionLimits.atLeastOne("breaker", breaker);
		}

	}

}
