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

package io.azuretables.convert;

import java.lang.reflect.RecordComponent;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.URI;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.Year;
import java.time.YearMonth;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.UUID;
import java.util.function.Supplier;

/**
 * Generates values of every type, the odd ones more often than chance would.
 */
final class Values {

	private static final Instant FIRST = Instant.parse("1601-01-01T00:00:00Z");

	private static final Instant LAST = Instant.parse("9999-12-31T23:59:59.999999999Z");

	private static final List<ZoneId> ZONES = ZoneId.getAvailableZoneIds().stream().sorted().map(ZoneId::of).toList();

	private final Random random;

	private final Map<String, Supplier<Object>> byName = new LinkedHashMap<>();

	private final Map<Class<?>, Supplier<Object>> byType = new LinkedHashMap<>();

	Values(long seed) {
		this.random = new Random(seed);
		this.byName.put("optionalText", () -> Optional.ofNullable(orNull(this::text)));
		this.byName.put("optionalDate", () -> Optional.ofNullable(orNull(this::date)));
		this.byName.put("decimalAsDouble", () -> BigDecimal.valueOf(exactDouble()));
		this.byName.put("integerAsLong", () -> BigInteger.valueOf(int64()));
		this.byName.put("partition", this::text);
		this.byName.put("text", this::text);
		this.byType.put(String.class, this::text);
		this.byType.put(long.class, this::int64);
		this.byType.put(Integer.class, () -> (int) int64());
		this.byType.put(Long.class, this::int64);
		this.byType.put(Double.class, this::float64);
		this.byType.put(Boolean.class, this.random::nextBoolean);
		this.byType.put(UUID.class, () -> new UUID(int64(), int64()));
		this.byType.put(byte[].class, () -> bytes(this.random.nextInt(40)));
		this.byType.put(Short.class, () -> (short) int64());
		this.byType.put(Byte.class, () -> (byte) int64());
		this.byType.put(Float.class, this::float32);
		this.byType.put(Character.class, this::character);
		this.byType.put(DayOfWeek.class, () -> oneOf(DayOfWeek.values()));
		this.byType.put(URI.class, () -> URI.create(oneOf("", "a", "https://x.org/%20?q=ü#f", "urn:isbn:1", "../b")));
		this.byType.put(BigDecimal.class, () -> new BigDecimal(big(), this.random.nextInt(80) - 40));
		this.byType.put(BigInteger.class, this::big);
		this.byType.put(List.class, this::list);
		this.byType.put(Map.class, this::map);
		addTimes();
	}

	private void addTimes() {
		this.byType.put(Instant.class, this::instant);
		this.byType.put(OffsetDateTime.class, () -> instant().atOffset(offset()));
		this.byType.put(ZonedDateTime.class, this::zoned);
		this.byType.put(LocalDateTime.class, () -> date().atTime(ticks(time())));
		this.byType.put(LocalDate.class, this::date);
		this.byType.put(LocalTime.class, this::time);
		this.byType.put(Duration.class, this::duration);
		this.byType.put(Year.class, () -> Year.of(oneOf(0, 1, -1, 2014, Year.MIN_VALUE, Year.MAX_VALUE)));
		this.byType.put(YearMonth.class, () -> YearMonth.from(date()));
	}

	AllTypes next() {
		RecordComponent[] components = AllTypes.class.getRecordComponents();
		Object[] values = Arrays.stream(components).map(this::value).toArray();
		Class<?>[] types = Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
		try {
			return AllTypes.class.getDeclaredConstructor(types).newInstance(values);
		}
		catch (ReflectiveOperationException ex) {
			throw new IllegalStateException(ex);
		}
	}

	private Object value(RecordComponent component) {
		Supplier<Object> named = this.byName.get(component.getName());
		if (named != null && !component.getName().endsWith("AsDouble") && !component.getName().endsWith("AsLong")) {
			return named.get();
		}
		Supplier<Object> supplier = (named != null) ? named : this.byType.get(component.getType());
		return component.getType().isPrimitive() ? supplier.get() : orNull(supplier);
	}

	private <T> T orNull(Supplier<T> supplier) {
		return (this.random.nextInt(6) == 0) ? null : supplier.get();
	}

	@SafeVarargs
	private <T> T oneOf(T... values) {
		return values[this.random.nextInt(values.length)];
	}

	String text() {
		StringBuilder text = new StringBuilder();
		int length = this.random.nextInt(12);
		while (text.length() < length) {
			int point = switch (this.random.nextInt(6)) {
				case 0 -> oneOf('/', '\\', '#', '?', '_', '!', ' ', '\'', '"', '~', '%');
				case 1 -> this.random.nextInt(0x20);
				case 2 -> 0x7F + this.random.nextInt(0x40);
				case 3 -> 0x1F300 + this.random.nextInt(0x200);
				case 4 -> oneOf(0xFFFF, 0xFFEE, 0xFFFD, 0x2028, 0x2029, 0xFEFF, 0x20AC);
				default -> 'a' + this.random.nextInt(26);
			};
			text.appendCodePoint(point);
		}
		return text.toString();
	}

