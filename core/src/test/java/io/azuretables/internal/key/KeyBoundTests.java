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

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;

import io.azuretables.key.InvalidKeyException;
import io.azuretables.key.KeyRange;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.junit.jupiter.params.provider.Arguments.arguments;

/**
 * Ranges whose bounds no key can hold.
 */
class KeyBoundTests {

	private static final int CASES = 5_000;

	private static final long LAST_DAY = LocalDate.of(9999, 12, 31).toEpochDay();

	private static final long FIRST_DAY = LocalDate.of(1, 1, 1).toEpochDay();

	private final KeyValues values = KeyValues.seeded();

	/**
	 * A part, values that it can hold, and bounds of which it cannot hold some.
	 */
	private record Kind(String format, Class<?> type, Function<KeyValues, Object> value,
			Function<KeyValues, Object> bound) {

		@Override
		public String toString() {
			return this.type.getSimpleName() + this.format;
		}

	}

	static List<Kind> kinds() {
		return List.of(
				new Kind(":2", Byte.class, (values) -> (byte) values.number(99),
						(values) -> (byte) values.number(Byte.MIN_VALUE, Byte.MAX_VALUE)),
				new Kind(":3:desc", Integer.class, (values) -> (int) values.number(999),
						(values) -> (int) values.number(-1500, 1500)),
				new Kind(":10", Integer.class, (values) -> (int) values.number(Integer.MAX_VALUE),
						(values) -> (int) values.number(Integer.MIN_VALUE, Integer.MAX_VALUE)),
				new Kind(":18", Long.class, (values) -> values.number(999_999_999_999_999_999L),
						(values) -> values.number(Long.MIN_VALUE, Long.MAX_VALUE)),
				new Kind(":2", BigInteger.class, (values) -> values.integer(2), (values) -> values.integer(3)),
				new Kind(":desc", Duration.class, KeyValues::duration, KeyValues::duration), decimal(":1.2", 1, 2),
				decimal(":1.2:desc", 1, 2), decimal(":4", 4, 0),
				new Kind("", LocalDate.class, (values) -> LocalDate.ofEpochDay(values.number(FIRST_DAY, LAST_DAY)),
						(values) -> LocalDate.ofEpochDay(values.number(FIRST_DAY - 400, LAST_DAY + 400))),
				new Kind(":desc", YearMonth.class, (values) -> YearMonth.from(values.date()),
						(values) -> YearMonth.from(values.date()).plusMonths(values.number(-12_000, 12_000))),
				new Kind("", Instant.class, (values) -> values.time().toInstant(ZoneOffset.UTC),
						(values) -> second(values).toInstant(ZoneOffset.UTC)),
				new Kind(":desc", OffsetDateTime.class, (values) -> values.time().atOffset(ZoneOffset.UTC),
						(values) -> second(values).atOffset(ZoneOffset.ofHours(values.below(37) - 18))),
				new Kind(":desc", LocalDateTime.class, KeyValues::time, KeyBoundTests::second),
				new Kind("", String.class, KeyBoundTests::longText, KeyBoundTests::longText));
	}

	private static Kind decimal(String format, int integer, int scale) {
		return new Kind(format, BigDecimal.class, (values) -> values.decimal(integer, scale), (values) -> {
			BigDecimal near = values.decimal(integer + values.below(2), scale + values.below(3));
			return values.chance() ? near : near.scaleByPowerOfTen(values.below(9) - 4);
		});
	}

	/**
	 * A full second, which keys do not cut, also outside of the years that they can hold.
	 */
	private static LocalDateTime second(KeyValues values) {
		long second = values.number(KeyValues.FIRST_SECOND - 9_000_000, KeyValues.LAST_SECOND + 9_000_000);
		return LocalDateTime.ofEpochSecond(second, 0, ZoneOffset.UTC);
	}

	private static String longText(KeyValues values) {
		String fill = values.oneOf(List.of("a", "\uD83D\uDE00", "/", " "));
		String text = fill.repeat(506 / fill.length()) + values.text();
		return values.chance() ? text : text + "a".repeat(values.below(12)) + values.text();
	}

