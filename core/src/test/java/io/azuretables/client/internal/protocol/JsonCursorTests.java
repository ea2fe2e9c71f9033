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
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

import com.azure.core.http.HttpHeaders;
import io.azuretables.internal.json.UnreadableResponseException;
import io.azuretables.row.RowReader;
import io.azuretables.row.TableRow;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * The own reader of JSON, against Jackson's: on whatever bytes, both read the same or
 * both refuse.
 */
class JsonCursorTests {

	private static final JsonMapper JACKSON = JsonMapper.builder()
		.enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
		.build();

	/**
	 * No damage makes one of these names another.
	 */
	private static final String NAMES = "aaaabbbbccccddddeeeeffffgggghhhhiiiijjjjkkkkllll";

	private static final String KEYS = "\"PartitionKey\":\"p\",\"RowKey\":\"r\"";

	private static final List<String> PIECES = List.of("{", "}", "[", "]", ",", ":", "\"", "\\", "\\u00e9", "\\n",
			"\\x", "é", "日", "😀", "\u0001", " ", "\n", "0", "-", "1", "99999999999999999999", ".", "e", "E+", "true",
			"false", "null", "nul", "NaN", "\"A\"", "\"A\":1", "\"value\":[", "{}", "[]");

	private static List<TableRow> rows(byte[] json) {
		return RowJsonReader.rows(new TableResponse(200, new HttpHeaders(), json), RowReader.rows()).rows();
	}

	private static @Nullable List<TableRow> rowsOrNone(byte[] json) {
		try {
			return rows(json);
		}
		catch (UnreadableResponseException ex) {
			return null;
		}
	}

	private static @Nullable JsonNode jackson(byte[] json) {
		try {
			return JACKSON.readTree(json);
		}
		catch (JacksonException ex) {
			return null;
		}
	}

	/**
	 * The rows of a tree, or nothing if it is no answer of the service.
	 */
	private static @Nullable List<Map<String, Object>> properties(@Nullable JsonNode tree) {
		JsonNode rows = (tree != null) ? tree.get("value") : null;
		if (rows == null || !rows.isArray()) {
			return null;
		}
		List<Map<String, Object>> all = new ArrayList<>();
		for (JsonNode row : rows) {
			if (!row.path("PartitionKey").isString() || !row.path("RowKey").isString()) {
				return null;
			}
			Map<String, Object> properties = properties(row, new HashMap<>());
			properties.keySet().removeAll(List.of("PartitionKey", "RowKey"));
			all.add(properties);
		}
		return all;
	}

	private static Map<String, Object> properties(JsonNode row, Map<String, Object> properties) {
		row.properties().forEach((property) -> {
			JsonNode value = property.getValue();
			if (value.isString()) {
				properties.put(property.getKey(), value.stringValue());
			}
			else if (value.isBoolean()) {
				properties.put(property.getKey(), value.booleanValue());
			}
			else if (value.isInt()) {
				properties.put(property.getKey(), value.intValue());
			}
			else if (value.isNumber()) {
				properties.put(property.getKey(), value.doubleValue());
			}
		});
		return properties;
	}

	private static String answer(Random random) {
		StringBuilder json = new StringBuilder("{\"odata.metadata\":\"x\",\"value\":[");
		for (int row = random.nextInt(4); row > 0; row--) {
			List<String> members = new ArrayList<>(List.of(KEYS));
			for (int i = 0; i < 12; i++) {
				if (random.nextInt(4) > 0) {
					members.add("\"" + NAMES.substring(4 * i, 4 * i + 4) + "\"" + space(random) + ":" + space(random)
							+ value(random, 3));
				}
			}
			json.append('{').append(String.join(space(random) + ",", members)).append('}').append((row > 1) ? "," : "");
		}
		return json.append("]").append(space(random)).append("}").toString();
	}

	private static String space(Random random) {
		return switch (random.nextInt(12)) {
			case 0 -> " ";
			case 1 -> "\r\n\t";
			default -> "";
		};
	}

	private static String value(Random random, int depth) {
		return switch (random.nextInt((depth > 0) ? 9 : 7)) {
			case 0 -> Integer.toString(random.nextInt());
			case 1 -> Double.toString(Double.longBitsToDouble(random.nextLong())).replaceAll("NaN|-?Infinity", "-0.0");
			case 2 -> Float.toString(random.nextInt(100_000) / 64f);
			case 3 -> Boolean.toString(random.nextBoolean());
			case 4 -> "null";
			case 5 -> JACKSON.writeValueAsString(text(random));
			case 6 -> Long.toString(random.nextLong() >> random.nextInt(64));
			case 7 -> "[" + value(random, depth - 1) + "," + value(random, depth - 1) + "]";
			default -> "{\"n\":" + value(random, depth - 1) + "}";
		};
	}

	private static String text(Random random) {
		StringBuilder text = new StringBuilder();
		for (int i = random.nextInt(12); i > 0; i--) {
			text.append(switch (random.nextInt(6)) {
				case 0 -> "\"\\/\b\f\n\r\t".charAt(random.nextInt(8));
				case 1 -> (char) random.nextInt(0x20);
				case 2 -> (char) (0xA0 + random.nextInt(0x2000));
				case 3 -> "😀";
				default -> (char) ('a' + random.nextInt(26));
			});
		}
		return text.toString();
	}

	@Test
	void readsWhatJacksonReads() {
		Random random = new Random(1);
		for (int i = 0; i < 500; i++) {
			byte[] json = answer(random).getBytes(StandardCharsets.UTF_8);
			assertThat(rows(json)).as("%s", new String(json, StandardCharsets.UTF_8))
				.extracting((row) -> (Map<String, Object>) new HashMap<>(row.properties()))
				.isEqualTo(properties(jackson(json)));
		}
	}

