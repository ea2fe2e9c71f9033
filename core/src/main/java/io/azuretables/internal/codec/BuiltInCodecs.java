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

package io.azuretables.internal.codec;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.Year;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoField;
import java.time.temporal.TemporalAccessor;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;

import io.azuretables.internal.codec.ValueCodec.Order;
import io.azuretables.internal.model.ValueLimits;
import io.azuretables.internal.time.Ticks;
import org.jspecify.annotations.Nullable;

/**
 * The built-in conversions of Java types, such as dates and enums, to the data types of
 * the table service.
 * <p>
 * The eight types of the service are stored as such, smaller numbers as the next larger
 * one. Times with a zone or of a local calendar, decimals and the like are text, which
 * loses nothing; those with a fixed width sort in the table as they do in Java.
 *
 * @since 0.1
 */
public final class BuiltInCodecs {

	private static final DateTimeFormatter LOCAL_DATE_TIME = DateTimeFormatter
		.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSSSSSSSS");

	private static final DateTimeFormatter LOCAL_TIME = DateTimeFormatter.ofPattern("HH:mm:ss.SSSSSSSSS");

	private static final Map<Class<?>, ValueCodec> CODECS = Map.ofEntries(
			Map.entry(String.class, same(String.class, Order.STORED)),
			Map.entry(Integer.class, same(Integer.class, Order.STORED)),
			Map.entry(Long.class, same(Long.class, Order.STORED)),
			Map.entry(Double.class, same(Double.class, Order.STORED)),
			Map.entry(Boolean.class, same(Boolean.class, Order.NATURAL)),
			Map.entry(UUID.class, same(UUID.class, Order.NATURAL)),
			Map.entry(byte[].class, same(byte[].class, Order.NATURAL)),
			Map.entry(Instant.class,
					new ValueCodec(Instant.class, (value) -> ticks((Instant) value), ValueCodec.SAME, Order.STORED)),
			Map.entry(OffsetDateTime.class,
					instant(OffsetDateTime::toInstant, (instant) -> instant.atOffset(ZoneOffset.UTC))),
			Map.entry(Short.class, number(Short.class, Integer::shortValue)),
			Map.entry(Byte.class, number(Byte.class, Integer::byteValue)),
			Map.entry(Float.class,
					ValueCodec.<Float, Double>of(Double.class, Float::doubleValue, BuiltInCodecs::narrow,
							Order.STORED)),
			Map.entry(Character.class,
					ValueCodec.<Character, String>of(String.class, String::valueOf, BuiltInCodecs::character,
							Order.STORED)),
			Map.entry(Year.class, ValueCodec.<Year, Integer>of(Integer.class, Year::getValue, Year::of, Order.STORED)),
			Map.entry(YearMonth.class, dated(YearMonth::toString, YearMonth::parse)),
			Map.entry(LocalDate.class, dated(LocalDate::toString, LocalDate::parse)),
			Map.entry(LocalDateTime.class,
					BuiltInCodecs.<LocalDateTime>dated(
							(time) -> LOCAL_DATE_TIME.format(time.minusNanos(time.getNano() % Ticks.NANOS)),
							(text) -> LocalDateTime.parse(text, LOCAL_DATE_TIME))),
			Map.entry(LocalTime.class,
					ValueCodec.<LocalTime, String>of(String.class, LOCAL_TIME::format,
							(text) -> LocalTime.parse(text, LOCAL_TIME), Order.STORED)),
			Map.entry(ZonedDateTime.class, text(ZonedDateTime::parse, Order.NATURAL)),
			Map.entry(Duration.class, text(Duration::parse, Order.NATURAL)),
			Map.entry(URI.class, ValueCodec.<URI, String>of(String.class, UriText::of, URI::create, Order.NATURAL)),
			Map.entry(BigDecimal.class, ValueCodec.<BigDecimal, String>of(String.class, BuiltInCodecs::decimal,
					BigDecimal::new, Order.NATURAL)),
			Map.entry(BigInteger.class, text(BigInteger::new, Order.NATURAL)));