	@ParameterizedTest
	@MethodSource("kinds")
	void findsByBoundsThatNoKeyCanHold(Kind kind) {
		for (String template : List.of("x_{a}", "{a} {b:1}")) {
			KeyLayout layout = KeyLayout.of("Order",
					KeyTemplate.parse(template.replace("{a}", "{a" + kind.format + "}")),
					(name) -> name.equals("a") ? kind.type : Integer.class);
			int found = 0;
			for (int i = 0; i < CASES; i++) {
				Object value = kind.value.apply(this.values);
				String key = key(layout, value);
				if (key != null) {
					found += check(kind, layout, value, key) ? 1 : 0;
				}
			}
			assertThat(found).isBetween(CASES / 50, CASES - CASES / 50);
		}
	}

	private static @Nullable String key(KeyLayout layout, Object value) {
		try {
			return (layout.size() == 1) ? layout.encode(value) : layout.encode(value, 7);
		}
		catch (InvalidKeyException ex) {
			return null;
		}
	}

	private boolean check(Kind kind, KeyLayout layout, Object value, String key) {
		ValueRange bounds = new ValueRange((this.values.below(4) > 0) ? kind.bound.apply(this.values) : null,
				this.values.chance(), (this.values.below(4) > 0) ? kind.bound.apply(this.values) : null,
				this.values.chance());
		KeyRange range = bounds.in(layout, List.of());
		boolean expected = within(value, bounds);
		this.values.hold(range.contains(key) == expected, () -> "%s: %s is %s, and %s of %s is %sexpected in it"
			.formatted(layout, bounds, range, key, value, expected ? "" : "not "));
		this.values.hold(isWellFormed(range.from()) && (range.to() == null || isWellFormed(range.to())),
				() -> "%s: %s holds half a surrogate pair".formatted(layout, range));
		return expected;
	}

	private static boolean isWellFormed(String text) {
		return text.codePoints().noneMatch((c) -> c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE);
	}

	private static boolean within(Object value, ValueRange bounds) {
		return (bounds.from() == null || compare(value, bounds.from()) >= (bounds.fromInclusive() ? 0 : 1))
				&& (bounds.to() == null || compare(value, bounds.to()) <= (bounds.toInclusive() ? 0 : -1));
	}

	@SuppressWarnings("unchecked")
	private static int compare(Object one, Object other) {
		if (one instanceof OffsetDateTime time) {
			return OffsetDateTime.timeLineOrder().compare(time, (OffsetDateTime) other);
		}
		return ((Comparator<Object>) (Comparator<?>) Comparator.<String>naturalOrder()).compare(one, other);
	}

	static List<Arguments> clampedBounds() {
		BigDecimal cent = new BigDecimal("1.005");
		return List.of(arguments("{a:6}", ValueRange.atLeast(-1), KeyRange.all()),
				arguments("{a:6}", ValueRange.above(-1), KeyRange.all()),
				arguments("{a:6}", ValueRange.below(-1), KeyRange.between("", "")),
				arguments("{a:6}", ValueRange.atMost(-1), KeyRange.between("", "")),
				arguments("{a:6}", ValueRange.atMost(1_000_000), KeyRange.between("", "99999:")),
				arguments("{a:6}", ValueRange.atLeast(1_000_000), KeyRange.between("99999:", null)),
				arguments("{a:6}", ValueRange.closed(1_000_000, 2_000_000), KeyRange.between("99999:", "99999:")),
				arguments("{a:6:desc}", ValueRange.closed(-5, 2_000_000), KeyRange.between("000000", null)),
				arguments("{a:6:desc}", ValueRange.atMost(-5), KeyRange.between("", "")),
				arguments("{a:5.2}", ValueRange.below(cent), KeyRange.between("", "00001.01")),
				arguments("{a:5.2}", ValueRange.atMost(cent), KeyRange.between("", "00001.01")),
				arguments("{a:5.2}", ValueRange.above(cent), KeyRange.between("00001.01", null)),
				arguments("{a:5.2}", ValueRange.above(cent.negate()), KeyRange.between("-99998.99", null)),
				arguments("{a:5.2}", ValueRange.atLeast(new BigDecimal("1E+99")), KeyRange.between("99999.9:", null)),
				arguments("{a:5.2}", ValueRange.atMost(new BigDecimal("-1E+99")), KeyRange.between("", "")),
				arguments("{a}", ValueRange.above(LocalDate.MIN), KeyRange.all()),
				arguments("{a}", ValueRange.below(LocalDate.MAX), KeyRange.between("", "9999-12-32")),
				arguments("{a}", ValueRange.atMost(Instant.MAX), KeyRange.between("", "9999-12-31T23:59:59.9999999[")),
				arguments("{a:desc}", ValueRange.above(Instant.MAX), KeyRange.between("", "0000000000000000000")),
				arguments("{a}", ValueRange.below("é".repeat(600)),
						KeyRange.between("", KeyRange.after("é".repeat(512)))),
				arguments("{a}", ValueRange.above("\uD83D\uDE00".repeat(300)),
						KeyRange.between(KeyRange.after("\uD83D\uDE00".repeat(256)), null)),
				arguments("{a}", ValueRange.above("a" + "\uD83D\uDE00".repeat(300)),
						KeyRange.between(KeyRange.after("a" + "\uD83D\uDE00".repeat(256)), null)));
	}

