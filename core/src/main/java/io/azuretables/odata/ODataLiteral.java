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

package io.azuretables.odata;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.HexFormat;
import java.util.UUID;

/**
 * How is a value spelled in a filter? Text is quoted, and a quote in it doubled: no value
 * can become a part of the condition.
 */
final class ODataLiteral {

	private static final DateTimeFormatter DATE_TIME = DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSSSSSS'Z'")
		.withZone(ZoneOffset.UTC);

	private ODataLiteral() {
	}

	static void write(Object value, StringBuilder text) {
		if (value instanceof String string) {
			quote(string, text);
		}
		else if (value instanceof Integer || value instanceof Boolean) {
			text.append(value);
		}
		else if (value instanceof Long number) {
			text.append(number.longValue()).append('L');
		}
		else if (value instanceof Double number) {
			text.append(finite(number));
		}
		else if (value instanceof Instant instant) {
			text.append("datetime'").append(DATE_TIME.format(instant)).append('\'');
		}
		else if (value instanceof UUID uuid) {
			text.append("guid'").append(uuid).append('\'');
		}
		else if (value instanceof byte[] bytes) {
			text.append("X'").append(HexFormat.of().formatHex(bytes)).append('\'');
		}
		else {
			throw new IllegalArgumentException(
					"A filter has no literal for values of type " + value.getClass().getName());
		}
	}

	private static void quote(String string, StringBuilder text) {
		text.append('\'');
		for (int i = 0; i < string.length(); i++) {
			char c = string.charAt(i);
			text.append(c);
			if (c == '\'') {
				text.append(c);
			}
		}
		text.append('\'');
	}

	private static Double finite(Double number) {
		if (number.isNaN() || number.isInfinite()) {
			throw new IllegalArgumentException("A filter has no literal for " + number);
		}
		return number;
	}

	/**
	 * The value of a quoted literal with a prefix such as {@code datetime}.
	 * @throws IllegalArgumentException if the text is not of that type
	 */
	static Object typed(String prefix, String content) {
		return switch (prefix) {
			case "datetime" -> instant(content);
			case "guid" -> UUID.fromString(content);
			case "X", "x", "binary" -> HexFormat.of().parseHex(content);
			default -> throw new IllegalArgumentException("'" + prefix + "' is not a type");
		};
	}

	private static Instant instant(String content) {
		try {
			return Instant.parse(content);
		}
		catch (DateTimeException ex) {
			throw new IllegalArgumentException("'" + content + "' is not a time such as 2014-08-22T00:50:32Z", ex);
		}
	}

	/**
	 * The value of a number as it is spelled.
	 * @throws NumberFormatException if it is none
	 */
	static Object number(String text) {
		char last = text.charAt(text.length() - 1);
		if (last == 'L' || last == 'l') {
			return Long.valueOf(text.substring(0, text.length() - 1));
		}
		if (text.indexOf('.') < 0 && text.indexOf('e') < 0 && text.indexOf('E') < 0 && last != 'd') {
			return Integer.valueOf(text);
		}
		return Double.valueOf(text);
	}

}
