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

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.Year;
import java.time.YearMonth;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import io.azuretables.internal.model.EntityModel;
import io.azuretables.internal.model.LeafProperty;
import io.azuretables.internal.model.PropertyConversion;
import io.azuretables.key.InvalidKeyException;
import io.azuretables.key.TableKey;
import io.azuretables.mapping.Column;
import io.azuretables.mapping.Flattened;
import io.azuretables.mapping.Json;
import io.azuretables.mapping.OtherProperties;
import io.azuretables.mapping.PartitionKey;
import io.azuretables.mapping.RowKey;
import io.azuretables.mapping.Table;
import io.azuretables.row.TableRow;
import io.azuretables.row.UnstorableValueException;
import io.azuretables.sample.Employee;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.data.annotation.ReadOnlyProperty;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.catchThrowable;

/**
 * Tests for what is said about values that cannot be stored, or not be read back: the
 * property and the rule, and never the value.
 */
class UnstorableValueTests {

	private final StoredRows rows = new StoredRows();

	@ParameterizedTest
	@MethodSource
	void refusesToWrite(String property, Object value, String rule) {
		assertThatExceptionOfType(UnstorableValueException.class).isThrownBy(() -> conversion(property).write(value))
			.withMessage("Property 'AllTypes." + property + "': " + rule)
			.withNoCause();
	}

	static Stream<Arguments> refusesToWrite() {
		String times = "the service takes times of the years 1601 to 9999; store others as LocalDateTime or text";
		String dates = "dates of the years 0 to 9999 are stored; others would not sort";
		String decimal = "the value would come back as another one from a Double; leave the type out of @Column, and it is stored as text";
		return Stream.of(Arguments.of("instant", Instant.parse("1600-12-31T23:59:59.999999999Z"), times),
				Arguments.of("instant", Instant.parse("+10000-01-01T00:00:00Z"), times),
				Arguments.of("instant", Instant.MIN, times),
				Arguments.of("offset", OffsetDateTime.parse("1601-01-01T01:00:00+02:00"), times),
				Arguments.of("date", LocalDate.of(-1, 1, 1), dates), Arguments.of("date", LocalDate.MAX, dates),
				Arguments.of("local", LocalDateTime.MIN, dates), Arguments.of("month", YearMonth.of(10000, 1), dates),
				Arguments.of("decimal", new BigDecimal(BigInteger.TEN, Integer.MIN_VALUE + 1),
						"the exponent of the value is greater than 2147483647, and the value could not be read back"),
				Arguments.of("decimalAsDouble", new BigDecimal("0.1000000000000000000001"), decimal),
				Arguments.of("decimalAsDouble", new BigDecimal("1.50"), decimal),
				Arguments.of("decimalAsDouble", new BigDecimal("1e400"), decimal),
				Arguments.of("integerAsLong", BigInteger.ONE.shiftLeft(63),
						"the value does not fit into a Long; leave the type out of @Column, and it is stored as text"));
	}

	@ParameterizedTest
	@MethodSource
	void refusesToRead(String property, Object stored, String rule) {
		Throwable failure = catchThrowable(() -> conversion(property).read(stored));
		String type = conversion(property).getClass().getSimpleName();
		assertThat(failure).as(type)
			.isInstanceOf(UnstorableValueException.class)
			.hasMessageStartingWith("Property 'AllTypes." + property + "': a row cannot be read as ")
			.hasMessageEndingWith(": " + rule)
			.hasMessageNotContaining("secret")
			.hasNoCause();
	}