	/**
	 * The first instant that the service takes.
	 */
	private static final Instant FIRST = Instant.parse("1601-01-01T00:00:00Z");

	private static final Instant END = Instant.parse("+10000-01-01T00:00:00Z");

	private static final LocalDate FIRST_DATE = LocalDate.of(0, 1, 1);

	private static final LocalDate LAST_DATE = LocalDate.of(9999, 12, 31);

	private static final Map<Class<?>, ValueLimits> LIMITS = Map.of(Instant.class,
			ValueLimits.between(FIRST, END.minusNanos(1)), OffsetDateTime.class,
			ValueLimits.between(FIRST.atOffset(ZoneOffset.UTC), END.minusNanos(1).atOffset(ZoneOffset.UTC)),
			LocalDate.class, ValueLimits.between(FIRST_DATE, LAST_DATE), YearMonth.class,
			ValueLimits.between(YearMonth.from(FIRST_DATE), YearMonth.from(LAST_DATE)), LocalDateTime.class,
			ValueLimits.between(FIRST_DATE.atStartOfDay(), LAST_DATE.atTime(LocalTime.MAX)));

	private BuiltInCodecs() {
	}

	/**
	 * The codec for a boxed type, or {@code null} when there is none.
	 */
	public static @Nullable ValueCodec of(Class<?> type) {
		return type.isEnum() ? enumeration(type) : CODECS.get(type);
	}

	/**
	 * The codec that stores a type as another one than usual, or {@code null} when there
	 * is none.
	 */
	public static @Nullable ValueCodec of(Class<?> type, Class<?> storedType) {
		if (type == BigDecimal.class && storedType == Double.class) {
			return ValueCodec.<BigDecimal, Double>of(Double.class, BuiltInCodecs::exactDouble, BigDecimal::valueOf,
					Order.STORED);
		}
		if (type == BigInteger.class && storedType == Long.class) {
			return ValueCodec.<BigInteger, Long>of(Long.class, BuiltInCodecs::exactLong, BigInteger::valueOf,
					Order.STORED);
		}
		ValueCodec usual = of(type);
		return (usual != null && usual.storedType() == storedType) ? usual : null;
	}

	public static Set<String> typeNames() {
		return CODECS.keySet().stream().map(Class::getSimpleName).collect(Collectors.toCollection(TreeSet::new));
	}

	private static ValueCodec same(Class<?> type, Order order) {
		return new ValueCodec(type, ValueCodec.SAME, ValueCodec.SAME, order);
	}

	private static <J> ValueCodec instant(Function<J, Instant> writer, Function<Instant, J> reader) {
		return ValueCodec.of(Instant.class, (J value) -> ticks(writer.apply(value)), reader, Order.STORED);
	}

	private static Instant ticks(Instant instant) {
		if (instant.isBefore(FIRST) || !instant.isBefore(END)) {
			throw new ValueRuleException(
					"the service takes times of the years 1601 to 9999; store others as LocalDateTime or text");
		}
		return Ticks.truncate(instant);
	}

	private static <J extends Number> ValueCodec number(Class<J> type, Function<Integer, J> narrow) {
		return ValueCodec.<J, Integer>of(Integer.class, Number::intValue, (stored) -> {
			J value = narrow.apply(stored);
			if (value.intValue() != stored) {
				throw new ValueRuleException("the stored number does not fit into " + type.getSimpleName());
			}
			return value;
		}, Order.STORED);
	}

	private static Float narrow(Double stored) {
		float value = stored.floatValue();
		if (Float.isInfinite(value) && !stored.isInfinite()) {
			throw new ValueRuleException("the stored number does not fit into Float");
		}
		return value;
	}

	private static Character character(String text) {
		if (text.length() != 1) {
			throw new ValueRuleException("the stored text is not one character");
		}
		return text.charAt(0);
	}

