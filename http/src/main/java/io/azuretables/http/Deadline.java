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

package io.azuretables.http;

import java.time.Duration;

/**
 * The point in time by which an HTTP request, or a part of it, must have ended.
 *
 * @param nanos the point in time, by {@link System#nanoTime()}
 */
record Deadline(long nanos) {

	/**
	 * The point in time after some time from now, at most the longest one that can be
	 * waited for.
	 */
	static Deadline in(Duration time) {
		Duration longest = TimeoutOptions.LONGEST;
		return new Deadline(System.nanoTime() + ((time.compareTo(longest) < 0) ? time : longest).toNanos());
	}

	/**
	 * The earlier one of this and the point in time after some time from now.
	 */
	Deadline orIn(Duration time) {
		Deadline other = in(time);
		return (other.nanos - this.nanos < 0) ? other : this;
	}

	long left() {
		return this.nanos - System.nanoTime();
	}

	boolean isOver() {
		return left() <= 0;
	}

	/**
	 * How many milliseconds are left, rounded up, or the limit if it is less; none if the
	 * time is over.
	 */
	int millis(int limit) {
		long millis = (left() + 999_999) / 1_000_000;
		return (int) Math.max(0, Math.min(millis, limit));
	}

}
