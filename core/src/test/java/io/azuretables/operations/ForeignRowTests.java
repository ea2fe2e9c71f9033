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
import java.net.URI;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;

import io.azuretables.client.HttpTableGateway;
import io.azuretables.client.RecordedHttpClient;
import io.azuretables.client.TableClientOptions;
import io.azuretables.client.TableConnection;
import io.azuretables.client.TableCredential.SharedKey;
import io.azuretables.convert.TableConverter;
import io.azuretables.convert.TableCustomConversions;
import io.azuretables.convert.TableMappingContext;
import io.azuretables.embedded.EmbeddedTableGateway;
import io.azuretables.key.TableKey;
import io.azuretables.mapping.Column;
import io.azuretables.mapping.OtherProperties;
import io.azuretables.mapping.PartitionKey;
import io.azuretables.mapping.RowKey;
import io.azuretables.mapping.SecondaryIndex;
import io.azuretables.mapping.ServerTimestamp;
import io.azuretables.mapping.Table;
import io.azuretables.query.TableQuery;
import io.azuretables.query.Update;
import io.azuretables.row.RowReader;
import io.azuretables.row.RowWrite;
import io.azuretables.row.TableRow;
import io.azuretables.row.UnstorableValueException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

import org.springframework.data.annotation.Version;

import static io.azuretables.query.Criteria.where;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.junit.jupiter.params.provider.Arguments.arguments;

/**
 * Rows that other programs have written, whose values have other types than this module
 * would write.
 */
class ForeignRowTests {

	private static final TableKey KEY = TableKey.of("P", "sample_1");

	private static final Instant TIME = Instant.parse("2020-05-06T07:08:09Z");

	private static final UUID ID = UUID.fromString("0d391d16-97f1-4b9a-be68-4cc871f9000a");

	private final EmbeddedTableGateway store = new EmbeddedTableGateway();

	private final TableConverter converter = new TableConverter(new TableMappingContext(new TableCustomConversions()));

	private final TableTemplate template = new TableTemplate(this.store, this.converter);

	private static Map<String, @Nullable Object> read(String members) {
		String body = "{\"odata.metadata\":\"https://acc/$metadata#Samples/@Element\",\"odata.etag\":\"W/\\\"1\\\"\","
				+ "\"PartitionKey\":\"P\",\"RowKey\":\"sample_1\"" + (members.isEmpty() ? "" : "," + members) + "}";
		TableConnection connection = new TableConnection(URI.create("https://acc.table.core.windows.net"),
				new SharedKey("acc", "c2VjcmV0"));
		TableTemplate over = new TableTemplate(
				HttpTableGateway
					.connect(TableClientOptions.of(connection).withHttpClient(RecordedHttpClient.answering(200, body))),
				new TableConverter(new TableMappingContext(new TableCustomConversions())),
				TableTemplateOptions.DEFAULTS.withSchema(SchemaMode.NONE));
		Sample sample = over.findById(Sample.class, KEY).orElseThrow();
		Map<String, @Nullable Object> values = new LinkedHashMap<>();
		values.put("large", sample.large());
		values.put("small", sample.small());
		values.put("real", sample.real());
		values.put("flag", sample.flag());
		values.put("id", sample.id());
		values.put("time", sample.time());
		values.put("offset", sample.offset());
		values.put("bytes", sample.bytes());
		values.put("text", sample.text());
		values.put("day", sample.day());
		values.put("state", sample.state());
		values.put("price", sample.price());
		values.put("rate", sample.rate());
		values.put("fraction", sample.fraction());
		values.put("others", sample.others());
		return values;
	}

