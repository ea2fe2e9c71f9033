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

package io.azuretables.internal.execution;

import java.util.Arrays;

import io.azuretables.key.KeyRange;
import org.jspecify.annotations.Nullable;

/**
 * Calculates with keys in order to divide key ranges: finds a key between two others, and
 * estimates the distance between keys. A text is looked at as a row of characters that
 * are numbered in the order of the service, which is that of UTF-16: characters of two
 * code units come before U+E000.
 */
final class KeyText {

	private static final int SURROGATES = 0xD800;

	private static final int SUPPLEMENTARY = 0x10FFFF - 0xFFFF;

	/**
	 * The number above those of all characters.
	 */
	private static final int END = 0x110000 - 0x800;

	/**
	 * How many characters of two texts count for their distance.
	 */
	private static final int PRECISION = 8;

	private static final int ALPHABET = 98;

	private KeyText() {
	}

	/**
	 * A text above the first one and below the bound, which divides the texts between
	 * them into halves that may be equally large.
	 * @param from the first text that is there
	 * @param seen a later one that is there
	 * @param to the bound, or {@code null} if there is none
	 * @return {@code null} if there is no such text, or none that is worth a look
	 */
	static @Nullable String middle(String from, String seen, @Nullable String to) {
		int[] low = numbers(from);
		int[] high = (to != null) ? numbers(to) : new int[0];
		int fixed = fixed(low, high, to == null);
		int common = common(low, numbers(seen));
		if (common > fixed + 1) {
			String ahead = KeyRange.successor(text(low, (fixed + common + 1) / 2));
			if (ahead != null && isBetween(from, ahead, to)) {
				return ahead;
			}
		}
		boolean bounded = fixed < high.length && common(low, high) == fixed;
		int lowest = (fixed < low.length) ? low[fixed] : ' ' - 1;
		int middle = bounded ? lowest + (high[fixed] - lowest + 1) / 2 : endOfClass(lowest);
		while (middle > lowest) {
			String found = text(low, Math.min(fixed, low.length))
					+ Character.toString(codePoint(legal(middle, lowest)));
			if (isBetween(from, found, to)) {
				return found;
			}
			middle = (middle - lowest > 1) ? lowest + (middle - lowest) / 2 : lowest;
		}
		return null;
	}

	private static boolean isBetween(String from, String text, @Nullable String to) {
		return text.compareTo(from) > 0 && (to == null || text.compareTo(to) < 0);
	}

	/**
	 * How many characters all texts from one up to a bound have in common. A bound that
	 * is right behind a beginning of the text is as good as that beginning.
	 */
	private static int fixed(int[] low, int[] high, boolean open) {
		if (open) {
			return 0;
		}
		int common = common(low, high);
		boolean next = high.length == common + 1 && low.length > common && high[common] == low[common] + 1;
		return next ? common + 1 : common;
	}

	private static int common(int[] one, int[] other) {
		int mismatch = Arrays.mismatch(one, other);
		return (mismatch < 0) ? one.length : mismatch;
	}

	/**
	 * The number behind the characters that are mostly used together: digits, letters of
	 * one case, ASCII.
	 */
	private static int endOfClass(int lowest) {
		for (int end : new int[] { '9', 'Z', 'z', '~' }) {
			if (lowest < end) {
				return (lowest >= '0' || end > '9') ? end + 1 - ((end == '~') ? 1 : 0) : '9' + 1;
			}
		}
		return lowest + (END - lowest) / 2;
	}

	/**
	 * A character near the wanted one that keys may have, so that the text is no strange
	 * one in a filter.
	 */
	private static int legal(int number, int lowest) {
		int legal = (number >= 0x7F && number < 0xA0) ? '~' : number;
		return (legal > lowest) ? legal : number;
	}

	/**
	 * How much larger the distance of the first text to the bound is than that of two
	 * others. Where these are too near to tell, it is as if they differed a little.
	 * @param from the first text
	 * @param begin the first one of the others
	 * @param end the last one of the others
	 * @param to the bound, or {@code null} if there is none
	 */
	static double ratio(String from, String begin, String end, @Nullable String to) {
		int[] low = numbers(from);
		int[] high = (to != null) ? numbers(to) : new int[] { '~' + 1 };
		int fixed = common(low, high);
		double part = position(numbers(end), fixed) - position(numbers(begin), fixed);
		double whole = position(high, fixed) - position(low, fixed);
		return Math.max(1, whole / Math.max(part, Math.pow(ALPHABET, -PRECISION)));
	}

	private static double position(int[] numbers, int from) {
		double position = 0;
		double unit = 1;
		for (int i = from; i < Math.min(numbers.length, from + PRECISION); i++) {
			unit /= ALPHABET;
			position += digit(numbers[i]) * unit;
		}
		return position;
	}

	private static double digit(int number) {
		return (number < 0x7F) ? number - ' ' + 1 : 0x7F - ' ' + 1 + (double) number / END;
	}

	private static int[] numbers(String text) {
		return text.codePoints().map(KeyText::number).toArray();
	}

	private static int number(int codePoint) {
		if (codePoint < SURROGATES) {
			return codePoint;
		}
		return (codePoint > Character.MAX_VALUE) ? codePoint - Character.MIN_SUPPLEMENTARY_CODE_POINT + SURROGATES
				: codePoint - 0xE000 + SURROGATES + SUPPLEMENTARY;
	}

	private static int codePoint(int number) {
		if (number < SURROGATES) {
			return number;
		}
		return (number < SURROGATES + SUPPLEMENTARY) ? number - SURROGATES + Character.MIN_SUPPLEMENTARY_CODE_POINT
				: Math.min(number - SURROGATES - SUPPLEMENTARY + 0xE000, Character.MAX_VALUE - 2);
	}

	private static String text(int[] numbers, int count) {
		StringBuilder text = new StringBuilder();
		for (int i = 0; i < count; i++) {
			text.appendCodePoint(codePoint(numbers[i]));
		}
		return text.toString();
	}

}
