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

import io.azuretables.patterns.queue.QueueWorkerOptions.PollRules;

/**
 * When does a worker look for messages again, and for how many? Slower while there are
 * none; and while a service fails, one at a time and rarely. Pure.
 *
 * @param rules the times
 * @param idle how often in a row there was none
 * @param failures how often in a row a service has failed
 */
record Pace(PollRules rules, int idle, int failures) {

	private static final int LAST_DOUBLING = 30;

	static Pace of(PollRules rules) {
		return new Pace(rules, 0, 0);
	}

	Pace received(int messages) {
		return new Pace(this.rules, (messages > 0) ? 0 : this.idle + 1, this.failures);
	}

	Pace succeeded() {
		return (this.failures == 0) ? this : new Pace(this.rules, this.idle, 0);
	}

	Pace failed() {
		return new Pace(this.rules, this.idle, this.failures + 1);
	}

	/**
	 * Whether a service has failed so often that it is let alone.
	 */
	boolean isOpen() {
		return this.failures >= this.rules.breaker();
	}

	/**
	 * How long to wait.
	 */
	Duration delay() {
		int doublings = isOpen() ? this.failures - this.rules.breaker() + 1 : this.idle;
		if (doublings == 0) {
			return Duration.ZERO;
		}
		Duration doubled = this.rules.busy().multipliedBy(1L << Math.min(doublings - 1, LAST_DOUBLING));
		return (doubled.compareTo(this.rules.idle()) < 0) ? doubled : this.rules.idle();
	}

	/**
	 * How many messages to ask for.
	 * @param free how many could be handled at once
	 */
	int most(int free) {
		return isOpen() ? 1 : Math.min(free, MessageLimits.MESSAGES);
	}

}
