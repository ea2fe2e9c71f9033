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

/**
 * How does a text stand in JSON? Control characters are escaped, and so are the two line
 * separators that JavaScript does not take for characters.
 */
final class JsonText {

	private static final String HEX = "0123456789abcdef";

	private JsonText() {
	}

	static void write(String text, GrowingBytes body) {
		body.add('"');
		writeInside(text, body);
		body.add('"');
	}

	/**
	 * Writes a text that stands in quotes together with others.
	 */
	static void writeInside(String text, GrowingBytes body) {
		int length = text.length();
		for (int i = body.plain(text); i < length; i++) {
			char c = text.charAt(i);
			if (c >= 0x20 && c < 0x7F) {
				writeAscii(c, body);
			}
			else if (c <= 0x7F || c == 0x2028 || c == 0x2029) {
				writeEscaped(c, body);
			}
			else {
				int codePoint = text.codePointAt(i);
				body.utf8(codePoint);
				i += Character.charCount(codePoint) - 1;
			}
		}
	}

	private static void writeAscii(char c, GrowingBytes body) {
		if (c == '"' || c == '\\') {
			body.add('\\');
		}
		body.add(c);
	}

	private static void writeEscaped(char c, GrowingBytes body) {
		body.ascii("\\u");
		for (int shift = 12; shift >= 0; shift -= 4) {
			body.add(HEX.charAt(c >> shift & 0xF));
		}
	}

}
