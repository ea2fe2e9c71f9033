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

package io.azuretables.internal.json;

import java.nio.charset.StandardCharsets;
import java.util.Random;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.core.JsonParser;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Texts are written and read in steps of 2, 8, 64 and 256 characters: here each length
 * around them meets each kind of character, at its ends and in between.
 */
class JsonTextTests {

	private static final JsonFactory JACKSON = new JsonFactory();

	private static final int LONGEST = 300;

	private static final String[] SPECIAL = { "\"", "\\", "\n", "\u0000", "\u007f", "\u00e9", "\u0159", "\u07ff",
			"\u0800", "\u2028", "\u2029", "\u2fff", "\u3000", "\u6771", "\ud7ff", "\ue000", "\uffff", "\ud83d\ude00" };

	@ParameterizedTest
	@ValueSource(strings = { "a", "\u00e9", "\u0159", "\u6771", "\u2014", "\"", "\u0001", "\ud83d\ude00", "a\u6771" })
	void readsWhatItWritesAtAnyLength(String filling) {
		for (int length = 0; length <= LONGEST; length++) {
			String text = filling.repeat(length);
			for (int i = 0; i < SPECIAL.length; i++) {
				String special = SPECIAL[i];
				check(text + special);
				check(special + text);
				check(text + special + filling.repeat((length * 7 + i) % 20));
			}
			check(text);
		}
	}

	/**
	 * Characters of two bytes that are near to each other are decoded in blocks.
	 */
	@ParameterizedTest
	@ValueSource(ints = { 1, 4, 14, 40 })
	void readsWhatItWritesAtAnyDistance(int distance) {
		Random random = new Random(distance);
		for (int i = 0; i < 2_000; i++) {
			StringBuilder text = new StringBuilder();
			while (text.length() < LONGEST + i % Long.SIZE) {
				text.append("#", 0, random.nextInt(2)).append("a".repeat(random.nextInt(distance)));
				text.append("\"\\\n\u00e9\u00ff".charAt(random.nextInt(5)));
			}
			check(text.toString());
			check(text.append(SPECIAL[i % SPECIAL.length]).append("a".repeat(LONGEST)).toString());
		}
	}

	@ParameterizedTest
	@ValueSource(ints = { 8_000, 8_191, 8_192, 8_193, 32_767 })
	void readsWhatItWritesOfLongTexts(int length) {
		for (String special : SPECIAL) {
			check(special + "a".repeat(length));
			check("a".repeat(length) + special.repeat(100));
			check(special.repeat(length));
		}
	}

	@ParameterizedTest
	@ValueSource(ints = { 0, 1, 6, 7, 8, 254, 255, 256, 257, 511, 512, 513 })
	void writesHalfOfASurrogatePairAsTheJdkDoes(int length) {
		for (String filling : new String[] { "a", "\u6771", "\u0159" }) {
			for (String half : new String[] { "\ud83d", "\ude00", "\ude00\ud83d", "\ud83d\ud83d\ude00" }) {
				String text = filling.repeat(length) + half;
				String expected = new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8);
				assertThat(readByJackson(write(text))).isEqualTo(expected);
				assertThat(readByJackson(write(text + filling))).isEqualTo(expected + filling);
			}
		}
	}

	@Test
	void escapesTheSeparatorsOfLinesAndEveryControlCharacter() {
		assertThat(new String(write("\u2028\u2029\u0001\u007f\t\u0800"), StandardCharsets.UTF_8))
			.isEqualTo("\"\\u2028\\u2029\\u0001\\u007f\\t\u0800\"");
	}

	private static void check(String text) {
		byte[] json = write(text);
		String read = readByJackson(json);
		if (!text.equals(read)) {
			assertThat(read).as("written, and read by Jackson").isEqualTo(text);
		}
		for (String behind : new String[] { "", ",\"another text\"" }) {
			JsonCursor cursor = new JsonCursor(concat(json, behind));
			cursor.text();
			if (!text.equals(cursor.string())) {
				assertThat(cursor.string()).as("written and read").isEqualTo(text);
			}
		}
	}

	private static byte[] concat(byte[] json, String behind) {
		byte[] all = new byte[json.length + behind.length()];
		System.arraycopy(json, 0, all, 0, json.length);
		System.arraycopy(behind.getBytes(StandardCharsets.US_ASCII), 0, all, json.length, behind.length());
		return all;
	}

	private static byte[] write(String text) {
		ByteArrayBuilder body = new ByteArrayBuilder(1);
		JsonText.write(text, body);
		return body.toBytes();
	}

	private static String readByJackson(byte[] json) {
		try (JsonParser parser = JACKSON.createParser(ObjectReadContext.empty(), json)) {
			parser.nextToken();
			return parser.getString();
		}
	}

}
