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

package io.azuretables.internal.time;

import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;

/**
 * A delay that doubles from one attempt to the next. Pure.
 *
 * @param first the delay after the first attempt
 * @param longest the most that it becomes
 * @since 0.1
 */
public record DoublingDelay(Duration first, Duration longest) {

	private static final int LAST_DOUBLING = 30;

	/**
	 * The delay after an attempt, counted from 1.
	 */
	public Duration after(long attempt) {
		Duration doubled = this.first.multipliedBy(1L << Math.min(attempt - 1, LAST_DOUBLING));
		return (doubled.compareTo(this.longest) < 0) ? doubled : this.longest;
	}

	/**
	 * A delay at random after an attempt, so that those who failed together do not come
	 * back together.
	 */
	public Duration randomAfter(long attempt) {
		return Duration.ofNanos(ThreadLocalRandom.current().nextLong(after(attempt).toNanos() + 1));
	}

}
