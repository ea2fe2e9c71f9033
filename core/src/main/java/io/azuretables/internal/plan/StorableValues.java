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

package io.azuretables.internal.plan;

import java.util.List;
import java.util.Optional;

import io.azuretables.internal.model.PropertyConversion;
import io.azuretables.internal.model.ValueLimits;
import io.azuretables.query.Criteria;
import io.azuretables.query.Criteria.Comparison;
import io.azuretables.query.Criteria.In;
import io.azuretables.query.Criteria.Leaf;
import io.azuretables.query.Criteria.TextMatch;
import io.azuretables.query.Criteria.TextMatch.Mode;
import io.azuretables.query.Operator;
import io.azuretables.query.TableQuery;
import io.azuretables.row.UnstorableValueException;

/**
 * Adapts the values of query conditions to what the service can store: replaces or
 * removes values that no row can have. A query then finds what reading everything and
 * filtering would. Such values are times before those of the service, decimals that a
 * {@code Double} does not give back, text that no request can carry, and NaN, which no
 * number is equal to. Such a value is replaced by the equal one that rows can hold. Where
 * there is none, an equality is met by nothing, and a range is cut to what rows can hold.
 */
final class StorableValues {

	private final ResolvedQuery resolved;

	private final UnstorableValueException cause;

	/**
	 * The values that rows can hold.
	 * @param resolved the query
	 * @param cause why one of its values cannot be stored, for one that has no place
	 * among those that can
	 */
	StorableValues(ResolvedQuery resolved, UnstorableValueException cause) {
		this.resolved = resolved;
		this.cause = cause;
	}

	/**
	 * Checks that a request can carry text.
	 * @throws UnstorableValueException if it holds half a surrogate pair
	 */
	static void checkPairs(String text) {
		if (half(text) >= 0) {
			throw new UnstorableValueException("value",
					"it holds half a surrogate pair, which no request can carry; remove it");
		}
	}

	/**
	 * Where the first half of a surrogate pair stands that lacks the other half; negative
	 * where there is none.
	 */
	private static int half(String text) {
		for (int i = 0; i < text.length(); i++) {
			if (Character.isSurrogate(text.charAt(i))) {
				if (Character.charCount(text.codePointAt(i)) == 1) {
					return i;
				}
				i++;
			}
		}
		return -1;
	}

	/**
	 * The query for the same with values that rows can hold.
	 */
	TableQuery in(TableQuery query) {
		return query.withCriteria(query.criteria().replaced((leaf) -> replaced(leaf, query)));
	}

	private Criteria replaced(Leaf leaf, TableQuery query) {
		PropertyConversion conversion = this.resolved.leaf(leaf.property()).conversion();
		List<Object> values = QueryBinder.values(conversion, leaf.operands(), query);
		List<Object> known = values.stream()
			.map((value) -> storable(conversion, value))
			.flatMap(Optional::stream)
			.toList();
		Leaf said = leaf.on(leaf.property(), values);
		if (values.stream().anyMatch(StorableValues::isNaN)) {
			return numbers(said);
		}
		if (known.size() == values.size()) {
			return leaf.on(leaf.property(), known);
		}
		if (said instanceof In in) {
			return (in.none() && known.isEmpty()) ? all(leaf, conversion) : in.on(in.property(), known);
		}
		if (said instanceof TextMatch match) {
			boolean starting = match.mode() == Mode.STARTING && !match.options().negated() && !match.ignoreCase();
			return starting ? starting(match) : said;
		}
		return compared((Comparison) said, conversion);
	}

	/**
	 * The condition without NaN, which meets {@code ≠} only.
	 */
	private static Criteria numbers(Leaf leaf) {
		if (isNegated(leaf)) {
			return leaf;
		}
		return (leaf instanceof In in)
				? in.on(in.property(), in.values().stream().filter((value) -> !isNaN(value)).toList()) : Criteria.NONE;
	}

	private static boolean isNaN(Object value) {
		return value instanceof Number number && Double.isNaN(number.doubleValue());
	}

	/**
	 * Whether the condition is {@code ≠} or says that the property has none of several
	 * values.
	 */
	static boolean isNegated(Leaf leaf) {
		return (leaf instanceof In in) ? in.none()
				: leaf instanceof Comparison comparison && comparison.operator() == Operator.NE;
	}

	/**
	 * The value that a row can hold and that is equal to the given one.
	 */
	private static Optional<Object> storable(PropertyConversion conversion, Object value) {
		if (isStorable(conversion, value)) {
			return Optional.of(value);
		}
		ValueLimits limits = conversion.limits();
		Object floor = (limits != null) ? limits.floor(value) : null;
		return Optional
			.ofNullable((floor != null && limits != null && floor.equals(limits.ceiling(value))) ? floor : null);
	}

	private static boolean isStorable(PropertyConversion conversion, Object value) {
		try {
			QueryBinder.sendable(conversion.write(value));
			return true;
		}
		catch (UnstorableValueException ex) {
			if (ex.getCause() != null) {
				throw ex;
			}
			return false;
		}
	}

	private Criteria compared(Comparison comparison, PropertyConversion conversion) {
		if (comparison.operator() == Operator.EQ) {
			return Criteria.NONE;
		}
		if (comparison.operator() == Operator.NE) {
			return all(comparison, conversion);
		}
		boolean upper = comparison.operator() == Operator.LT || comparison.operator() == Operator.LE;
		if (comparison.value() instanceof String text) {
			return new Comparison(comparison.property(), upper ? Operator.LT : Operator.GE, ceiling(text));
		}
		ValueLimits limits = limits(conversion);
		Object bound = upper ? limits.floor(comparison.value()) : limits.ceiling(comparison.value());
		return (bound != null) ? new Comparison(comparison.property(), upper ? Operator.LE : Operator.GE, bound)
				: Criteria.NONE;
	}

	/**
	 * The condition that every value of the property meets, and {@code null} does not. As
	 * a range it can be said to the service, and of keys.
	 */
	private Criteria all(Leaf leaf, PropertyConversion conversion) {
		Object least = (conversion.storedType() == String.class && conversion.limits() == null) ? ""
				: limits(conversion).least();
		return new Comparison(leaf.property(), Operator.GE, least);
	}

	private ValueLimits limits(PropertyConversion conversion) {
		ValueLimits limits = conversion.limits();
		if (limits == null) {
			throw this.cause;
		}
		return limits;
	}

	/**
	 * Text that begins with one half of a surrogate pair at its end begins with one of
	 * the characters that the pair may stand for.
	 */
	private static Criteria starting(TextMatch match) {
		String text = (String) match.text();
		int last = text.length() - 1;
		if (half(text) < last || !Character.isHighSurrogate(text.charAt(last))) {
			return Criteria.NONE;
		}
		String end = ceiling(text.substring(0, last) + (char) (text.charAt(last) + 1));
		Criteria from = new Comparison(match.property(), Operator.GE, ceiling(text));
		return from.and(new Comparison(match.property(), Operator.LT, end));
	}

	/**
	 * The least text that a request can carry and that is not below the given one.
	 */
	private static String ceiling(String text) {
		int half = half(text);
		String head = text.substring(0, half);
		char c = text.charAt(half);
		return head + (Character.isHighSurrogate(c) ? new String(Character.toChars(Character.toCodePoint(c, '\uDC00')))
				: "\uE000");
	}

}
