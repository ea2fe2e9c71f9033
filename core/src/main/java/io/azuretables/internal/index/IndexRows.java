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

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;

import io.azuretables.internal.convert.RowUpgrades;
import io.azuretables.internal.convert.RowValues;
import io.azuretables.internal.key.KeyLayout;
import io.azuretables.internal.model.EntityModel;
import io.azuretables.internal.model.EntityModel.Discriminator;
import io.azuretables.internal.model.IndexMapping;
import io.azuretables.internal.model.LeafProperty;
import io.azuretables.internal.model.LeafProperty.Place;
import io.azuretables.key.InvalidKeyException;
import io.azuretables.key.TableKey;
import io.azuretables.row.RowProjection;
import io.azuretables.row.RowWrite;
import io.azuretables.row.TableRow;
import io.azuretables.row.UnstorableValueException;
import org.jspecify.annotations.Nullable;

/**
 * Makes the row of one secondary index from the row of an entity. It is a copy of the
 * entity's row, or of a part of it, under the key of the index, with the key of the
 * entity. It follows from the entity's row alone.
 *
 * @since 0.1
 */
public final class IndexRows {

	private final EntityModel model;

	private final IndexMapping index;

	/**
	 * The columns that are copied, where not all of them are.
	 */
	private final Set<String> copied;

	private final RowProjection projection;

	private final List<LeafProperty> omitted;

	private final Set<String> keyColumns;

	private final boolean fixed;

	public IndexRows(EntityModel model, IndexMapping index) {
		this.model = model;
		this.index = index;
		this.copied = index.copied().stream().map(LeafProperty::column).collect(Collectors.toSet());
		this.copied.add(RowWrite.TOKEN);
		this.omitted = index.omitted();
		if (model.discriminator() != null && !index.isList()) {
			this.copied.add(model.discriminator().column());
		}
		this.projection = new RowProjection(
				index.isIntraPartition() ? List.of(IndexMapping.ENTITY_ROW_KEY)
						: List.of(IndexMapping.ENTITY_ROW_KEY, IndexMapping.ENTITY_PARTITION_KEY, RowWrite.TOKEN),
				this::isCopied);
		this.keyColumns = index.keys()
			.leaves()
			.stream()
			.filter((leaf) -> leaf.place() == Place.COLUMN)
			.map(LeafProperty::column)
			.collect(Collectors.toUnmodifiableSet());
		this.fixed = !index.unique() && index.keys().leaves().stream().allMatch((leaf) -> leaf.place() == Place.KEY);
	}

	public EntityModel model() {
		return this.model;
	}

	public IndexMapping index() {
		return this.index;
	}

	/**
	 * A row from the store, as the class has it in this process.
	 */
	private RowValues stored(TableRow entity) {
		return RowValues.of(this.model, RowUpgrades.current(this.model, entity));
	}

	/**
	 * The key of the index row for the row of an entity.
	 * @return the key, or {@code null} where the index leaves the entity out
	 * @throws io.azuretables.key.InvalidKeyException if a property cannot stand in the
	 * key
	 */
	public @Nullable TableKey keyFor(TableRow entity) {
		return keyFor(stored(entity));
	}

	@Nullable TableKey keyFor(RowValues entity) {
		for (LeafProperty leaf : this.omitted) {
			if (entity.apply(leaf) == null) {
				return null;
			}
		}
		return this.index.isIntraPartition()
				? new TableKey(entity.key().partitionKey(), this.index.keys().encodeRow(entity))
				: this.index.keys().encode(entity);
	}

	/**
	 * The index row for the row of an entity, where the index lies in its partition or
	 * has lists.
	 * @return the row, or {@code null} where the index leaves the entity out
	 */
	public @Nullable TableRow rowFor(TableRow entity) {
		RowValues current = stored(entity);
		TableKey key = keyFor(current);
		return (key != null) ? rowFor(current.row(), key) : null;
	}

	/**
	 * The index row under a key that is known, where the index lies in the partition of
	 * the entity or has lists.
	 */
	TableRow rowFor(TableRow entity, TableKey key) {
		return this.index.isList() ? entry(key, entity.key())
				: this.projection.apply(entity, key, entity.key().rowKey());
	}

	/**
	 * The index row of a write, for the row of an entity, where the index lies in another
	 * partition.
	 * @param token the token of the write
	 * @return the row, or {@code null} where the index leaves the entity out
	 */
	public @Nullable TableRow rowFor(TableRow entity, String token) {
		RowValues current = stored(entity);
		TableKey key = keyFor(current);
		return (key != null) ? rowFor(current.row(), key, token) : null;
	}

