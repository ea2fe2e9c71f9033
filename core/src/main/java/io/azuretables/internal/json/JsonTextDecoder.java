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
import java.util.Arrays;

/**
 * Reads JSON strings that have escapes, or characters outside of ASCII. The characters
 * are decoded while the end of the text is looked for, since a second look at each byte
 * takes as long as the first. What is no UTF-8 was damaged on its way and is refused.
 */
final class JsonTextDecoder {

	private static final int LONGEST_ESCAPE = 6;

	/**
	 * What the bytes of two characters of three bytes have in common, as an integer in
	 * little endian.
	 */
	private static final long THREE_MASK = 0xC0C0F0_C0C0F0L;

	private static final long THREE_MARKS = 0x8080E0_8080E0L;

	/**
	 * With this byte and the next one begin the characters of Latin-1 that are no ASCII.
	 */
	private static final int LATIN_1 = 0xC2;

	/**
	 * So near to each other are bytes that do not stand for themselves, where there are
	 * many of them.
	 */
	private static final int NEAR = 16;

	/**
	 * The most characters of one kind that are decoded between two looks for room.
	 */
	private static final int RUN = 64;

	/**
	 * What is decoded between two looks for room takes less.
	 */
	private static final int ROOM = 2 * RUN + EightBytes.COUNT;

	/**
	 * The most room at the beginning; less, if not so much of the answer is left.
	 */
	private static final int FIRST_ROOM = 8 * 1024;

	private static final byte ITSELF = 0;

	private static final byte QUOTE = 1;

	private static final byte BACKSLASH = 2;

	private static final byte TWO_BYTES = 3;

	private static final byte THREE_BYTES = 4;

	private static final byte FOUR_BYTES = 5;

	private static final byte ILLEGAL = 6;

	/**
	 * What begins with each byte.
	 */
	private static final byte[] KINDS = new byte[0x100];

	static {
		Arrays.fill(KINDS, 0, ' ', ILLEGAL);
		KINDS['"'] = QUOTE;
		KINDS['\\'] = BACKSLASH;
		Arrays.fill(KINDS, 0x80, 0xC2, ILLEGAL);
		Arrays.fill(KINDS, 0xC2, 0xE0, TWO_BYTES);
		Arrays.fill(KINDS, 0xE0, 0xF0, THREE_BYTES);
		Arrays.fill(KINDS, 0xF0, 0xF5, FOUR_BYTES);
		Arrays.fill(KINDS, 0xF5, 0x100, ILLEGAL);
	}

	/**
	 * The character that a letter behind a backslash stands for, -1 if for none.
	 */
	private static final byte[] CHARACTERS = new byte[0x100];

	static {
		Arrays.fill(CHARACTERS, (byte) -1);
		CHARACTERS['"'] = '"';
		CHARACTERS['\\'] = '\\';
		CHARACTERS['/'] = '/';
		CHARACTERS['b'] = '\b';
		CHARACTERS['f'] = '\f';
		CHARACTERS['n'] = '\n';
		CHARACTERS['r'] = '\r';
		CHARACTERS['t'] = '\t';
	}

	private final byte[] json;

	/**
	 * The last position from which there are eight bytes.
	 */
	private final int last;

	/**
	 * The last position from which there is a block, and what is copied behind it.
	 */
	private final int lastBlock;

	/**
	 * A text of Latin-1, which most are: it takes half of the room, and half of the time.
	 */
	private byte[] latin1 = new byte[0];

	/**
	 * A text with other characters.
	 */
	private char[] wide = new char[0];

	private boolean isWide;

	private int at;

	private int length;

	JsonTextDecoder(byte[] json) {
		this.json = json;
		this.last = json.length - EightBytes.COUNT;
		this.lastBlock = this.last - Long.SIZE - 1;
	}

	/**
	 * Decodes a text to the quote behind it.
	 * @param from where it begins
	 * @param plain where its first character is that is no ASCII, or does not stand for
	 * itself
	 * @return where the quote is
	 */
	int decode(int from, int plain) {
		this.length = plain - from;
		this.at = plain;
		if (this.length + ROOM > this.latin1.length) {
			this.latin1 = new byte[room()];
		}
		System.arraycopy(this.json, from, this.latin1, 0, this.length);
		this.isWide = false;
		return decodeLatin1() ? this.at : decodeWide();
	}

	/**
	 * What the text takes at most, or twice what it takes so far.
	 */
	private int room() {
		return Math.max(2 * this.length, Math.min(this.length + this.json.length - this.at, FIRST_ROOM)) + ROOM;
	}

