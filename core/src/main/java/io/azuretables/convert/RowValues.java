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

import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;

import io.azuretables.mapping.EntityModel;
import io.azuretables.mapping.LeafProperty;
import io.azuretables.mapping.LeafProperty.Place;
import io.azuretables.row.TableRow;
import org.jspecify.annotations.Nullable;

/**
 * Reads property values of an entity from its row. For keys that are derived from rows,
 * without an object.
 *
 * @since 0.1
 */
public final class RowValues implements Function<LeafProperty, @Nullable Object> {

	private final TableRow row;

	private final Map<LeafProperty, Object> fromKey = new HashMap<>();

	private RowValues(TableRow row) {
		this.row = row;
	}

	/**
	 * The values in the row of an entity.
	 */
	public static RowValues of(EntityModel model, TableRow row) {
		RowValues values = new RowValues(row);
		model.keys().decode(row.key(), values.fromKey::put);
		return values;
	}

	@Override
	public @Nullable Object apply(LeafProperty leaf) {
		if (leaf.place() == Place.KEY) {
			return this.fromKey.get(leaf);
		}
		Object stored = this.row.get(leaf.column());
		return (stored != null) ? leaf.conversion().read(stored) : this.fromKey.get(leaf);
	}

}
