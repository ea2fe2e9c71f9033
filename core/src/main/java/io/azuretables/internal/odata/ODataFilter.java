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

import java.math.BigDecimal;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.HexFormat;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;

import io.azuretables.key.KeyRange;
import io.azuretables.query.Criteria;
import io.azuretables.query.Criteria.And;
import io.azuretables.query.Criteria.Comparison;
import io.azuretables.query.Criteria.In;
import io.azuretables.query.Criteria.Leaf;
import io.azuretables.query.Criteria.Or;
import io.azuretables.query.Criteria.TextMatch;
import io.azuretables.query.Criteria.TextMatch.Mode;
import io.azuretables.query.Operator;
import org.jspecify.annotations.Nullable;

/**
 * Writes conditions on columns as {@code $filter} text, and parses such text.
 * <p>
 * Columns stand on the left, as the service wants them. Text is quoted, and a quote in it
 * doubled: no value can become a part of the condition. A set of values becomes a chain
 * of comparisons, and the beginning of a text a range. What the service cannot say is
 * refused here; the planner never asks for it.
 * <p>
 * An instance is a filter that is being written, one condition after the other.
 *
 * @since 0.1
 */
public final class ODataFilter {

	private static final Set<String> WORDS = Set.of("eq", "ne", "lt", "le", "gt", "ge", "and", "or", "not", "true",
			"false", "null");

	private static final DateTimeFormatter DATE_TIME = DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSSSSSS'Z'")
		.withZone(ZoneOffset.UTC);

	private final StringBuilder text = new StringBuilder(128);

	private int comparisons;

	/**
	 * Writes a condition.
	 * @return the text, or {@code null} when every row meets the condition
	 */
	public static @Nullable String write(Criteria criteria) {
		ODataFilter filter = new ODataFilter();
		filter.and(criteria);
		return filter.text();
	}

	/**
	 * One more condition: a text column has a value in this range.
	 */
	public void isWithin(String column, KeyRange range) {
		String from = range.from();
		String to = range.to();
		if (range.isPoint()) {
			and(column, " eq ", from);
			return;
		}
		if (KeyRange.endsAfter(from)) {
			and(column, " gt ", from.substring(0, from.length() - 1));
		}
		else if (!from.isEmpty()) {
			and(column, " ge ", from);
		}
		if (to != null && KeyRange.endsAfter(to)) {
			and(column, " le ", to.substring(0, to.length() - 1));
		}
		else if (to != null) {
			and(column, " lt ", to);
		}
	}

	private void and(String column, String operator, String value) {
		begin().append(column).append(operator);
		quote(value, this.text);
	}

	/**
	 * One more condition: a comparison.
	 * @param comparison what the value is compared with, and how
	 * @param value the value
	 */
	public void and(Comparing comparison, Object value) {
		begin().append(comparison.text());
		writeLiteral(value, this.text);
	}

	private StringBuilder begin() {
		this.comparisons++;
		return this.text.append((this.comparisons > 1) ? " and " : "");
	}

	/**
	 * One more condition.
	 */
	public void and(Criteria condition) {
		Criteria rest = condition.replaced(ODataFilter::asComparisons);
		if (rest.equals(Criteria.NONE)) {
			throw new IllegalArgumentException("No filter says that no row is wanted; make no request at all");
		}
		if (rest.equals(Criteria.ALL)) {
			return;
		}
		boolean nested = this.comparisons > 0 && rest instanceof Or;
		this.text.append((this.comparisons > 0) ? " and " : "").append(nested ? "(" : "");
		write(rest, this.text);
		this.text.append(nested ? ")" : "");
		this.comparisons += comparisons(rest);
	}

	/**
	 * How many comparisons were written.
	 */
	public int comparisons() {
		return this.comparisons;
	}

	/**
	 * What was written.
	 * @return the text, or {@code null} when every row meets all conditions
	 */
	public @Nullable String text() {
		return (this.comparisons > 0) ? this.text.toString() : null;
	}

	/**
	 * The word for an operator.
	 */
	public static String word(Operator operator) {
		return switch (operator) {
			case EQ -> "eq";
			case NE -> "ne";
			case LT -> "lt";
			case LE -> "le";
			case GT -> "gt";
			case GE -> "ge";
		};
	}

