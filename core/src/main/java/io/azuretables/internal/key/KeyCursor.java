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

package io.azuretables.internal.key;

/**
 * Reads the text of a key character by character while it is decoded.
 */
final class KeyCursor {

	/**
	 * So many digits are no number too large.
	 */
	private static final int SAFE_DIGITS = 18;

	private final String text;

	private int position;

	KeyCursor(String text) {
		this.text = text;
	}

	String text() {
		return this.text;
	}

	int position() {
		return this.position;
	}

	boolean atEnd() {
		return this.position == this.text.length();
	}

	char peek() {
		return this.text.charAt(this.position);
	}

	char next() {
		return this.text.charAt(this.position++);
	}

	boolean lookingAt(char expected) {
		return !atEnd() && peek() == expected;
	}

	/**
	 * Whether a mark and a symbol not below {@code least} come next.
	 */
	boolean lookingAtEscape(int least, String symbols) {
		return this.position + 1 < this.text.length() && this.text.charAt(this.position) == TextKeyFormat.MARK
				&& symbols.indexOf(this.text.charAt(this.position + 1)) >= least;
	}

	/**
	 * Takes as many characters as asked for.
	 */
	String take(int length) {
		checkLength(length);
		this.position += length;
		return this.text.substring(this.position - length, this.position);
	}

	private void checkLength(int length) {
		if (this.position + length > this.text.length()) {
			throw unreadable("it ends too early");
		}
	}

	/**
	 * Takes as many decimal digits as asked for, as a number.
	 */
	long takeDigits(int length) {
		checkLength(length);
		int end = this.position + length;
		long number = 0;
		for (int i = this.position; i < end; i++) {
			int digit = this.text.charAt(i) - '0';
			if (digit < 0 || digit > 9) {
				throw unreadable(length + " digits were expected");
			}
			if (i - this.position >= SAFE_DIGITS && number > (Long.MAX_VALUE - digit) / 10) {
				throw unreadable("a number too large for the part was found");
			}
			number = number * 10 + digit;
		}
		this.position = end;
		return number;
	}

	void takeLiteral(String literal) {
		if (!this.text.startsWith(literal, this.position)) {
			throw unreadable("'" + literal + "' was expected");
		}
		this.position += literal.length();
	}

	KeyRuleException unreadable(String problem) {
		return new KeyRuleException("at position " + this.position + " " + problem);
	}

}