	/**
	 * The index row of a write under a key that is known, where the index lies in another
	 * partition.
	 * @param key the key that the templates give
	 * @param token the token of the write
	 */
	TableRow rowFor(TableRow entity, TableKey key, String token) {
		TableKey own = withToken(key, token);
		return this.index.isList() ? entry(own, entity.key())
				: this.projection.apply(entity, own, entity.key().rowKey(), entity.key().partitionKey(), token);
	}

	/**
	 * What stands for an entity in a list: the row that it would have if each entity had
	 * a row of its own.
	 * @param list the key of the list
	 */
	public static TableRow entry(TableKey list, TableKey entity) {
		return TableRow.of(list, Map.of(IndexMapping.ENTITY_ROW_KEY, entity.rowKey(), IndexMapping.ENTITY_PARTITION_KEY,
				entity.partitionKey()));
	}

	/**
	 * Whether two rows of an entity have the same values in the key of the index, so that
	 * they have one key. What stands in the key of the entity is the same in both.
	 */
	boolean hasSameKeyValues(TableRow before, TableRow after) {
		for (String column : this.keyColumns) {
			if (!Objects.equals(before.get(column), after.get(column))) {
				return false;
			}
		}
		return true;
	}

	/**
	 * Whether two rows of an entity with one index key have the same index row, but for
	 * the token.
	 */
	boolean hasSameContent(TableRow before, TableRow after) {
		return contains(before, after) && contains(after, before);
	}

	private boolean contains(TableRow row, TableRow other) {
		boolean[] contains = { true };
		other.forEach((name, value) -> contains[0] &= !isCompared(name) || Objects.deepEquals(value, row.get(name)));
		return contains[0];
	}

	private boolean isCompared(String name) {
		return isCopied(name) && !name.equals(RowWrite.TOKEN);
	}

	/**
	 * The key of the index row of a write.
	 * @param key the key that the templates give
	 * @param token the token of the write
	 */
	public TableKey withToken(TableKey key, String token) {
		if (!this.index.isWriteOnce()) {
			return key;
		}
		String rowKey = key.rowKey() + token;
		if (rowKey.length() > KeyLayout.MAX_LENGTH) {
			throw new InvalidKeyException("@SecondaryIndex(\"" + this.index.name() + "\")",
					this.index.keys().row().template().toString(), key.rowKey(),
					"with the token of its write the key has " + rowKey.length()
							+ " UTF-16 code units, and the service takes " + KeyLayout.MAX_LENGTH);
		}
		return new TableKey(key.partitionKey(), rowKey);
	}

	/**
	 * The columns of the entity that its index row depends on; {@code null} for all.
	 */
	@Nullable Set<String> columns() {
		if (this.index.isFullCopy()
				|| (this.model.discriminator() != null && this.model.discriminator().hasUpgrades())) {
			return null;
		}
		Set<String> columns = new LinkedHashSet<>(this.copied);
		columns.addAll(this.keyColumns);
		return columns;
	}

	/**
	 * The columns of the entity that the key of its index row depends on.
	 */
	Set<String> keyColumns() {
		return this.keyColumns;
	}

	/**
	 * Whether a row is one of the type that has the index, where several types share a
	 * table.
	 */
	public boolean isOf(TableRow row) {
		Discriminator type = this.model.discriminator();
		return type == null || type.isOwn(row.get(type.column()));
	}

	private boolean isCopied(String name) {
		return this.copied.contains(name) || (this.index.isFullCopy() && !name.startsWith(IndexMapping.TOKEN_PREFIX));
	}

	/**
	 * The key of the index row that a row in the store may have. A writer that knows
	 * nothing of the index may have left what could not have been indexed.
	 * @return the key, or {@code null} where there can be no index row
	 */
	public @Nullable TableKey knownKeyFor(TableRow stored) {
		return knownKeyFor(stored(stored));
	}

	@Nullable TableKey knownKeyFor(RowValues stored) {
		try {
			return keyFor(stored);
		}
		catch (InvalidKeyException | UnstorableValueException ex) {
			return null;
		}
	}

	/**
	 * Whether the key of the index row follows from the key of the entity and belongs to
	 * no other one, so that it can be written without a look at what was there.
	 */
	public boolean isFixed() {
		return this.fixed;
	}

}
