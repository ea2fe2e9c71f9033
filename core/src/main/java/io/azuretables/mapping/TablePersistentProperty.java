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

package io.azuretables.mapping;

import org.jspecify.annotations.Nullable;

import org.springframework.data.core.TypeInformation;
import org.springframework.data.mapping.PersistentProperty;

/**
 * Spring Data's persistent property for a class that is stored in a table; adds the
 * column name and type.
 *
 * @since 0.1
 */
public interface TablePersistentProperty extends PersistentProperty<TablePersistentProperty> {

	/**
	 * The name in the table, as far as this property alone determines it.
	 */
	String columnName();

	/**
	 * The class that the property is to be stored as; {@code void} where nothing is said.
	 */
	Class<?> columnType();

	/**
	 * Whether values are stored as JSON.
	 */
	boolean isJson();

	/**
	 * How values are compressed; {@code null} if they are not.
	 */
	@Nullable Compressed compressed();

	/**
	 * Whether values name a content that is stored outside of the row.
	 */
	boolean isExternalContent();

	/**
	 * How values are encrypted; {@code null} if they are not annotated to be.
	 */
	@Nullable Encrypted encrypted();

	/**
	 * The class of the entity that the property is a link to; {@code null} if it is none.
	 */
	@Nullable Class<?> linkedType();

	/**
	 * Whether the property is a link to an entity.
	 */
	boolean isLink();

	/**
	 * Whether the property is a series, with a column for each slot.
	 */
	boolean isSeries();

	/**
	 * The type of what is stored in one column: that of the elements of a series,
	 * otherwise that of the property.
	 */
	TypeInformation<?> storedTypeInformation();

	/**
	 * Whether the properties of the value are properties of the row; so are those of an
	 * identifier that is an object, unless it is stored as one value.
	 */
	boolean isFlattened();

	/**
	 * Whether the value has properties that could be flattened: it is one object.
	 */
	boolean isOneObject();

	/**
	 * The part that the property is stored in, {@code null} for the main row.
	 */
	@Nullable String part();

	/**
	 * Whether the property receives the service's timestamp.
	 */
	boolean isServerTimestamp();

	/**
	 * Whether the property holds what no other property stands for.
	 */
	boolean isOtherProperties();

	/**
	 * Whether the property may have no value: its type is neither primitive nor declared
	 * as one that always has a value, by JSpecify's annotations or in Kotlin.
	 */
	boolean isNullable();

	/**
	 * Whether the property is a part of the row's content, or of its key.
	 */
	boolean isContent();

	/**
	 * Whether the name in the table is declared.
	 */
	boolean hasOwnColumn();

}
