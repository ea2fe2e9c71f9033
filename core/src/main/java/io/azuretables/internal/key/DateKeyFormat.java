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
import java.time.LocalDate;
import java.time.YearMonth;
import java.time.temporal.ChronoField;
import java.time.temporal.Temporal;

import org.jspecify.annotations.Nullable;

/**
 * The key format of dates and months: ISO text, or the distance from the end of the year
 * 9999 if descending.
 */
record DateKeyFormat(boolean month, boolean descending) implements KeyFormat {

	private static final LocalDate LAST = LocalDate.of(9999, 12, 31);

	private static final long LAST_DAY = LAST.toEpochDay();

	private static final long MOST_DAYS = LAST_DAY - LocalDate.of(1, 1, 1).toEpochDay();

	private static final long LAST_MONTH = 9999 * 12L + 11;

	private static final long MOST_MONTHS = LAST_MONTH - 12;

	private static final int DAY_DIGITS = 7;

	private static final int MONTH_DIGITS = 6;

	static boolean supports(Class<?> type) {
		return type == LocalDate.class || type == YearMonth.class;
	}

	@Override
	public void write(Object value, StringBuilder key) {
		LocalDate date = this.month ? ((YearMonth) value).atDay(1) : (LocalDate) value;
		if (date.getYear() < 1 || date.getYear() > 9999) {
			throw new KeyRuleException("it lies outside of the years 1 to 9999");
		}
		if (!this.descending) {
			writeDate(date, key);
			key.setLength(key.length() - (this.month ? 3 : 0));
		}
		else if (this.month) {
			IntegerKeyFormat.writePadded(LAST_MONTH - (date.getYear() * 12L + date.getMonthValue() - 1), MONTH_DIGITS,
					key);
		}
		else {
			IntegerKeyFormat.writePadded(LAST_DAY - date.toEpochDay(), DAY_DIGITS, key);
		}
	}

	@Override
	public @Nullable Object floor(Object value) {
		int year = ((Temporal) value).get(ChronoField.YEAR);
		if (year > LAST.getYear()) {
			return this.month ? YearMonth.from(LAST) : LAST;
		}
		return (year < 1) ? null : value;
	}

	static void writeDate(LocalDate date, StringBuilder key) {
		IntegerKeyFormat.writePadded(date.getYear(), 4, key);
		key.append('-');
		IntegerKeyFormat.writePadded(date.getMonthValue(), 2, key);
		key.append('-');
		IntegerKeyFormat.writePadded(date.getDayOfMonth(), 2, key);
	}

	@Override
	public Object read(KeyCursor key) {
		if (!this.descending) {
			return this.month ? readMonth(key) : readDate(key);
		}
		if (this.month) {
			int months = (int) (LAST_MONTH - readDistance(MONTH_DIGITS, MOST_MONTHS, key));
			return YearMonth.of(months / 12, months % 12 + 1);
		}
		return LocalDate.ofEpochDay(LAST_DAY - readDistance(DAY_DIGITS, MOST_DAYS, key));
	}

	private static long readDistance(int width, long most, KeyCursor key) {
		long distance = key.takeDigits(width);
		if (distance > most) {
			throw key.unreadable("a distance of at most " + most + " from the end of the year 9999 was expected");
		}
		return distance;
	}

	static LocalDate readDate(KeyCursor key) {
		YearMonth month = readMonth(key);
		key.takeLiteral("-");
		try {
			return month.atDay((int) key.takeDigits(2));
		}
		catch (DateTimeException ex) {
			throw key.unreadable("a date was expected");
		}
	}

	private static YearMonth readMonth(KeyCursor key) {
		int year = (int) key.takeDigits(4);
		if (year == 0) {
			throw key.unreadable("a year from 1 to 9999 was expected");
		}
		key.takeLiteral("-");
		try {
			return YearMonth.of(year, (int) key.takeDigits(2));
		}
		catch (DateTimeException ex) {
			throw key.unreadable("a month was expected");
		}
	}

}
