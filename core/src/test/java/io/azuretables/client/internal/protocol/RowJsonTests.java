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

package io.azuretables.client.internal.protocol;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;

import com.azure.core.http.HttpHeaderName;
import com.azure.core.http.HttpHeaders;
import io.azuretables.internal.json.ByteArrayBuilder;
import io.azuretables.internal.json.RowJsonWriter;
import io.azuretables.internal.json.UnreadableResponseException;
import io.azuretables.key.TableKey;
import io.azuretables.row.RowReader;
import io.azuretables.row.TableRow;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Rows to JSON and back.
 */
class RowJsonTests {

	private static final TableKey KEY = TableKey.of("p\"\\", "r\n é 日本 😀");

	private static final String KEYS = "\"PartitionKey\":\"p\",\"RowKey\":\"r\"";

	private static String write(Map<String, ?> properties) {
		ByteArrayBuilder body = new ByteArrayBuilder(4);
		RowJsonWriter.write(TableRow.of(KEY, properties), body);
		return new String(body.toBytes(), StandardCharsets.UTF_8);
	}

	private static TableRow read(String json) {
		return read(json, TableKey.of("p", "r"));
	}

	private static TableRow read(String json, TableKey key) {
		HttpHeaders headers = new HttpHeaders().set(HttpHeaderName.ETAG, "header");
		TableResponse answer = new TableResponse(200, headers, json.getBytes(StandardCharsets.UTF_8));
		return RowJsonReader.row(answer, key, RowReader.rows());
	}

	private static Object value(String members) {
		return read("{" + KEYS + "," + members + "}").get("A");
	}

	@Test
	void writesTypesThatJsonDoesNotTell() {
		Map<String, Object> values = new LinkedHashMap<>();
		values.put("Text", "a");
		values.put("Int", -1);
		values.put("Yes", true);
		values.put("Whole", 2.0);
		values.put("NegativeZero", -0.0);
		values.put("NaN", Double.NaN);
		values.put("Long", 5L);
		values.put("Time", Instant.parse("2014-08-22T01:02:03.04Z"));
		values.put("Id", new UUID(1, 2));
		values.put("Bytes", new byte[] { -1, 0 });
		assertThat(write(values).substring(write(Map.of()).length() - 1))
			.isEqualTo(",\"Text\":\"a\",\"Int\":-1,\"Yes\":true," + "\"Whole@odata.type\":\"Edm.Double\",\"Whole\":2.0,"
					+ "\"NegativeZero@odata.type\":\"Edm.Double\",\"NegativeZero\":-0.0,"
					+ "\"NaN@odata.type\":\"Edm.Double\",\"NaN\":\"NaN\",\"Long@odata.type\":\"Edm.Int64\",\"Long\":\"5\","
					+ "\"Time@odata.type\":\"Edm.DateTime\",\"Time\":\"2014-08-22T01:02:03.0400000Z\","
					+ "\"Id@odata.type\":\"Edm.Guid\",\"Id\":\"00000000-0000-0001-0000-000000000002\","
					+ "\"Bytes@odata.type\":\"Edm.Binary\",\"Bytes\":\"/wA=\"}");
	}

	@Test
	void writesARowOfLatin1ThatAnyJsonReaderReads() {
		StringBuilder text = new StringBuilder();
		for (char c = 0; c <= 0xFF; c++) {
			text.append(c);
		}
		TableRow row = TableRow.of(TableKey.of("p\u00e9", "r\""), Map.of("A", text.toString(), "B", "\u00ff"));
		assertThat(row.isLatin1()).isTrue();
		ByteArrayBuilder body = new ByteArrayBuilder(4);
		RowJsonWriter.write(row, body);
		JsonNode read = JsonMapper.shared().readTree(body.toBytes());
		assertThat(read.get("A").asString()).isEqualTo(text.toString());
		assertThat(read.get("B").asString()).isEqualTo("\u00ff");
		assertThat(read.get("PartitionKey").asString()).isEqualTo("p\u00e9");
		assertThat(read.get("RowKey").asString()).isEqualTo("r\"");
	}

	@Test
	void writesTextThatAnyJsonReaderReads() {
		StringBuilder text = new StringBuilder();
		for (int c = 0; c <= 0x10FFFF; c += (c < 0x3000) ? 1 : 97) {
			if (c < Character.MIN_SURROGATE || c > Character.MAX_SURROGATE) {
				text.appendCodePoint(c);
			}
		}
		String json = write(Map.of("A", text.toString()));
		JsonNode read = JsonMapper.shared().readTree(json);
		assertThat(read.get("A").asString()).isEqualTo(text.toString());
		assertThat(read.get("PartitionKey").asString()).isEqualTo(KEY.partitionKey());
		assertThat(read.get("RowKey").asString()).isEqualTo(KEY.rowKey());
		assertThat(json).doesNotContain("\u2028", "\u2029", "\u007F");
	}

