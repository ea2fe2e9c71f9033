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

package io.azuretables.client;

import java.time.Duration;

/**
 * Checks that configured timeouts and delays are not negative and at most one day. Up to
 * a day, no arithmetic overflows.
 */
final class WaitingTime {

	private static final Duration LONGEST = Duration.ofDays(1);

	private WaitingTime() {
	}

	/**
	 * Refuses a time that is negative or out of proportion.
	 * @param what what waits, for the message
	 */
	static void check(String what, Duration time) {
		if (time.isNegative() || time.compareTo(LONGEST) > 0) {
			throw new IllegalArgumentException(what + " must be at least 0 and at most " + LONGEST + ", not " + time);
		}
	}

	/**
	 * Refuses nothing, too: HTTP clients take it for no limit.
	 */
	static void checkLimit(String what, Duration time) {
		if (time.isZero() || time.isNegative() || time.compareTo(LONGEST) > 0) {
			throw new IllegalArgumentException(
					what + " must be longer than 0 and at most " + LONGEST + ", not " + time);
		}
	}

}
