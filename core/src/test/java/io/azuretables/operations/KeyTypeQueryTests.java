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
package io.azuretables.operations;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.URI;
import java.time.Duration;
import java.time.LocalTime;
import java.time.Year;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.IntStream;

import io.azuretables.convert.OrderPreserving;
import io.azuretables.convert.TableConverter;
import io.azuretables.convert.TableCustomConversions;
import io.azuretables.convert.TableMappingContext;
import io.azuretables.embedded.EmbeddedTableGateway;
import io.azuretables.key.TableKey;
import io.azuretables.mapping.Flattened;
import io.azuretables.mapping.Json;
import io.azuretables.mapping.PartitionKey;
import io.azuretables.mapping.RowKey;
import io.azuretables.mapping.SecondaryIndex;
import io.azuretables.mapping.Table;
import io.azuretables.plan.UnsupportedQueryException;
import io.azuretables.query.Criteria;
import io.azuretables.query.Criteria.Comparison;
import io.azuretables.query.Criteria.In;
import io.azuretables.query.Operator;
import io.azuretables.query.TableQuery;
import io.azuretables.row.RowWrite;
import io.azuretables.row.TableRow;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

import org.springframework.core.convert.converter.Converter;
import org.springframework.data.convert.ReadingConverter;
import org.springframework.data.convert.WritingConverter;
import org.springframework.data.domain.Sort;

import static io.azuretables.query.Criteria.where;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Queries by ranges, by equality and in the order of properties whose types sort
 * otherwise than their texts, compared with plain Java: with an index on each property,
 * without one, and with the property in the row key.
 */
@Tag("long")
@Execution(ExecutionMode.CONCURRENT)
class KeyTypeQueryTests {

	private static final int ROWS = 60;

	private static final int CASES = 60;

	/**
	 * The properties, and their values in an entity.
	 */
	private static final Map<String, Function<Sample, Object>> PROPERTIES = Map.ofEntries(
			Map.entry("integer", Sample::integer), Map.entry("decimal", Sample::decimal),
			Map.entry("duration", Sample::duration), Map.entry("time", Sample::time), Map.entry("zoned", Sample::zoned),
			Map.entry("uri", Sample::uri), Map.entry("uuid", Sample::uuid), Map.entry("year", Sample::year),
			Map.entry("letter", Sample::letter), Map.entry("version", Sample::version),
			Map.entry("serial", Sample::serial));

	static final List<String> NAMES = PROPERTIES.keySet().stream().sorted().toList();

	private static final List<Operator> OPERATORS = List.of(Operator.values());

	private final EmbeddedTableGateway gateway = new EmbeddedTableGateway();

	private final TableConverter converter = new TableConverter(new TableMappingContext(new TableCustomConversions(
			List.of(new VersionToText(), new TextToVersion(), new SerialToText(), new TextToSerial()))));

	private final TableTemplate template = new TableTemplate(this.gateway, this.converter);

	private final Random random = new Random(20140822);

	private final List<Sample> samples = IntStream.range(0, ROWS).mapToObj(this::sample).toList();

	@BeforeEach
	void save() {
		this.template.saveAll(this.samples.stream().map((sample) -> new Indexed("g", sample)).toList());
		this.template.saveAll(this.samples.stream().map((sample) -> new Bare("g", sample)).toList());
		this.template.saveAll(this.samples.stream().map((sample) -> new Keyed("g", sample)).toList());
	}

	private Sample sample(int id) {
		String scheme = oneOf("http", "HTTP");
		return new Sample(id, BigInteger.valueOf(this.random.nextInt(40) - 20).pow(1 + this.random.nextInt(4)),
				new BigDecimal(oneOf("-1.5", "1.5", "1.50", "1.05", "-10", "10.00", "1E+1", "9", "100.25")),
				Duration.ofMillis((this.random.nextInt(40) - 20) * 500L),
				LocalTime.of(this.random.nextInt(24), 0, 0, this.random.nextInt(3)),
				ZonedDateTime.of(2014, 10, 26, this.random.nextInt(6), 0, this.random.nextInt(2), 0,
						ZoneId.of(oneOf("Europe/Berlin", "UTC", "Asia/Kolkata", "America/New_York"))),
				URI.create(scheme + oneOf("://a/b", "://A/b", "://a/B", "://a/%c3", "://A/%C3", "s://a/b")),
				new UUID(this.random.nextInt(3) - 1L, this.random.nextInt(3) - 1L),
				Year.of(this.random.nextInt(30) - 15), (char) ('A' + this.random.nextInt(40)),
				new Version(this.random.nextInt(3), this.random.nextInt(13)), new Serial(this.random.nextInt(90)));
	}

	private String oneOf(String... texts) {
		return texts[this.random.nextInt(texts.length)];
	}

