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

/**
 * Converts times to ticks of 100 nanoseconds, the precision of the table service, and
 * back.
 *
 * @since 0.1
 */
public final class Ticks {

	/**
	 * The nanoseconds of a tick.
	 */
	public static final int NANOS = 100;

	private static final long TICKS_A_SECOND = 10_000_000;

	private Ticks() {
	}

	/**
	 * The number of ticks since 1970.
	 */
	public static long of(Instant time) {
		return time.getEpochSecond() * TICKS_A_SECOND + time.getNano() / NANOS;
	}

	/**
	 * The time that is a number of ticks after 1970.
	 */
	public static Instant toInstant(long ticks) {
		return Instant.ofEpochSecond(Math.floorDiv(ticks, TICKS_A_SECOND),
				Math.floorMod(ticks, TICKS_A_SECOND) * NANOS);
	}

	/**
	 * Cuts a time, towards the past, to a whole number of ticks.
	 */
	public static Instant truncate(Instant time) {
		return time.minusNanos(time.getNano() % NANOS);
	}

}
