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

package io.azuretables.row;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

import io.azuretables.key.TableKey;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

class ServiceLimitsTests {

	private static final TableKey KEY = TableKey.of("Sales", "empid_000223");

	private static final String PAIR = "holds half a surrogate pair, which no request can carry";

	@ParameterizedTest
	@ValueSource(strings = { "abc", "Employees", "a12", "Tables1" })
	void takesTableNames(String name) {
		assertThat(ServiceLimits.isTableName(name)).isTrue();
		assertThat(ServiceLimits.isTableName("a" + "b".repeat(62))).isTrue();
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "ab", "1ab", "a_b", "a-b", "Tables", "tables", "TABLES", "äbc", "abc\n", "a b c" })
	void refusesTableNames(String name) {
		assertThat(ServiceLimits.isTableName(name)).isFalse();
		assertThat(ServiceLimits.isTableName("a" + "b".repeat(63))).isFalse();
	}

	@ParameterizedTest
	@ValueSource(strings = { "W/\"datetime'2026-03-01T12%3A00%3A00.0000000Z'\"", "\"0x8D4F\"", "\"\"", "W/\"\"" })
	void knowsEtags(String etag) {
		assertThat(ServiceLimits.isEtag(etag)).isTrue();
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "*", " ", "\"", "W/", "W/\"", "5", "W/5", "\"a\" ", " \"a\"", "\"a b\"", "\"a\nb\"",
			"\"a\"\"", "w/\"a\"", "\"ä\"", "\"a\", \"b\"" })
	void knowsThatOtherTextsAreNoEtags(String text) {
		assertThat(ServiceLimits.isEtag(text)).isFalse();
	}

	@ParameterizedTest
	@ValueSource(strings = { "a", "_w", "lastName", "größe", "名", "a1", "a_b", "partitionKey", "a\u203Fb", "a\u0301" })
	void takesPropertyNames(String name) {
		assertThat(ServiceLimits.isPropertyName(name)).isTrue();
		assertThat(ServiceLimits.isPropertyName("a".repeat(255))).isTrue();
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "1a", "a-b", "a b", "a.b", "$a", "a$", "\u20AC", "a\u20AC", "\u203Fa", "odata.etag",
			"a@odata.type", "PartitionKey", "RowKey", "Timestamp", "a\u200Bb", "a\u0000", "a\uD83D\uDE00" })
	void refusesPropertyNames(String name) {
		assertThat(ServiceLimits.isPropertyName(name)).isFalse();
		assertThat(ServiceLimits.isPropertyName("a".repeat(256))).isFalse();
	}

	/**
	 * The formula of the documentation: 4 bytes, 2 for each character of the keys, and
	 * for each property 8, 2 for each character of its name, and its value.
	 */
	static List<Arguments> sizes() {
		return List.of(arguments(new byte[10], 10 + 4), arguments(true, 1), arguments(Instant.EPOCH, 8),
				arguments(1.5, 8), arguments(new UUID(1, 2), 16), arguments(1, 4), arguments(1L, 8), arguments("", 4),
				arguments("é😀", 2 * 3 + 4));
	}

	@ParameterizedTest
	@MethodSource("sizes")
	void measuresRowsByTheFormulaOfTheService(Object value, int bytes) {
		long keys = 4 + 2 * (5 + 12);
		assertThat(ServiceLimits.sizeOf(row(Map.of()))).isEqualTo(keys);
		assertThat(ServiceLimits.sizeOf(row(Map.of("name", value)))).isEqualTo(keys + 8 + 2 * 4 + bytes);
	}

	private static TableRow row(Map<String, ?> properties) {
		return TableRow.of(KEY, properties);
	}

	@ParameterizedTest
	@ValueSource(strings = { "abc", "\"\\\u0000\u001F", "é日😀", "" })
	void neverUnderestimatesTheBytesOfText(String text) {
		StringBuilder json = new StringBuilder();
		text.chars()
			.forEach((c) -> json
				.append((c < 0x20) ? "\\u%04X".formatted(c) : ((c == '"' || c == '\\') ? "\\" : "") + (char) c));
		byte[] body = """
				{"PartitionKey":"Sales","RowKey":"empid_000223","name@odata.type":"Edm.String","name":"%s"}"""
			.formatted(json)
			.getBytes(StandardCharsets.UTF_8);
		assertThat(ServiceLimits.bytesOf(row(Map.of("name", text)))).isGreaterThanOrEqualTo(body.length);
	}

	@ParameterizedTest
	@MethodSource("sizes")
	void neverUnderestimatesTheBytesOfValues(Object value) {
		String text = (value instanceof byte[] bytes) ? Base64.getEncoder().encodeToString(bytes) : value.toString();
		long body = "{'PartitionKey':'Sales','RowKey':'empid_000223','name@odata.type':'Edm.DateTime','name':''}"
			.length() + text.getBytes(StandardCharsets.UTF_8).length;
		assertThat(ServiceLimits.bytesOf(row(Map.of("name", value)))).isGreaterThanOrEqualTo(body);
	}

	@ParameterizedTest
	@ValueSource(chars = { '/', '\\', '#', '?', '\0', '\t', '\u001F', '\u007F', '\u0080', '\u009F' })
	void refusesCharactersOfKeys(char c) {
		String rule = " holds the character U+%04X, which the service refuses in keys".formatted((int) c);
		assertThat(ServiceLimits.violations(TableRow.of(TableKey.of("a" + c, c + "b"), Map.of()))).containsExactly(
				new LimitViolation("OutOfRangeInput", "PartitionKey" + rule),
				new LimitViolation("OutOfRangeInput", "RowKey" + rule));
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "'", "''", "%", "%2F", "+", " a ", "&=;:()$@*!\"{x}<x>|^`~", "..", "é", "日本", "\u00A0",
			"\uD83D\uDE00", "\u200B", "\uFFFF", "null" })
	void takesNastyKeys(String key) {
		assertThat(ServiceLimits.violations(TableRow.of(TableKey.of(key, key), Map.of()))).isEmpty();
	}

	static List<Arguments> violations() {
		return List.of(
				arguments(Map.of("a", "x".repeat(32 * 1024 + 1)), "PropertyValueTooLarge",
						"property 'a' has 32769 UTF-16 code units of text, and the service takes 32768"),
				arguments(Map.of("a", new byte[64 * 1024 + 1]), "PropertyValueTooLarge",
						"property 'a' has 65537 bytes, and the service takes 65536"),
				arguments(Map.of("a", "\uDE00\uD83D"), "InvalidInput", "property 'a' " + PAIR),
				arguments(Map.of("a", "x\uD83D"), "InvalidInput", "property 'a' " + PAIR),
				arguments(Map.of("a-b", 1), "PropertyNameInvalid",
						"the property name 'a-b' is reserved or not an identifier"),
				arguments(Map.of("n".repeat(256), 1), "PropertyNameTooLong",
						"the property name '" + "n".repeat(256) + "' has 256 characters, and the service takes 255"),
				arguments(Map.of("Timestamp", 1), "PropertyNameInvalid",
						"the property name 'Timestamp' is reserved or not an identifier"),
				arguments(Map.of("a", Instant.parse("1600-12-31T23:59:59.9999999Z")), "OutOfRangeInput",
						"property 'a' lies outside of the years 1601 to 9999 that the service takes"),
				arguments(Map.of("a", Instant.parse("+10000-01-01T00:00:00Z")), "OutOfRangeInput",
						"property 'a' lies outside of the years 1601 to 9999 that the service takes"),
				arguments(numbered(253, 1), "TooManyProperties",
						"the row has 253 properties, and the service takes 252"),
				arguments(numbered(17, new byte[61_680]), "EntityTooLarge",
						"the row has %d bytes, and the service takes 1048576"
							.formatted(4 + 2 * 17 + 17L * (8 + 2 * 4 + 61_680 + 4))));
	}

	private static Map<String, Object> numbered(int count, Object value) {
		Map<String, Object> properties = new LinkedHashMap<>();
		for (int i = 0; i < count; i++) {
			properties.put("p%03d".formatted(i), value);
		}
		return properties;
	}

	@ParameterizedTest
	@MethodSource("violations")
	void saysWhatTheServiceWouldRefuse(Map<String, Object> properties, String code, String message) {
		assertThat(ServiceLimits.violations(row(properties))).containsExactly(new LimitViolation(code, message));
	}

	@Test
	void takesWhatIsExactlyAtALimit() {
		assertThat(ServiceLimits
			.violations(row(Map.of("text", "x".repeat(32 * 1024), "bytes", new byte[64 * 1024], "first",
					Instant.parse("1601-01-01T00:00:00Z"), "last", Instant.parse("9999-12-31T23:59:59.999999999Z")))))
			.isEmpty();
		assertThat(ServiceLimits.violations(row(numbered(252, "\uD83D\uDE00")))).isEmpty();
		Map<String, Object> full = numbered(17, new byte[61_680]);
		long over = ServiceLimits.sizeOf(row(full)) - ServiceLimits.ROW_BYTES;
		full.put("p016", new byte[61_680 - (int) over]);
		assertThat(ServiceLimits.violations(row(full))).isEmpty();
	}

	@Test
	void saysEverythingAtOnce() {
		TableRow row = TableRow.of(TableKey.of("x".repeat(513), "a\uD83D"), Map.of("RowKey", "\uD83D"));
		List<LimitViolation> violations = ServiceLimits.violations(row);
		assertThat(violations).extracting(LimitViolation::code)
			.containsExactly("KeyValueTooLarge", "InvalidInput", "PropertyNameInvalid", "InvalidInput");
		assertThat(violations).extracting(LimitViolation::message)
			.containsExactly("PartitionKey has 513 UTF-16 code units, and the service takes 512", "RowKey " + PAIR,
					"the property name 'RowKey' is reserved or not an identifier", "property 'RowKey' " + PAIR);
		assertThat(ServiceLimits.violations(TableRow.of(TableKey.of("x".repeat(512), "😀".repeat(256)), Map.of())))
			.isEmpty();
	}

	@Test
	void knowsItsReservedNames() {
		assertThat(Arrays.asList("PartitionKey", "RowKey", "Timestamp")).allMatch(ServiceLimits::isReservedName);
		assertThat(Arrays.asList("partitionkey", "ETag", "")).noneMatch(ServiceLimits::isReservedName);
	}

}
