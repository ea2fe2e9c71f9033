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

import java.time.Instant;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Gives increasing times, each at least 100 nanoseconds later than the one before, even
 * if the clock goes back.
 *
 * @since 0.1
 */
public final class TickSequence {

	private final AtomicLong last = new AtomicLong(Long.MIN_VALUE);

	/**
	 * The next time.
	 * @param now the earliest time that it may be
	 */
	public Instant next(Instant now) {
		long ticks = Ticks.of(now);
		return Ticks.toInstant(this.last.updateAndGet((before) -> Math.max(before + 1, ticks)));
	}

}
