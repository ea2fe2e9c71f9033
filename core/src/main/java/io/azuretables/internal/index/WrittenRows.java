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

package io.azuretables.internal.index;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import io.azuretables.row.TableRow;

/**
 * All rows that inserting an entity writes: its own row, its parts, its index rows and
 * others.
 *
 * @param main the entity's own row
 * @param parts the rows of its parts, by their names
 * @param indexes the rows of its indexes, by their names
 * @param companions other rows that change with it
 * @since 0.1
 */
public record WrittenRows(TableRow main, Map<String, TableRow> parts, Map<String, TableRow> indexes,
		List<TableRow> companions) {

	public WrittenRows {
		parts = new LinkedHashMap<>(parts);
		indexes = new LinkedHashMap<>(indexes);
		companions = List.copyOf(companions);
	}

}
