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

import java.util.ArrayList;
import java.util.List;

import io.azuretables.internal.key.KeyPart.Digits;
import io.azuretables.internal.key.KeyPart.Style;
import io.azuretables.key.KeyTemplateException;
import io.azuretables.key.TableKey;
import org.jspecify.annotations.Nullable;

/**
 * Parses the text of a key template, with errors that name the position.
 */
final class KeyTemplateParser {

	private static final int MAX_DIGITS = 38;

	private static final int MAX_BUCKETS = 10_000;

	private final String text;

	private int position;

	KeyTemplateParser(String text) {
		this.text = text;
	}

	KeyTemplate parse() {
		List<String> literals = new ArrayList<>();
		List<KeyPart> parts = new ArrayList<>();
		literals.add(literal());
		while (this.position < this.text.length()) {
			parts.add(part());
			literals.add(literal());
		}
		return new KeyTemplate(this.text, literals, parts);
	}

	private String literal() {
		StringBuilder literal = new StringBuilder();
		for (; this.position < this.text.length(); this.position++) {
			char next = this.text.charAt(this.position);
			if (next == '{' || next == '}') {
				if (!lookingAt(next, this.position + 1)) {
					if (next == '{') {
						break;
					}
					throw error("a '}' that closes nothing; write '}}' for a literal brace");
				}
				this.position++;
			}
			literal.append(legal(next));
		}
		return literal.toString();
	}

	private char legal(char next) {
		if (!TableKey.isLegal(next) || next >= TextKeyFormat.MARK || isHalfAPair(next)) {
			throw error("the character U+%04X, which may not stand in a key".formatted((int) next));
		}
		return next;
	}

	private boolean isHalfAPair(char next) {
		return Character.isHighSurrogate(next) ? this.text.codePointAt(this.position) == next
				: Character.isLowSurrogate(next) && this.text.codePointBefore(this.position + 1) == next;
	}

	private KeyPart part() {
		int start = ++this.position;
		String property = property();
		Digits digits = null;
		Style style = Style.ASCENDING;
		int buckets = 0;
		while (lookingAt(':', this.position)) {
			this.position++;
			int optionStart = this.position;
			if (digit(this.position)) {
				digits = once(digits, digits(), "digits", optionStart);
			}
			else {
				String word = word();
				switch (word) {
					case "desc", "lower" -> style = once((style != Style.ASCENDING) ? style : null,
							word.equals("desc") ? Style.DESCENDING : Style.LOWER, "desc or lower", optionStart);
					case "bucket" -> buckets = once((buckets > 0) ? buckets : null, buckets(), "bucket", optionStart);
					default -> throw error(optionStart,
							"expected a number of digits, 'desc', 'lower' or 'bucket(n)', found '" + word + "'");
				}
			}
		}
		expect('}', "':' and a format, or '}'");
		if (buckets > 0 && (digits != null || style != Style.ASCENDING)) {
			throw error(start, "'bucket(n)' stands alone: a hash has no digits, no direction and no case");
		}
		return new KeyPart(property, digits, style, buckets);
	}

	private <T> T once(@Nullable T before, T now, String what, int start) {
		if (before != null) {
			throw error(start, what + " stand twice");
		}
		return now;
	}

	private String property() {
		int start = this.position;
		while (this.position < this.text.length() && (Character.isJavaIdentifierPart(this.text.charAt(this.position))
				|| this.text.charAt(this.position) == '.')) {
			this.position++;
		}
		String name = this.text.substring(start, this.position);
		if (name.isEmpty() || !Character.isJavaIdentifierStart(name.charAt(0)) || name.endsWith(".")
				|| name.contains("..")) {
			throw error(start, "expected the name of a property, found " + found(start));
		}
		return name;
	}

	private Digits digits() {
		int start = this.position;
		int integer = number();
		int scale = 0;
		if (lookingAt('.', this.position)) {
			this.position++;
			scale = number();
		}
		if (integer < 1 || integer + scale > MAX_DIGITS) {
			throw error(start, "expected between 1 and " + MAX_DIGITS + " digits");
		}
		return new Digits(integer, scale);
	}

	private int buckets() {
		expect('(', "'(' and the number of buckets");
		int start = this.position;
		int buckets = number();
		if (buckets < 2 || buckets > MAX_BUCKETS) {
			throw error(start, "expected between 2 and " + MAX_BUCKETS + " buckets");
		}
		expect(')', "')'");
		return buckets;
	}

	private int number() {
		int start = this.position;
		while (digit(this.position)) {
			this.position++;
		}
		if (start == this.position || this.position - start > 5) {
			throw error(start, (start == this.position) ? "expected a number, found " + found(start)
					: "expected a number of at most 5 digits");
		}
		return Integer.parseInt(this.text, start, this.position, 10);
	}

	private String word() {
		int start = this.position;
		while (this.position < this.text.length() && Character.isLetter(this.text.charAt(this.position))) {
			this.position++;
		}
		return this.text.substring(start, this.position);
	}

	private void expect(char expected, String description) {
		if (!lookingAt(expected, this.position)) {
			throw error("expected " + description + ", found " + found(this.position));
		}
		this.position++;
	}

	private boolean digit(int index) {
		return index < this.text.length() && this.text.charAt(index) >= '0' && this.text.charAt(index) <= '9';
	}

	private boolean lookingAt(char expected, int index) {
		return index < this.text.length() && this.text.charAt(index) == expected;
	}

	private String found(int index) {
		return (index < this.text.length()) ? "'" + this.text.charAt(index) + "'" : "the end of the template";
	}

	private KeyTemplateException error(String problem) {
		return error(this.position, problem);
	}

	private KeyTemplateException error(int index, String problem) {
		return new KeyTemplateException(this.text, "at position " + index + ": " + problem);
	}

}
