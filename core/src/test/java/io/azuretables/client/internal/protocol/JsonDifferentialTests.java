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

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import java.util.regex.Pattern;

import com.azure.core.http.HttpHeaders;
import io.azuretables.internal.json.ByteArrayBuilder;
import io.azuretables.internal.json.RowJsonWriter;
import io.azuretables.internal.json.UnreadableResponseException;
import io.azuretables.key.TableKey;
import io.azuretables.row.RowReader;
import io.azuretables.row.ServiceLimits;
import io.azuretables.row.TableRow;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonParser.NumberType;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

/**
 * Compares the reader and the writer of JSON with those of jackson-core, on generated
 * documents. The property {@code json.documents} says how many, {@code json.seed} which.
 */
@Tag("long")
@Execution(ExecutionMode.CONCURRENT)
class JsonDifferentialTests {

	private static final int DOCUMENTS = Integer.getInteger("json.documents", 100_000);

	private static final long SEED = Long.getLong("json.seed", 1);

	private static final JsonFactory JACKSON = new JsonFactory();

	private static final byte[] KEYS = ascii("\"PartitionKey\":\"p\",\"RowKey\":\"r\"");

	/**
	 * What stands at the borders between ways to encode or escape a character.
	 */
	private static final int[] BORDERS = { 0, 1, 0x1F, 0x20, '"', '/', '\\', 0x7E, 0x7F, 0x80, 0x9F, 0xA0, 0xFF, 0x100,
			0x7FF, 0x800, 0x2027, 0x2028, 0x2029, 0x202A, 0x20E2, 0x2FFF, 0x3000, 0xD7FF, 0xE000, 0xFEFF, 0xFFFD,
			0xFFFE, 0xFFFF, 0x10000, 0x1F600, 0x10FFFF };

	private static final List<String> PIECES = List.of("{", "}", "[", "]", ",", ":", "\"", "\\", "\\\\", "\\u00e9",
			"\\u00E9", "\\ud83d", "\\ude00", "\\ud83d\\ude00", "\\u12", "\\uzzzz", "\\n", "\\/", "\\x", "\u00e9",
			"\u65e5", "\ud83d\ude00", "\ufeff", "\u0001", "\u007f", " ", "\n", "\t", "0", "-", "1", "01", "-0",
			"99999999999999999999", ".", ".5", "e", "E+", "1e", "true", "false", "null", "nul", "NaN", "Infinity", "/*",
			"'", "\"A\"", "\"A\":1", "\"value\":[", "{}", "[]");

	/**
	 * Sequences of bytes that are no UTF-8: a byte that begins nothing, one that misses
	 * the next, longer forms than needed, halves of surrogate pairs, too large.
	 */
	private static final byte[][] NO_UTF_8 = { { (byte) 0x80 }, { (byte) 0xC3 }, { (byte) 0xC0, (byte) 0xA2 },
			{ (byte) 0xE2, (byte) 0x80 }, { (byte) 0xE0, (byte) 0x80, (byte) 0xA2 },
			{ (byte) 0xED, (byte) 0xA0, (byte) 0xBD }, { (byte) 0xED, (byte) 0xB8, (byte) 0x80 },
			{ (byte) 0xF4, (byte) 0x90, (byte) 0x80, (byte) 0x80 }, { (byte) 0xF0, (byte) 0x9F, (byte) 0x98 },
			{ (byte) 0xFF } };

	/**
	 * An escape with a digit that is none: Jackson looks only at its lowest eight bits.
	 */
	private static final Pattern LAX_ESCAPE = Pattern.compile("\\\\u[0-9a-fA-F]{0,3}[^\\x00-\\x7F]");

	@Test
	void readsAndRefusesWhatJacksonDoes() {
		Random random = new Random(SEED);
		int refused = 0;
		for (int i = 0; i < DOCUMENTS; i++) {
			byte[] json = document(random);
			List<Map<String, Object>> expected = expected(json);
			List<Map<String, Object>> actual = actual(json);
			if (actual == null && LAX_ESCAPE.matcher(new String(json, StandardCharsets.UTF_8)).find()) {
				expected = null;
			}
			if ((expected != null) ? !expected.equals(actual) : actual != null) {
				fail("Document %s of seed %s is read as %s by Jackson and as %s here: %s", i, SEED, expected, actual,
						new String(json, StandardCharsets.UTF_8));
			}
			refused += (expected == null) ? 1 : 0;
		}
		assertThat(refused).as("documents that are refused").isBetween(DOCUMENTS / 4, DOCUMENTS * 3 / 4);
	}

