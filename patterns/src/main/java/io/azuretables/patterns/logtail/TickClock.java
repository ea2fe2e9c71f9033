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

package io.azuretables.patterns.logtail;

import java.time.Clock;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A clock in ticks of 100 nanoseconds that never gives the same time twice. It never goes
 * back, even if the system's clock is set back: what one process appends stays in the
 * order of its appending.
 */
final class TickClock {

	private static final long TICKS_A_SECOND = 10_000_000;

	private static final int NANOS_A_TICK = 100;

	private final Clock clock;

	private final AtomicLong last = new AtomicLong(Long.MIN_VALUE);

	TickClock(Clock clock) {
		this.clock = clock;
	}

	Instant next() {
		long now = ticks(this.clock.instant());
		return instant(this.last.updateAndGet((before) -> Math.max(before + 1, now)));
	}

	private static long ticks(Instant time) {
		return time.getEpochSecond() * TICKS_A_SECOND + time.getNano() / NANOS_A_TICK;
	}

	private static Instant instant(long ticks) {
		return Instant.ofEpochSecond(Math.floorDiv(ticks, TICKS_A_SECOND),
				Math.floorMod(ticks, TICKS_A_SECOND) * NANOS_A_TICK);
	}

}
