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

import io.azuretables.internal.change.EntityChange;
import io.azuretables.internal.convert.RowValues;
import io.azuretables.key.TableKey;
import org.jspecify.annotations.Nullable;

/**
 * The row of an entity before and after a write, each with its key in one index. Where
 * the values of the index key stay as they were, the key is encoded once.
 *
 * @param before the row as it was; {@code null} if there was none, or one of a type that
 * lacks the index
 * @param oldKey the key of the index row that may be there; {@code null} for none
 * @param after the row as it will be; {@code null} if there is none, or one of a type
 * that lacks the index
 * @param newKey the key of the index row that belongs to it; {@code null} for none
 */
record IndexedChange(@Nullable RowValues before, @Nullable TableKey oldKey, @Nullable RowValues after,
		@Nullable TableKey newKey) {

	/**
	 * The change for an index.
	 * @param mixed whether rows of several types may lie under the keys of the entity
	 * @throws io.azuretables.key.InvalidKeyException if a property of the entity that is
	 * written cannot stand in the key
	 */
	static IndexedChange of(IndexRows index, EntityChange change, boolean mixed) {
		RowValues before = view(index, change.before(), mixed);
		RowValues after = view(index, change.after(), mixed);
		TableKey newKey = (after != null) ? index.keyFor(after) : null;
		boolean same = before != null && after != null && index.hasSameKeyValues(before.row(), after.row());
		TableKey oldKey = same ? newKey : (before != null) ? index.knownKeyFor(before) : null;
		return new IndexedChange(before, oldKey, after, newKey);
	}

	/**
	 * The row as one of the type that has the index; {@code null} if it is of another.
	 */
	private static @Nullable RowValues view(IndexRows index, @Nullable RowValues row, boolean mixed) {
		return (row != null && (!mixed || index.isOf(row.row()))) ? row.as(index.model()) : null;
	}

}