	@ParameterizedTest
	@MethodSource("clampedBounds")
	void takesTheNearestBoundThatCanBeWritten(String template, ValueRange bounds, KeyRange range) {
		Object bound = (bounds.from() != null) ? bounds.from() : bounds.to();
		KeyLayout layout = KeyLayout.of("Order", KeyTemplate.parse(template), (name) -> bound.getClass());
		assertThat(bounds.in(layout, List.of())).isEqualTo(range);
	}

	@Test
	void cutsHugeDecimalsAtOnce() {
		KeyLayout layout = KeyLayout.of("Order", KeyTemplate.parse("{a:5.2}"), (name) -> BigDecimal.class);
		Instant start = Instant.now();
		for (String text : List.of("1E+2147483647", "-1E+2147483647", "1E-2147483647", "-1E-2147483647", "1E-99999999",
				"0E+2147483647", "0E-2147483647")) {
			BigDecimal bound = new BigDecimal(text);
			KeyRange range = ValueRange.atMost(bound).in(layout, List.of());
			for (String value : List.of("-99999.99", "-0.01", "0", "0.01", "99999.99")) {
				assertThat(range.contains(layout.encode(new BigDecimal(value)))).as("%s and %s", value, text)
					.isEqualTo(new BigDecimal(value).compareTo(bound) <= 0);
			}
		}
		ValueRange.atMost(new BigDecimal(BigInteger.ONE, Integer.MAX_VALUE)).in(layout, List.of());
		assertThat(Duration.between(start, Instant.now())).isLessThan(Duration.ofSeconds(1));
	}

	@Test
	void findsNothingThatBeginsWithMoreThanAKeyCanHold() {
		KeyLayout layout = KeyLayout.of("Order", KeyTemplate.parse("k_{a}"), (name) -> String.class);
		assertThat(layout.startingWith(List.of(), "x".repeat(511)).isEmpty()).isTrue();
		assertThat(layout.startingWith(List.of(), "x".repeat(510)).contains("k_" + "x".repeat(510))).isTrue();
		assertThat(layout.startingWith(List.of(), "/".repeat(171)).isEmpty()).isTrue();
		assertThat(layout.startingWith(List.of(), "/".repeat(170)).contains(layout.encode("/".repeat(170)))).isTrue();
	}

	@Test
	void rejectsLeadingValuesThatNoKeyCanHold() {
		KeyLayout layout = KeyLayout.of("Order", KeyTemplate.parse("{a}_{b:6}"),
				(name) -> name.equals("a") ? String.class : Integer.class);
		for (ValueRange bounds : List.of(ValueRange.atLeast(1), ValueRange.atMost(-1))) {
			assertThatExceptionOfType(InvalidKeyException.class)
				.isThrownBy(() -> bounds.in(layout, List.of("x".repeat(512))))
				.withMessageContaining("the key of 513 UTF-16 code units is longer than the 512");
		}
		assertThatExceptionOfType(InvalidKeyException.class).isThrownBy(() -> layout.range(List.of("x", -1)))
			.withMessageContaining("takes no negative numbers");
	}

}