	static Stream<Arguments> readable() {
		return Stream.of(arguments("large", "5", 5L), arguments("large", "\"5\"", 5L),
				arguments("large", "Edm.Int64:5", 5L),
				arguments("large", "Edm.Int64:9223372036854775807", Long.MAX_VALUE),
				arguments("large", "Edm.Double:5", 5L), arguments("large", "5.0", 5L), arguments("large", "-0.0", 0L),
				arguments("small", "Edm.Int64:\"5\"", 5), arguments("small", "5.0", 5), arguments("small", "\"5\"", 5),
				arguments("real", "5", 5.0), arguments("real", "Edm.Double:5", 5.0),
				arguments("real", "Edm.Double:\"5\"", 5.0), arguments("real", "Edm.Int64:\"5\"", 5.0),
				arguments("real", "Edm.Double:\"NaN\"", Double.NaN), arguments("real", "\"NaN\"", Double.NaN),
				arguments("real", "Edm.Double:\"-Infinity\"", Double.NEGATIVE_INFINITY),
				arguments("real", "\"Infinity\"", Double.POSITIVE_INFINITY), arguments("real", "5e2", 500.0),
				arguments("flag", "true", true), arguments("flag", "Edm.Boolean:\"True\"", true),
				arguments("id", "Edm.Guid:\"0D391D16-97F1-4B9A-BE68-4CC871F9000A\"", ID),
				arguments("id", "\"0D391D16-97F1-4B9A-BE68-4CC871F9000A\"", ID),
				arguments("time", "Edm.DateTime:\"2020-05-06T07:08:09Z\"", TIME),
				arguments("time", "Edm.DateTime:\"2020-05-06T07:08:09.1Z\"", TIME.plusMillis(100)),
				arguments("time", "Edm.DateTime:\"2020-05-06T07:08:09.1234567Z\"", TIME.plusNanos(123_456_700)),
				arguments("time", "Edm.DateTime:\"2020-05-06T09:08:09.0000001+02:00\"", TIME.plusNanos(100)),
				arguments("time", "Edm.DateTime:\"2020-05-06T07:08Z\"", Instant.parse("2020-05-06T07:08:00Z")),
				arguments("time", "\"2020-05-06T07:08:09Z\"", TIME),
				arguments("time", "\"2020-05-06T09:08:09+02:00\"", TIME),
				arguments("time", "Edm.DateTimeOffset:\"2020-05-06T09:08:09+02:00\"", TIME),
				arguments("offset", "Edm.DateTime:\"2020-05-06T09:08:09+02:00\"",
						OffsetDateTime.parse("2020-05-06T07:08:09Z")),
				arguments("bytes", "Edm.Binary:\"AQI=\"", new byte[] { 1, 2 }),
				arguments("bytes", "\"AQI=\"", new byte[] { 1, 2 }), arguments("bytes", "Edm.Binary:\"\"", new byte[0]),
				arguments("text", "\"\"", ""), arguments("text", "Edm.String:\"5\"", "5"),
				arguments("day", "\"2020-05-06\"", LocalDate.of(2020, 5, 6)),
				arguments("state", "\"OPEN\"", State.OPEN), arguments("price", "\"1.50\"", new BigDecimal("1.50")),
				arguments("rate", "2", new BigDecimal("2.0")), arguments("rate", "2.5", new BigDecimal("2.5")),
				arguments("fraction", "Edm.Double:2", 2f), arguments("large", "null", 0L),
				arguments("text", "null", null));
	}

