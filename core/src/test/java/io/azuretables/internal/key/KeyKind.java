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
import java.math.RoundingMode;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.UUID;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/**
 * A type with a format, its values and their order, stated without the code under test.
 *
 * @param type the type of the property
 * @param format the format in the template, with its colon
 * @param order the order of the keys, reversed where they descend
 * @param source where values come from
 * @param written what a value is when it comes back
 */
record KeyKind(Class<?> type, String format, Comparator<Object> order, Source source, UnaryOperator<Object> written) {

	private static final Comparator<UUID> AS_TEXT = Comparator.comparing(UUID::toString);

	private static final int NANOS_A_TICK = 100;

	/**
	 * Values and their neighbours.
	 *
	 * @param any makes a value
	 * @param near makes a neighbour of a value
	 */
	record Source(Function<KeyValues, Object> any, BiFunction<KeyValues, Object, Object> near) {

	}

	/**
	 * Names that contain, begin and end like each other, and separators.
	 */
	enum Status {

		A, AB, A_B, A0, a, z, Z, Z_, _A, _z, $A, IN_PROGRESS, IN, OPEN, ÉTÉ

	}

	/**
	 * Names that can be mirrored.
	 */
	enum Level {

		LOW, HIGH, HIGHER, HIGH_, HIGH0, A, AB, A_B, a, z, Z9, _0

	}

	static List<KeyKind> all() {
		List<KeyKind> kinds = new ArrayList<>();
		integers(Byte.class, Byte.MIN_VALUE, Byte.MAX_VALUE, Long::byteValue, kinds);
		integers(Short.class, Short.MIN_VALUE, Short.MAX_VALUE, Long::shortValue, kinds);
		integers(Integer.class, Integer.MIN_VALUE, Integer.MAX_VALUE, Long::intValue, kinds);
		integers(Long.class, Long.MIN_VALUE, Long.MAX_VALUE, Function.identity(), kinds);
		for (int[] digits : new int[][] { { 1, 0 }, { 10, 2 }, { 1, 37 }, { 38, 0 }, { 19, 19 } }) {
			kinds.add(decimal(digits[0], digits[1], ""));
			kinds.add(decimal(digits[0], digits[1], ":desc"));
		}
		kinds.add(kind(Boolean.class, "", Comparator.<Boolean>naturalOrder(),
				new Source(KeyValues::chance, (values, value) -> !(Boolean) value)));
		kinds.add(enums(Status.class, ""));
		kinds.add(enums(Level.class, ""));
		kinds.add(enums(Level.class, ":desc"));
		kinds.add(kind(UUID.class, "", AS_TEXT, new Source(KeyValues::uuid, KeyKind::uuidNear)));
		for (String format : List.of("", ":desc")) {
			kinds.add(instants(format));
			kinds.add(offsets(format));
			kinds.add(dates(format));
			kinds.add(times(format));
			kinds.add(months(format));
			kinds.add(timesOfDay(format));
			kinds.add(durations(format));
			kinds.add(bigIntegers(format));
		}
		kinds.add(text());
		return kinds;
	}

	private static <T> KeyKind kind(Class<T> type, String format, Comparator<? super T> order, Source source) {
		Comparator<Object> ascending = (one, two) -> order.compare(type.cast(one), type.cast(two));
		return new KeyKind(type, format, format.endsWith(":desc") ? ascending.reversed() : ascending, source,
				UnaryOperator.identity());
	}

	private KeyKind written(UnaryOperator<Object> as) {
		Comparator<Object> exact = this.order;
		return new KeyKind(this.type, this.format, (one, two) -> exact.compare(as.apply(one), as.apply(two)),
				this.source, as);
	}

