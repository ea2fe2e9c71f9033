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

import java.util.Set;

import io.azuretables.key.RowParts;
import io.azuretables.mapping.EntityType;
import io.azuretables.row.RowWrite;

/**
 * The names of the columns that this module writes besides the properties of entities.
 * Other columns, whatever their names, belong to applications.
 *
 * @since 0.1
 */
public final class ReservedColumns {

	/**
	 * In the first row of a list of ids, how many further rows there are.
	 */
	public static final String FURTHER = "_n";

	/**
	 * In the row of an entity that moves, the keys that the entity gets.
	 */
	public static final String MOVE_TARGET = "_to";

	private static final Set<String> NAMES = Set.of(RowWrite.TOKEN, RowWrite.MOVE, MOVE_TARGET,
			IndexMapping.ENTITY_ROW_KEY, IndexMapping.ENTITY_PARTITION_KEY, FURTHER, RowParts.GENERATION,
			SeriesMapping.OPERATIONS, EntityType.BY_KEY);

	private ReservedColumns() {
	}

	/**
	 * Whether a column is one of this module.
	 */
	public static boolean contains(String column) {
		return column.startsWith("_") && (NAMES.contains(column) || column.startsWith(IndexMapping.TOKEN_PREFIX));
	}

}
