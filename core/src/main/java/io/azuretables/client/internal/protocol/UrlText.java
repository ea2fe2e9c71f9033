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

package io.azuretables.client.internal.protocol;

import java.nio.charset.StandardCharsets;

import org.springframework.dao.InvalidDataAccessApiUsageException;

/**
 * Percent-encodes keys and other text for the URLs of requests. Everything but unreserved
 * characters is percent-encoded, which all keys survive.
 */
final class UrlText {

	private static final char[] HEX = "0123456789ABCDEF".toCharArray();

	private UrlText() {
	}

	/**
	 * Appends a text in quotes; quotes inside are doubled.
	 */
	static void appendQuoted(StringBuilder url, String text) {
		url.append('\'');
		append(url, (text.indexOf('\'') < 0) ? text : text.replace("'", "''"));
		url.append('\'');
	}

	/**
	 * Appends a text. What most begin with, and many are, is copied as a whole.
	 */
	static void append(StringBuilder url, String text) {
		int plain = 0;
		while (plain < text.length() && isUnreserved(text.charAt(plain))) {
			plain++;
		}
		url.append(text, 0, plain);
		for (int i = plain; i < text.length(); i++) {
			char c = text.charAt(i);
			if (isUnreserved(c)) {
				url.append(c);
			}
			else if (c < 0x80) {
				appendByte(url, c);
			}
			else {
				int codePoint = codePoint(text, i);
				appendEncoded(url, codePoint);
				i += Character.charCount(codePoint) - 1;
			}
		}
	}

	private static boolean isUnreserved(char c) {
		return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '_'
				|| c == '.' || c == '~';
	}

	private static int codePoint(String text, int index) {
		int codePoint = text.codePointAt(index);
		if (codePoint >= Character.MIN_SURROGATE && codePoint <= Character.MAX_SURROGATE) {
			throw new InvalidDataAccessApiUsageException(
					"A key or filter holds half a surrogate pair, which no request can carry");
		}
		return codePoint;
	}

	private static void appendEncoded(StringBuilder url, int codePoint) {
		for (byte b : Character.toString(codePoint).getBytes(StandardCharsets.UTF_8)) {
			appendByte(url, b);
		}
	}

	private static void appendByte(StringBuilder url, int b) {
		url.append('%').append(HEX[b >> 4 & 0xF]).append(HEX[b & 0xF]);
	}

}
