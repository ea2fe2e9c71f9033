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

package io.azuretables.client;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

import org.jspecify.annotations.Nullable;

/**
 * How does a text stand in JSON? Control characters are escaped, and so are the two line
 * separators that JavaScript does not take for characters.
 */
final class JsonText {

	private static final String HEX = "0123456789abcdef";

	private static final String ESCAPES = "\"\\/bfnrt";

	private static final String ESCAPED = "\"\\/\b\f\n\r\t";

	private static final char REPLACEMENT = '\uFFFD';

	private JsonText() {
	}

	static void write(String text, GrowingBytes body) {
		body.add('"');
		writeInside(text, body);
		body.add('"');
	}

	/**
	 * Writes a text that stands in quotes together with others.
	 */
	static void writeInside(String text, GrowingBytes body) {
		int length = text.length();
		for (int i = body.plain(text); i < length; i++) {
			char c = text.charAt(i);
			if (c >= 0x20 && c < 0x7F) {
				writeAscii(c, body);
			}
			else if (c <= 0x7F || c == 0x2028 || c == 0x2029) {
				writeEscaped(c, body);
			}
			else {
				int codePoint = text.codePointAt(i);
				body.utf8(codePoint);
				i += Character.charCount(codePoint) - 1;
			}
		}
	}

	private static void writeAscii(char c, GrowingBytes body) {
		if (c == '"' || c == '\\') {
			body.add('\\');
		}
		body.add(c);
	}

	private static void writeEscaped(char c, GrowingBytes body) {
		body.ascii("\\u");
		for (int shift = 12; shift >= 0; shift -= 4) {
			body.add(HEX.charAt(c >> shift & 0xF));
		}
	}

	/**
	 * Reads the text between the quotes.
	 */
	static String read(byte[] json, int from, int to) {
		String simple = readSimple(json, from, to);
		if (simple != null) {
			return simple;
		}
		StringBuilder text = new StringBuilder(to - from);
		int start = from;
		for (int i = from; i < to; i++) {
			if (json[i] == '\\') {
				text.append(utf8(json, start, i));
				int length = unescape(json, i + 1, to, text);
				i += length;
				start = i + 1;
			}
		}
		return (start == from) ? utf8(json, from, to) : text.append(utf8(json, start, to)).toString();
	}

	/**
	 * Reads ASCII with nothing but short escapes, as in ETags.
	 */
	private static @Nullable String readSimple(byte[] json, int from, int to) {
		byte[] text = new byte[to - from];
		int length = 0;
		for (int i = from; i < to; i++) {
			byte character = json[i];
			if (character == '\\') {
				int escape = ESCAPES.indexOf(json[++i]);
				character = (escape >= 0) ? (byte) ESCAPED.charAt(escape) : -1;
			}
			if (character < 0) {
				return null;
			}
			text[length++] = character;
		}
		return new String(text, 0, length, StandardCharsets.ISO_8859_1);
	}

	/**
	 * Adds what stands behind a backslash.
	 * @return its length
	 */
	private static int unescape(byte[] json, int at, int to, StringBuilder text) {
		int escape = ESCAPES.indexOf(json[at]);
		if (escape >= 0) {
			text.append(ESCAPED.charAt(escape));
			return 1;
		}
		if (json[at] != 'u' || at + 4 >= to) {
			throw unreadable();
		}
		int character = 0;
		for (int i = 1; i <= 4; i++) {
			int digit = Character.digit(json[at + i], 16);
			if (digit < 0) {
				throw unreadable();
			}
			character = character << 4 | digit;
		}
		text.append((char) character);
		return 5;
	}

	/**
	 * Decodes strictly: what is no UTF-8 was damaged on its way.
	 */
	private static String utf8(byte[] json, int from, int to) {
		String text = new String(json, from, to - from, StandardCharsets.UTF_8);
		if (text.indexOf(REPLACEMENT) < 0) {
			return text;
		}
		try {
			return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(json, from, to - from)).toString();
		}
		catch (CharacterCodingException ex) {
			throw unreadable();
		}
	}

	private static UnreadableAnswerException unreadable() {
		return new UnreadableAnswerException("A text in the answer is no UTF-8, or escaped as JSON is not");
	}

}