	/**
	 * Decodes characters of Latin-1.
	 * @return whether the text ends there
	 */
	private boolean decodeLatin1() {
		boolean more = true;
		while (more) {
			more = decodeSteps() && decodeBlocks(this.json);
		}
		return this.json[this.at] == '"';
	}

	/**
	 * Decodes characters until two that do not stand for themselves are near to each
	 * other.
	 * @return whether all of it is of Latin-1
	 */
	private boolean decodeSteps() {
		int count = this.length;
		int i = this.at;
		int before = i - NEAR;
		while (i < this.json.length) {
			byte[] out = ensureLatin1(count);
			if (i <= this.last) {
				int plain = copyPlain(i, out, count);
				i += plain;
				count += plain;
				if (plain == EightBytes.COUNT) {
					continue;
				}
			}
			int character = ofTwoBytes(this.json, i);
			if (character < 0 && KINDS[this.json[i] & 0xFF] != ITSELF) {
				return stopped(i, count, false);
			}
			out[count++] = (byte) ((character >= 0) ? character : this.json[i]);
			i += (character >= 0) ? 2 : 1;
			if (character >= 0) {
				if (i - before < NEAR && i <= this.lastBlock) {
					return stopped(i, count, true);
				}
				before = i;
			}
		}
		throw cutOff();
	}

	/**
	 * Copies eight bytes before it is known how many of them stand for themselves: those
	 * behind are overwritten.
	 * @return how many do
	 */
	private int copyPlain(int index, byte[] out, int count) {
		long eight = EightBytes.get(this.json, index);
		EightBytes.put(out, count, eight);
		long others = EightBytes.notPlain(eight);
		return (others != 0) ? EightBytes.first(others) : EightBytes.COUNT;
	}

	private boolean stopped(int index, int count, boolean more) {
		this.at = index;
		this.length = count;
		return more;
	}

	/**
	 * Decodes blocks of bytes, as long as some of them do not stand for themselves. In a
	 * block it is known of all bytes whether they do before the first one is decoded:
	 * where many do not, to look for each after the one before takes a third longer, and
	 * where few do not, less.
	 * @return whether all of it is of Latin-1
	 */
	private boolean decodeBlocks(byte[] in) {
		int count = this.length;
		int i = this.at;
		while (i <= this.lastBlock) {
			byte[] out = ensureLatin1(count);
			int start = i;
			long marks = EightBytes.notPlain(in, start);
			if (marks == 0) {
				break;
			}
			while (marks != 0) {
				int next = start + Long.numberOfTrailingZeros(marks);
				copy(in, i, next, out, count);
				count += next - i;
				int character = ofTwoBytes(in, next);
				if (character < 0) {
					return stopped(next, count, false);
				}
				out[count++] = (byte) character;
				i = next + 2;
				marks &= -4L << next - start;
			}
			int end = Math.max(i, start + Long.SIZE);
			copy(in, i, end, out, count);
			count += end - i;
			i = end;
		}
		return stopped(i, count, true);
	}

	/**
	 * Copies bytes, most often few, and others behind them.
	 */
	private static void copy(byte[] in, int from, int to, byte[] out, int count) {
		EightBytes.put(out, count, EightBytes.get(in, from));
		for (int i = EightBytes.COUNT; i < to - from; i += EightBytes.COUNT) {
			EightBytes.put(out, count + i, EightBytes.get(in, from + i));
		}
	}

	private byte[] ensureLatin1(int count) {
		if (count + ROOM > this.latin1.length) {
			this.latin1 = Arrays.copyOf(this.latin1, 2 * this.latin1.length);
		}
		return this.latin1;
	}

	/**
	 * The character of Latin-1 that is spelled with two bytes there; a negative number if
	 * there is none.
	 */
	private static int ofTwoBytes(byte[] json, int index) {
		if (index + 1 >= json.length) {
			return -1;
		}
		byte first = json[index];
		byte second = json[index + 1];
		if (first == '\\') {
			return CHARACTERS[second & 0xFF];
		}
		return ((first & 0xFE) == LATIN_1 && (second & 0xC0) == 0x80) ? first << 6 & 0xC0 | second & 0x3F : -1;
	}