	private static <T extends Number & Comparable<T>> void integers(Class<T> type, long min, long max,
			Function<Long, T> box, List<KeyKind> kinds) {
		BiFunction<KeyValues, Object, Object> near = (values, value) -> {
			long number = ((Number) value).longValue();
			return box.apply((number == max) ? number - 1 : number + 1);
		};
		Source full = new Source((values) -> box.apply(values.number(min, max)), near);
		kinds.add(kind(type, "", Comparator.<T>naturalOrder(), full));
		kinds.add(kind(type, ":desc", Comparator.<T>naturalOrder(), full));
		int digits = Long.toString(max).length();
		for (int width : new int[] { 1, digits - 1, digits }) {
			long limit = (width == digits) ? max : (long) Math.pow(10, width) - 1;
			BiFunction<KeyValues, Object, Object> padded = (values, value) -> {
				long number = ((Number) value).longValue();
				return box.apply((number == limit) ? number - 1 : number + 1);
			};
			Source source = new Source((values) -> box.apply(values.number(limit)), padded);
			kinds.add(kind(type, ":" + width, Comparator.<T>naturalOrder(), source));
			kinds.add(kind(type, ":" + width + ":desc", Comparator.<T>naturalOrder(), source));
		}
	}

	private static KeyKind decimal(int integer, int scale, String direction) {
		BigDecimal step = BigDecimal.ONE.movePointLeft(scale);
		BigDecimal limit = BigDecimal.TEN.pow(integer);
		BiFunction<KeyValues, Object, Object> near = (values, value) -> {
			BigDecimal next = ((BigDecimal) value).add(step);
			return (next.compareTo(limit) < 0) ? next : ((BigDecimal) value).subtract(step);
		};
		return kind(BigDecimal.class, ":" + integer + "." + scale + direction, Comparator.<BigDecimal>naturalOrder(),
				new Source((values) -> values.decimal(integer, scale), near))
			.written((value) -> ((BigDecimal) value).setScale(scale, RoundingMode.UNNECESSARY));
	}

	private static <E extends Enum<E>> KeyKind enums(Class<E> type, String format) {
		Function<KeyValues, Object> any = (values) -> values.oneOf(List.of(type.getEnumConstants()));
		return kind(type, format, Comparator.comparing(E::name), new Source(any, (values, value) -> any.apply(values)));
	}

	private static Object uuidNear(KeyValues values, Object value) {
		UUID uuid = (UUID) value;
		return values.chance() ? new UUID(uuid.getMostSignificantBits(), uuid.getLeastSignificantBits() + 1)
				: new UUID(-uuid.getMostSignificantBits(), uuid.getLeastSignificantBits());
	}

	private static KeyKind instants(String format) {
		return kind(Instant.class, format, Comparator.<Instant>naturalOrder(),
				new Source((values) -> values.time().toInstant(ZoneOffset.UTC),
						(values, value) -> near(((Instant) value).atOffset(ZoneOffset.UTC).toLocalDateTime(), values)
							.toInstant(ZoneOffset.UTC)))
			.written((value) -> tick(((Instant) value).atOffset(ZoneOffset.UTC).toLocalDateTime())
				.toInstant(ZoneOffset.UTC));
	}

	private static KeyKind offsets(String format) {
		Function<KeyValues, Object> any = (values) -> values.time()
			.atOffset(ZoneOffset.UTC)
			.withOffsetSameInstant(ZoneOffset.ofTotalSeconds(values.below(36 * 3600) - 18 * 3600));
		return kind(OffsetDateTime.class, format, OffsetDateTime.timeLineOrder(), new Source(any, (values, value) -> {
			OffsetDateTime time = (OffsetDateTime) value;
			return near(utc(time), values).atOffset(ZoneOffset.UTC).withOffsetSameInstant(time.getOffset());
		})).written((value) -> tick(utc((OffsetDateTime) value)).atOffset(ZoneOffset.UTC));
	}

	private static LocalDateTime utc(OffsetDateTime time) {
		return time.withOffsetSameInstant(ZoneOffset.UTC).toLocalDateTime();
	}

	private static KeyKind times(String format) {
		return kind(LocalDateTime.class, format, Comparator.<LocalDateTime, LocalDateTime>comparing((time) -> time),
				new Source(KeyValues::time, (values, value) -> near((LocalDateTime) value, values)))
			.written((value) -> tick((LocalDateTime) value));
	}

