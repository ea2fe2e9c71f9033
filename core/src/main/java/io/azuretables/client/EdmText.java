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

import java.util.Base64;
import java.util.UUID;

import io.azuretables.row.EdmType;
import org.jspecify.annotations.Nullable;

/**
 * What does a text stand for, given its type? A text that is no value of its type stays
 * text: one bad row, written by somebody else, does not take a page with it.
 */
final class EdmText {

	private static final int GUID_LENGTH = 36;

	private EdmText() {
	}

	static Object read(EdmType type, char[] text, int offset, int length) {
		Object value = switch (type) {
			case STRING -> null;
			case INT64 -> integer(text, offset, length);
			case DATE_TIME -> IsoInstant.read(text, offset, length);
			case GUID -> guid(text, offset, length);
			default -> read(type, new String(text, offset, length));
		};
		return (value != null) ? value : new String(text, offset, length);
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
				case DATE_TIME -> orText(IsoInstant.read(text.toCharArray(), 0, text.length()), text);
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
	private static @Nullable Object guid(char[] text, int offset, int length) {
		if (length != GUID_LENGTH) {
			return null;
		}
		long[] halves = new long[2];
		int digits = 0;
		for (int i = 0; i < length; i++) {
			char c = text[offset + i];
			boolean dash = i == 8 || i == 13 || i == 18 || i == 23;
			int digit = dash ? -1 : Character.digit(c, 16);
			if (dash ? c != '-' : (digit < 0 || c > 'f')) {
				return null;
			}
			if (!dash) {
				halves[digits / 16] = halves[digits / 16] << 4 | digit;
				digits++;
			}
		}
		return new UUID(halves[0], halves[1]);
	}

	/**
	 * Up to 18 digits, which cannot overflow; longer ones go the long way.
	 */
	private static @Nullable Object integer(char[] text, int offset, int length) {
		boolean negative = length > 0 && text[offset] == '-';
		int start = negative ? offset + 1 : offset;
		int end = offset + length;
		if (start == end || end - start > 18) {
			return read(EdmType.INT64, new String(text, offset, length));
		}
		long number = 0;
		for (int i = start; i < end; i++) {
			int digit = text[i] - '0';
			if (digit < 0 || digit > 9) {
				return null;
			}
			number = number * 10 + digit;
		}
		return negative ? -number : number;
	}

}
