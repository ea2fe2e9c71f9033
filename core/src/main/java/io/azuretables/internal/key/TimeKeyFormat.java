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

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;

import io.azuretables.internal.time.Ticks;
import org.jspecify.annotations.Nullable;

/**
 * The key format of points in time, with a precision of 100 nanoseconds. Ascending they
 * are ISO text of fixed width in UTC; descending they are their distance from the end of
 * the year 9999 in 19 digits: exactly the "inverted ticks" of the design guide.
 */
record TimeKeyFormat(Class<?> type, boolean descending) implements KeyFormat {

	private static final Instant FIRST = Instant.parse("0001-01-01T00:00:00Z");

	private static final Instant LAST = Instant.parse("9999-12-31T23:59:59.999999999Z");

	private static final Instant END = LAST.plusNanos(1);

	/**
	 * {@code DateTime.MaxValue.Ticks} of .NET, the last tick of the year 9999.
	 */
	private static final long MAX_TICKS = 3_155_378_975_999_999_999L;

	/**
	 * The tick with which 1970 begins.
	 */
	private static final long EPOCH_TICKS = 621_355_968_000_000_000L;

	private static final int TICK_DIGITS = 19;

	static boolean supports(Class<?> type) {
		return type == Instant.class || type == OffsetDateTime.class || type == LocalDateTime.class;
	}

	@Override
	public void write(Object value, StringBuilder key) {
		LocalDateTime time = utc(value);
		if (this.descending) {
			long ticks = Ticks.of(time.toInstant(ZoneOffset.UTC));
			IntegerKeyFormat.writePadded(MAX_TICKS - EPOCH_TICKS - ticks, TICK_DIGITS, key);
			return;
		}
		DateKeyFormat.writeDate(time.toLocalDate(), key);
		writeField('T', time.getHour(), 2, key);
		writeField(':', time.getMinute(), 2, key);
		writeField(':', time.getSecond(), 2, key);
		writeField('.', time.getNano() / Ticks.NANOS, 7, key);
		key.append(zone());
	}

	@Override
	public @Nullable Object floor(Object value) {
		Instant instant = instant(value);
		if (instant.compareTo(END) >= 0) {
			return typed(LAST.atOffset(ZoneOffset.UTC).toLocalDateTime());
		}
		return (instant.compareTo(FIRST) < 0) ? null : value;
	}

	private static LocalDateTime utc(Object value) {
		Instant instant = instant(value);
		if (instant.compareTo(FIRST) < 0 || instant.compareTo(END) >= 0) {
			throw new KeyRuleException("it lies outside of the years 1 to 9999");
		}
		return LocalDateTime.ofEpochSecond(instant.getEpochSecond(), instant.getNano(), ZoneOffset.UTC);
	}

	private static Instant instant(Object value) {
		if (value instanceof LocalDateTime local) {
			return local.toInstant(ZoneOffset.UTC);
		}
		return (value instanceof OffsetDateTime offset) ? offset.toInstant() : (Instant) value;
	}

	static void writeField(char separator, int value, int width, StringBuilder key) {
		key.append(separator);
		IntegerKeyFormat.writePadded(value, width, key);
	}

	private String zone() {
		return (this.type == LocalDateTime.class) ? "" : "Z";
	}

	@Override
	public Object read(KeyCursor key) {
		return typed(this.descending ? readInverted(key) : readText(key));
	}

	private Object typed(LocalDateTime time) {
		if (this.type == LocalDateTime.class) {
			return time;
		}
		return (this.type == Instant.class) ? (Object) time.toInstant(ZoneOffset.UTC) : time.atOffset(ZoneOffset.UTC);
	}

	private static LocalDateTime readInverted(KeyCursor key) {
		long inverted = key.takeDigits(TICK_DIGITS);
		if (inverted > MAX_TICKS) {
			throw key.unreadable("at most " + MAX_TICKS + " inverted ticks were expected");
		}
		long ticks = MAX_TICKS - EPOCH_TICKS - inverted;
		return LocalDateTime.ofInstant(Ticks.toInstant(ticks), ZoneOffset.UTC);
	}

	private LocalDateTime readText(KeyCursor key) {
		try {
			LocalDateTime time = DateKeyFormat.readDate(key)
				.atTime(field("T", 2, key), field(":", 2, key), field(":", 2, key), field(".", 7, key) * Ticks.NANOS);
			key.takeLiteral(zone());
			return time;
		}
		catch (DateTimeException ex) {
			throw key.unreadable("a time was expected");
		}
	}

	static int field(String separator, int width, KeyCursor key) {
		key.takeLiteral(separator);
		return (int) key.takeDigits(width);
	}

}