	static Stream<Arguments> refusesToRead() {
		return Stream.of(Arguments.of("int32", "secret", "the stored text cannot be read as Integer"),
				Arguments.of("int32", 1L << 40, "the stored number does not fit into Integer"),
				Arguments.of("int32", 1.5, "the stored number does not fit into Integer"),
				Arguments.of("int32", true, "the stored value is of type Boolean, not Integer"),
				Arguments.of("int64", 0x1p63, "the stored number does not fit into Long"),
				Arguments.of("int64", Double.NaN, "the stored number does not fit into Long"),
				Arguments.of("float64", Long.MAX_VALUE, "the stored number does not fit into Double"),
				Arguments.of("float64", (1L << 53) + 1, "the stored number does not fit into Double"),
				Arguments.of("float64", "secret", "the stored text cannot be read as Double"),
				Arguments.of("float32", 1e300, "the stored number does not fit into Float"),
				Arguments.of("int16", 40000, "the stored number does not fit into Short"),
				Arguments.of("int8", -129, "the stored number does not fit into Byte"),
				Arguments.of("flag", "secret", "the stored value is of type String, not Boolean"),
				Arguments.of("guid", "secret", "the stored text cannot be read as UUID"),
				Arguments.of("bytes", "secret!", "the stored text cannot be read as byte[]"),
				Arguments.of("instant", "secret", "the stored text cannot be read as Instant"),
				Arguments.of("instant", 1, "the stored value is of type Integer, not Instant"),
				Arguments.of("text", 1, "the stored value is of type Integer, not String"),
				Arguments.of("character", "secret", "the stored text is not one character"),
				Arguments.of("day", "secret", "the stored text is not a constant of java.time.DayOfWeek"),
				Arguments.of("date", "secret", "the stored String cannot be read as LocalDate"),
				Arguments.of("zoned", "secret", "the stored String cannot be read as ZonedDateTime"),
				Arguments.of("duration", "secret", "the stored String cannot be read as Duration"),
				Arguments.of("uri", "secret secret", "the stored String cannot be read as URI"),
				Arguments.of("decimal", "secret", "the stored String cannot be read as BigDecimal"),
				Arguments.of("list", "[1,\"secret\"]",
						"the stored JSON is not one of java.util.List<java.lang.Integer> (InvalidFormatException at column 4)"),
				Arguments.of("list", "secret",
						"the stored JSON is not one of java.util.List<java.lang.Integer> (StreamReadException at column 1)"));
	}

	@Test
	void refusesLongText() {
		assertThatCode(() -> this.rows.write(new Texts("x".repeat(32768), null, null))).doesNotThrowAnyException();
		assertThatExceptionOfType(UnstorableValueException.class)
			.isThrownBy(() -> this.rows.write(new Texts("x".repeat(32769), null, null)))
			.withMessage(
					"Property 'Texts.text': text of 32769 UTF-16 code units is longer than the 32768 that the service takes"
							+ "; shorten it, compress it with @Compressed if it is not, or store it in a blob by a LargeValue property");
		assertThatExceptionOfType(UnstorableValueException.class)
			.isThrownBy(() -> this.rows.write(new Texts(null, Collections.nCopies(20000, 1), null)))
			.withMessageStartingWith("Property 'Texts.list': text of 40001 UTF-16");
		assertThatExceptionOfType(UnstorableValueException.class)
			.isThrownBy(() -> this.rows.write(new Texts(null, null, new Part("x".repeat(40000), null))))
			.withMessageStartingWith("Property 'Texts.part.name': text of 40000 UTF-16");
	}

	@Test
	void refusesLongBinary() {
		assertThatCode(() -> this.rows.write(new Texts(null, null, new Part(null, new byte[65536]))))
			.doesNotThrowAnyException();
		assertThatExceptionOfType(UnstorableValueException.class)
			.isThrownBy(() -> this.rows.write(new Texts(null, null, new Part(null, new byte[65537]))))
			.withMessage("Property 'Texts.part.bytes': 65537 bytes are more than the 65536 that the service takes"
					+ "; shorten it, compress it with @Compressed if it is not, or store it in a blob by a LargeValue property");
	}