	@Test
	void refusesWhatJacksonRefuses() {
		Random random = new Random(2);
		int refused = 0;
		for (int i = 0; i < 2_000; i++) {
			byte[] json = damaged(answer(random), random);
			JsonNode tree = jackson(json);
			List<TableRow> rows = rowsOrNone(json);
			if (rows == null) {
				refused++;
			}
			List<Map<String, Object>> expected = properties(tree);
			assertThat((rows != null) ? rows.stream().map(JsonCursorTests::properties).toList() : null)
				.as("%s", new String(json, StandardCharsets.UTF_8))
				.isEqualTo(expected);
		}
		assertThat(refused).isBetween(500, 1_950);
	}

	private static Map<String, Object> properties(TableRow row) {
		return new HashMap<>(row.properties());
	}

	private static byte[] damaged(String json, Random random) {
		int at = random.nextInt(json.length());
		int to = Math.min(json.length(), at + random.nextInt(3));
		String piece = PIECES.get(random.nextInt(PIECES.size()));
		return switch (random.nextInt(3)) {
			case 0 -> (json.substring(0, at) + piece + json.substring(to)).getBytes(StandardCharsets.UTF_8);
			case 1 -> (json.substring(0, at) + json.substring(to)).getBytes(StandardCharsets.UTF_8);
			default -> (json.substring(0, at) + piece + json.substring(at)).getBytes(StandardCharsets.UTF_8);
		};
	}

	@Test
	void refusesAnAnswerCutOffAnywhere() {
		byte[] json = ("{\"odata.metadata\":\"x\",\"value\":[{" + KEYS
				+ ",\"A\":\"é\\n\",\"B@odata.type\":\"Edm.Int64\",\"B\":\"5\",\"C\":-1.5e3,\"D\":null,\"E\":[{}]}]}")
			.getBytes(StandardCharsets.UTF_8);
		assertThat(rows(json)).hasSize(1);
		for (int length = 0; length < json.length; length++) {
			byte[] cut = Arrays.copyOf(json, length);
			assertThatExceptionOfType(UnreadableResponseException.class).as("%s bytes", length)
				.isThrownBy(() -> rows(cut));
		}
	}

	@Test
	void refusesTextThatIsNotUtf8() {
		for (int wrong : new int[] { 0x80, 0xC0, 0xC3, 0xED, 0xF5, 0xFF }) {
			byte[] json = ("{\"value\":[{" + KEYS + ",\"A\":\"a?b\"}]}").getBytes(StandardCharsets.UTF_8);
			json[json.length - 7] = (byte) wrong;
			assertThatExceptionOfType(UnreadableResponseException.class).isThrownBy(() -> rows(json))
				.withMessage("A text in the answer is no UTF-8, or escaped as JSON is not");
		}
		assertThat(rows(("{\"value\":[{" + KEYS + ",\"A\":\"a\uFFFDb\"}]}").getBytes(StandardCharsets.UTF_8)).get(0)
			.get("A")).isEqualTo("a\uFFFDb");
	}

	@Test
	void refusesWhatIsNestedWithoutEnd() {
		byte[] deep = ("{\"value\":[{\"A\":" + "[".repeat(100_000)).getBytes(StandardCharsets.UTF_8);
		assertThatExceptionOfType(UnreadableResponseException.class).isThrownBy(() -> rows(deep))
			.withMessageStartingWith("The answer is not JSON, or was cut off, at byte ")
			.withMessageEndingWith(" of 100015");
	}

	@ParameterizedTest
	@ValueSource(strings = { "{}", "[]", "{\"value\":5}", "{\"value\":[5]}", "{\"other\":[{}]}", "{\"value\":[{}]}",
			"5", "<html/>", "" })
	void refusesWhatIsNoListOfRows(String json) {
		assertThatExceptionOfType(UnreadableResponseException.class)
			.isThrownBy(() -> rows(json.getBytes(StandardCharsets.UTF_8)));
	}

	@Test
	void knowsMembersInWhateverOrderTheyCome() {
		Random random = new Random(3);
		List<Map<String, Object>> rows = new ArrayList<>();
		for (int i = 0; i < 400; i++) {
			Map<String, Object> row = new LinkedHashMap<>();
			for (int p = 0; p < 30; p++) {
				row.put("P" + random.nextInt((i % 2 == 0) ? 60 : 3_000), random.nextInt());
			}
			rows.add(row);
		}
		byte[] json = JACKSON.writeValueAsString(Map.of("value", rows))
			.replace("{\"P", "{" + KEYS + ",\"P")
			.getBytes(StandardCharsets.UTF_8);
		assertThat(rows(json)).extracting(TableRow::properties).isEqualTo(rows);
	}

	@Test
	void readsNumbersAsTheJdkDoes() {
		Random random = new Random(4);
		for (int i = 0; i < 20_000; i++) {
			String number = number(random);
			TableRow row = rows(("{\"value\":[{" + KEYS + ",\"A\":" + number + "}]}").getBytes(StandardCharsets.UTF_8))
				.get(0);
			assertThat(((Number) row.get("A")).doubleValue()).as(number).isEqualTo(Double.parseDouble(number));
		}
	}

	private static String number(Random random) {
		int fraction = random.nextInt(18);
		StringBuilder number = new StringBuilder(random.nextBoolean() ? "-" : "");
		number.append(random.nextLong(1L << random.nextInt(1, 63)));
		if (fraction > 0) {
			number.append('.');
			for (int i = 0; i < fraction; i++) {
				number.append(random.nextInt(10));
			}
		}
		return number.append((random.nextInt(3) == 0) ? "e" + (random.nextInt(600) - 300) : "").toString();
	}

}
