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

import java.util.Arrays;

/**
 * A growing byte array in which the body of a request is written.
 */
public final class ByteArrayBuilder {

	private static final int MOST_DIGITS = 19;

	private byte[] bytes;

	private int length;

	public ByteArrayBuilder(int capacity) {
		this.bytes = new byte[capacity];
	}

	public ByteArrayBuilder add(char c) {
		ensure(1);
		this.bytes[this.length++] = (byte) c;
		return this;
	}

	/**
	 * Adds text that is known to be ASCII.
	 */
	@SuppressWarnings("deprecation") // the only way to copy ASCII without an array
										// between
	public ByteArrayBuilder ascii(String text) {
		int count = text.length();
		ensure(count);
		text.getBytes(0, count, this.bytes, this.length);
		this.length += count;
		return this;
	}

	/**
	 * Adds text that is known to be ASCII.
	 */
	public ByteArrayBuilder ascii(StringBuilder text) {
		int count = text.length();
		ensure(count);
		for (int i = 0; i < count; i++) {
			this.bytes[this.length + i] = (byte) text.charAt(i);
		}
		this.length += count;
		return this;
	}

	/**
	 * Adds the name of a member with its quotes and its colon, behind a comma. It is
	 * known to be ASCII that stands for itself. A row has many of them, so it is looked
	 * for room once.
	 */
	@SuppressWarnings("deprecation") // as above
	ByteArrayBuilder member(String name) {
		int count = name.length();
		ensure(count + 4);
		byte[] out = this.bytes;
		int at = this.length;
		out[at] = ',';
		out[at + 1] = '"';
		name.getBytes(0, count, out, at + 2);
		out[at + count + 2] = '"';
		out[at + count + 3] = ':';
		this.length = at + count + 4;
		return this;
	}

	/**
	 * Adds a text as it stands in JSON between quotes. A text of any characters mostly
	 * begins with some of Latin-1.
	 */
	ByteArrayBuilder json(String text) {
		int count = countLatin1(text);
		latin1(text, count);
		if (count < text.length()) {
			JsonText.writeAny(text, count, this);
		}
		return this;
	}

	/**
	 * Adds the beginning of a text that is known to be of Latin-1, as it stands in JSON
	 * between quotes. Most are ASCII that stands for itself: such a text is copied as a
	 * whole, looked at where it is then, and needs no array between.
	 */
	ByteArrayBuilder latin1(String text, int count) {
		ensure(count + EightBytes.COUNT);
		putLatin1(text, 0, count, this.length);
		int plain = plain(count);
		this.length += plain;
		if (plain < count) {
			JsonText.writeLatin1(text, plain, count, this);
		}
		return this;
	}

	/**
	 * Puts characters of Latin-1 into the array, and leaves the length as it is.
	 */
	@SuppressWarnings("deprecation") // the only way to copy Latin-1 without an array
										// between
	void putLatin1(String text, int from, int to, int index) {
		text.getBytes(from, to, this.bytes, index);
	}

	/**
	 * How many characters fit into a byte before the first one that does not. The JVM
	 * leaves the loop out for a text that it keeps in Latin-1.
	 */
	private static int countLatin1(String text) {
		int count = 0;
		while (count < text.length() && text.charAt(count) <= 0xFF) {
			count++;
		}
		return count;
	}

	/**
	 * How many of the bytes behind the end are ASCII that stands for itself. What is
	 * behind them does not matter, but must be there.
	 */
	private int plain(int count) {
		for (int i = 0; i < count; i += EightBytes.COUNT) {
			long eight = EightBytes.get(this.bytes, this.length + i);
			long others = EightBytes.notWrittenPlain(eight);
			if (others != 0) {
				return Math.min(i + EightBytes.first(others), count);
			}
		}
		return count;
	}

	/**
	 * Adds a whole number.
	 */
	ByteArrayBuilder decimal(long number) {
		if (number == Long.MIN_VALUE) {
			return ascii(Long.toString(number));
		}
		if (number < 0) {
			add('-');
		}
		long rest = Math.abs(number);
		int width = 1;
		for (long power = 10; width < MOST_DIGITS && rest >= power; power *= 10) {
			width++;
		}
		return padded(rest, width);
	}

	/**
	 * Adds a number with leading zeros. To divide an {@code int} takes half the time.
	 */
	ByteArrayBuilder padded(long number, int width) {
		ensure(width);
		long rest = number;
		int i = this.length + width - 1;
		for (; rest > Integer.MAX_VALUE; i--) {
			this.bytes[i] = (byte) ('0' + rest % 10);
			rest /= 10;
		}
		int small = (int) rest;
		for (; i >= this.length; i--) {
			this.bytes[i] = (byte) ('0' + small % 10);
			small /= 10;
		}
		this.length += width;
		return this;
	}

	public int length() {
		return this.length;
	}

	/**
	 * The bytes with the room behind them, until more room is made.
	 */
	byte[] array() {
		return this.bytes;
	}

	/**
	 * Takes what was put into the array behind the end.
	 */
	void setLength(int newLength) {
		this.length = newLength;
	}

	/**
	 * Makes room for so many bytes more.
	 */
	public void ensure(int count) {
		if (this.length + count > this.bytes.length) {
			this.bytes = Arrays.copyOf(this.bytes, Math.max(this.bytes.length * 2, this.length + count));
		}
	}

	/**
	 * Takes everything out, and keeps the room.
	 */
	public void clear() {
		this.length = 0;
	}

	/**
	 * How many bytes there is room for at all.
	 */
	public int capacity() {
		return this.bytes.length;
	}

	public byte[] toBytes() {
		return Arrays.copyOf(this.bytes, this.length);
	}

}
