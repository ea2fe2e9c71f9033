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
import java.util.Arrays;

import org.jspecify.annotations.Nullable;

/**
 * Writes and reads texts as they stand in JSON. Control characters are escaped, and so
 * are the two line separators, which JavaScript's regular expressions do not take for
 * characters of a line.
 */
final class JsonText {

	private static final String HEX = "0123456789abcdef";

	private static final String ESCAPES = "\"\\/bfnrt";

	private static final String ESCAPED = "\"\\/\b\f\n\r\t";

	/**
	 * The first byte of the two line separators, which end in 0xA8 and 0xA9.
	 */
	static final byte SEPARATOR = (byte) 0xE2;

	static final int LONGEST_ESCAPE = 6;

	/**
	 * The letter that stands behind the backslash instead of a character of ASCII, 0 for
	 * one that stands for itself.
	 */
	private static final byte[] LETTERS = new byte[0x80];

	static {
		Arrays.fill(LETTERS, 0, ' ', (byte) 'u');
		LETTERS[0x7F] = 'u';
		for (int i = 0; i < ESCAPES.length(); i++) {
			LETTERS[ESCAPED.charAt(i)] = (byte) ESCAPES.charAt(i);
		}
		LETTERS['/'] = 0;
	}

	private static final char REPLACEMENT = '\uFFFD';

	private JsonText() {
	}

	static void write(String text, GrowingBytes body) {
		body.add('"').json(text).add('"');
	}

	/**
	 * Whether a byte of UTF-8 stands for itself, whatever comes next.
	 */
	static boolean isPlain(byte character) {
		return (character >= 0) ? LETTERS[character] == 0 : character != SEPARATOR;
	}

	/**
	 * Writes the character that begins there in UTF-8, escaped if it is to be.
	 * @return how many of its bytes are done
	 */
	static int writeEscaped(byte[] utf8, int at, GrowingBytes body) {
		byte character = utf8[at];
		if (character != SEPARATOR) {
			body.add('\\').add((char) LETTERS[character]);
			if (LETTERS[character] == 'u') {
				writeHex(character, body);
			}
			return 1;
		}
		if (utf8[at + 1] == (byte) 0x80 && (utf8[at + 2] & 0xFE) == 0xA8) {
			writeHex(0x2028 | utf8[at + 2] & 1, body.ascii("\\u"));
			return 3;
		}
		body.add((char) character);
		return 1;
	}

	private static void writeHex(int character, GrowingBytes body) {
		for (int shift = 12; shift >= 0; shift -= 4) {
			body.add(HEX.charAt(character >> shift & 0xF));
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
