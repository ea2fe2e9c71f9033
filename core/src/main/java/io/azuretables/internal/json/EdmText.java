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
import java.util.Base64;
import java.util.UUID;

import io.azuretables.row.EdmType;
import org.jspecify.annotations.Nullable;

/**
 * Parses the text of a value by its EDM type, such as {@code Edm.Int64}. A text that is
 * no value of its type stays text: one bad row, written by another writer, does not take
 * a page with it.
 */
final class EdmText {

	private static final int GUID_LENGTH = 36;

	/**
	 * The values of hexadecimal digits, -1 for other characters.
	 */
	private static final byte[] DIGITS = new byte[128];

	static {
		for (int c = 0; c < DIGITS.length; c++) {
			DIGITS[c] = (byte) Character.digit(c, 16);
		}
	}

	private EdmText() {
	}

	/**
	 * Reads ASCII.
	 */
	static Object read(EdmType type, byte[] text, int from, int to) {
		Object value = switch (type) {
			case STRING -> null;
			case INT64 -> integer(text, from, to);
			case DATE_TIME -> IsoInstant.read(text, from, to - from);
			case GUID -> guid(text, from, to);
			default -> read(type, string(text, from, to));
		};
		return (value != null) ? value : string(text, from, to);
	}

	private static String string(byte[] text, int from, int to) {
		return new String(text, from, to - from, StandardCharsets.ISO_8859_1);
	}

	static Object read(EdmType type, String text) {
		try {
			return switch (type) {
				case STRING -> text;
				case INT64 -> Long.valueOf(text);
				case INT32 -> Integer.valueOf(text);
				case DOUBLE -> Double.valueOf(text);
				case BOOLEAN -> text.equalsIgnoreCase("true") || text.equalsIgnoreCase("false")
						? (Object) Boolean.valueOf(text) : text;
				case GUID -> (text.length() == GUID_LENGTH) ? (Object) UUID.fromString(text) : text;
				case BINARY -> Base64.getDecoder().decode(text);
				case DATE_TIME ->
					orText(IsoInstant.read(text.getBytes(StandardCharsets.ISO_8859_1), 0, text.length()), text);
			};
		}
		catch (IllegalArgumentException ex) {
			return text;
		}
	}

	private static Object orText(@Nullable Object value, String text) {
		return (value != null) ? value : text;
	}

	/**
	 * The usual form; another one stays text.
	 */
	private static @Nullable Object guid(byte[] text, int from, int to) {
		if (to - from != GUID_LENGTH) {
			return null;
		}
		long high = 0;
		long low = 0;
		for (int i = 0; i < GUID_LENGTH; i++) {
			byte c = text[from + i];
			if (i == 8 || i == 13 || i == 18 || i == 23) {
				if (c != '-') {
					return null;
				}
				continue;
			}
			int digit = (c >= 0) ? DIGITS[c] : -1;
			if (digit < 0) {
				return null;
			}
			high = high << 4 | low >>> 60;
			low = low << 4 | digit;
		}
		return new UUID(high, low);
	}

	/**
	 * Up to 18 digits, which cannot overflow; longer ones go the long way.
	 */
	private static @Nullable Object integer(byte[] text, int from, int to) {
		boolean negative = from < to && text[from] == '-';
		int start = negative ? from + 1 : from;
		if (start == to || to - start > 18) {
			return read(EdmType.INT64, string(text, from, to));
		}
		long number = 0;
		for (int i = start; i < to; i++) {
			int digit = text[i] - '0';
			if (digit < 0 || digit > 9) {
				return null;
			}
			number = number * 10 + digit;
		}
		return negative ? -number : number;
	}

}
