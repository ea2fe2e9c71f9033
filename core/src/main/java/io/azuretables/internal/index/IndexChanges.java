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

import java.util.List;

import io.azuretables.internal.change.IndexChange;
import io.azuretables.row.TableRow;
import org.jspecify.annotations.Nullable;

/**
 * The index rows in other partitions that a write of an entity adds and removes.
 *
 * @param changes the changes, one for each index that changes
 * @param row the row of the entity with the tokens of its index rows; {@code null} for a
 * delete
 * @since 0.1
 */
public record IndexChanges(List<IndexChange> changes, @Nullable TableRow row) {

}