	@ParameterizedTest
	@ValueSource(strings = { "\uD83D", "a\uDE00b", "\uDE00\uD83D" })
	void refusesHalfSurrogatePairs(String text) {
		assertThatExceptionOfType(UnstorableValueException.class)
			.isThrownBy(() -> this.rows.write(new Texts(text, null, null)))
			.withMessage("Property 'Texts.text': it holds half a surrogate pair, which no request can carry");
	}

	@Test
	void refusesHalfSurrogatePairInKey() {
		assertThatExceptionOfType(InvalidKeyException.class)
			.isThrownBy(() -> this.rows.write(Employee.of("\uD83D", 1, "Hall", 34)))
			.withMessageContaining("Employee @PartitionKey: property 'department'");
	}

	@Test
	void namesPropertyThatCannotStandInKey() {
		assertThatExceptionOfType(InvalidKeyException.class)
			.isThrownBy(() -> this.rows.write(Employee.of("Sales", 1234567, "Hall", 34)))
			.withMessage("Employee @RowKey: property 'employeeId' with value 1234567 cannot stand in the key: "
					+ "it has more than 6 digits; widen the part of the template")
			.extracting(InvalidKeyException::getProperty)
			.isEqualTo("employeeId");
	}

	@Test
	void refusesTooManyOtherProperties() {
		Map<String, Object> others = new HashMap<>();
		IntStream.range(0, 251).forEach((i) -> others.put("p" + i, i));
		assertThat(this.rows.write(new Bag("p", "r", "name", others)).properties()).hasSize(252);
		others.put("one", "too many");
		assertThatExceptionOfType(UnstorableValueException.class)
			.isThrownBy(() -> this.rows.write(new Bag("p", "r", "name", others)))
			.withMessage("Property 'Bag': it has 253 properties, and the service takes 252");
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "a b", "a-b", "1a", "a.b", "_w", "_ix_email", "PartitionKey", "RowKey", "Timestamp",
			"a$", "€", "odata.type", "a@odata.type", "a\uD835\uDC00" })
	void refusesNamesOfOtherProperties(String name) {
		assertThatExceptionOfType(UnstorableValueException.class)
			.isThrownBy(() -> this.rows.write(new Bag("p", "r", "n", Map.of(name, 1))))
			.withMessage("Property 'Bag." + name + "': the service or this module refuses the name of the property");
	}

	@Test
	void refusesOtherPropertyThatIsOneOfTheClass() {
		assertThatExceptionOfType(UnstorableValueException.class)
			.isThrownBy(() -> this.rows.write(new Bag("p", "r", "n", Map.of("name", 1))))
			.withMessage(
					"Property 'Bag.name': it stands among the other properties, and is a property of the class itself");
	}

	@Test
	void refusesOtherPropertyThatTheClassOnlyReads() {
		assertThatExceptionOfType(UnstorableValueException.class)
			.isThrownBy(() -> this.rows.write(new ReadBag("p", "r", null, Map.of("total", 1))))
			.withMessage(
					"Property 'ReadBag.total': it stands among the other properties, and is a property of the class "
							+ "itself");
	}

	@Test
	void refusesOtherPropertyWithoutName() {
		Map<String, Object> others = new HashMap<>();
		others.put(null, "nameless");
		assertThatExceptionOfType(UnstorableValueException.class)
			.isThrownBy(() -> this.rows.write(new Bag("p", "r", "n", others)))
			.withMessage("Property 'Bag.others': the name of one of its entries is null");
	}

	@Test
	void refusesValuesOfOtherProperties() {
		Map<Object, String> rules = Map.of((short) 1, "values of type java.lang.Short cannot stand", List.of(),
				"values of type java.util.ImmutableCollections$ListN cannot stand", "x".repeat(32769),
				"text of 32769 UTF-16", "\uD83D", "it holds half a surrogate pair", Instant.MIN,
				"the service takes times of the years 1601 to 9999", new byte[65537], "65537 bytes are more");
		rules.forEach((value, rule) -> assertThatExceptionOfType(UnstorableValueException.class)
			.isThrownBy(() -> this.rows.write(new Bag("p", "r", "n", Map.of("odd", value))))
			.withMessageStartingWith("Property 'Bag.odd': " + rule));
	}

	@Test
	void cutsTimesOfOtherPropertiesLikeAllOthers() {
		Bag bag = new Bag("p", "r", "n", Map.of("at", Instant.ofEpochSecond(1, 199)));
		assertThat(this.rows.write(bag).get("at")).isEqualTo(Instant.ofEpochSecond(1, 100));
	}

	@Test
	void namesEntityAndPropertyOfRowThatCannotBeRead() {
		TableRow row = TableRow.of(TableKey.of("p", "r"), Map.of("part_bytes", true));
		assertThatExceptionOfType(UnstorableValueException.class).isThrownBy(() -> this.rows.read(Texts.class, row))
			.withMessage(
					"Property 'Texts.part.bytes': a row cannot be read as [B: the stored value is of type Boolean, not byte[]");
	}

	@Test
	void refusesToReadKeyOfOtherTemplate() {
		TableRow row = TableRow.of(TableKey.of("Sales", "empid_12"), Map.of());
		assertThatExceptionOfType(InvalidKeyException.class).isThrownBy(() -> this.rows.read(Employee.class, row))
			.withMessageStartingWith("Employee @RowKey: ");
	}

	@Test
	void coercesParametersOfSimilarTypes() {
		assertThat(conversion("int64").coerce(5)).isEqualTo(5L);
		assertThat(conversion("int32").coerce(5.0)).isEqualTo(5);
		assertThat(conversion("float64").coerce(5)).isEqualTo(5.0);
		assertThat(conversion("decimal").coerce(5)).isEqualTo(new BigDecimal(5));
		assertThat(conversion("guid").coerce("00000000-0000-0001-0000-000000000002")).isEqualTo(new UUID(1, 2));
		assertThat(conversion("year").coerce(2014)).isEqualTo(Year.of(2014));
		assertThat(conversion("date").coerce("2014-08-22")).isEqualTo(LocalDate.of(2014, 8, 22));
		assertThat(conversion("instant").coerce("1970-01-01T00:00:00Z")).isEqualTo(Instant.EPOCH);
		assertThat(conversion("optionalText").coerce("x")).isEqualTo("x");
	}

	@Test
	void refusesParametersThatWouldBecomeOthers() {
		assertThatIllegalArgumentException().isThrownBy(() -> conversion("int32").coerce(1.5))
			.withMessage("A value of type java.lang.Double does not fit AllTypes.int32, which is of type "
					+ "java.lang.Integer");
		assertThatIllegalArgumentException().isThrownBy(() -> conversion("int32").coerce(1L << 40));
		assertThatIllegalArgumentException().isThrownBy(() -> conversion("int8").coerce(300));
		assertThatIllegalArgumentException().isThrownBy(() -> conversion("float64").coerce((1L << 53) + 1));
		assertThatIllegalArgumentException().isThrownBy(() -> conversion("instant").coerce(5));
	}

	private PropertyConversion conversion(String property) {
		return EntityModel.of(this.rows.converter().entity(AllTypes.class))
			.leaf(property)
			.map(LeafProperty::conversion)
			.orElseThrow();
	}

	record Part(String name, byte[] bytes) {

	}

	@Table
	@PartitionKey("p")
	@RowKey("r")
	record Texts(@Column String text, @Json List<Integer> list, @Flattened Part part) {

	}

	@Table
	@PartitionKey("{p}")
	@RowKey("{r}")
	record ReadBag(String p, String r, @ReadOnlyProperty @Nullable String total,
			@OtherProperties Map<String, Object> others) {

	}

	@Table
	@PartitionKey("{p}")
	@RowKey("{r}")
	record Bag(String p, String r, String name, @OtherProperties Map<String, Object> others) {

	}

}
