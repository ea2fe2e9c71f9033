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

import io.azuretables.row.EdmType;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.io.NumberInput;

/**
 * Reads and writes the numbers of JSON. Where the service does not say, an integer of 32
 * bits, or a double if it has a point or an exponent, or does not fit.
 */
final class JsonNumber {

	/**
	 * So many digits fit into a long, and so many powers of ten into a double exactly.
	 */
	private static final int EXACT_DIGITS = 15;

	/**
	 * So many digits and a sign fit into an integer of 32 bits.
	 */
	private static final int SMALL_DIGITS = 9;

	private static final double MOST_CENTS = 1e15;

	private static final double[] POWERS = { 1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13,
			1e14, 1e15 };

	private JsonNumber() {
	}

	/**
	 * Reads what has been found to be a number.
	 * @param type its type, if that is said
	 * @param whole whether it has neither point nor exponent
	 */
	static Object read(@Nullable EdmType type, boolean whole, byte[] text, int from, int to) {
		if (whole && type == null && to - from <= SMALL_DIGITS) {
			return small(text, from, to);
		}
		if (whole && type != EdmType.DOUBLE && EdmText.read(EdmType.INT64, text, from, to) instanceof Long number) {
			return sized(type, number);
		}
		return real(text, from, to);
	}

	/**
	 * Reads an integer that fits. Most numbers are one, and need no {@code Long} between.
	 */
	private static int small(byte[] text, int from, int to) {
		int number = 0;
		for (int i = (text[from] == '-') ? from + 1 : from; i < to; i++) {
			number = number * 10 + text[i] - '0';
		}
		return (text[from] == '-') ? -number : number;
	}

	private static Object sized(@Nullable EdmType type, Long number) {
		if (type == EdmType.INT64) {
			return number;
		}
		return (number.intValue() == number) ? (Object) number.intValue() : (Object) number.doubleValue();
	}

	/**
	 * A quotient of two exact doubles is rounded as it must be; most numbers are short
	 * enough to be one.
	 */
	private static double real(byte[] text, int from, int to) {
		boolean negative = text[from] == '-';
		int point = to - 1;
		long digits = 0;
		int start = negative ? from + 1 : from;
		if (to - start > EXACT_DIGITS) {
			return longReal(text, from, to);
		}
		for (int i = start; i < to; i++) {
			if (text[i] == '.') {
				point = i;
			}
			else if (text[i] <= '9' && text[i] >= '0') {
				digits = digits * 10 + text[i] - '0';
			}
			else {
				return longReal(text, from, to);
			}
		}
		double value = digits / POWERS[to - 1 - point];
		return negative ? -value : value;
	}

	private static double longReal(byte[] text, int from, int to) {
		return NumberInput.parseDouble(new String(text, from, to - from, StandardCharsets.ISO_8859_1), true);
	}

	/**
	 * Writes a double. Most have few decimals, and are what their digits are when they
	 * are read again.
	 */
	static void write(double value, ByteArrayBuilder body) {
		double cents = Math.rint(value * 100);
		if (value != 0 && Math.abs(cents) < MOST_CENTS && cents / 100 == value) {
			writeCents((long) cents, body);
		}
		else if (Double.isFinite(value)) {
			body.ascii(Double.toString(value));
		}
		else {
			body.add('"').ascii(Double.toString(value)).add('"');
		}
	}

	private static void writeCents(long cents, ByteArrayBuilder body) {
		if (cents < 0) {
			body.add('-');
		}
		long digits = Math.abs(cents);
		body.decimal(digits / 100).add('.').add((char) ('0' + digits / 10 % 10));
		if (digits % 10 != 0) {
			body.add((char) ('0' + digits % 10));
		}
	}

	/**
	 * The number, when its type is said after it.
	 */
	static Object retyped(EdmType type, Number number) {
		return switch (type) {
			case DOUBLE -> number.doubleValue();
			case INT64 -> number.longValue();
			default -> number;
		};
	}

}