	@ParameterizedTest
	@FieldSource("NAMES")
	void answersAsPlainJava(String property) {
		Function<Sample, Object> values = PROPERTIES.get(property);
		for (int i = 0; i < CASES; i++) {
			Criteria condition = condition("sample." + property, values);
			boolean descending = this.random.nextBoolean();
			Sort sort = Sort.by(descending ? Sort.Direction.DESC : Sort.Direction.ASC, "sample." + property);
			Comparator<Sample> order = (one, other) -> compare(values.apply(one), values.apply(other));
			List<Integer> expected = this.samples.stream()
				.filter((sample) -> meets(condition, values.apply(sample)))
				.sorted((descending ? order.reversed() : order).thenComparing(Sample::id))
				.map(Sample::id)
				.toList();
			TableQuery query = TableQuery.of(where("group").is("g").and(condition))
				.orderBy(sort)
				.allowScan()
				.allowSort();
			assertThat(ids(query, Indexed.class, Indexed::sample)).as("%s by index", query).isEqualTo(expected);
			assertThat(ids(query, Bare.class, Bare::sample)).as("%s by columns", query).isEqualTo(expected);
			assertThat(ids(query, Keyed.class, Keyed::sample)).as("%s by key", query)
				.containsExactlyInAnyOrderElementsOf(expected);
		}
	}

	private <T> List<Integer> ids(TableQuery query, Class<T> type, Function<T, Sample> sample) {
		return this.template.find(query, type).stream().map(sample).map(Sample::id).toList();
	}

	private Criteria condition(String property, Function<Sample, Object> values) {
		List<Object> operands = new ArrayList<>();
		for (int i = 0; i < 3; i++) {
			operands
				.add(values.apply(this.random.nextBoolean() ? sample(0) : this.samples.get(this.random.nextInt(ROWS))));
		}
		if (this.random.nextInt(5) == 0) {
			return new In(property, operands, false, false);
		}
		Operator operator = OPERATORS.get(this.random.nextInt(OPERATORS.size()));
		Criteria one = new Comparison(property, operator, operands.get(0));
		return this.random.nextBoolean() ? one
				: one.and(new Comparison(property, operator.isOrdering() ? Operator.LE : Operator.NE, operands.get(1)));
	}

	private static boolean meets(Criteria condition, Object value) {
		if (condition instanceof Criteria.And and) {
			return and.conditions().stream().allMatch((one) -> meets(one, value));
		}
		if (condition instanceof In in) {
			return in.values().stream().anyMatch((one) -> areEqual(one, value));
		}
		Comparison comparison = (Comparison) condition;
		int order = compare(value, comparison.value());
		return switch (comparison.operator()) {
			case EQ -> areEqual(value, comparison.value());
			case NE -> !areEqual(value, comparison.value());
			case LT -> order < 0;
			case LE -> order <= 0;
			case GT -> order > 0;
			case GE -> order >= 0;
		};
	}

	private static boolean areEqual(Object one, Object other) {
		return (one instanceof BigDecimal) ? compare(one, other) == 0 : one.equals(other);
	}

	@SuppressWarnings("unchecked")
	private static int compare(Object one, Object other) {
		if (one instanceof UUID) {
			return one.toString().compareTo(other.toString());
		}
		return ((Comparable<Object>) one).compareTo(other);
	}

	@Test
	void readsWhatWasWritten() {
		List<Sample> found = this.template.find(TableQuery.of(where("group").is("g")), Keyed.class)
			.stream()
			.map(Keyed::sample)
			.toList();
		assertThat(found).containsExactlyInAnyOrderElementsOf(this.samples);
	}

	/**
	 * Rows of other programs may lack the column that keeps the scale.
	 */
	@Test
	void takesDecimalsFromKeysWhereTheirColumnsAreMissing() {
		Price price = new Price("g", new BigDecimal("1.50"));
		this.template.saveAll(List.of(price, new Price("g", new BigDecimal("2.5"))));
		assertThat(this.template.find(TableQuery.of(where("group").is("g")), Price.class)).containsExactly(price,
				new Price("g", new BigDecimal("2.5")));
		new RowTemplate(this.gateway, this.converter).write("Price",
				new RowWrite.InsertOrReplace(TableRow.of(TableKey.of("g", "00001.50"), Map.of())));
		TableQuery query = TableQuery.of(where("group").is("g")
			.and(where("amount").greaterThan(BigDecimal.ONE).or(where("amount").is(BigDecimal.ZERO))));
		assertThat(this.template.find(query.limit(1).allowScan(), Price.class)).containsExactly(price);
	}

	@Test
	void findsJsonByWhatItStandsFor() {
		Labelled labelled = new Labelled("g", "r", Set.of("one", "two", "three"));
		this.template.save(labelled);
		Set<String> shuffled = new TreeSet<>(Comparator.reverseOrder());
		shuffled.addAll(labelled.labels());
		TableQuery query = TableQuery.of(where("group").is("g").and(where("labels").is(shuffled)));
		assertThat(this.template.find(query.allowScan(), Labelled.class)).containsExactly(labelled);
	}

