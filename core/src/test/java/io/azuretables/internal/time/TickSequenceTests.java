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

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Times in ticks, and sequences of them.
 */
class TickSequenceTests {

	private static final Instant NOW = Instant.parse("2014-08-22T00:50:32.123456789Z");

	@Test
	void cutsTimesTowardsThePast() {
		assertThat(Ticks.truncate(NOW)).isEqualTo("2014-08-22T00:50:32.123456700Z");
		assertThat(Ticks.truncate(Instant.parse("1601-01-01T00:00:00.000000099Z"))).isEqualTo("1601-01-01T00:00:00Z");
	}

	@Test
	void givesEachTimeOnce() {
		TickSequence times = new TickSequence();
		assertThat(times.next(NOW)).isEqualTo("2014-08-22T00:50:32.123456700Z");
		assertThat(times.next(NOW)).isEqualTo("2014-08-22T00:50:32.123456800Z");
		assertThat(times.next(NOW.minusSeconds(9))).isEqualTo("2014-08-22T00:50:32.123456900Z");
		assertThat(times.next(NOW.plusSeconds(9))).isEqualTo("2014-08-22T00:50:41.123456700Z");
	}

	@ParameterizedTest
	@ValueSource(longs = { -600_000_000_000_000_001L, -10_000_001, -10_000_000, -1, 0, 1, 9_999_999, 10_000_000,
			2_500_000_000_000_000_000L })
	void countsTicks(long ticks) {
		assertThat(Ticks.of(Ticks.toInstant(ticks))).isEqualTo(ticks);
	}

}
