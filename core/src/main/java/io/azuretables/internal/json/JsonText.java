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

/**
 * Writes JSON strings with their escapes. Control characters are escaped, and so are the
 * two line separators, which JavaScript's regular expressions do not take for characters
 * of a line.
 */
final class JsonText {

	/**
	 * So many characters are written before it is looked again for room. Each may take as
	 * much as an escape, so it is looked rarely, and little room stays empty.
	 */
	private static final int CHUNK = 256;

	private static final int LONGEST_ESCAPE = 6;

	/**
	 * The number of bytes of a spelling is in its highest byte.
	 */
	private static final int COUNT = Long.SIZE - Byte.SIZE;

	/**
	 * The spellings of the characters that take one or two bytes in UTF-8. A text with
	 * many escapes or accents is written without a branch for each, which the processor
	 * would often predict wrongly.
	 */
	private static final long[] SPELLINGS = new long[0x800];

	static {
		for (char c = 0; c < SPELLINGS.length; c++) {
			SPELLINGS[c] = spelling(isEscaped(c) ? escape(c) : String.valueOf(c));
		}
	}

	private static final long LINE_SEPARATOR = spelling(escape('\u2028'));

	private static final long PARAGRAPH_SEPARATOR = spelling(escape('\u2029'));

	private JsonText() {
	}

	private static boolean isEscaped(char character) {
		return character < ' ' || character == 0x7F || character == '"' || character == '\\';
	}

	private static String escape(char character) {
		return switch (character) {
			case '"', '\\' -> "\\" + character;
			case '\b' -> "\\b";
			case '\f' -> "\\f";
			case '\n' -> "\\n";
			case '\r' -> "\\r";
			case '\t' -> "\\t";
			default -> String.format("\\u%04x", (int) character);
		};
	}

	/**
	 * The bytes of a character, the first of them lowest, and their number.
	 */
	private static long spelling(String text) {
		byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
		long spelling = 0;
		for (int i = bytes.length - 1; i >= 0; i--) {
			spelling = spelling << Byte.SIZE | bytes[i] & 0xFF;
		}
		return spelling(bytes.length, spelling);
	}

	private static long spelling(int count, long bytes) {
		return (long) count << COUNT | bytes;
	}

	static void write(String text, ByteArrayBuilder body) {
		body.add('"').json(text).add('"');
	}

	/**
	 * Writes a text that is known to be of Latin-1.
	 */
	static void writeLatin1(String text, ByteArrayBuilder body) {
		body.add('"').latin1(text, text.length()).add('"');
	}

	/**
	 * Writes characters of Latin-1, of which not all stand for themselves. Its bytes are
	 * put so far behind the end that what is written never reaches those that are not
	 * read yet.
	 */
	static void writeLatin1(String text, int from, int to, ByteArrayBuilder body) {
		for (int i = from; i < to; i += CHUNK) {
			int count = Math.min(CHUNK, to - i);
			body.ensure(room(count) + count);
			int source = body.length() + room(count);
			body.putLatin1(text, i, i + count, source);
			writeLatin1(source, source + count, body);
		}
	}

	/**
	 * The room that characters may take: a spelling is written with eight bytes.
	 */
	private static int room(int characters) {
		return characters * LONGEST_ESCAPE + EightBytes.COUNT;
	}

	/**
	 * Eight bytes at a time, where they stand for themselves.
	 */
	private static void writeLatin1(int from, int to, ByteArrayBuilder body) {
		byte[] out = body.array();
		int at = body.length();
		int i = from;
		for (; i + EightBytes.COUNT <= to; i += EightBytes.COUNT) {
			long eight = EightBytes.get(out, i);
			if (EightBytes.notWrittenPlain(eight) == 0) {
				EightBytes.put(out, at, eight);
				at += EightBytes.COUNT;
			}
			else {
				for (int k = 0; k < EightBytes.COUNT; k++, eight >>>= Byte.SIZE) {
					long spelling = SPELLINGS[(int) eight & 0xFF];
					EightBytes.put(out, at, spelling);
					at += (int) (spelling >>> COUNT);
				}
			}
		}
		for (; i < to; i++) {
			long spelling = SPELLINGS[out[i] & 0xFF];
			EightBytes.put(out, at, spelling);
			at += (int) (spelling >>> COUNT);
		}
		body.setLength(at);
	}

