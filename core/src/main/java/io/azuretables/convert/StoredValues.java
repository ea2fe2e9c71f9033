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

package io.azuretables.convert;

import java.time.DateTimeException;
import java.time.Instant;
import java.util.Base64;
import java.util.UUID;

/**
 * What if a stored value is of another type than expected? A whole number where a double
 * is meant, text where the service did not say the type: converted where nothing is lost.
 */
final class StoredValues {

	private StoredValues() {
	}

	/**
	 * The value as the given class of the service's types.
	 * @throws IllegalArgumentException if it is of another kind, or would lose something
	 */
	static Object as(Class<?> type, Object stored) {
		if (type.isInstance(stored)) {
			return stored;
		}
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
		if (converted.doubleValue() != number.doubleValue()
				|| (number instanceof Long && converted.longValue() != number.longValue())) {
			throw new IllegalArgumentException("the stored number does not fit into " + type.getSimpleName());
		}
		return converted;
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
				return UUID.fromString(text);
			}
			if (type == byte[].class) {
				return Base64.getDecoder().decode(text);
			}
		}
		catch (IllegalArgumentException | DateTimeException ex) {
			throw new IllegalArgumentException("the stored text is not a " + type.getSimpleName(), ex);
		}
		throw mismatch(type, text);
	}

	private static IllegalArgumentException mismatch(Class<?> type, Object stored) {
		return new IllegalArgumentException(
				"the stored value is a " + stored.getClass().getSimpleName() + ", not a " + type.getSimpleName());
	}

}