	@Test
	void writesWhatJacksonReads() throws CharacterCodingException {
		Random random = new Random(SEED);
		for (int i = 0; i < DOCUMENTS; i++) {
			TableRow row = row(random);
			ByteArrayBuilder body = new ByteArrayBuilder(1 + random.nextInt(100));
			RowJsonWriter.write(row, body);
			byte[] json = body.toBytes();
			Map<String, Object> members = new HashMap<>(spoken(row));
			members.put("PartitionKey", row.key().partitionKey());
			members.put("RowKey", row.key().rowKey());
			Map<String, Object> read = row(json);
			if (!members.equals(read)) {
				fail("Row %s of seed %s is %s and was written as %s", i, SEED, members, read);
			}
			if (ServiceLimits.bytesOf(row) < json.length) {
				fail("Row %s of seed %s takes %s bytes, and not at most %s", i, SEED, json.length,
						ServiceLimits.bytesOf(row));
			}
			TableRow again = RowJsonReader.row(new TableResponse(200, new HttpHeaders(), json), row.key(),
					RowReader.rows());
			if (!row.equals(again)) {
				fail("Row %s of seed %s is read as another one than was written", i, SEED);
			}
		}
	}

	/**
	 * The rows that the service's answer holds for the reader under test.
	 */
	private static @Nullable List<Map<String, Object>> actual(byte[] json) {
		try {
			return RowJsonReader.rows(new TableResponse(200, new HttpHeaders(), json), RowReader.rows())
				.rows()
				.stream()
				.map((row) -> (Map<String, Object>) new HashMap<>(row.properties()))
				.toList();
		}
		catch (UnreadableResponseException ex) {
			return null;
		}
	}

