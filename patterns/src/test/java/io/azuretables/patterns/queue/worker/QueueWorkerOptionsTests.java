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

import io.azuretables.patterns.queue.worker.QueueWorkerOptions.LeaseTimes;
import io.azuretables.patterns.queue.worker.QueueWorkerOptions.PollRules;
import io.azuretables.patterns.queue.worker.QueueWorkerOptions.RetryRules;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * Tests for {@link QueueWorkerOptions}.
 */
class QueueWorkerOptionsTests {

	private static final Duration SECOND = Duration.ofSeconds(1);

	private static final Duration LONG = Duration.ofDays(7).plusMillis(1);

	@Test
	void refuseTimesOfLeasesThatDoNotWork() {
		refuses("'visibility' must be at least PT0.003S", () -> new LeaseTimes(Duration.ZERO, SECOND, SECOND));
		refuses("'visibility' must be at least PT0.003S, as it is renewed at each third of it, not PT0.002S",
				() -> new LeaseTimes(Duration.ofMillis(2), Duration.ofMillis(1), SECOND));
		refuses("'visibility' must be at most PT168H", () -> new LeaseTimes(LONG, SECOND, SECOND));
		refuses("'handler' must be at least a millisecond", () -> new LeaseTimes(SECOND, Duration.ZERO, SECOND));
		refuses("less time than its message is hidden", () -> new LeaseTimes(SECOND, SECOND, SECOND));
		refuses("'grace' must not be negative", () -> new LeaseTimes(SECOND, Duration.ofMillis(1), SECOND.negated()));
	}

	@Test
	void refuseRetriesThatDoNotWork() {
		refuses("'failures' must be at least 1, not 0", () -> new RetryRules(0, 1, SECOND, SECOND));
		refuses("'deliveries' must be at least 1, not 0", () -> new RetryRules(1, 0, SECOND, SECOND));
		refuses("'first' must not be negative", () -> new RetryRules(1, 1, SECOND.negated(), SECOND));
		refuses("'longest' must not be negative", () -> new RetryRules(1, 1, SECOND, SECOND.negated()));
		refuses("'longest' must be at most PT168H", () -> new RetryRules(1, 1, SECOND, LONG));
	}

	@Test
	void refusePollsWithoutAPause() {
		refuses("'busy' must be at least a millisecond", () -> new PollRules(Duration.ZERO, SECOND, 1));
		refuses("'idle' must be at least a millisecond", () -> new PollRules(SECOND, Duration.ofNanos(1), 1));
		refuses("'idle' must be at least a millisecond", () -> new PollRules(SECOND, SECOND.negated(), 1));
		refuses("'breaker' must be at least 1", () -> new PollRules(SECOND, SECOND, 0));
	}

	@Test
	void refuseToHandleNoMessage() {
		refuses("'concurrency' must be at least 1, not 0", () -> QueueWorkerOptions.DEFAULTS.withConcurrency(0));
	}

	/**
	 * Whichever class is used first.
	 */
	@Test
	void haveAllTheirDefaults() {
		assertThat(RetryRules.DEFAULTS.failures()).isPositive();
		assertThat(PollRules.DEFAULTS.breaker()).isPositive();
		assertThat(LeaseTimes.DEFAULTS.handler()).isPositive();
		assertThat(QueueWorkerOptions.DEFAULTS).hasNoNullFieldsOrProperties();
	}

	private static void refuses(String message, ThrowingCallable options) {
		assertThatIllegalArgumentException().isThrownBy(options).withMessageContaining(message);
	}

}
