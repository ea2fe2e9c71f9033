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

import io.azuretables.internal.change.EntityChange;
import io.azuretables.internal.change.IndexChange;
import io.azuretables.internal.change.IndexChange.Superseded;
import io.azuretables.internal.convert.RowValues;
import io.azuretables.internal.model.IndexMapping;
import io.azuretables.key.TableKey;
import io.azuretables.row.RowProjection;
import io.azuretables.row.TableRow;
import org.jspecify.annotations.Nullable;

import org.springframework.dao.DataIntegrityViolationException;

/**
 * Computes how a write of an entity changes its secondary indexes in other partitions. An
 * index that the change does not touch keeps its row, and the entity the token of that
 * row. One that leaves the entity out from now on has the token of the write too, or the
 * row that it had would still count.
 *
 * @since 0.1
 */
public final class InterPartitionIndexes {

	private final List<IndexRows> indexes;

	private final List<IndexMapping> mappings;

	private final boolean mixed;

	/**
	 * The columns of the tokens. Types of one table that inherit an index have one for
	 * it.
	 */
	private final List<String> tokenColumns;

	private final RowProjection marked;

	InterPartitionIndexes(List<IndexRows> indexes, boolean mixed) {
		this.indexes = List.copyOf(indexes);
		this.mappings = this.indexes.stream().map(IndexRows::index).toList();
		this.mixed = mixed;
		this.tokenColumns = this.mappings.stream().map(IndexMapping::tokenColumn).distinct().toList();
		this.marked = new RowProjection(this.tokenColumns, (name) -> true);
	}

	public boolean isEmpty() {
		return this.indexes.isEmpty();
	}

	public List<IndexMapping> mappings() {
		return this.mappings;
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
	 * What a change of an entity changes.
	 */
	public IndexChanges changes(EntityChange change) {
		RowValues before = change.before();
		RowValues after = change.after();
		List<IndexChange> changes = new ArrayList<>(this.indexes.size());
		@Nullable Object[] tokens = new @Nullable Object[this.tokenColumns.size()];
		for (int i = 0; i < tokens.length; i++) {
			tokens[i] = (before != null) ? before.row().get(this.tokenColumns.get(i)) : null;
		}
		for (IndexRows index : this.indexes) {
			IndexChange changed = change(index, IndexedChange.of(index, change, this.mixed), change.token());
			if (changed != null) {
				changes.forEach((other) -> {
					checkUnique(changed, other);
					checkUnique(other, changed);
				});
				changes.add(changed);
				tokens[this.tokenColumns.indexOf(index.index().tokenColumn())] = change.token();
			}
		}
		return new IndexChanges(changes, (after != null) ? this.marked.apply(after.row(), after.key(), tokens) : null);
	}

	/**
	 * Refuses an entity that takes the place of one of another type and keeps its key in
	 * a unique index: the key stays reserved for the row as it was until that is gone.
	 */
	private static void checkUnique(IndexChange one, IndexChange other) {
		Superseded left = one.old();
		TableRow taken = other.row();
		if (one.index().unique() && left != null && taken != null && left.key().equals(taken.key())) {
			throw new DataIntegrityViolationException("The row under the key of the entity is of another type, and "
					+ "has the same key in the unique index '" + one.index().name()
					+ "'; delete it first, or give the entity another value");
		}
	}

	private static @Nullable IndexChange change(IndexRows index, IndexedChange change, String token) {
		RowValues before = change.before();
		RowValues after = change.after();
		TableKey oldKey = change.oldKey();
		TableKey newKey = change.newKey();
		boolean unchanged = Objects.equals(oldKey, newKey) && (before == null || after == null || newKey == null
				|| index.hasSameContent(before.row(), after.row()));
		if (unchanged) {
			return null;
		}
		return new IndexChange(index.index(),
				(before != null && oldKey != null) ? superseded(index, before.row(), oldKey) : null,
				(after != null && newKey != null) ? index.rowFor(after.row(), newKey, token) : null);
	}

	private static Superseded superseded(IndexRows index, TableRow before, TableKey key) {
		String token = tokenOf(index.index(), before);
		return new Superseded(index.withToken(key, token), token);
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

}
