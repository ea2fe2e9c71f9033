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

package io.azuretables.internal.write;

import java.util.List;
import java.util.Map;

import io.azuretables.key.TableKey;
import io.azuretables.row.TableRow;
import org.jspecify.annotations.Nullable;

/**
 * The stored rows that a write changes, read before it: rows of entities, and companion
 * rows such as index lists and summaries.
 *
 * @param entities the row of each entity as it was; {@code null} where none is needed, or
 * none was there
 * @param companions the companions that are there, of those that must be read
 */
record PreviousRows(List<@Nullable TableRow> entities, Map<TableKey, TableRow> companions) {

}