	/**
	 * The rows as Jackson reads them, or nothing if the document is no answer of the
	 * service. Jackson takes some bytes that are no UTF-8; the JDK takes none.
	 */
	private static @Nullable List<Map<String, Object>> expected(byte[] json) {
		try (JsonParser parser = parser(json)) {
			List<Map<String, Object>> rows = null;
			require(parser.nextToken() == JsonToken.START_OBJECT);
			while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
				boolean list = rows == null && parser.currentName().equals("value");
				JsonToken value = parser.nextToken();
				if (list) {
					require(value == JsonToken.START_ARRAY);
					rows = rows(parser);
				}
				else {
					skip(parser);
				}
			}
			require(parser.nextToken() == null);
			return rows;
		}
		catch (JacksonException | CharacterCodingException | NotAnAnswer ex) {
			return null;
		}
	}

	private static JsonParser parser(byte[] json) throws CharacterCodingException {
		String text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(json)).toString();
		return JACKSON.createParser(ObjectReadContext.empty(), text);
	}

	private static List<Map<String, Object>> rows(JsonParser parser) {
		List<Map<String, Object>> rows = new ArrayList<>();
		while (parser.nextToken() != JsonToken.END_ARRAY) {
			require(parser.currentToken() == JsonToken.START_OBJECT);
			Map<String, Object> row = members(parser);
			require(row.remove("PartitionKey") instanceof String && row.remove("RowKey") instanceof String);
			rows.add(row);
		}
		return rows;
	}

	private static Map<String, Object> members(JsonParser parser) {
		Map<String, Object> row = new HashMap<>();
		while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
			String name = parser.currentName();
			switch (parser.nextToken()) {
				case VALUE_STRING -> row.put(name, parser.getString());
				case VALUE_TRUE, VALUE_FALSE -> row.put(name, parser.getBooleanValue());
				case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> row.put(name, number(parser));
				default -> skip(parser);
			}
		}
		return row;
	}

	private static Object number(JsonParser parser) {
		return (parser.getNumberType() == NumberType.INT) ? (Object) parser.getIntValue()
				: (Object) parser.getDoubleValue();
	}

	/**
	 * Jackson is lazy: what is skipped is read only as far as is needed.
	 */
	private static void skip(JsonParser parser) {
		int depth = 0;
		do {
			JsonToken token = parser.currentToken();
			require(token != null);
			depth += token.isStructStart() ? 1 : token.isStructEnd() ? -1 : 0;
			if (token.isScalarValue()) {
				parser.getString();
			}
		}
		while (depth > 0 && parser.nextToken() != null);
	}

	private static Map<String, Object> row(byte[] json) throws CharacterCodingException {
		try (JsonParser parser = parser(json)) {
			parser.nextToken();
			return members(parser);
		}
	}

	private static void require(boolean condition) {
		if (!condition) {
			throw new NotAnAnswer();
		}
	}

	/**
	 * The properties of a row as JSON says them.
	 */
	private static Map<String, Object> spoken(TableRow row) {
		Map<String, Object> spoken = new HashMap<>();
		row.forEach((name, value) -> {
			if (value instanceof Long number) {
				spoken.put(name + "@odata.type", "Edm.Int64");
				spoken.put(name, number.toString());
			}
			else if (value instanceof UUID id) {
				spoken.put(name + "@odata.type", "Edm.Guid");
				spoken.put(name, id.toString());
			}
			else if (value instanceof Instant time) {
				spoken.put(name + "@odata.type", "Edm.DateTime");
				spoken.put(name, "%s.%07dZ".formatted(time.toString().substring(0, 19), time.getNano() / 100));
			}
			else {
				if (value instanceof Double) {
					spoken.put(name + "@odata.type", "Edm.Double");
				}
				spoken.put(name, value);
			}
		});
		return spoken;
	}

	private static TableRow row(Random random) {
		Map<String, Object> values = new LinkedHashMap<>();
		for (int i = random.nextInt(8); i > 0; i--) {
			values.put(random.nextBoolean() ? "P" + i : "Gr\u00f6\u00dfe\u65e5" + i, switch (random.nextInt(9)) {
				case 0 -> random.nextInt() >> random.nextInt(32);
				case 1 -> random.nextLong() >> random.nextInt(64);
				case 2 -> random.nextInt(1_000_000_000) / Math.pow(10, random.nextInt(12));
				case 3 -> random.nextBoolean();
				case 4 -> new UUID(random.nextLong(), random.nextLong());
				case 5 -> Instant.ofEpochSecond(random.nextLong(-11644473600L, 253402300800L),
						random.nextInt(10_000_000) * 100);
				default -> text(random);
			});
		}
		if (random.nextInt(100) == 0) {
			values.put("Large", text(random).repeat(50));
		}
		return TableRow.of(TableKey.of(text(random), text(random)), values);
	}

	/**
	 * A text that mostly has only one kind of character that needs attention, at any
	 * distance from its ends.
	 */
	private static String text(Random random) {
		StringBuilder text = new StringBuilder();
		int length = (random.nextInt(20) > 0) ? random.nextInt(40) : random.nextInt(600);
		int kind = random.nextInt(8);
		int rarity = 1 + random.nextInt(30);
		for (int i = 0; i < length; i++) {
			text.appendCodePoint(
					(kind > 1 && random.nextInt(rarity) == 0) ? unusual(kind, random) : 'a' + random.nextInt(26));
		}
		return text.toString();
	}

	private static int unusual(int kind, Random random) {
		return switch (kind) {
			case 2 -> "\"\\/\b\f\n\r\t".charAt(random.nextInt(8));
			case 3 -> random.nextInt(0x20);
			case 4 -> 0xA0 + random.nextInt(0x60);
			case 5 -> 0x4E00 + random.nextInt(0x5000);
			case 6 -> 0x1F300 + random.nextInt(0x300);
			default -> BORDERS[random.nextInt(BORDERS.length)];
		};
	}

	private static byte[] document(Random random) {
		return switch (random.nextInt(8)) {
			case 0, 1, 2 -> answer(random);
			case 3 -> Arrays.copyOf(answer(random), random.nextInt(300));
			case 4 -> garbage(random);
			default -> damaged(answer(random), random);
		};
	}

	private static byte[] answer(Random random) {
		ByteArrayOutputStream json = new ByteArrayOutputStream();
		json.writeBytes(ascii("{\"odata.metadata\":\"x\"," + space(random) + "\"value\":["));
		for (int row = random.nextInt(4); row > 0; row--) {
			json.writeBytes(ascii("{"));
			json.writeBytes(KEYS);
			for (int i = random.nextInt(8); i > 0; i--) {
				json.writeBytes(ascii("," + space(random)));
				json.writeBytes(
						(random.nextInt(5) > 0) ? ascii("\"Name" + i + "\"") : quoted("n" + text(random), random));
				json.writeBytes(ascii(space(random) + ":" + space(random)));
				json.writeBytes(value(random, 3));
			}
			json.writeBytes(ascii((row > 1) ? "}," + space(random) : "}"));
		}
		json.writeBytes(ascii("]" + space(random) + "}" + space(random)));
		return json.toByteArray();
	}

	private static String space(Random random) {
		return (random.nextInt(12) > 0) ? "" : " \r\n\t".repeat(1 + random.nextInt(3));
	}

	private static byte[] value(Random random, int depth) {
		return switch (random.nextInt((depth > 0) ? 12 : 10)) {
			case 0 -> ascii(Integer.toString(random.nextInt() >> random.nextInt(32)));
			case 1 -> ascii(Long.toString(random.nextLong() >> random.nextInt(64)));
			case 2 -> ascii(number(random));
			case 3 -> ascii(random.nextBoolean() ? "true" : "false");
			case 4 -> ascii("null");
			case 5, 6, 7, 8, 9 -> quoted(text(random), random);
			case 10 -> joined("[", value(random, depth - 1), ",", value(random, depth - 1), "]");
			default -> joined("{\"n\":", value(random, depth - 1), ",\"n\\u006f\":", value(random, depth - 1), "}");
		};
	}

	private static byte[] joined(String open, byte[] first, String middle, byte[] second, String close) {
		ByteArrayOutputStream joined = new ByteArrayOutputStream();
		joined.writeBytes(ascii(open));
		joined.writeBytes(first);
		joined.writeBytes(ascii(middle));
		joined.writeBytes(second);
		joined.writeBytes(ascii(close));
		return joined.toByteArray();
	}

	private static String number(Random random) {
		StringBuilder number = new StringBuilder(random.nextBoolean() ? "-" : "");
		number.append(random.nextLong(1L << random.nextInt(1, 63)));
		if (random.nextBoolean()) {
			number.append('.');
			for (int i = random.nextInt(20); i >= 0; i--) {
				number.append(random.nextInt(10));
			}
		}
		if (random.nextInt(3) == 0) {
			number.append(random.nextBoolean() ? "e" : "E").append((random.nextInt(3) == 0) ? "+" : "");
			number.append(random.nextInt(330));
		}
		return number.toString();
	}

	/**
	 * A text in quotes as Jackson writes it, or with more escapes than are needed, halves
	 * of surrogate pairs among them.
	 */
	private static byte[] quoted(String text, Random random) {
		if (random.nextInt(3) > 0) {
			ByteArrayOutputStream json = new ByteArrayOutputStream();
			try (JsonGenerator generator = JACKSON.createGenerator(ObjectWriteContext.empty(), json)) {
				generator.writeString(text);
			}
			return json.toByteArray();
		}
		int rarity = 1 + random.nextInt(10);
		StringBuilder json = new StringBuilder("\"");
		text.codePoints().forEach((c) -> {
			if (c < 0x20 || c == '"' || c == '\\' || random.nextInt(rarity) == 0) {
				int half = random.nextInt(20);
				Character.toString(c)
					.chars()
					.skip((half == 0) ? 1 : 0)
					.limit((half == 1) ? 1 : 2)
					.forEach((unit) -> json.append((random.nextBoolean() ? "\\u%04x" : "\\u%04X").formatted(unit)));
			}
			else {
				json.appendCodePoint(c);
			}
		});
		return json.append('"').toString().getBytes(StandardCharsets.UTF_8);
	}

	private static byte[] damaged(byte[] json, Random random) {
		int at = random.nextInt(json.length);
		int to = Math.min(json.length, at + random.nextInt(4));
		byte[] piece = piece(random);
		ByteArrayOutputStream damaged = new ByteArrayOutputStream();
		damaged.write(json, 0, at);
		damaged.write(piece, 0, piece.length);
		damaged.write(json, to, json.length - to);
		return damaged.toByteArray();
	}

	private static byte[] piece(Random random) {
		return switch (random.nextInt(8)) {
			case 0 -> new byte[] { (byte) random.nextInt(256) };
			case 1 -> NO_UTF_8[random.nextInt(NO_UTF_8.length)];
			case 2 -> new byte[0];
			default -> PIECES.get(random.nextInt(PIECES.size())).getBytes(StandardCharsets.UTF_8);
		};
	}

	private static byte[] garbage(Random random) {
		ByteArrayOutputStream garbage = new ByteArrayOutputStream();
		garbage.writeBytes(ascii(random.nextBoolean() ? "{\"value\":[{" : ""));
		for (int i = random.nextInt(20); i > 0; i--) {
			garbage.writeBytes(piece(random));
		}
		return garbage.toByteArray();
	}

	private static byte[] ascii(String text) {
		return text.getBytes(StandardCharsets.US_ASCII);
	}

	/**
	 * The document is JSON, maybe, but not of the form that the service writes.
	 */
	private static final class NotAnAnswer extends RuntimeException {

	}

}