	@Test
	void sortsByIndexesWhoseKeysSort() {
		assertThat(explained("duration")).doesNotContain("memory");
		assertThat(explained("integer")).doesNotContain("memory");
		assertThat(explained("time")).doesNotContain("memory");
		assertThat(explained("serial")).doesNotContain("memory");
		assertThat(explained("version")).contains("memory");
		assertThat(explained("zoned")).contains("memory");
	}

	private String explained(String property) {
		return this.template.query(Indexed.class)
			.explain(TableQuery.of(where("group").is("g")).orderBy(Sort.by("sample." + property)).allowSort());
	}

	@Test
	void advisesOnlyIndexesThatWouldServe() {
		assertThat(refusal("duration")).contains("rowKey = \"sample.duration_{sample.duration} {sample.id:3}\"");
		assertThat(refusal("integer")).contains("rowKey = \"sample.integer_{sample.integer:20} {sample.id:3}\"");
		for (String property : List.of("zoned", "uri", "version")) {
			assertThat(refusal(property)).contains("cannot be sorted by").doesNotContain("@SecondaryIndex");
		}
	}

	private @Nullable String refusal(String property) {
		TableQuery query = TableQuery.of(where("group").is("g")).orderBy(Sort.by("sample." + property));
		return assertThatExceptionOfType(UnsupportedQueryException.class)
			.isThrownBy(() -> this.template.find(query, Bare.class))
			.actual()
			.getMessage();
	}

	record Sample(int id, BigInteger integer, BigDecimal decimal, Duration duration, LocalTime time,
			ZonedDateTime zoned, URI uri, UUID uuid, Year year, char letter, Version version, Serial serial) {

	}

	@Table
	@PartitionKey("{group}")
	@RowKey("e_{sample.id:3}")
	@SecondaryIndex(name = "integer", rowKey = "integer_{sample.integer:20} {sample.id:3}", sparse = false)
	@SecondaryIndex(name = "decimal", rowKey = "decimal_{sample.decimal:5.2} {sample.id:3}", sparse = false)
	@SecondaryIndex(name = "duration", rowKey = "duration_{sample.duration} {sample.id:3}", sparse = false)
	@SecondaryIndex(name = "time", rowKey = "time_{sample.time} {sample.id:3}", sparse = false)
	@SecondaryIndex(name = "zoned", rowKey = "zoned_{sample.zoned} {sample.id:3}", sparse = false)
	@SecondaryIndex(name = "uri", rowKey = "uri_{sample.uri} {sample.id:3}", sparse = false)
	@SecondaryIndex(name = "uuid", rowKey = "uuid_{sample.uuid} {sample.id:3}", sparse = false)
	@SecondaryIndex(name = "year", rowKey = "year_{sample.year} {sample.id:3}", sparse = false)
	@SecondaryIndex(name = "letter", rowKey = "letter_{sample.letter} {sample.id:3}", sparse = false)
	@SecondaryIndex(name = "version", rowKey = "version_{sample.version} {sample.id:3}", sparse = false)
	@SecondaryIndex(name = "serial", rowKey = "serial_{sample.serial} {sample.id:3}", sparse = false)
	record Indexed(String group, @Flattened Sample sample) {

	}

	@Table
	@PartitionKey("{group}")
	@RowKey("e_{sample.id:3}")
	record Bare(String group, @Flattened Sample sample) {

	}

	@Table
	@PartitionKey("{group}")
	@RowKey("{sample.integer:20:desc} {sample.decimal:5.2:desc} {sample.duration:desc} {sample.time:desc} {sample.uri} "
			+ "{sample.uuid} {sample.year:desc} {sample.letter} {sample.version} {sample.zoned} {sample.serial} {sample.id:3}")
	record Keyed(String group, @Flattened Sample sample) {

	}

	@Table
	@PartitionKey("{group}")
	@RowKey("{amount:5.2}")
	record Price(String group, BigDecimal amount) {

	}

	@Table
	@PartitionKey("{group}")
	@RowKey("{row}")
	record Labelled(String group, String row, @Json Set<String> labels) {

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
	 * Sorts as the text that it is converted to.
	 */
	record Serial(int number) implements Comparable<Serial> {

		@Override
		public int compareTo(Serial other) {
			return Integer.compare(this.number, other.number);
		}

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
	static class SerialToText implements Converter<Serial, String> {

		@Override
		public String convert(Serial serial) {
			return "S%03d".formatted(serial.number());
		}

	}

	@ReadingConverter
	static class TextToSerial implements Converter<String, Serial> {

		@Override
		public Serial convert(String text) {
			return new Serial(Integer.parseInt(text.substring(1)));
		}

	}

}