	@ParameterizedTest
	@MethodSource("readable")
	void areConvertedWhereNothingIsLost(String property, String value, @Nullable Object expected) {
		assertThat(read(member(property, value)).get(property)).isEqualTo(expected);
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', quoteCharacter = '`', value = { "large|5.5", "large|true", "large|\"secret\"",
			"large|\"\"", "large|Edm.Double:\"NaN\"", "large|1e300", "small|Edm.Int64:\"5000000000\"",
			"small|5000000000", "small|\"5000000000\"", "small|Edm.Guid:\"0d391d16-97f1-4b9a-be68-4cc871f9000a\"",
			"real|Edm.Int64:\"9007199254740993\"", "real|\"secret\"", "real|true", "flag|\"true\"", "flag|1",
			"id|\"secret\"", "id|\"2020-05-06-07-08\"", "id|Edm.Guid:\"{0d391d16-97f1-4b9a-be68-4cc871f9000a}\"",
			"time|Edm.DateTime:\"2020-05-06T07:08:09\"", "time|Edm.DateTime:\"2020-05-06\"", "time|1588748889",
			"time|\"secret\"", "offset|\"secret\"", "bytes|\"sec ret\"", "bytes|5", "text|5", "text|5.5", "text|true",
			"text|Edm.DateTime:\"2020-05-06T07:08:09Z\"", "text|Edm.Binary:\"AQI=\"", "day|\"\"", "day|\"secret\"",
			"day|Edm.DateTime:\"2020-05-06T00:00:00Z\"", "state|\"open\"", "state|\"\"", "state|1", "price|1.5",
			"price|5", "price|\"secret\"", "price|\"\"", "rate|\"secret\"", "fraction|1e300" })
	void areRefusedWhereSomethingWouldBeLost(String property, String value) {
		assertThatExceptionOfType(UnstorableValueException.class).isThrownBy(() -> read(member(property, value)))
			.withMessageContaining("Sample." + property)
			.withMessageContaining("cannot be read as")
			.satisfies((ex) -> assertThat(ex).hasMessageNotContaining("secret")
				.hasMessageNotContaining("5000000000")
				.hasMessageNotContaining("2020-05"));
	}

	/**
	 * A member, before which its type is said if the value begins with it.
	 */
	private static String member(String property, String value) {
		int colon = value.indexOf(':');
		return value.startsWith("Edm.") ? "\"" + property + "@odata.type\":\"" + value.substring(0, colon) + "\",\""
				+ property + "\":" + value.substring(colon + 1) : "\"" + property + "\":" + value;
	}

	@Test
	void haveOtherColumnsAndNamesOfOtherCase() {
		Map<String, @Nullable Object> values = read(
				"\"Large\":7,\"TEXT\":\"x\",\"order-id\":1,\"f@odata.type\":\"Edm.Single\","
						+ "\"f\":1.5,\"d@odata.type\":\"Edm.Decimal\",\"d\":\"1.5\",\"type\":\"odd\",\"Timestamp\":\"never\"");
		assertThat(values).containsEntry("large", 0L).containsEntry("text", null);
		assertThat(values.get("others"))
			.isEqualTo(Map.of("Large", 7, "TEXT", "x", "order-id", 1, "f", 1.5, "d", "1.5", "type", "odd"));
	}

	private void write(String rowKey, Map<String, Object> properties) {
		this.store.createTable("Parcels");
		this.store.write("Parcels", new RowWrite.InsertOrReplace(TableRow.of(TableKey.of("P", rowKey), properties)));
	}

	private Map<String, Object> stored(String rowKey) {
		TableRow row = this.store.read("Parcels", TableKey.of("P", rowKey), null, RowReader.rows());
		assertThat(row).isNotNull();
		return row.properties();
	}

	private static Map<String, Object> foreign() {
		Map<String, Object> foreign = new LinkedHashMap<>();
		foreign.put("weight", 5);
		foreign.put("Color", "red");
		foreign.put("Large", 7L);
		foreign.put("Real", 5.0);
		foreign.put("Id", ID);
		foreign.put("Time", TIME.plusNanos(100));
		foreign.put("Bytes", new byte[] { 1 });
		foreign.put("Flag", true);
		foreign.put("_own", 1);
		return foreign;
	}

	@Test
	void keepTheirColumnsAndTypesWhenTheyAreSaved() {
		write("parcel_1", foreign());
		Parcel parcel = this.template.findById(Parcel.class, TableKey.of("P", "parcel_1")).orElseThrow();
		assertThat(parcel.weight()).isEqualTo(5);
		this.template.save(new Parcel(parcel.owner(), parcel.number(), 6, parcel.others(), parcel.etag()));
		Map<String, Object> expected = foreign();
		expected.put("weight", 6L);
		assertThat(stored("parcel_1")).containsAllEntriesOf(expected);
		assertThat(stored("weight_006_1")).containsAllEntriesOf(expected);
		assertThat(this.template.find(TableQuery.of(where("owner").is("P").and(where("weight").is(6L))), Parcel.class))
			.hasSize(1);
	}

	@Test
	void keepTheirColumnsAndTypesWhenTheyAreMerged() {
		write("parcel_1", foreign());
		this.template.merge(Parcel.class, TableKey.of("P", "parcel_1"), Update.update("weight", 8L));
		Map<String, Object> expected = foreign();
		expected.put("weight", 8L);
		assertThat(stored("parcel_1")).containsAllEntriesOf(expected);
		this.template.merge(Parcel.class, TableKey.of("P", "parcel_1"), Update.none().increment("weight", 1));
		assertThat(stored("parcel_1")).containsEntry("weight", 9L).containsEntry("Color", "red");
		assertThat(this.template.find(TableQuery.of(where("owner").is("P").and(where("weight").is(9L))), Parcel.class))
			.extracting(Parcel::others)
			.allSatisfy((others) -> assertThat(others).containsEntry("Real", 5.0).containsEntry("Large", 7L));
		write("note_1", Map.of("Text", "a", "Color", "red", "Large", 7L));
		this.template.merge(Note.class, TableKey.of("P", "note_1"), Update.update("text", "b"));
		assertThat(stored("note_1"))
			.containsExactlyInAnyOrderEntriesOf(Map.of("Text", "b", "Color", "red", "Large", 7L));
	}

	@Test
	void areIncrementedInAnyTypeOfNumber() {
		for (Object weight : List.of(5, 5L, 5.0, "5")) {
			write("parcel_1", Map.of("weight", weight));
			this.template.merge(Parcel.class, TableKey.of("P", "parcel_1"), Update.none().increment("weight", 1));
			assertThat(stored("parcel_1")).containsEntry("weight", 6L);
		}
	}

	enum State {

		OPEN

	}

	@Table("Samples")
	@PartitionKey("{owner}")
	@RowKey("sample_{number:1}")
	record Sample(String owner, int number, long large, int small, double real, boolean flag, @Nullable UUID id,
			@Nullable Instant time, @Nullable OffsetDateTime offset, byte @Nullable [] bytes, @Nullable String text,
			@Nullable LocalDate day, @Nullable State state, @Nullable BigDecimal price,
			@Column(type = Double.class) @Nullable BigDecimal rate, float fraction,
			@OtherProperties Map<String, Object> others, @Version @Nullable String etag,
			@ServerTimestamp @Nullable Instant written) {

	}

	@Table("Parcels")
	@PartitionKey("{owner}")
	@RowKey("parcel_{number:1}")
	@SecondaryIndex(name = "weight", rowKey = "weight_{weight:3}_{number:1}")
	record Parcel(String owner, int number, long weight, @OtherProperties Map<String, Object> others,
			@Version @Nullable String etag) {

	}

	@Table("Parcels")
	@PartitionKey("{owner}")
	@RowKey("note_{number:1}")
	record Note(String owner, int number, @Column("Text") String text) {

	}

}
