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

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * Searches eight bytes of JSON in one step, which is faster than byte by byte.
 * <p>
 * A look gives marks: the highest bit of each byte that is looked for. Bytes above the
 * first marked one may be marked by mistake, so only the first mark counts.
 */
final class EightBytes {

	static final int COUNT = Long.BYTES;

	private static final long EACH = 0x0101010101010101L;

	private static final long HIGHEST = EACH * 0x80;

	/**
	 * Brings the lowest bits of eight bytes together in the highest byte.
	 */
	private static final long GATHER = 0x0102040810204080L;

	private static final VarHandle VIEW = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

	private EightBytes() {
	}

	static long get(byte[] bytes, int index) {
		return (long) VIEW.get(bytes, index);
	}

	static void put(byte[] bytes, int index, long eight) {
		VIEW.set(bytes, index, eight);
	}

	/**
	 * Whether two characters of UTF-16, of which each has 24 bits, are from U+3000 to
	 * U+D7FF: those of Chinese, Japanese and Korean. Each takes three bytes in UTF-8.
	 */
	static boolean isEastAsian(long two) {
		return ((two - 0x003000_003000L | 0x00D7FF_00D7FFL - two) & 0x800000_800000L) == 0;
	}

	/**
	 * Marks what does not stand for itself in JSON, or is not ASCII: quotes, backslashes,
	 * control characters and bytes of longer characters. A subtraction turns the highest
	 * bit on in what is smaller, and an equal byte has become zero before. Only the first
	 * mark is sure to be right.
	 */
	static long notPlain(long eight) {
		return (unusual(eight) | eight) & HIGHEST;
	}

	/**
	 * Marks what is not written as it is: the same and 0x7F, which turns the highest bit
	 * on when it grows.
	 */
	static long notWrittenPlain(long eight) {
		return (unusual(eight) | eight + EACH | eight) & HIGHEST;
	}

	private static long unusual(long eight) {
		return (eight ^ EACH * '"') - EACH | (eight ^ EACH * '\\') - EACH | eight - EACH * ' ';
	}

	/**
	 * Marks what does not stand for itself among as many bytes as a {@code long} has
	 * bits; the bit of the first one is the lowest. All marks are right, as no sum of
	 * seven bits reaches the next byte. The marks of eight bytes become neighbours by a
	 * multiplication.
	 */
	static long notPlain(byte[] bytes, int index) {
		long marks = 0;
		for (int i = 0; i < Long.SIZE; i += COUNT) {
			long eight = get(bytes, index + i);
			long seven = eight & ~HIGHEST;
			long plain = (seven ^ EACH * '"') + ~HIGHEST & (seven ^ EACH * '\\') + ~HIGHEST
					& seven + EACH * (0x80 - ' ');
			marks |= (((~plain | eight) & HIGHEST) >>> Byte.SIZE - 1) * GATHER >>> Long.SIZE - COUNT << i;
		}
		return marks;
	}

	/**
	 * The first bytes, and nothing in place of the others.
	 */
	static long head(long eight, int count) {
		return (count == 0) ? 0 : eight & -1L >>> Long.SIZE - Byte.SIZE * count;
	}

	/**
	 * Marks bytes with a value.
	 */
	static long equal(long eight, int value) {
		long different = eight ^ EACH * (value & 0xFF);
		return (different - EACH) & ~different & HIGHEST;
	}

	/**
	 * Whether bytes stand in others at an index, from which there are enough.
	 */
	static boolean contains(byte[] bytes, int index, byte[] part) {
		int last = part.length - COUNT;
		if (last < 0) {
			return Arrays.equals(part, 0, part.length, bytes, index, index + part.length);
		}
		for (int i = 0; i < last; i += COUNT) {
			if (get(part, i) != get(bytes, index + i)) {
				return false;
			}
		}
		return get(part, last) == get(bytes, index + last);
	}

	/**
	 * The position of the first mark.
	 */
	static int first(long marks) {
		return Long.numberOfTrailingZeros(marks) / Byte.SIZE;
	}

}