	@Test
	void readsMoreNamesThanAreKept() {
		Map<String, Object> upwards = new LinkedHashMap<>();
		Map<String, Object> downwards = new LinkedHashMap<>();
		for (int i = 0; i < 3_000; i++) {
			upwards.put("name" + i, i);
			downwards.put("name" + (2_999 - i), "value " + i);
		}
		for (int i = 0; i < 2; i++) {
			assertThat(read(write(upwards), KEY).properties()).isEqualTo(upwards);
			assertThat(read(write(downwards), KEY).properties()).isEqualTo(downwards);
		}
	}

	@Test
	void readsWhatItWrites() {
		Random random = new Random(42);
		for (int i = 0; i < 200; i++) {
			Map<String, Object> values = new LinkedHashMap<>();
			values.put("Int", random.nextInt());
			values.put("Long", random.nextLong());
			values.put("Double", Double.longBitsToDouble(random.nextLong()));
			values.put("Time", Instant.ofEpochSecond(random.nextLong(-11644473600L, 253402300800L),
					random.nextInt(10_000_000) * 100));
			values.put("Id", new UUID(random.nextLong(), random.nextLong()));
			byte[] bytes = new byte[random.nextInt(100)];
			random.nextBytes(bytes);
			values.put("Bytes", bytes);
			values.put("Yes", random.nextBoolean());
			for (int extra = 0; extra < random.nextInt(60); extra++) {
				values.put("P" + extra, "v" + extra);
			}
			TableRow row = TableRow.of(KEY, values).withEtag("header");
			assertThat(read(write(values), KEY)).isEqualTo(row);
		}
	}

	@ParameterizedTest
	@ValueSource(doubles = { 0, -0.0, 0.01, -0.01, 0.1, 0.005, 1234.56, -1234.5, 100, 1e13, 9999999999999.99, 1e15,
			1e16, 123456789012345.67, 4.35, 2.675, Double.MIN_VALUE, Double.MAX_VALUE, Math.PI })
	void writesDoublesThatAreReadAsTheyWere(double value) {
		assertThat(read(write(Map.of("A", value)), KEY).get("A")).isEqualTo(value);
	}