	/**
	 * Goes on with a text that has other characters, or longer escapes.
	 */
	private int decodeWide() {
		ensureWide();
		new String(this.latin1, 0, this.length, StandardCharsets.ISO_8859_1).getChars(0, this.length, this.wide, 0);
		this.isWide = true;
		while (true) {
			ensureWide();
			decodeAscii();
			decodePairs();
			if (this.at == this.json.length) {
				throw cutOff();
			}
			switch (KINDS[this.json[this.at] & 0xFF]) {
				case ITSELF -> {
				}
				case BACKSLASH -> decodeEscape();
				case TWO_BYTES -> put((char) ((this.json[this.at] & 0x1F) << 6 | rest(this.at + 1)), 2);
				case THREE_BYTES -> decodeThree();
				case FOUR_BYTES -> decodeFour();
				case QUOTE -> {
					return this.at;
				}
				default -> throw unreadable();
			}
		}
	}

	private void decodeAscii() {
		char[] out = this.wide;
		int count = this.length;
		int i = this.at;
		int stop = Math.min(i + RUN, this.json.length);
		for (; i < stop && KINDS[this.json[i] & 0xFF] == ITSELF; i++) {
			out[count++] = (char) this.json[i];
		}
		this.at = i;
		this.length = count;
	}

	/**
	 * Decodes Chinese, Japanese and Korean, two characters of three bytes at a time: each
	 * has 24 bits of a {@code long}.
	 */
	private void decodePairs() {
		char[] out = this.wide;
		int count = this.length;
		int i = this.at;
		int stop = Math.min(i + 3 * RUN, this.json.length - EightBytes.COUNT);
		for (; i <= stop; i += 6) {
			long six = EightBytes.get(this.json, i);
			long two = (six & 0x00000F_00000FL) << 12 | (six & 0x003F00_003F00L) >> 2 | (six & 0x3F0000_3F0000L) >> 16;
			if ((six & THREE_MASK) != THREE_MARKS || !EightBytes.isEastAsian(two)) {
				break;
			}
			out[count] = (char) two;
			out[count + 1] = (char) (two >> 24);
			count += 2;
		}
		this.at = i;
		this.length = count;
	}

	private void decodeEscape() {
		int character = ofTwoBytes(this.json, this.at);
		put((character >= 0) ? (char) character : hexadecimal(this.at), (character >= 0) ? 2 : LONGEST_ESCAPE);
	}

	private void decodeThree() {
		int character = (this.json[this.at] & 0xF) << 12 | rest(this.at + 1) << 6 | rest(this.at + 2);
		if (character < 0x800 || Character.isSurrogate((char) character)) {
			throw unreadable();
		}
		put((char) character, 3);
	}

	private void decodeFour() {
		int codePoint = (this.json[this.at] & 0x7) << 18 | rest(this.at + 1) << 12 | rest(this.at + 2) << 6
				| rest(this.at + 3);
		if (!Character.isSupplementaryCodePoint(codePoint)) {
			throw unreadable();
		}
		put(Character.highSurrogate(codePoint), 0);
		put(Character.lowSurrogate(codePoint), 4);
	}

	private void put(char character, int bytes) {
		this.wide[this.length++] = character;
		this.at += bytes;
	}

	private void ensureWide() {
		if (this.length + ROOM > this.wide.length) {
			this.wide = Arrays.copyOf(this.wide, room());
		}
	}

	/**
	 * The text that was decoded last.
	 */
	String string() {
		return this.isWide ? new String(this.wide, 0, this.length)
				: new String(this.latin1, 0, this.length, StandardCharsets.ISO_8859_1);
	}

	private char hexadecimal(int at) {
		if (at + LONGEST_ESCAPE > this.json.length || this.json[at + 1] != 'u') {
			throw unreadable();
		}
		int character = 0;
		for (int i = at + 2; i < at + LONGEST_ESCAPE; i++) {
			int digit = Character.digit(this.json[i], 16);
			if (digit < 0) {
				throw unreadable();
			}
			character = character << 4 | digit;
		}
		return (char) character;
	}

	/**
	 * The six bits of a byte that is not the first one of a character.
	 */
	private int rest(int index) {
		int bits = (index < this.json.length) ? this.json[index] ^ 0x80 : -1;
		if ((bits & 0xC0) != 0) {
			throw unreadable();
		}
		return bits & 0x3F;
	}

	private UnreadableResponseException cutOff() {
		return new UnreadableResponseException(
				"The answer is not JSON, or was cut off, at byte " + this.json.length + " of " + this.json.length);
	}

	private static UnreadableResponseException unreadable() {
		return new UnreadableResponseException("A text in the answer is no UTF-8, or escaped as JSON is not");
	}

}