	private static void write(Criteria criteria, StringBuilder text) {
		if (criteria instanceof And and) {
			join(and.conditions(), " and ", text);
		}
		else if (criteria instanceof Or or) {
			join(or.conditions(), " or ", text);
		}
		else {
			write((Comparison) criteria, text);
		}
	}

	private static void write(Comparison comparison, StringBuilder text) {
		text.append(comparison.property()).append(' ').append(word(comparison.operator())).append(' ');
		writeLiteral(comparison.value(), text);
	}

	/**
	 * A value as the service reads it.
	 */
	public static String literal(Object value) {
		StringBuilder text = new StringBuilder();
		writeLiteral(value, text);
		return text.toString();
	}

	private static void writeLiteral(Object value, StringBuilder text) {
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
			writeDouble(finite(number), text);
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

	/**
	 * Without an exponent, which not all stores read.
	 */
	private static void writeDouble(double number, StringBuilder text) {
		String shortest = Double.toString(number);
		int exponent = shortest.indexOf('E');
		String plain = (exponent >= 0) ? new BigDecimal(shortest).toPlainString() : shortest;
		text.append(plain).append((plain.indexOf('.') < 0) ? ".0" : "");
	}

	private static Double finite(Double number) {
		if (number.isNaN() || number.isInfinite()) {
			throw new IllegalArgumentException("A filter has no literal for " + number);
		}
		return number;
	}

	private static Criteria asComparisons(Leaf leaf) {
		if (leaf instanceof TextMatch match && isStart(match)) {
			return startingWith(match.property(), String.valueOf(match.text()));
		}
		boolean said = leaf instanceof Comparison || leaf instanceof In;
		if (!said || leaf.ignoreCase()) {
			throw new IllegalArgumentException("The service has no filter for " + leaf.getClass().getSimpleName()
					+ (said ? " without regard to case" : ""));
		}
		return (leaf instanceof In in) ? asComparisons(in) : leaf;
	}

	private static boolean isStart(TextMatch match) {
		return match.mode() == Mode.STARTING && !match.ignoreCase() && !match.options().negated();
	}

	private static Criteria startingWith(String column, String text) {
		Criteria from = new Comparison(column, Operator.GE, text);
		String end = KeyRange.successor(text);
		return (end != null) ? from.and(new Comparison(column, Operator.LT, end)) : from;
	}

	private static Criteria asComparisons(In in) {
		Operator operator = in.none() ? Operator.NE : Operator.EQ;
		List<Criteria> comparisons = in.values()
			.stream()
			.<Criteria>map((value) -> new Comparison(in.property(), operator, value))
			.toList();
		return in.none() ? Criteria.allOf(comparisons) : Criteria.anyOf(comparisons);
	}

	private static void join(List<Criteria> conditions, String word, StringBuilder text) {
		for (Iterator<Criteria> rest = conditions.iterator(); rest.hasNext();) {
			Criteria condition = rest.next();
			boolean nested = !(condition instanceof Comparison);
			text.append(nested ? "(" : "");
			write(condition, text);
			text.append(nested ? ")" : "").append(rest.hasNext() ? word : "");
		}
	}

	/**
	 * Whether a column can be named in a filter: stores take some names for words of the
	 * filter itself, whatever their case.
	 */
	public static boolean canName(String column) {
		return !WORDS.contains(column.toLowerCase(Locale.ROOT));
	}

	/**
	 * How many comparisons the filter for a condition has.
	 */
	public static int comparisons(Criteria criteria) {
		return criteria.leaves()
			.mapToInt((leaf) -> (leaf instanceof TextMatch) ? 2 : (leaf instanceof In in) ? in.values().size() : 1)
			.sum();
	}

	/**
	 * Reads a filter.
	 * @throws ODataSyntaxException with the position and what was expected there
	 */
	public static Criteria parse(String text) {
		return parse(text, (parameter) -> {
			throw new IllegalArgumentException("no parameter is expected here");
		});
	}

	/**
	 * Reads a filter with parameters in place of literals: {@code :name} and {@code ?0}.
	 * @param parameters gives the value, or a placeholder, for a parameter
	 */
	public static Criteria parse(String text, Function<String, Object> parameters) {
		return new ODataParser(text, parameters).parse();
	}

	/**
	 * A comparison of a column that waits for its value.
	 *
	 * @param text all but the value
	 */
	public record Comparing(String text) {

		public static Comparing of(String column, Operator operator) {
			return new Comparing(column + " " + word(operator) + " ");
		}

	}

}
