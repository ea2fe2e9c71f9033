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

import java.util.Arrays;

/**
 * The body of a request while it is written: one array that grows.
 */
final class GrowingBytes {

	private static final int MOST_DIGITS = 19;

	private byte[] bytes;

	private int length;

	GrowingBytes(int capacity) {
		this.bytes = new byte[capacity];
	}

	GrowingBytes add(char c) {
		ensure(1);
		this.bytes[this.length++] = (byte) c;
		return this;
	}

	/**
	 * Adds text that is known to be ASCII.
	 */
	@SuppressWarnings("deprecation") // the only way to copy ASCII without an array
										// between
	GrowingBytes ascii(String text) {
		int count = text.length();
		ensure(count);
		text.getBytes(0, count, this.bytes, this.length);
		this.length += count;
		return this;
	}

	/**
	 * Adds text that is known to be ASCII.
	 */
	GrowingBytes ascii(StringBuilder text) {
		int count = text.length();
		ensure(count);
		for (int i = 0; i < count; i++) {
			this.bytes[this.length + i] = (byte) text.charAt(i);
		}
		this.length += count;
		return this;
	}

	/**
	 * Adds as much of a text as stands for itself in JSON.
	 * @return where the rest begins
	 */
	int plain(String text) {
		int count = text.length();
		ensure(count);
		int position = this.length;
		int i = 0;
		while (i < count) {
			char c = text.charAt(i);
			if (c < ' ' || c > '~' || c == '"' || c == '\\') {
				break;
			}
			this.bytes[position++] = (byte) c;
			i++;
		}
		this.length = position;
		return i;
	}

	/**
	 * Adds a whole number.
	 */
	GrowingBytes decimal(long number) {
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
	 * Adds a number with leading zeros.
	 */
	GrowingBytes padded(long number, int width) {
		ensure(width);
		long rest = number;
		for (int i = this.length + width - 1; i >= this.length; i--) {
			this.bytes[i] = (byte) ('0' + rest % 10);
			rest /= 10;
		}
		this.length += width;
		return this;
	}

	/**
	 * Adds a character in UTF-8.
	 */
	GrowingBytes utf8(int codePoint) {
		if (codePoint < 0x80) {
			return add((char) codePoint);
		}
		if (codePoint < 0x800) {
			return add((char) (0xC0 | codePoint >> 6)).tail(codePoint, 0);
		}
		if (codePoint < 0x10000) {
			return add((char) (0xE0 | codePoint >> 12)).tail(codePoint, 6).tail(codePoint, 0);
		}
		return add((char) (0xF0 | codePoint >> 18)).tail(codePoint, 12).tail(codePoint, 6).tail(codePoint, 0);
	}

	private GrowingBytes tail(int codePoint, int shift) {
		return add((char) (0x80 | codePoint >> shift & 0x3F));
	}

	int length() {
		return this.length;
	}

	/**
	 * Makes room for so many bytes more.
	 */
	void ensure(int count) {
		if (this.length + count > this.bytes.length) {
			this.bytes = Arrays.copyOf(this.bytes, Math.max(this.bytes.length * 2, this.length + count));
		}
	}

	byte[] toBytes() {
		return Arrays.copyOf(this.bytes, this.length);
	}

}
