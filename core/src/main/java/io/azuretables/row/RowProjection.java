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

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;

import io.azuretables.key.TableKey;
import org.jspecify.annotations.Nullable;

/**
 * Makes a new row from another one by copying some properties and adding others. It
 * decides which ones once for rows that share their names. Safe for concurrent use.
 *
 * @since 0.1
 */
public final class RowProjection {

	private final List<String> added;

	private final Predicate<String> copied;

	/**
	 * For the rows that came last; threads may overwrite each other's.
	 */
	private @Nullable Layout last;

	/**
	 * A projection.
	 * @param added the names of the properties that each new row has besides
	 * @param copied which properties are copied; those that are added are not
	 */
	public RowProjection(List<String> added, Predicate<String> copied) {
		this.added = List.copyOf(added);
		this.copied = copied;
	}

	/**
	 * The row that is made of a row.
	 * @param key the key of the new row
	 * @param values the values of the properties that are added, in their order;
	 * {@code null} for one that the row lacks
	 */
	public TableRow apply(TableRow row, TableKey key, @Nullable Object... values) {
		Layout layout = layout(row.names());
		@Nullable Object[] source = row.values();
		@Nullable Object[] target = new @Nullable Object[values.length + layout.positions().length];
		System.arraycopy(values, 0, target, 0, values.length);
		for (int i = 0; i < layout.positions().length; i++) {
			target[values.length + i] = source[layout.positions()[i]];
		}
		return TableRow.wrap(key, layout.names(), target);
	}

	private Layout layout(RowNames source) {
		Layout known = this.last;
		if (known == null || known.source() != source) {
			known = newLayout(source);
			this.last = known;
		}
		return known;
	}

	private Layout newLayout(RowNames source) {
		List<String> names = new ArrayList<>(this.added);
		int[] positions = new int[source.size()];
		int count = 0;
		for (int i = 0; i < positions.length; i++) {
			String name = source.get(i);
			if (!this.added.contains(name) && this.copied.test(name)) {
				names.add(name);
				positions[count++] = i;
			}
		}
		return new Layout(source, RowNames.of(names), Arrays.copyOf(positions, count));
	}

	/**
	 * How rows with certain names are copied.
	 *
	 * @param source the names
	 * @param names the names of the new rows
	 * @param positions where the properties are found that are copied
	 */
	private record Layout(RowNames source, RowNames names, int[] positions) {

	}

}
