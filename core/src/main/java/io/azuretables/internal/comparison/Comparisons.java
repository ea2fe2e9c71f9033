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

package io.azuretables.internal.comparison;

import java.math.BigDecimal;
import java.util.Arrays;
import java.util.UUID;

import org.jspecify.annotations.Nullable;

/**
 * Compares two property values in the order of the service. Numbers of all widths with
 * each other, text by UTF-16 code units, UUIDs by their text, bytes unsigned; values of
 * different kinds not at all. Decimals are equal whatever their scales are.
 *
 * @since 0.1
 */
public final class Comparisons {

	private Comparisons() {
	}

	public static boolean areComparable(Object left, Object right) {
		return left.getClass() == right.getClass() || arePrimitive(left, right);
	}

	public static boolean areEqual(Object left, Object right) {
		if (left instanceof byte[] one && right instanceof byte[] other) {
			return Arrays.equals(one, other);
		}
		if (arePrimitive(left, right) || left instanceof BigDecimal) {
			return compare(left, right) == 0;
		}
		return left.equals(right);
	}

	/**
	 * Compares two values of one kind. What is no number comes after all numbers, so that
	 * this is an order to sort by.
	 */
	public static int compare(Object left, Object right) {
		if (arePrimitive(left, right)) {
			return compareNumbers((Number) left, (Number) right);
		}
		if (left instanceof UUID && right instanceof UUID) {
			return left.toString().compareTo(right.toString());
		}
		if (left instanceof byte[] one && right instanceof byte[] other) {
			return Arrays.compareUnsigned(one, other);
		}
		return compareNatural(left, right);
	}

	/**
	 * Compares two values of one kind, text in lower case.
	 */
	public static int compareIgnoringCase(Object left, Object right) {
		return compare((left instanceof String one) ? lowerCase(one) : left,
				(right instanceof String other) ? lowerCase(other) : right);
	}

	private static boolean arePrimitive(Object left, Object right) {
		return isPrimitive(left) && isPrimitive(right);
	}

	private static boolean isPrimitive(Object number) {
		return number instanceof Integer || number instanceof Long || number instanceof Double
				|| number instanceof Short || number instanceof Byte || number instanceof Float;
	}

	private static int compareNumbers(Number left, Number right) {
		if (isFloating(left) || isFloating(right)) {
			double one = left.doubleValue();
			double other = right.doubleValue();
			return (one == other) ? 0 : Double.compare(one, other);
		}
		return Long.compare(left.longValue(), right.longValue());
	}

	private static boolean isFloating(Number number) {
		return number instanceof Double || number instanceof Float;
	}

	@SuppressWarnings("unchecked") // the classes are equal, see areComparable
	private static int compareNatural(Object left, Object right) {
		return ((Comparable<Object>) left).compareTo(right);
	}

	public static boolean isNaN(Object value) {
		return value instanceof Number number && isFloating(number) && Double.isNaN(number.doubleValue());
	}

	public static @Nullable Object fold(@Nullable Object value, boolean ignoreCase) {
		return (ignoreCase && value instanceof String text) ? lowerCase(text) : value;
	}

	private static String lowerCase(String text) {
		int[] points = text.codePoints().map(Character::toLowerCase).toArray();
		return new String(points, 0, points.length);
	}

}