	@Test
	void writesAnyNumberSoThatItIsReadAsItWas() {
		Random random = new Random(5);
		for (int i = 0; i < 5_000; i++) {
			double value = random.nextLong(1L << random.nextInt(1, 60)) / Math.pow(10, random.nextInt(6));
			long whole = random.nextLong() >> random.nextInt(64);
			TableRow row = read(write(Map.of("A", value, "B", -value, "C", whole, "D", (int) whole)), KEY);
			assertThat(row.properties()).isEqualTo(Map.of("A", value, "B", -value, "C", whole, "D", (int) whole));
		}
		long[] extremes = { Long.MIN_VALUE, Long.MAX_VALUE, 0, 9, 10, -10, 999_999_999_999_999_999L,
				1_000_000_000_000_000_000L };
		for (long extreme : extremes) {
			assertThat(write(Map.of("A", extreme))).contains("\"A\":\"" + extreme + "\"");
		}
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', quoteCharacter = '~', value = { "Edm.Int64|\"5\"|java.lang.Long|5",
			"Edm.Int64|\"-9223372036854775808\"|java.lang.Long|-9223372036854775808",
			"Edm.Int64|\"-5\"|java.lang.Long|-5", "Edm.Int64|7|java.lang.Long|7",
			"Edm.Int64|\"abc\"|java.lang.String|abc", "Edm.Int64|\"-\"|java.lang.String|-",
			"Edm.Int64|\"99999999999999999999\"|java.lang.String|99999999999999999999",
			"Edm.Double|\"NaN\"|java.lang.Double|NaN", "Edm.Double|\"Infinity\"|java.lang.Double|Infinity",
			"Edm.Double|\"-Infinity\"|java.lang.Double|-Infinity", "Edm.Double|-0.0|java.lang.Double|-0.0",
			"Edm.Double|2|java.lang.Double|2.0", "Edm.Double|\"x\"|java.lang.String|x",
			"Edm.DateTime|\"2014-08-22T01:02:03.1234567Z\"|java.time.Instant|2014-08-22T01:02:03.123456700Z",
			"Edm.DateTime|\"2014-08-22\"|java.lang.String|2014-08-22",
			"Edm.Guid|\"00000000-0000-0001-0000-000000000002\"|java.util.UUID|00000000-0000-0001-0000-000000000002",
			"Edm.Guid|\"1-1-1-1-1\"|java.lang.String|1-1-1-1-1", "Edm.Binary|\"***\"|java.lang.String|***",
			"Edm.String|\"5\"|java.lang.String|5", "Edm.Int32|\"5\"|java.lang.Integer|5",
			"Edm.Boolean|\"true\"|java.lang.Boolean|true", "Edm.Boolean|\"maybe\"|java.lang.String|maybe",
			"Edm.Unknown|\"5\"|java.lang.String|5", "Edm.Boolean|true|java.lang.Boolean|true" })
	void readsTypesBeforeAndAfterTheirValues(String type, String json, Class<?> javaType, String text) {
		String annotation = "\"A@odata.type\":\"" + type + "\"";
		for (String members : List.of(annotation + ",\"A\":" + json, "\"A\":" + json + "," + annotation,
				annotation + ",\"B\":\"5\",\"AA\":\"6\",\"A\":" + json,
				"\"A\":" + json + ",\"B@odata.type\":\"Edm.Int64\",\"B\":\"5\"," + annotation)) {
			assertThat(value(members)).isInstanceOf(javaType).hasToString(text);
		}
	}

	@ParameterizedTest
	@CsvSource({ "5, java.lang.Integer, 5", "-2147483648, java.lang.Integer, -2147483648",
			"2147483648, java.lang.Double, 2.147483648E9", "1e3, java.lang.Double, 1000.0",
			"2.0, java.lang.Double, 2.0", "-0.0, java.lang.Double, -0.0", "true, java.lang.Boolean, true",
			"123456789012345678901234567890, java.lang.Double, 1.2345678901234568E29" })
	void readsNumbersWithoutType(String json, Class<?> javaType, String text) {
		assertThat(value("\"A\":" + json)).isInstanceOf(javaType).hasToString(text);
	}

	@Test
	void readsKeysAndVersion() {
		TableRow row = read("{\"odata.metadata\":\"x\",\"odata.etag\":\"body\",\"PartitionKey\":\"p\",\"RowKey\":\"r\","
				+ "\"Timestamp@odata.type\":\"Edm.DateTime\",\"Timestamp\":\"2014-08-22T01:02:03Z\",\"Null\":null,"
				+ "\"List\":[1,{\"a\":2}],\"odata.x\":{\"y\":[]},\"A\":1}");
		assertThat(row.key()).isEqualTo(TableKey.of("p", "r"));
		assertThat(row.etag()).isEqualTo("body");
		assertThat(row.timestamp()).isEqualTo("2014-08-22T01:02:03Z");
		assertThat(row.properties()).containsOnly(Map.entry("A", 1));
		assertThat(read("{" + KEYS + "}").etag()).isEqualTo("header");
	}

	@Test
	void mixesNothingUpBetweenRows() {
		List<String> rows = new ArrayList<>();
		for (int i = 0; i < 50; i++) {
			String type = (i % 2 == 0) ? "\"A@odata.type\":\"Edm.Int64\"," : "";
			rows.add("{\"odata.etag\":\"e" + i + "\",\"PartitionKey\":\"p\",\"RowKey\":\"" + i + "\","
					+ ((i % 3 == 0) ? "\"B@odata.type\":\"Edm.Int64\"," : "") + type + "\"A\":\"" + i + "\"}");
		}
		TableResponse answer = new TableResponse(200, new HttpHeaders(),
				("{\"value\":[" + String.join(",", rows) + "]}").getBytes(StandardCharsets.UTF_8));
		List<TableRow> read = RowJsonReader.rows(answer, RowReader.rows()).rows();
		for (int i = 0; i < 50; i++) {
			Object value = (i % 2 == 0) ? (Object) (long) i : String.valueOf(i);
			assertThat(read.get(i))
				.isEqualTo(TableRow.of(TableKey.of("p", "" + i), Map.of("A", value)).withEtag("e" + i));
		}
	}

	@ParameterizedTest
	@ValueSource(booleans = { true, false })
	void readsTypesThatAllStandAheadOfTheirValues(boolean reversed) {
		StringBuilder types = new StringBuilder();
		StringBuilder values = new StringBuilder();
		for (int i = 0; i < 2000; i++) {
			types.append(",\"A").append(i).append("@odata.type\":\"Edm.Int64\"");
			values.append(",\"A").append(reversed ? 1999 - i : i).append("\":\"").append(i).append('"');
		}
		TableRow row = read("{" + KEYS + types + values + "}");
		assertThat(row.properties()).hasSize(2000).containsEntry(reversed ? "A1999" : "A0", 0L);
		assertThat(row.properties().values()).allMatch(Long.class::isInstance);
	}

	@Test
	void refusesARowOfMoreMembersThanTheServiceSends() {
		StringBuilder types = new StringBuilder();
		for (int i = 0; i < 60_000; i++) {
			types.append(",\"A").append(i).append("@odata.type\":\"Edm.Int64\"");
		}
		assertThatExceptionOfType(UnreadableResponseException.class)
			.isThrownBy(() -> read("{" + KEYS + types + ",\"A59999\":\"1\"}"))
			.withMessage("The answer holds a row of more than 8192 members");
	}

}
