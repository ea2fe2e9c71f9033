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

package io.azuretables.internal.key;

import java.time.Instant;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

class TimeKeyTests {

	/**
	 * Inverted ticks are 3155378975999999999, {@code DateTime.MaxValue.Ticks}, less the
	 * ticks of the time: the hundreds of nanoseconds since the year 1 began. By hand:
	 * <ul>
	 * <li>0001-01-01: no ticks; 3155378975999999999 are left.</li>
	 * <li>1970-01-01: 719162 days of 864000000000 ticks = 621355968000000000;
	 * 3155378975999999999 - 621355968000000000 = 2534023007999999999. One tick before and
	 * after it are one more and one less.</li>
	 * <li>2000-01-01: 30 years with 7 leap days, 10957 days after 1970, make 730119 days
	 * = 630822816000000000 ticks; 2524556159999999999 are left.</li>
	 * <li>2014-08-22T00:50:32Z: 16071 days to 2014 and 233 to August 22 make 16304 after
	 * 1970 and 735466 in all = 635442624000000000 ticks; 3032 seconds = 30320000000;
	 * together 635442654320000000; 2519936321679999999 are left.</li>
	 * <li>The last tick of 9999 is {@code DateTime.MaxValue}: nothing is left.</li>
	 * </ul>
	 */
	@ParameterizedTest
	@CsvSource({ "0001-01-01T00:00:00Z, 3155378975999999999", "0001-01-01T00:00:00.0000001Z, 3155378975999999998",
			"1969-12-31T23:59:59.9999999Z, 2534023008000000000", "1970-01-01T00:00:00Z, 2534023007999999999",
			"1970-01-01T00:00:00.0000001Z, 2534023007999999998", "2000-01-01T00:00:00Z, 2524556159999999999",
			"2014-08-22T00:50:32Z, 2519936321679999999", "9999-12-31T23:59:59.9999999Z, 0000000000000000000",
			"9999-12-31T23:59:59Z, 0000000000009999999" })
	void writesTheInvertedTicksOfDotNet(Instant time, String key) {
		KeyLayout layout = layout(Instant.class);
		assertThat(layout.encode(time)).isEqualTo(key);
		assertThat(layout.decode(key)).containsExactly(time);
		OffsetDateTime offset = time.atOffset(ZoneOffset.UTC);
		assertThat(layout(OffsetDateTime.class).encode(offset)).isEqualTo(key);
		assertThat(layout(LocalDateTime.class).encode(offset.toLocalDateTime())).isEqualTo(key);
	}

	private static KeyLayout layout(Class<?> type) {
		return KeyLayout.of("LoginAttempt", KeyTemplate.parse("{at:desc}"), (name) -> type);
	}

	@ParameterizedTest
	@CsvSource({ "1970-01-01T00:00:00.000000199Z, 1970-01-01T00:00:00.000000100Z",
			"1969-12-31T23:59:59.999999950Z, 1969-12-31T23:59:59.999999900Z",
			"9999-12-31T23:59:59.999999999Z, 9999-12-31T23:59:59.999999900Z" })
	void cutsToTicksTowardsThePast(Instant time, Instant cut) {
		assertThat(layout(Instant.class).decode(layout(Instant.class).encode(time))).containsExactly(cut);
		KeyLayout ascending = KeyLayout.of("LoginAttempt", KeyTemplate.parse("{at}"), (name) -> Instant.class);
		assertThat(ascending.decode(ascending.encode(time))).containsExactly(cut);
	}

}