	/**
	 * Writes the rest of a text, of any characters.
	 */
	static void writeAny(String text, int begin, ByteArrayBuilder body) {
		char[] chunk = new char[Math.min(CHUNK, text.length() - begin)];
		for (int from = begin; from < text.length();) {
			int count = Math.min(CHUNK, text.length() - from);
			text.getChars(from, from + count, chunk, 0);
			body.ensure(room(count));
			from += write(chunk, count, from + count < text.length(), body);
		}
	}

	/**
	 * Texts are runs of characters of one kind, and each kind has a loop of its own,
	 * which takes half the time of one loop for all. Half of a surrogate pair has no form
	 * in UTF-8 and becomes a question mark, as the JDK writes it; rows with one are
	 * refused before.
	 * @param more whether others come, so that a last one may be half of a pair
	 * @return how many were written
	 */
	private static int write(char[] text, int count, boolean more, ByteArrayBuilder body) {
		int i = 0;
		while (i < count) {
			i = writeShort(text, i, count, body);
			i = writePairs(text, i, count, body);
			if (i == count) {
				break;
			}
			char character = text[i];
			if (!Character.isSurrogate(character)) {
				add(spelling(character), body);
			}
			else if (i + 1 < count && Character.isSurrogatePair(character, text[i + 1])) {
				add(spelling(Character.toCodePoint(character, text[++i])), body);
			}
			else if (more && i == count - 1) {
				break;
			}
			else {
				add(SPELLINGS['?'], body);
			}
			i++;
		}
		return i;
	}

	/**
	 * Writes characters of one or two bytes, as far as there are such.
	 * @return where another one is
	 */
	private static int writeShort(char[] text, int from, int count, ByteArrayBuilder body) {
		byte[] out = body.array();
		int at = body.length();
		int i = from;
		for (; i < count && text[i] < SPELLINGS.length; i++) {
			long spelling = SPELLINGS[text[i]];
			EightBytes.put(out, at, spelling);
			at += (int) (spelling >>> COUNT);
		}
		body.setLength(at);
		return i;
	}

	/**
	 * Writes Chinese, Japanese and Korean, three bytes for each character, and two of
	 * them at a time: each has 24 bits of a {@code long}.
	 * @return where another character is, or the last one of an odd number
	 */
	private static int writePairs(char[] text, int from, int count, ByteArrayBuilder body) {
		byte[] out = body.array();
		int at = body.length();
		int i = from;
		for (; i + 1 < count; i += 2) {
			long two = text[i] | (long) text[i + 1] << 24;
			if (!EightBytes.isEastAsian(two)) {
				break;
			}
			EightBytes.put(out, at, 0x8080E0_8080E0L | two >> 12 & 0x00000F_00000FL | (two & 0x000FC0_000FC0L) << 2
					| (two & 0x00003F_00003FL) << 16);
			at += 6;
		}
		body.setLength(at);
		return i;
	}

	private static long spelling(char character) {
		if (character < SPELLINGS.length) {
			return SPELLINGS[character];
		}
		if ((character & ~1) == 0x2028) {
			return (character == 0x2028) ? LINE_SEPARATOR : PARAGRAPH_SEPARATOR;
		}
		return spelling(3, 0x8080E0 | character >> 12 | (character & 0xFC0) << 2 | (character & 0x3F) << 16);
	}

	private static long spelling(int codePoint) {
		return spelling(4, 0x808080F0L | codePoint >> 18 | (codePoint >> 12 & 0x3F) << 8 | (codePoint >> 6 & 0x3F) << 16
				| (long) (codePoint & 0x3F) << 24);
	}

	private static void add(long spelling, ByteArrayBuilder body) {
		EightBytes.put(body.array(), body.length(), spelling);
		body.setLength(body.length() + (int) (spelling >>> COUNT));
	}

}
