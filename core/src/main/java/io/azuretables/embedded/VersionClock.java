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

package io.azuretables.embedded;

import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.concurrent.atomic.AtomicLong;

import io.azuretables.row.TableRow.RowState;

/**
 * Gives every write an ETag of its own. It looks like the service's, which is made of the
 * time; where two writes fall into one unit of it, or the clock goes backwards, the later
 * write takes the next free unit. The timestamp remains the clock's.
 */
final class VersionClock {

	private static final int NANOS_A_TICK = 100;

	private static final long TICKS_A_SECOND = 10_000_000;

	private static final DateTimeFormatter ETAG = DateTimeFormatter
		.ofPattern("'W/\"datetime'''uuuu-MM-dd'T'HH'%3A'mm'%3A'ss.SSSSSSS'Z''\"'")
		.withZone(ZoneOffset.UTC);

	private final Clock clock;

	private final AtomicLong lastTick = new AtomicLong(Long.MIN_VALUE);

	VersionClock(Clock clock) {
		this.clock = clock;
	}

	RowState next() {
		Instant now = StoredValue.cut(this.clock.instant());
		long tick = this.lastTick.updateAndGet((last) -> Math.max(last + 1, tickOf(now)));
		return new RowState(ETAG.format(timeOf(tick)), now);
	}

	private static long tickOf(Instant time) {
		return time.getEpochSecond() * TICKS_A_SECOND + time.getNano() / NANOS_A_TICK;
	}

	private static Instant timeOf(long tick) {
		return Instant.ofEpochSecond(Math.floorDiv(tick, TICKS_A_SECOND),
				Math.floorMod(tick, TICKS_A_SECOND) * NANOS_A_TICK);
	}

}
