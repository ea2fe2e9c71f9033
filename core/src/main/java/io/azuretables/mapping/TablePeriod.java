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
package io.azuretables.mapping;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.format.ResolverStyle;
import java.time.temporal.ChronoField;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import java.util.Optional;

/**
 * The period of time that one table of a {@code @RollingTable} class holds: an hour, a
 * day or a month. In UTC.
 *
 * @since 0.1
 */
public enum TablePeriod {

	/**
	 * An hour: {@code Logins2026013123}.
	 */
	HOURLY(ChronoUnit.HOURS, "uuuuMMddHH", Duration.ofHours(1)),

	/**
	 * A day: {@code Logins20260131}.
	 */
	DAILY(ChronoUnit.DAYS, "uuuuMMdd", Duration.ofDays(1)),

	/**
	 * A month: {@code Logins202601}.
	 */
	MONTHLY(ChronoUnit.MONTHS, "uuuuMM", Duration.ofDays(31));

	private final ChronoUnit unit;

	private final int digits;

	private final Duration longest;

	private final DateTimeFormatter format;

	TablePeriod(ChronoUnit unit, String pattern, Duration longest) {
		this.unit = unit;
		this.digits = pattern.length();
		this.longest = longest;
		this.format = new DateTimeFormatterBuilder().appendPattern(pattern)
			.parseDefaulting(ChronoField.DAY_OF_MONTH, 1)
			.parseDefaulting(ChronoField.HOUR_OF_DAY, 0)
			.toFormatter(Locale.ROOT)
			.withResolverStyle(ResolverStyle.STRICT);
	}

	/**
	 * When the period begins that a time is in.
	 */
	public Instant start(Instant time) {
		LocalDateTime local = LocalDateTime.ofInstant(time, ZoneOffset.UTC);
		return (this == MONTHLY) ? local.toLocalDate().withDayOfMonth(1).atStartOfDay().toInstant(ZoneOffset.UTC)
				: local.truncatedTo(this.unit).toInstant(ZoneOffset.UTC);
	}

	/**
	 * The time one period later.
	 */
	public Instant next(Instant time) {
		return LocalDateTime.ofInstant(time, ZoneOffset.UTC).plus(1, this.unit).toInstant(ZoneOffset.UTC);
	}

	/**
	 * The longest that a period can be.
	 */
	public Duration longest() {
		return this.longest;
	}

	/**
	 * How many digits the name of a table ends in.
	 */
	public int digits() {
		return this.digits;
	}

	/**
	 * The digits of the period that a time is in.
	 */
	public String text(Instant time) {
		return this.format.format(LocalDateTime.ofInstant(time, ZoneOffset.UTC));
	}

	/**
	 * The period that has these digits, by its beginning; nothing if there is none.
	 */
	public Optional<Instant> parse(String text) {
		if (text.length() != this.digits || !text.chars().allMatch((digit) -> digit >= '0' && digit <= '9')) {
			return Optional.empty();
		}
		try {
			return Optional.of(LocalDateTime.parse(text, this.format).toInstant(ZoneOffset.UTC));
		}
		catch (DateTimeException ex) {
			return Optional.empty();
		}
	}

}
