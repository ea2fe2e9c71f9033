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

package io.azuretables.internal.json;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Random;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The own parser of points in time, against the JDK's.
 */
class IsoInstantTests {

	private static Instant read(String text) {
		byte[] characters = ("ab" + text + "cd").getBytes(StandardCharsets.ISO_8859_1);
		return IsoInstant.read(characters, 2, text.length());
	}

	private static String write(Instant instant) {
		ByteArrayBuilder body = new ByteArrayBuilder(1);
		IsoInstant.write(instant, body);
		return new String(body.toBytes(), StandardCharsets.US_ASCII);
	}

	@ParameterizedTest
	@ValueSource(strings = { "1601-01-01T00:00:00Z", "9999-12-31T23:59:59.9999999Z", "2000-02-29T12:00:00.1Z",
			"1900-03-01T00:00:00.000000001Z", "2024-12-31T23:59:59.123456789Z", "1970-01-01T00:00:00.0Z",
			"0001-01-01T00:00:00Z", "2014-08-22T01:02:03+02:00", "2014-08-22T01:02Z" })
	void readsWhatTheJdkReads(String text) {
		assertThat(read(text)).isEqualTo(OffsetDateTime.parse(text).toInstant());
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "Z", "2014-08-22", "garbage that is long enough Z", "2014-13-01T00:00:00Z",
			"2014-00-01T00:00:00Z", "2014-02-29T00:00:00Z", "1900-02-29T00:00:00Z", "2014-04-31T00:00:00Z",
			"2014-08-22T24:00:00Z", "2014-08-22T00:60:00Z", "2014-08-22T00:00:60Z", "2014-08-22T00:00:00.1234567890Z",
			"2014-08-22T00:00:00,5xZ", "2014-08-22T0a:00:00Z", "2014-08-22T00:00:00.12a4Z", "2014/08/22T00:00:00Z",
			"2014-08-22T00:00:00", "2014-08-32T00:00:00Z" })
	void readsNothingElse(String text) {
		assertThat(read(text)).isNull();
	}

	@Test
	void agreesWithTheJdkOnAnyPointInTime() {
		Random random = new Random(7);
		for (int i = 0; i < 20_000; i++) {
			Instant instant = Instant.ofEpochSecond(random.nextLong(-11644473600L, 253402300800L),
					random.nextInt(10_000_000) * 100);
			assertThat(read(instant.toString())).isEqualTo(instant);
			String text = write(instant);
			assertThat(Instant.parse(text)).isEqualTo(instant);
			assertThat(text).hasSize(28);
		}
	}

	@Test
	void cutsWhatTheServiceDoesNotKeep() {
		assertThat(write(Instant.parse("2014-08-22T00:00:00.123456789Z"))).isEqualTo("2014-08-22T00:00:00.1234567Z");
	}

}