	private static <J extends TemporalAccessor> ValueCodec dated(Function<J, String> writer,
			Function<String, J> reader) {
		return ValueCodec.<J, String>of(String.class, (value) -> {
			int year = value.get(ChronoField.YEAR);
			if (year < 0 || year > 9999) {
				throw new ValueRuleException("dates of the years 0 to 9999 are stored; others would not sort");
			}
			return writer.apply(value);
		}, reader, Order.STORED);
	}

	private static <J> ValueCodec text(Function<String, J> reader, Order order) {
		return ValueCodec.<J, String>of(String.class, Object::toString, reader, order);
	}

	/**
	 * The text of a decimal. That of the greatest ones has an exponent that no text can
	 * be read with.
	 */
	private static String decimal(BigDecimal value) {
		if (value.scale() < 0 && (long) value.precision() - value.scale() - 1 > Integer.MAX_VALUE) {
			throw new ValueRuleException("the exponent of the value is greater than " + Integer.MAX_VALUE
					+ ", and the value could not be read back");
		}
		return value.toString();
	}

	private static Double exactDouble(BigDecimal value) {
		double number = value.doubleValue();
		if (Double.isInfinite(number) || !BigDecimal.valueOf(number).equals(value)) {
			throw new ValueRuleException("the value would come back as another one from a Double; "
					+ "leave the type out of @Column, and it is stored as text");
		}
		return number;
	}

	/**
	 * The decimals that a {@code Double} gives back: the shortest one for each.
	 */
	private record DoubleLimits() implements ValueLimits {

		@Override
		public Object least() {
			return BigDecimal.valueOf(-Double.MAX_VALUE);
		}

		@Override
		public @Nullable Object floor(Object value) {
			double near = ((BigDecimal) value).doubleValue();
			if (near == Double.POSITIVE_INFINITY) {
				return BigDecimal.valueOf(Double.MAX_VALUE);
			}
			return storable(isAbove(near, value) ? Math.nextDown(near) : near);
		}

		@Override
		public @Nullable Object ceiling(Object value) {
			double near = ((BigDecimal) value).doubleValue();
			if (near == Double.NEGATIVE_INFINITY) {
				return least();
			}
			return storable(isBelow(near, value) ? Math.nextUp(near) : near);
		}

		private static boolean isAbove(double near, Object value) {
			return Double.isFinite(near) && BigDecimal.valueOf(near).compareTo((BigDecimal) value) > 0;
		}

		private static boolean isBelow(double near, Object value) {
			return Double.isFinite(near) && BigDecimal.valueOf(near).compareTo((BigDecimal) value) < 0;
		}

		private static @Nullable Object storable(double number) {
			return Double.isFinite(number) ? BigDecimal.valueOf(number) : null;
		}

	}

	private static Long exactLong(BigInteger value) {
		if (value.bitLength() >= Long.SIZE) {
			throw new ValueRuleException(
					"the value does not fit into a Long; leave the type out of @Column, and it is stored as text");
		}
		return value.longValue();
	}

	/**
	 * Which values of a type can be stored as another one; {@code null} where all can be.
	 */
	public static @Nullable ValueLimits limits(Class<?> type, Class<?> storedType) {
		if (type == BigDecimal.class && storedType == Double.class) {
			return new DoubleLimits();
		}
		if (type == BigInteger.class && storedType == Long.class) {
			return ValueLimits.between(BigInteger.valueOf(Long.MIN_VALUE), BigInteger.valueOf(Long.MAX_VALUE));
		}
		return LIMITS.get(type);
	}

	private static ValueCodec enumeration(Class<?> type) {
		Map<String, Object> constants = java.util.Arrays.stream(type.getEnumConstants())
			.collect(Collectors.toMap((constant) -> ((Enum<?>) constant).name(), Function.identity()));
		return ValueCodec.<Enum<?>, String>of(String.class, Enum::name, (name) -> {
			Object constant = constants.get(name);
			if (constant == null) {
				throw new ValueRuleException("the stored text is not a constant of " + type.getName());
			}
			return (Enum<?>) constant;
		}, Order.STORED);
	}

}
