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

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Modifier;
import java.net.URI;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.Year;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.azuretables.convert.OrderPreserving;
import io.azuretables.convert.TableCustomConversions;
import io.azuretables.convert.TableMappingContext;
import io.azuretables.internal.model.EntityModel;
import io.azuretables.internal.model.KeyMapping;
import io.azuretables.internal.model.LeafProperty;
import io.azuretables.internal.model.LeafProperty.Place;
import io.azuretables.key.InvalidKeyException;
import io.azuretables.key.KeyRange;
import io.azuretables.key.TableKey;
import io.azuretables.mapping.PartitionKey;
import io.azuretables.mapping.RowKey;
import io.azuretables.mapping.Table;
import io.azuretables.mapping.TableMappingException;
import io.azuretables.row.UnstorableValueException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import org.springframework.core.ResolvableType;
import org.springframework.core.convert.converter.Converter;
import org.springframework.data.convert.ReadingConverter;
import org.springframework.data.convert.WritingConverter;
import org.springframework.data.core.TypeInformation;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The laws of keys, for every type and format that the mapping accepts. The types are
 * those of the JDK and of converters that the mapping accepts when it is asked; a type
 * that it accepts and that has no values here fails.
 */
@Tag("long")
@Execution(ExecutionMode.CONCURRENT)
class KeyTypesTests {

	private static final int CASES = 600;

	private static final TableMappingContext CONTEXT = new TableMappingContext(new TableCustomConversions(
			List.of(new VersionToText(), new TextToVersion(), new NumberToLong(), new LongToNumber(), new PairToText(),
					new TextToPair(), new WeightToDouble(), new DoubleToWeight())));

	private static final List<Class<?>> CONVERTED = List.of(Version.class, SerialNumber.class, Pair.class,
			Weight.class);

	/**
	 * One class for each format.
	 */
	private static final List<Class<?>> FORMATS = List.of(Plain.class, Narrow.class, Wide.class, Decimal.class,
			Descending.class, NarrowDescending.class, WideDescending.class, DecimalDescending.class, Lower.class,
			Bucket.class, Middle.class, MiddleWide.class, MiddleDecimal.class, Spaced.class);

	private static final Map<Class<?>, Function<KeyValues, Object>> VALUES = values();

	private static final List<Class<?>> STORED = storedTypes();

	private static final List<Accepted> ACCEPTED = askMapping();

	private final KeyValues values = KeyValues.seeded();

	/**
	 * Where the values of types come from; enums need none.
	 */
	private static Map<Class<?>, Function<KeyValues, Object>> values() {
		Map<Class<?>, Function<KeyValues, Object>> values = new HashMap<>();
		KeyKind.all().forEach((kind) -> values.putIfAbsent(kind.type(), kind::any));
		values.put(Character.class, (source) -> (char) source.below(Character.MAX_VALUE + 1));
		values.put(Year.class, (source) -> Year.of((int) source.number(Year.MIN_VALUE, Year.MAX_VALUE)));
		values.put(ZonedDateTime.class, KeyTypesTests::zoned);
		values.put(URI.class, KeyTypesTests::uri);
		values.put(Version.class, (source) -> new Version(source.below(12), source.below(120)));
		values.put(SerialNumber.class, (source) -> new SerialNumber(source.number(Long.MIN_VALUE, Long.MAX_VALUE)));
		values.put(Pair.class, (source) -> new Pair(source.text(), source.below(3)));
		return values;
	}

	/**
	 * Often in the hour that a change of the clocks repeats.
	 */
	private static Object zoned(KeyValues source) {
		ZoneId zone = ZoneId.of(source.oneOf(List.of("Europe/Berlin", "UTC", "Z", "+01:00", "UTC+1", "Asia/Kolkata")));
		if (source.chance()) {
			return source.time().atOffset(ZoneOffset.UTC).atZoneSameInstant(zone);
		}
		return Instant.parse("2014-10-26T00:30:00Z").plusSeconds(1800L * source.below(5)).atZone(zone);
	}