	private long int64() {
		return switch (this.random.nextInt(5)) {
			case 0 -> oneOf(0L, 1L, -1L, Long.MIN_VALUE, Long.MAX_VALUE, (1L << 53) + 1, (long) Integer.MIN_VALUE);
			case 1 -> this.random.nextInt(1000);
			default -> this.random.nextLong();
		};
	}

	private double float64() {
		return switch (this.random.nextInt(5)) {
			case 0 -> oneOf(0.0, -0.0, Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, Double.MIN_VALUE,
					Double.MAX_VALUE, 1e20, 2147483648.0);
			case 1 -> this.random.nextInt();
			case 2 -> Double.longBitsToDouble(this.random.nextLong());
			default -> this.random.nextGaussian();
		};
	}

	private double exactDouble() {
		double number = float64();
		return (Double.isFinite(number) && number != 0) ? number : 1.5;
	}

	private float float32() {
		return oneOf(Float.intBitsToFloat(this.random.nextInt()), 0.1f, -0.0f, Float.NaN, Float.MAX_VALUE,
				Float.NEGATIVE_INFINITY, 16777217f, (float) this.random.nextInt());
	}

	private char character() {
		char c = oneOf('\0', ' ', 'ü', '\uFFFF', (char) this.random.nextInt(0x10000));
		return Character.isSurrogate(c) ? 'x' : c;
	}

	private byte[] bytes(int length) {
		byte[] bytes = new byte[length];
		this.random.nextBytes(bytes);
		return bytes;
	}

	private BigInteger big() {
		return oneOf(BigInteger.ZERO, BigInteger.valueOf(int64()), new BigInteger(200, this.random).negate());
	}

	Instant instant() {
		long seconds = this.random.nextLong(FIRST.getEpochSecond(), LAST.getEpochSecond());
		return oneOf(FIRST, LAST, Instant.EPOCH, Instant.EPOCH.minusNanos(1), Instant.EPOCH.minusNanos(100),
				Instant.ofEpochSecond(seconds, this.random.nextInt(1_000_000_000)), Instant.ofEpochSecond(seconds));
	}

	private ZoneOffset offset() {
		return ZoneOffset.ofTotalSeconds(this.random.nextInt(-18 * 3600, 18 * 3600 + 1));
	}

	private ZonedDateTime zoned() {
		ZoneId zone = oneOf(ZONES.get(this.random.nextInt(ZONES.size())), offset(), ZoneOffset.UTC,
				ZoneId.of("UTC+05:30"), ZoneId.of("GMT0"), ZoneId.of("Z"));
		return oneOf(instant().atZone(zone), Instant.parse("2014-10-26T00:30:00Z").atZone(ZoneId.of("Europe/Berlin")),
				Instant.parse("2014-10-26T01:30:00Z").atZone(ZoneId.of("Europe/Berlin")),
				Instant.parse("+12345-01-01T00:00:00Z").atZone(zone));
	}

	private LocalDate date() {
		return oneOf(LocalDate.of(0, 1, 1), LocalDate.of(9999, 12, 31),
				LocalDate.of(this.random.nextInt(10000), 1 + this.random.nextInt(12), 1 + this.random.nextInt(28)));
	}

	private LocalTime time() {
		return oneOf(LocalTime.MIN, LocalTime.MAX, LocalTime.NOON,
				LocalTime.ofNanoOfDay(this.random.nextLong(24 * 3600 * 1_000_000_000L)));
	}

	private static LocalTime ticks(LocalTime time) {
		return time.withNano(time.getNano() / 100 * 100);
	}

	private Duration duration() {
		return oneOf(Duration.ZERO, Duration.ofNanos(-1), Duration.ofSeconds(-1, 5), Duration.ofDays(400),
				Duration.ofSeconds(Long.MAX_VALUE, 999_999_999), Duration.ofSeconds(Long.MIN_VALUE),
				Duration.ofNanos(int64()));
	}

	private List<Integer> list() {
		List<Integer> list = new ArrayList<>();
		for (int i = this.random.nextInt(5); i > 0; i--) {
			list.add(orNull(this.random::nextInt));
		}
		return list;
	}

	private Map<String, Double> map() {
		Map<String, Double> map = new LinkedHashMap<>();
		for (int i = this.random.nextInt(4); i > 0; i--) {
			map.put(text(), float64());
		}
		return map;
	}

}
