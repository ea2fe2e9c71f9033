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

package io.azuretables.internal.codec;

import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Base64;
import java.util.UUID;

/**
 * Converts a stored value of an unexpected type to the type of its property, if nothing
 * is lost. Examples are a whole number where a double is meant, and text where the
 * service did not say the type.
 *
 * @since 0.1
 */
public final class StoredValues {

	private StoredValues() {
	}

	/**
	 * The value as the given class of the service's types.
	 * @throws ValueRuleException if it is of another kind, or would lose something
	 */
	public static Object as(Class<?> type, Object stored) {
		if (stored instanceof Number number && Number.class.isAssignableFrom(type)) {
			return number(type, number);
		}
		if (stored instanceof String text) {
			return parsed(type, text);
		}
		throw mismatch(type, stored);
	}

	private static Object number(Class<?> type, Number number) {
		Number converted = (type == Double.class) ? (Number) number.doubleValue()
				: (type == Long.class) ? (Number) number.longValue() : (Number) number.intValue();
		if (!isSame(number, converted)) {
			throw new ValueRuleException("the stored number does not fit into " + type.getSimpleName());
		}
		return converted;
	}

	/**
	 * Whether two numbers of any types have exactly the same value; zeros of both signs
	 * do.
	 */
	public static boolean isSame(Number one, Number other) {
		if (!Double.isFinite(one.doubleValue()) || !Double.isFinite(other.doubleValue())) {
			return Double.compare(one.doubleValue(), other.doubleValue()) == 0 && isFloating(one) == isFloating(other);
		}
		return exact(one).compareTo(exact(other)) == 0;
	}

	private static BigDecimal exact(Number number) {
		return isFloating(number) ? new BigDecimal(number.doubleValue()) : new BigDecimal(number.toString());
	}

	private static boolean isFloating(Number number) {
		return number instanceof Double || number instanceof Float;
	}

	private static Object parsed(Class<?> type, String text) {
		try {
			if (type == Long.class) {
				return Long.valueOf(text);
			}
			if (type == Integer.class) {
				return Integer.valueOf(text);
			}
			if (type == Double.class) {
				return Double.valueOf(text);
			}
			if (type == Instant.class) {
				return Instant.parse(text);
			}
			if (type == UUID.class) {
				return uuid(text);
			}
			if (type == byte[].class) {
				return Base64.getDecoder().decode(text);
			}
		}
		catch (IllegalArgumentException | DateTimeException ex) {
			throw new ValueRuleException("the stored text cannot be read as " + type.getSimpleName());
		}
		throw mismatch(type, text);
	}

	/**
	 * {@link UUID#fromString} takes groups of any length.
	 */
	private static UUID uuid(String text) {
		UUID uuid = UUID.fromString(text);
		if (!uuid.toString().equalsIgnoreCase(text)) {
			throw new IllegalArgumentException();
		}
		return uuid;
	}

	private static ValueRuleException mismatch(Class<?> type, Object stored) {
		return new ValueRuleException(
				"the stored value is of type " + stored.getClass().getSimpleName() + ", not " + type.getSimpleName());
	}

}