	private static Object uri(KeyValues source) {
		String scheme = source.oneOf(List.of("http:", "HTTP:", "hTtP:", ""));
		String authority = source.oneOf(
				List.of("//a", "//A", "//a:", "//a:80", "//a:080", "//u@a", "//@a", "//[::FF]", "//a_b", "//A_B", ""));
		String path = source.oneOf(List.of("/b", "/B", "/%c3%A9", "/%C3%a9", "/é", "", "/"));
		String query = source.oneOf(List.of("", "?", "?q=%2f", "?q=%2F"));
		String fragment = source.oneOf(List.of("", "#", "#F", "#f"));
		if (authority.isEmpty() && path.isEmpty()) {
			return uri(source);
		}
		return URI.create((source.below(6) > 0) ? scheme + authority + path + query + fragment
				: source.oneOf(List.of("mailto:a@b", "MAILTO:a@b", "urn:x:%aa", "URN:x:%AA", "urn:X:%AA#f")));
	}

	private static Object value(Class<?> type, KeyValues source) {
		if (type.isEnum()) {
			return source.oneOf(List.of(type.getEnumConstants()));
		}
		Function<KeyValues, Object> generator = VALUES.get(type);
		assertThat(generator).as("values of %s, which keys accept", type).isNotNull();
		return generator.apply(source);
	}

