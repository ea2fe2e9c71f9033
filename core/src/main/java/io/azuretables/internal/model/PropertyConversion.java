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

package io.azuretables.internal.model;

import io.azuretables.key.TableKey;
import org.jspecify.annotations.Nullable;

/**
 * Converts the values of one property to columns and key parts, and back. There is one
 * for each property, made when the mapping is; no value here is {@code null}.
 *
 * @since 0.1
 */
public interface PropertyConversion {

	/**
	 * The class of the stored value, one of those the service has a type for.
	 */
	Class<?> storedType();

	/**
	 * The value as the property has it, for one of a similar type: the parameter of a
	 * query.
	 * @throws IllegalArgumentException if it cannot be converted
	 */
	Object coerce(Object value);

	/**
	 * The stored value of a value of the property.
	 */
	Object write(Object value);

	/**
	 * The value of the property for a stored value, also for one of a similar type.
	 */
	Object read(Object stored);

	/**
	 * The class of the value in a key.
	 */
	Class<?> keyType();

	/**
	 * Whether values in keys compare as those of the property do, so that keys can be
	 * asked for ranges, and not for equality only.
	 */
	boolean isOrderedInKeys();

	/**
	 * The value in a key for a value of the property.
	 */
	Object toKey(Object value);

	/**
	 * The value of the property for a value read from a key.
	 */
	Object fromKey(Object keyValue);

	/**
	 * Whether equal values are stored equally, so that the service can answer {@code =}.
	 */
	boolean hasOneForm();

	/**
	 * Whether the service compares stored values as their type does, so that it can
	 * answer {@code <} and {@code ≥}.
	 */
	boolean isOrdered();

	/**
	 * Which values of the property a row can hold; {@code null} where rows can hold all
	 * of them.
	 */
	default @Nullable ValueLimits limits() {
		return null;
	}

	/**
	 * The stored value of a value in the row of an entity.
	 * @param row the key of the entity
	 */
	default Object write(Object value, TableKey row) {
		return write(value);
	}

	/**
	 * The value of the property for a stored value in the row of an entity, or in an
	 * index row that stands for it.
	 * @param row the key of the entity
	 */
	default Object read(Object stored, TableKey row) {
		return read(stored);
	}

	/**
	 * Whether stored values belong to the key of their entity, so that they can be
	 * written and read with it only.
	 */
	default boolean isBound() {
		return false;
	}

	/**
	 * Whether a stored value has the form in which its value would be stored now.
	 * @param row the key of the entity
	 */
	default boolean isCurrent(Object stored, TableKey row) {
		return true;
	}

	/**
	 * What hides values, so that stored ones say nothing about them; {@code null} for
	 * properties whose values are not hidden.
	 */
	default @Nullable Hidden hidden() {
		return null;
	}

	/**
	 * The value to compare by on the client: by its natural order, it has the order of
	 * the property.
	 */
	Object comparable(Object value);

	/**
	 * What hides values. Conditions, orders and keys refuse the property.
	 *
	 * @param by the annotation, such as {@code @Compressed}
	 * @param comparable whether equal values are stored equally all the same: conditions
	 * for equality, and keys, do not refuse the property
	 * @param encrypted whether only those who have the key may see values, so that they
	 * must not be stored in the clear elsewhere
	 */
	record Hidden(String by, boolean comparable, boolean encrypted) {

	}

}
