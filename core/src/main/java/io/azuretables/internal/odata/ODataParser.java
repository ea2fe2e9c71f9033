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

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

import io.azuretables.query.Criteria;
import io.azuretables.query.Criteria.Comparison;
import io.azuretables.query.Operator;
import org.jspecify.annotations.Nullable;

/**
 * Parses OData filters as far as the table service supports them: comparisons with
 * literals, {@code and}, {@code or}, {@code not}, parentheses.
 */
final class ODataParser {

	private static final int MAX_DEPTH = 64;

	private final String text;

	private final Function<String, Object> parameters;

	private int position;

	private int depth;

	ODataParser(String text, Function<String, Object> parameters) {
		this.text = text;
		this.parameters = parameters;
	}

	Criteria parse() {
		Criteria criteria = alternatives();
		skipSpaces();
		if (this.position < this.text.length()) {
			throw error("expected 'and', 'or' or the end, found " + found());
		}
		return criteria;
	}

	private Criteria alternatives() {
		List<Criteria> conditions = new ArrayList<>(List.of(conjunction()));
		while (takeWord("or")) {
			conditions.add(conjunction());
		}
		return Criteria.anyOf(conditions);
	}

	private Criteria conjunction() {
		List<Criteria> conditions = new ArrayList<>(List.of(condition()));
		while (takeWord("and")) {
			conditions.add(condition());
		}
		return Criteria.allOf(conditions);
	}

	private Criteria condition() {
		if (++this.depth > MAX_DEPTH) {
			throw error("more than " + MAX_DEPTH + " conditions are nested");
		}
		try {
			if (takeWord("not")) {
				return condition().negated();
			}
			return take('(') ? parenthesised() : comparison();
		}
		finally {
			this.depth--;
		}
	}

	private Criteria parenthesised() {
		Criteria criteria = alternatives();
		if (!take(')')) {
			throw error("expected ')', found " + found());
		}
		return criteria;
	}

	private Criteria comparison() {
		int start = this.position;
		Operand left = operand();
		Operator operator = operator();
		Operand right = operand();
		if (left.property() != null && right.property() == null) {
			return new Comparison(left.property(), operator, right.literal());
		}
		if (left.property() == null && right.property() != null) {
			return new Comparison(right.property(), operator.mirrored(), left.literal());
		}
		throw error(start, "expected a comparison of a property with a literal");
	}

	private Operator operator() {
		skipSpaces();
		int start = this.position;
		String word = word();
		Optional<Operator> operator = Arrays.stream(Operator.values())
			.filter((candidate) -> ODataFilter.word(candidate).equalsIgnoreCase(word))
			.findFirst();
		return operator.orElseThrow(
				() -> error(start, "expected eq, ne, lt, le, gt or ge, found " + (word.isEmpty() ? found() : word)));
	}

	private Operand operand() {
		skipSpaces();
		int start = this.position;
		char next = peek();
		if (next == '\'') {
			return new Operand(null, quoted());
		}
		if (next == ':' || next == '?') {
			this.position++;
			return new Operand(null, parameter(start));
		}
		if (next == '-' || (next >= '0' && next <= '9')) {
			return new Operand(null, number());
		}
		String word = word();
		if (word.isEmpty()) {
			throw error("expected a property or a literal, found " + found());
		}
		if (peek() == '\'') {
			return new Operand(null, typed(word, start));
		}
		return switch (word) {
			case "true", "false" -> new Operand(null, Boolean.valueOf(word));
			case "null" -> throw error(start, "the service has no null; a property without a value is absent");
			default -> new Operand(word, "");
		};
	}

	private Object parameter(int start) {
		String name = word();
		if (name.isEmpty()) {
			throw error(start, "expected the name or the index of a parameter");
		}
		try {
			return this.parameters.apply(name);
		}
		catch (IllegalArgumentException ex) {
			throw error(start, String.valueOf(ex.getMessage()));
		}
	}

	private Object number() {
		int start = this.position++;
		while (isNumberPart(peek())) {
			this.position++;
		}
		String number = this.text.substring(start, this.position);
		try {
			return ODataLiteral.number(number);
		}
		catch (NumberFormatException ex) {
			throw error(start, "'" + number + "' is not a number; one of 64 bits ends with L");
		}
	}

	private boolean isNumberPart(char c) {
		boolean sign = (c == '-' || c == '+') && Character.toLowerCase(this.text.charAt(this.position - 1)) == 'e';
		return sign || c == '.' || Character.isLetterOrDigit(c);
	}

	private Object typed(String prefix, int start) {
		try {
			return ODataLiteral.typed(prefix, quoted());
		}
		catch (ODataSyntaxException ex) {
			throw ex;
		}
		catch (IllegalArgumentException ex) {
			throw error(start, String.valueOf(ex.getMessage()));
		}
	}

	private String quoted() {
		int start = this.position++;
		StringBuilder content = new StringBuilder();
		while (this.position < this.text.length()) {
			char c = this.text.charAt(this.position++);
			if (c == '\'' && peek() != '\'') {
				return content.toString();
			}
			if (c == '\'') {
				this.position++;
			}
			content.append(c);
		}
		throw error(start, "the quote is not closed");
	}

	private String word() {
		int start = this.position;
		while (Character.isJavaIdentifierPart(peek()) || peek() == '.') {
			if (peek() == '\0') {
				break;
			}
			this.position++;
		}
		return this.text.substring(start, this.position);
	}

	private boolean takeWord(String word) {
		skipSpaces();
		int start = this.position;
		if (word().equalsIgnoreCase(word)) {
			return true;
		}
		this.position = start;
		return false;
	}

	private boolean take(char expected) {
		skipSpaces();
		if (peek() != expected) {
			return false;
		}
		this.position++;
		return true;
	}

	private void skipSpaces() {
		while (Character.isWhitespace(peek())) {
			this.position++;
		}
	}

	private char peek() {
		return (this.position < this.text.length()) ? this.text.charAt(this.position) : '\0';
	}

	private String found() {
		return (this.position < this.text.length()) ? "'" + peek() + "'" : "the end";
	}

	private ODataSyntaxException error(String problem) {
		return error(this.position, problem);
	}

	private ODataSyntaxException error(int index, String problem) {
		return new ODataSyntaxException(this.text, index, problem);
	}

	/**
	 * One side of a comparison: a property, or a literal.
	 */
	private record Operand(@Nullable String property, Object literal) {

	}

}