	/**
	 * All types that can be stored, found by asking for each type of the JDK.
	 */
	private static List<Class<?>> storedTypes() {
		List<Class<?>> types = new ArrayList<>(CONVERTED);
		Path root = FileSystems.getFileSystem(java.net.URI.create("jrt:/")).getPath("modules", "java.base");
		try (Stream<Path> files = Files.walk(root.resolve("java"))) {
			files.map((file) -> root.relativize(file).toString())
				.filter((name) -> name.endsWith(".class"))
				.map((name) -> type(name.substring(0, name.length() - ".class".length()).replace('/', '.')))
				.flatMap(Optional::stream)
				.forEach(types::add);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		types.add(byte[].class);
		types.add(KeyKind.Status.class);
		types.add(KeyKind.Level.class);
		return types.stream().filter((type) -> model(Stored.class, type) != null).toList();
	}

	private static Optional<Class<?>> type(String name) {
		try {
			Class<?> type = Class.forName(name, false, null);
			return (Modifier.isPublic(type.getModifiers()) && !type.isAnnotation()) ? Optional.of(type)
					: Optional.empty();
		}
		catch (ClassNotFoundException | LinkageError ex) {
			return Optional.empty();
		}
	}

	/**
	 * The model of an entity with a property of the type; {@code null} if the mapping
	 * refuses it.
	 */
	private static @Nullable EntityModel model(Class<?> entity, Class<?> type) {
		try {
			ResolvableType generic = ResolvableType.forClassWithGenerics(entity, type);
			return EntityModel.of(CONTEXT.getRequiredPersistentEntity(TypeInformation.of(generic)));
		}
		catch (TableMappingException ex) {
			return null;
		}
	}

	/**
	 * A type in a format that the mapping accepts.
	 */
	record Accepted(Class<?> type, Class<?> format, EntityModel model) {

		KeyMapping keys() {
			return this.model.keys();
		}

		LeafProperty leaf() {
			return this.model.leaf("value").orElseThrow();
		}

		@Override
		public String toString() {
			return this.type.getSimpleName() + " " + keys().row();
		}

	}

	static List<Accepted> accepted() {
		return ACCEPTED;
	}

	private static List<Accepted> askMapping() {
		List<Accepted> accepted = new ArrayList<>();
		for (Class<?> type : STORED) {
			for (Class<?> format : FORMATS) {
				EntityModel model = model(format, type);
				if (model != null) {
					accepted.add(new Accepted(type, format, model));
				}
			}
		}
		return accepted;
	}

	@ParameterizedTest
	@MethodSource("accepted")
	void keepsTheLaws(Accepted kind) {
		KeyLayout row = kind.keys().row();
		int written = 0;
		for (int i = 0; i < CASES * 20 && written < CASES; i++) {
			Object one = value(kind.type(), this.values);
			Object other = value(kind.type(), this.values);
			String key = key(kind, one);
			String otherKey = key(kind, other);
			if (key == null || otherKey == null) {
				continue;
			}
			written++;
			checkComesBack(kind, one, key);
			this.values.hold(isLegal(key), () -> "%s: %s is not legal".formatted(kind, key));
			int order = compare(kind, one, other);
			if (row.isReversible(0)) {
				this.values.hold((order == 0) == key.equals(otherKey),
						() -> "%s: %s and %s become %s and %s".formatted(kind, one, other, key, otherKey));
				KeyRange range = row.range(List.of(kind.leaf().conversion().toKey(one)));
				this.values.hold(range.contains(key) && range.contains(otherKey) == (order == 0),
						() -> "%s: %s of %s, and %s of %s".formatted(kind, key, one, otherKey, other));
			}
			if (row.isSorted(0)) {
				int expected = row.part(0).isDescending() ? -order : order;
				this.values.hold(Integer.signum(key.compareTo(otherKey)) == Integer.signum(expected),
						() -> "%s: %s and %s become %s and %s".formatted(kind, one, other, key, otherKey));
			}
		}
		assertThat(written).isGreaterThan(CASES / 20);
	}

	private static @Nullable String key(Accepted kind, Object value) {
		try {
			if (kind.leaf().place() == Place.COLUMN) {
				kind.leaf().conversion().write(value);
			}
			return kind.keys().encode((leaf) -> leaf.name().equals("number") ? (Object) 7 : value).rowKey();
		}
		catch (InvalidKeyException | UnstorableValueException ex) {
			return null;
		}
	}

	/**
	 * What does not come back from the key is stored besides.
	 */
	private void checkComesBack(Accepted kind, Object value, String key) {
		LeafProperty leaf = kind.leaf();
		Object stored = (leaf.place() == Place.KEY) ? kind.keys().decode(new TableKey("const", key))[0]
				: leaf.conversion().read(leaf.conversion().write(value));
		this.values.hold(documented(value).equals(stored),
				() -> "%s: %s comes back as %s from %s".formatted(kind, value, stored, key));
	}

	/**
	 * Times are cut to ticks, and an {@link OffsetDateTime} comes back in UTC.
	 */
	private static Object documented(Object value) {
		if (value instanceof Instant time) {
			return time.minusNanos(time.getNano() % 100);
		}
		if (value instanceof LocalDateTime time) {
			return time.minusNanos(time.getNano() % 100);
		}
		if (value instanceof OffsetDateTime time) {
			return time.minusNanos(time.getNano() % 100).withOffsetSameInstant(ZoneOffset.UTC);
		}
		return value;
	}

	/**
	 * By the natural order. UUIDs and constants of enums are compared by their texts, and
	 * what has no order by what it is converted to.
	 */
	@SuppressWarnings("unchecked")
	private static int compare(Accepted kind, Object one, Object other) {
		if (one instanceof UUID) {
			return one.toString().compareTo(other.toString());
		}
		if (one instanceof Enum<?> constant) {
			return constant.name().compareTo(((Enum<?>) other).name());
		}
		if (!(one instanceof Comparable<?>)) {
			return String.valueOf(kind.leaf().conversion().write(one))
				.compareTo(String.valueOf(kind.leaf().conversion().write(other)));
		}
		if (one.equals(other)) {
			return 0;
		}
		return ((Comparator<Object>) (Comparator<?>) Comparator.<String>naturalOrder()).compare(documented(one),
				documented(other));
	}

	private static boolean isLegal(String key) {
		return key.length() <= KeyLayout.MAX_LENGTH && key.codePoints()
			.noneMatch((c) -> c < 0x20 || (c >= 0x7F && c <= 0x9F) || "/\\#?\u2028\u2029".indexOf(c) >= 0
					|| (c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE));
	}

	@Test
	void ordersOnlyWhatSortsAsItsType() throws IOException {
		Map<String, String> uses = new TreeMap<>();
		ACCEPTED.forEach(
				(kind) -> uses.merge(name(kind.type()), kind.keys().row().isOrdered(0) ? "ordered" : "equality only",
						(one, two) -> one.equals(two) ? one : "both"));
		STORED.forEach((type) -> uses.putIfAbsent(name(type), "refused"));
		assertThat(uses.values()).doesNotContain("both");
		assertThat(uses).containsEntry("Version", "equality only")
			.containsEntry("SerialNumber", "ordered")
			.containsEntry("Pair", "ordered")
			.containsEntry("Weight", "refused");
		CONVERTED.forEach((type) -> uses.remove(type.getSimpleName()));
		assertThat(uses).isEqualTo(documentedUses());
	}

	private static String name(Class<?> type) {
		return type.isEnum() ? "enums" : type.getSimpleName();
	}

	/**
	 * The table of types in the documentation.
	 */
	private static Map<String, String> documentedUses() throws IOException {
		Path folder = Path.of("").toAbsolutePath();
		while (!Files.exists(folder.resolve("mvnw"))) {
			folder = folder.getParent();
		}
		Map<String, String> uses = new TreeMap<>();
		Matcher row = Pattern.compile("(?m)^\\| (.+?) \\| (ordered|equality only|refused) \\|")
			.matcher(Files.readString(folder.resolve("docs/keys.md")));
		while (row.find()) {
			for (String type : row.group(1).split(", ")) {
				uses.put(type.replace("`", ""), row.group(2));
			}
		}
		return uses;
	}

	@Test
	void bucketsEqualValuesEqually() {
		Set<String> types = new TreeSet<>();
		for (Accepted kind : ACCEPTED) {
			if (kind.format() == Bucket.class) {
				types.add(kind.type().getSimpleName());
				Map<Object, String> buckets = new LinkedHashMap<>();
				for (int i = 0; i < CASES; i++) {
					Object value = value(kind.type(), this.values);
					String key = key(kind, value);
					String before = (key != null) ? buckets.putIfAbsent(value, key) : null;
					this.values.hold(before == null || before.equals(key),
							() -> "%s: %s is in the buckets %s and %s".formatted(kind, value, before, key));
				}
			}
		}
		assertThat(types).contains("URI", "BigDecimal", "Version");
	}

	@Test
	void refusesDirectionsOfWhatHasNoOrder() {
		assertThat(problems(Descending.class, ZonedDateTime.class)).containsExactly("Descending @RowKey: Key template "
				+ "\"{value:desc}\": part {value:desc} is asked for by equality only, as its text does not sort like "
				+ "its values; leave the style out");
		assertThat(problems(Lower.class, Version.class)).hasSize(1);
	}

	@Test
	void namesTheWayOutForTypesThatKeysRefuse() {
		assertThat(problems(Plain.class, Float.class).get(0)).endsWith(
				"part {value} is of type java.lang.Float, which cannot stand in a key; declare it as BigDecimal with its "
						+ "digits, such as {value:10.2}, or as a whole number of a smaller unit");
		assertThat(problems(Plain.class, byte[].class).get(0))
			.endsWith("which cannot stand in a key; declare it as String, in hexadecimal digits for example");
		assertThat(problems(Plain.class, java.math.BigInteger.class).get(0))
			.endsWith("a BigInteger needs its digits in the template: {value:20} has twenty");
		assertThat(problems(Plain.class, java.util.Currency.class).get(0)).contains("register a converter");
	}

	private static List<String> problems(Class<?> entity, Class<?> type) {
		try {
			EntityModel.of(CONTEXT
				.getRequiredPersistentEntity(TypeInformation.of(ResolvableType.forClassWithGenerics(entity, type))));
		}
		catch (TableMappingException ex) {
			return ex.getProblems()
				.stream()
				.map((problem) -> problem.substring(problem.indexOf(entity.getSimpleName())))
				.collect(Collectors.toList());
		}
		return List.of();
	}

	@Table
	@PartitionKey("const")
	@RowKey("const")
	record Stored<T>(T value) {

	}

	@Table
	@PartitionKey("const")
	@RowKey("{value}")
	record Plain<T>(T value) {

	}

	@Table
	@PartitionKey("const")
	@RowKey("{value:2}")
	record Narrow<T>(T value) {

	}

	@Table
	@PartitionKey("const")
	@RowKey("{value:20}")
	record Wide<T>(T value) {

	}

	@Table
	@PartitionKey("const")
	@RowKey("{value:10.2}")
	record Decimal<T>(T value) {

	}

	@Table
	@PartitionKey("const")
	@RowKey("{value:desc}")
	record Descending<T>(T value) {

	}

	@Table
	@PartitionKey("const")
	@RowKey("{value:2:desc}")
	record NarrowDescending<T>(T value) {

	}

	@Table
	@PartitionKey("const")
	@RowKey("{value:20:desc}")
	record WideDescending<T>(T value) {

	}

	@Table
	@PartitionKey("const")
	@RowKey("{value:10.2:desc}")
	record DecimalDescending<T>(T value) {

	}

	@Table
	@PartitionKey("const")
	@RowKey("{value:lower}")
	record Lower<T>(T value) {

	}

	@Table
	@PartitionKey("const")
	@RowKey("{value:bucket(7)}")
	record Bucket<T>(T value) {

	}

	@Table
	@PartitionKey("const")
	@RowKey("{value}_{number:3}")
	record Middle<T>(T value, int number) {

	}

	@Table
	@PartitionKey("const")
	@RowKey("{value:20}_{number:3}")
	record MiddleWide<T>(T value, int number) {

	}

	@Table
	@PartitionKey("const")
	@RowKey("{value:10.2}_{number:3}")
	record MiddleDecimal<T>(T value, int number) {

	}

	@Table
	@PartitionKey("const")
	@RowKey("{value} {number:3}")
	record Spaced<T>(T value, int number) {

	}

	/**
	 * Sorts otherwise than its text.
	 */
	record Version(int major, int minor) implements Comparable<Version> {

		@Override
		public int compareTo(Version other) {
			return Comparator.comparing(Version::major).thenComparing(Version::minor).compare(this, other);
		}

	}

	/**
	 * Sorts as the number that it is converted to.
	 */
	record SerialNumber(long number) implements Comparable<SerialNumber> {

		@Override
		public int compareTo(SerialNumber other) {
			return Long.compare(this.number, other.number);
		}

	}

	/**
	 * Has no order but that of its text.
	 */
	record Pair(String name, int number) {

	}

	/**
	 * Is converted to what keys refuse.
	 */
	record Weight(double grams) {

	}

	@WritingConverter
	static class VersionToText implements Converter<Version, String> {

		@Override
		public String convert(Version version) {
			return version.major() + "." + version.minor();
		}

	}

	@ReadingConverter
	static class TextToVersion implements Converter<String, Version> {

		@Override
		public Version convert(String text) {
			String[] numbers = text.split("\\.");
			return new Version(Integer.parseInt(numbers[0]), Integer.parseInt(numbers[1]));
		}

	}

	@WritingConverter
	@OrderPreserving
	static class NumberToLong implements Converter<SerialNumber, Long> {

		@Override
		public Long convert(SerialNumber number) {
			return number.number();
		}

	}

	@ReadingConverter
	static class LongToNumber implements Converter<Long, SerialNumber> {

		@Override
		public SerialNumber convert(Long number) {
			return new SerialNumber(number);
		}

	}

	@WritingConverter
	static class PairToText implements Converter<Pair, String> {

		@Override
		public String convert(Pair pair) {
			return pair.number() + pair.name();
		}

	}

	@ReadingConverter
	static class TextToPair implements Converter<String, Pair> {

		@Override
		public Pair convert(String text) {
			return new Pair(text.substring(1), text.charAt(0) - '0');
		}

	}

	@WritingConverter
	static class WeightToDouble implements Converter<Weight, Double> {

		@Override
		public Double convert(Weight weight) {
			return weight.grams();
		}

	}

	@ReadingConverter
	static class DoubleToWeight implements Converter<Double, Weight> {

		@Override
		public Weight convert(Double grams) {
			return new Weight(grams);
		}

	}

}
