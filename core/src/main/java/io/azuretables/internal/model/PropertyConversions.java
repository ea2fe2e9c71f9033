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

import io.azuretables.mapping.Encrypted;
import io.azuretables.mapping.TablePersistentProperty;

import org.springframework.data.mapping.model.SimpleTypeHolder;

/**
 * Finds how the values of a property are converted, by its type and annotations. The port
 * through which the mapping asks for conversions.
 *
 * @since 0.1
 */
public interface PropertyConversions {

	/**
	 * The conversion for a property.
	 * @param property the property
	 * @param column where its values are stored
	 * @throws IllegalArgumentException if the type is not supported, saying what to do
	 */
	PropertyConversion of(TablePersistentProperty property, StoredColumn column);

	/**
	 * Checks that the contents can be encrypted that a property names.
	 * @throws IllegalArgumentException if not, saying what to do
	 */
	default void checkContent(Encrypted encrypted) {
		throw new IllegalArgumentException("is @Encrypted, and these conversions encrypt nothing");
	}

	/**
	 * The types that have no properties of their own.
	 */
	SimpleTypeHolder simpleTypes();

}
