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

import io.azuretables.patterns.queue.transport.MessageLimits;
import io.azuretables.patterns.queue.worker.QueueWorkerOptions.LeaseTimes;

/**
 * Refuses options of a worker that cannot work. A class of its own: a part of
 * {@link QueueWorkerOptions} must not need that class while its own defaults are made.
 */
final class OptionLimits {

	private OptionLimits() {
	}

	static void atLeastOne(String option, int value) {
		if (value < 1) {
			throw new IllegalArgumentException("The option '" + option + "' must be at least 1, not " + value);
		}
	}

	static void positive(String option, Duration value) {
		if (value.toMillis() < 1) {
			throw new IllegalArgumentException(
					"The option '" + option + "' must be at least a millisecond, not " + value);
		}
	}

	static void notNegative(String option, Duration value) {
		if (value.isNegative()) {
			throw new IllegalArgumentException("The option '" + option + "' must not be negative, but is " + value);
		}
	}

	/**
	 * Refuses a time of which no timer can tell a third.
	 */
	static void renewable(String option, Duration value) {
		if (value.compareTo(LeaseTimes.SHORTEST) < 0) {
			throw new IllegalArgumentException("The option '" + option + "' must be at least " + LeaseTimes.SHORTEST
					+ ", as it is renewed at each third of it, not " + value);
		}
	}

	/**
	 * Refuses a time for which the service does not hide a message.
	 */
	static void hideable(String option, Duration value) {
		if (value.compareTo(MessageLimits.HIDDEN) > 0) {
			throw new IllegalArgumentException("The option '" + option + "' must be at most " + MessageLimits.HIDDEN
					+ ", for which a message can be hidden, not " + value);
		}
	}

}
