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

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;

import io.azuretables.key.TableKey;
import io.azuretables.mapping.IndexMapping;
import io.azuretables.row.RowWrite;
import io.azuretables.row.TableRow;
import io.azuretables.write.IndexChange;
import io.azuretables.write.IndexChange.Superseded;
import org.jspecify.annotations.Nullable;

/**
 * Computes the index rows in other partitions that change with an entity. An index that
 * the change does not touch keeps its row, and the entity the token of that row.
 *
 * @since 0.1
 */
public final class InterPartitionIndexes {

	private final List<IndexRows> indexes;

	private final boolean mixed;

	InterPartitionIndexes(List<IndexRows> indexes, boolean mixed) {
		this.indexes = List.copyOf(indexes);
		this.mixed = mixed;
	}

	public boolean isEmpty() {
		return this.indexes.isEmpty();
	}

	public List<IndexMapping> mappings() {
		return this.indexes.stream().map(IndexRows::index).toList();
	}

	/**
	 * The columns of the entity that its index rows depend on; {@code null} for all.
	 */
	@Nullable Set<String> columns() {
		Set<String> columns = new LinkedHashSet<>();
		for (IndexRows index : this.indexes) {
			Set<String> own = index.columns();
			if (own == null) {
				return null;
			}
			columns.addAll(own);
			columns.add(index.index().tokenColumn());
		}
		return columns;
	}

	/**
	 * What changes.
	 * @param before the row of the entity as it was; {@code null} when there was none
	 * @param after the row as it will be; {@code null} for a delete
	 * @param token the token of the write
	 */
	public List<IndexChange> changes(@Nullable TableRow before, @Nullable TableRow after, String token) {
		List<IndexChange> changes = new ArrayList<>();
		for (IndexRows index : this.indexes) {
			if (!isUnchanged(index, before, after)) {
				TableRow row = (after != null && isOf(index, after)) ? index.rowFor(after, token) : null;
				changes.add(new IndexChange(index.index(), superseded(index, before), row));
			}
		}
		return changes;
	}

	private boolean isUnchanged(IndexRows index, @Nullable TableRow before, @Nullable TableRow after) {
		TableKey old = keyOf(index, before);
		TableRow row = (after != null && isOf(index, after)) ? index.rowFor(after) : null;
		if (old == null || row == null || before == null) {
			return old == null && row == null;
		}
		return row.with(RowWrite.TOKEN, null)
			.equals(Objects.requireNonNull(index.rowFor(before)).with(RowWrite.TOKEN, null));
	}

	private @Nullable Superseded superseded(IndexRows index, @Nullable TableRow before) {
		TableKey old = keyOf(index, before);
		if (old == null || before == null) {
			return null;
		}
		String token = tokenOf(index.index(), before);
		return new Superseded(index.withToken(old, token), token);
	}

	private @Nullable TableKey keyOf(IndexRows index, @Nullable TableRow row) {
		return (row != null && isOf(index, row)) ? index.knownKeyFor(row) : null;
	}

	private boolean isOf(IndexRows index, TableRow row) {
		return !this.mixed || index.isOf(row);
	}

	/**
	 * The token of the index row of an entity.
	 */
	public static String tokenOf(IndexMapping index, TableRow entity) {
		return tokenOf(index.name(), entity);
	}

	/**
	 * The token of the index row of an entity.
	 * @param index the name of the index
	 */
	public static String tokenOf(String index, TableRow entity) {
		return (entity.get(IndexMapping.TOKEN_PREFIX + index) instanceof String token) ? token : IndexMapping.NO_TOKEN;
	}

	/**
	 * The row of an entity with the tokens of its index rows. One that the index leaves
	 * out from now on has a token too, or it would still own the row it had.
	 * @param token the token of the write
	 */
	public TableRow marked(TableRow after, @Nullable TableRow before, String token, List<IndexChange> changes) {
		TableRow marked = after;
		for (IndexMapping index : mappings()) {
			Object known = (before != null) ? before.get(index.tokenColumn()) : null;
			marked = marked.with(index.tokenColumn(), known);
		}
		for (IndexChange change : changes) {
			marked = marked.with(change.index().tokenColumn(), token);
		}
		return marked;
	}

}