	private static LocalDateTime tick(LocalDateTime time) {
		return time.minusNanos(time.getNano() % NANOS_A_TICK);
	}

	private static LocalDateTime near(LocalDateTime time, KeyValues values) {
		long nanos = values.oneOf(List.of(1L, 100L, 1_000_000_000L));
		LocalDateTime later = time.plusNanos(nanos);
		return (later.getYear() <= 9999) ? later : time.minusNanos(nanos);
	}

	private static KeyKind dates(String format) {
		return kind(LocalDate.class, format, Comparator.<LocalDate, LocalDate>comparing((date) -> date),
				new Source(KeyValues::date, (values, value) -> {
					LocalDate date = (LocalDate) value;
					return date.equals(LocalDate.of(9999, 12, 31)) ? date.minusDays(1) : date.plusDays(1);
				}));
	}

	private static KeyKind months(String format) {
		return kind(YearMonth.class, format, Comparator.<YearMonth>naturalOrder(),
				new Source((values) -> YearMonth.from(values.date()), (values, value) -> {
					YearMonth month = (YearMonth) value;
					return month.equals(YearMonth.of(9999, 12)) ? month.minus(1, ChronoUnit.MONTHS)
							: month.plusMonths(1);
				}));
	}

	private static KeyKind timesOfDay(String format) {
		return kind(LocalTime.class, format, Comparator.<LocalTime>naturalOrder(),
				new Source((values) -> values.time().toLocalTime(), (values, value) -> ((LocalTime) value)
					.plusNanos(values.oneOf(List.of(1L, 1_000L, 1_000_000_000L, 60_000_000_000L)))));
	}

	private static KeyKind durations(String format) {
		return kind(Duration.class, format, Comparator.<Duration>naturalOrder(),
				new Source(KeyValues::duration, (values, value) -> {
					Duration duration = (Duration) value;
					Duration step = values.oneOf(List.of(Duration.ofNanos(1), Duration.ofSeconds(1)));
					return duration.isNegative() ? duration.plus(step) : duration.minus(step);
				}));
	}

	private static KeyKind bigIntegers(String format) {
		return kind(BigInteger.class, ":20" + format, Comparator.<BigInteger>naturalOrder(),
				new Source((values) -> values.integer(20), (values, value) -> {
					BigInteger number = (BigInteger) value;
					return (number.signum() < 0) ? number.add(BigInteger.ONE) : number.subtract(BigInteger.ONE);
				}));
	}

	static KeyKind text() {
		return kind(String.class, "", Comparator.<String>naturalOrder(),
				new Source(KeyValues::text, (values, value) -> values.textNear((String) value)));
	}

	/**
	 * Text in lower case, told apart by nothing else.
	 */
	static KeyKind lower() {
		KeyKind text = text();
		return new KeyKind(String.class, ":lower", text.order, text.source,
				(value) -> ((String) value).codePoints()
					.map(Character::toLowerCase)
					.collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
					.toString());
	}

	/**
	 * Text and numbers in buckets, told apart by the bucket.
	 */
	static KeyKind bucket(KeyKind kind) {
		KeyLayout alone = KeyLayout.of("Order", KeyTemplate.parse("{a:bucket(3)}"), (name) -> kind.type);
		return new KeyKind(kind.type, ":bucket(3)", kind.order, kind.source, alone::encode);
	}

	Object any(KeyValues values) {
		return this.source.any().apply(values);
	}

	Object near(KeyValues values, Object value) {
		return this.source.near().apply(values, value);
	}

	boolean isText() {
		return this.type == String.class && !this.format.contains("bucket");
	}

	boolean isOpenEnded() {
		return isText() || (this.type.isEnum() && this.format.isEmpty());
	}

	KeyLayout layout(String template) {
		return KeyLayout.of("Order", KeyTemplate.parse(template.replace("{a}", "{a" + this.format + "}")),
				(name) -> name.equals("a") ? this.type : Integer.class);
	}

	@Override
	public String toString() {
		return this.type.getSimpleName() + this.format;
	}

}
