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
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;

import org.jspecify.annotations.Nullable;

/**
 * Reads and writes points in time as ISO 8601 text. In ISO 8601 and UTC, with seven
 * digits behind the point. Reading is by hand: half the time of a page would go into the
 * JDK's parser.
 */
final class IsoInstant {

	private static final int[] DAYS_BEFORE = { 0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334 };

	private static final int[] DAYS_IN = { 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31 };

	private IsoInstant() {
	}

	static void write(Instant instant, ByteArrayBuilder body) {
		LocalDateTime time = LocalDateTime.ofEpochSecond(instant.getEpochSecond(), 0, ZoneOffset.UTC);
		body.padded(time.getYear(), 4).add('-').padded(time.getMonthValue(), 2).add('-');
		body.padded(time.getDayOfMonth(), 2).add('T').padded(time.getHour(), 2).add(':');
		body.padded(time.getMinute(), 2).add(':').padded(time.getSecond(), 2).add('.');
		body.padded(instant.getNano() / 100, 7).add('Z');
	}

	/**
	 * Reads what lies in an array of ASCII.
	 * @return the point in time, or {@code null} if the text is none
	 */
	static @Nullable Instant read(byte[] text, int offset, int length) {
		if (length >= 20 && text[offset + length - 1] == 'Z' && isSeparated(text, offset)) {
			long seconds = seconds(text, offset);
			int nanos = nanos(text, offset + 19, offset + length - 1);
			if (seconds != Long.MIN_VALUE && nanos >= 0) {
				return Instant.ofEpochSecond(seconds, nanos);
			}
		}
		return readSlowly(new String(text, offset, length, StandardCharsets.ISO_8859_1));
	}

	private static boolean isSeparated(byte[] text, int offset) {
		return text[offset + 4] == '-' && text[offset + 7] == '-' && text[offset + 10] == 'T'
				&& text[offset + 13] == ':' && text[offset + 16] == ':';
	}

	private static long seconds(byte[] text, int offset) {
		int year = number(text, offset, offset + 4);
		int month = number(text, offset + 5, offset + 7);
		int day = number(text, offset + 8, offset + 10);
		int hour = number(text, offset + 11, offset + 13);
		int minute = number(text, offset + 14, offset + 16);
		int second = number(text, offset + 17, offset + 19);
		if (year < 1 || month < 1 || month > 12 || day < 1 || day > daysIn(year, month) || hour < 0 || hour > 23
				|| minute < 0 || minute > 59 || second < 0 || second > 59) {
			return Long.MIN_VALUE;
		}
		return epochDay(year, month, day) * 86400 + hour * 3600 + minute * 60 + second;
	}

	private static int daysIn(int year, int month) {
		return DAYS_IN[month - 1] + ((month == 2 && isLeap(year)) ? 1 : 0);
	}

	private static boolean isLeap(int year) {
		return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
	}

	private static long epochDay(int year, int month, int day) {
		int before = year - 1;
		long days = before * 365L + before / 4 - before / 100 + before / 400;
		return days + DAYS_BEFORE[month - 1] + ((month > 2 && isLeap(year)) ? 1 : 0) + day - 719163;
	}

	/**
	 * The fraction from the point on, up to nine digits; -1 if it is none.
	 */
	private static int nanos(byte[] text, int from, int to) {
		if (from == to) {
			return 0;
		}
		int digits = to - from - 1;
		int nanos = (text[from] == '.' && digits >= 1 && digits <= 9) ? number(text, from + 1, to) : -1;
		for (int i = digits; i < 9 && nanos > 0; i++) {
			nanos *= 10;
		}
		return nanos;
	}

	private static int number(byte[] text, int from, int to) {
		int number = 0;
		for (int i = from; i < to; i++) {
			int digit = text[i] - '0';
			if (digit < 0 || digit > 9) {
				return -1;
			}
			number = number * 10 + digit;
		}
		return number;
	}

	/**
	 * Reads what other programs write: offsets, no seconds.
	 */
	private static @Nullable Instant readSlowly(String text) {
		try {
			return OffsetDateTime.parse(text).toInstant();
		}
		catch (DateTimeException ex) {
			return null;
		}
	}

}
