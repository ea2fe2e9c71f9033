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

package io.azuretables.row;

import java.time.Instant;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The eight data types of the table service. Each has one Java class that stands for it
 * in rows and filters.
 *
 * @since 0.1
 */
public enum EdmType {

	/**
	 * Bytes, up to 64 KiB.
	 */
	BINARY("Edm.Binary", byte[].class),

	/**
	 * True or false.
	 */
	BOOLEAN("Edm.Boolean", Boolean.class),

	/**
	 * A point in time from 1601 to 9999, of 100 nanoseconds, in UTC.
	 */
	DATE_TIME("Edm.DateTime", Instant.class),

	/**
	 * A floating-point number of 64 bits.
	 */
	DOUBLE("Edm.Double", Double.class),

	/**
	 * A UUID.
	 */
	GUID("Edm.Guid", UUID.class),

	/**
	 * An integer of 32 bits.
	 */
	INT32("Edm.Int32", Integer.class),

	/**
	 * An integer of 64 bits.
	 */
	INT64("Edm.Int64", Long.class),

	/**
	 * Text, up to 64 KiB in UTF-16.
	 */
	STRING("Edm.String", String.class);

	private static final Map<Class<?>, EdmType> BY_CLASS = Arrays.stream(values())
		.collect(Collectors.toUnmodifiableMap(EdmType::javaType, Function.identity()));

	private static final Map<String, EdmType> BY_NAME = Arrays.stream(values())
		.collect(Collectors.toUnmodifiableMap(EdmType::edmName, Function.identity()));

	private final String edmName;

	private final Class<?> javaType;

	EdmType(String edmName, Class<?> javaType) {
		this.edmName = edmName;
		this.javaType = javaType;
	}

	/**
	 * The type of a value of a row.
	 * @throws IllegalArgumentException if rows hold no values of its class
	 */
	public static EdmType of(Object value) {
		if (value instanceof String) {
			return STRING;
		}
		if (value instanceof Integer) {
			return INT32;
		}
		if (value instanceof Instant) {
			return DATE_TIME;
		}
		if (value instanceof Long) {
			return INT64;
		}
		if (value instanceof Double) {
			return DOUBLE;
		}
		if (value instanceof Boolean) {
			return BOOLEAN;
		}
		EdmType type = BY_CLASS.get(value.getClass());
		if (type == null) {
			throw new IllegalArgumentException("A row holds no values of type " + value.getClass().getName()
					+ "; the types are " + BY_CLASS.keySet());
		}
		return type;
	}

	public static Optional<EdmType> ofClass(Class<?> javaType) {
		return Optional.ofNullable(BY_CLASS.get(javaType));
	}

	/**
	 * The type with a name such as {@code Edm.Int64}.
	 */
	public static Optional<EdmType> ofName(String edmName) {
		return Optional.ofNullable(BY_NAME.get(edmName));
	}

	/**
	 * The name by which the service knows the type.
	 */
	public String edmName() {
		return this.edmName;
	}

	/**
	 * The class of the values of this type in a {@link TableRow}.
	 */
	public Class<?> javaType() {
		return this.javaType;
	}

}
