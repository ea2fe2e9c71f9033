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

package io.azuretables.internal.odata;

import java.time.DateTimeException;
import java.time.Instant;
import java.util.HexFormat;
import java.util.UUID;
import java.util.regex.Pattern;

/**
 * Parses a literal in an OData filter, such as {@code datetime'2026-01-31T00:00:00Z'}.
 */
final class ODataLiteral {

	private static final Pattern GUID = Pattern.compile("[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}");

	private static final Pattern BYTES = Pattern.compile("([0-9a-fA-F]{2})*+");

	private static final Pattern INTEGER = Pattern.compile("-?[0-9]++");

	private static final Pattern FLOATING = Pattern.compile("-?[0-9]++(\\.[0-9]++)?([eE][-+]?[0-9]++)?[dD]?");

	private ODataLiteral() {
	}

	/**
	 * The value of a quoted literal with a prefix such as {@code datetime}.
	 * @throws IllegalArgumentException if the text is not of that type
	 */
	static Object typed(String prefix, String content) {
		return switch (prefix) {
			case "datetime" -> instant(content);
			case "guid" -> guid(content);
			case "X", "x", "binary" -> binary(content);
			default -> throw new IllegalArgumentException(
					"'" + prefix + "' is not a type; text has none, and others are datetime, guid, X and binary");
		};
	}

	private static UUID guid(String content) {
		if (!GUID.matcher(content).matches()) {
			throw new IllegalArgumentException(
					"'" + content + "' is not a GUID such as f81d4fae-7dec-11d0-a765-00a0c91e6bf6");
		}
		return UUID.fromString(content);
	}

	private static byte[] binary(String content) {
		if (!BYTES.matcher(content).matches()) {
			throw new IllegalArgumentException("'" + content + "' is not a row of bytes such as 00ff");
		}
		return HexFormat.of().parseHex(content);
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
		if (INTEGER.matcher(text).matches()) {
			return Integer.valueOf(text);
		}
		if (text.endsWith("L") || text.endsWith("l")) {
			return Long.valueOf(text.substring(0, text.length() - 1));
		}
		Double number = FLOATING.matcher(text).matches() ? Double.valueOf(text) : Double.NaN;
		if (number.isNaN() || number.isInfinite()) {
			throw new NumberFormatException(text);
		}
		return number;
	}

}
