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

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Writes and reads JSON strings with their escapes. Control characters are escaped, and
 * so are the two line separators, which JavaScript's regular expressions do not take for
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
	 * So far behind an escape the next one is looked for byte by byte: texts that have
	 * some mostly have many, as JSON in a text does.
	 */
	static final int NEAR = 32;

	/**
	 * The letter that follows the backslash instead of a character of ASCII, 0 for one
	 * that stands for itself.
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

	/**
	 * The character that a letter behind a backslash stands for, 0 if for none.
	 */
	private static final byte[] CHARACTERS = new byte[0x80];

	static {
		for (int i = 0; i < ESCAPES.length(); i++) {
			CHARACTERS[ESCAPES.charAt(i)] = (byte) ESCAPED.charAt(i);
		}
	}

	private static final char REPLACEMENT = '\uFFFD';

	private JsonText() {
	}

	static void write(String text, ByteArrayBuilder body) {
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
	static int writeEscaped(byte[] utf8, int at, ByteArrayBuilder body) {
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

	private static void writeHex(int character, ByteArrayBuilder body) {
		for (int shift = 12; shift >= 0; shift -= 4) {
			body.add(HEX.charAt(character >> shift & 0xF));
		}
	}

	/**
	 * Reads a text between quotes that has escapes. It becomes UTF-8, eight bytes at a
	 * time, which the JDK decodes as a whole. Behind an escape the next one is mostly
	 * near, and bytes are copied one by one. Half of a surrogate pair has no form in
	 * UTF-8, so a text with one goes the long way.
	 */
	static String unescaped(byte[] json, int from, int to) {
		byte[] text = new byte[to - from + EightBytes.COUNT];
		int length = 0;
		int i = from;
		while (true) {
			int plain = copyPlain(json, i, to, text, length);
			i += plain;
			length += plain;
			if (i == to) {
				return utf8(text, 0, length);
			}
			byte escaped = character(json[i + 1]);
			if (escaped != 0) {
				text[length++] = escaped;
				i += 2;
				continue;
			}
			char character = hexadecimal(json, i, to);
			if (Character.isSurrogate(character)) {
				return withSurrogates(json, from, to);
			}
			length = putUtf8(character, text, length);
			i += LONGEST_ESCAPE;
		}
	}

	/**
	 * Copies what comes before the next backslash.
	 * @return how many bytes that is
	 */
	private static int copyPlain(byte[] json, int from, int to, byte[] text, int at) {
		int near = Math.min(from + NEAR, to);
		int shift = at - from;
		int i = from;
		for (; i < near; i++) {
			if (json[i] == '\\') {
				return i - from;
			}
			text[i + shift] = json[i];
		}
		for (; i <= to - EightBytes.COUNT; i += EightBytes.COUNT) {
			long eight = EightBytes.get(json, i);
			EightBytes.put(text, i + shift, eight);
			long backslashes = EightBytes.equal(eight, '\\');
			if (backslashes != 0) {
				return i + EightBytes.first(backslashes) - from;
			}
		}
		for (; i < to && json[i] != '\\'; i++) {
			text[i + shift] = json[i];
		}
		return i - from;
	}

	private static byte character(byte letter) {
		return (letter >= 0) ? CHARACTERS[letter] : 0;
	}

	private static int putUtf8(char character, byte[] text, int at) {
		int length = at;
		if (character < 0x80) {
			text[length++] = (byte) character;
			return length;
		}
		if (character < 0x800) {
			text[length++] = (byte) (0xC0 | character >> 6);
		}
		else {
			text[length++] = (byte) (0xE0 | character >> 12);
			text[length++] = (byte) (0x80 | character >> 6 & 0x3F);
		}
		text[length++] = (byte) (0x80 | character & 0x3F);
		return length;
	}

	private static String withSurrogates(byte[] json, int from, int to) {
		StringBuilder text = new StringBuilder(to - from);
		int start = from;
		for (int i = from; i < to; i++) {
			if (json[i] == '\\') {
				text.append(utf8(json, start, i));
				byte escaped = character(json[i + 1]);
				text.append((escaped != 0) ? (char) escaped : hexadecimal(json, i, to));
				i += (escaped != 0) ? 1 : LONGEST_ESCAPE - 1;
				start = i + 1;
			}
		}
		return text.append(utf8(json, start, to)).toString();
	}

	/**
	 * The character of a long escape.
	 */
	private static char hexadecimal(byte[] json, int at, int to) {
		if (json[at + 1] != 'u' || at + LONGEST_ESCAPE > to) {
			throw unreadable();
		}
		int character = 0;
		for (int i = at + 2; i < at + LONGEST_ESCAPE; i++) {
			int digit = Character.digit(json[i], 16);
			if (digit < 0) {
				throw unreadable();
			}
			character = character << 4 | digit;
		}
		return (char) character;
	}

	/**
	 * Decodes strictly: what is no UTF-8 was damaged on its way.
	 */
	static String utf8(byte[] json, int from, int to) {
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

	private static UnreadableResponseException unreadable() {
		return new UnreadableResponseException("A text in the answer is no UTF-8, or escaped as JSON is not");
	}

}
