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
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.azuretables.key.TableKey;
import io.azuretables.mapping.EntityModel;
import io.azuretables.mapping.EntityModel.Discriminator;
import io.azuretables.mapping.IndexMapping;
import io.azuretables.mapping.LeafProperty;
import io.azuretables.mapping.LeafProperty.Place;
import io.azuretables.row.RowWrite;
import io.azuretables.row.TableRow;
import org.jspecify.annotations.Nullable;

/**
 * Computes the index rows that change with an entity. Those of all its indexes in its own
 * partition, to be written together with it; and those of its indexes in others.
 *
 * @since 0.1
 */
public final class EntityIndexes {

	private final EntityModel model;

	private final boolean mixed;

	private final List<IndexRows> indexes;

	private final InterPartitionIndexes others;

	private final boolean moving;

	/**
	 * The values that tell the types, all of which are known here.
	 */
	private final Set<String> known;

	/**
	 * The indexes of an entity.
	 */
	public EntityIndexes(EntityModel model) {
		this(model, List.of(model));
	}

	/**
	 * The indexes of an entity and of all types whose rows it may replace, each of which
	 * may have others.
	 */
	public EntityIndexes(EntityModel model, List<EntityModel> types) {
		this.model = model;
		this.mixed = !types.equals(List.of(model));
		List<IndexRows> all = types.stream()
			.flatMap((type) -> type.indexes().stream().map((index) -> new IndexRows(type, index)))
			.toList();
		this.indexes = all.stream().filter((rows) -> rows.index().isIntraPartition()).toList();
		this.others = new InterPartitionIndexes(
				all.stream().filter((rows) -> !rows.index().isIntraPartition()).toList(), this.mixed);
		this.moving = (this.mixed && !isEmpty()) || !this.others.isEmpty()
				|| !this.indexes.stream().allMatch(IndexRows::isFixed);
		this.known = Stream.concat(Stream.of(model), types.stream())
			.flatMap((type) -> (type.discriminator() != null) ? type.discriminator().values().stream() : Stream.of())
			.collect(Collectors.toSet());
	}

	/**
	 * Whether a row of another type may lie under the key of an entity of this one: of a
	 * class that is known here, or of one that is not, such as this one under the value
	 * that its {@code @EntityType} had before.
	 */
	public boolean mayMeetOtherTypes() {
		return this.model.discriminator() != null;
	}

	/**
	 * Whether a row is of another type.
	 * @param row the row, with at least the {@link #columns()}
	 */
	public boolean isOfOtherType(TableRow row) {
		Discriminator own = this.model.discriminator();
		return own != null && !own.values().contains(row.get(own.column()));
	}

	/**
	 * Whether a row is of no type that is known here.
	 * @param row the row, with at least the {@link #columns()}
	 */
	public boolean isOfUnknownType(TableRow row) {
		Discriminator own = this.model.discriminator();
		return own != null && !this.known.contains(row.get(own.column()));
	}

	/**
	 * The indexes in other partitions.
	 */
	public InterPartitionIndexes others() {
		return this.others;
	}

	public boolean isEmpty() {
		return this.indexes.isEmpty() && this.others.isEmpty();
	}

	/**
	 * The indexes in the partition of the entity.
	 */
	public List<IndexRows> indexes() {
		return this.indexes;
	}

	/**
	 * Whether a change must know the row as it was: some index row may lie under a key
	 * that the new state does not tell.
	 */
	public boolean needPrevious() {
		return this.moving;
	}

	/**
	 * The columns that tell where the index rows of an entity lie; {@code null} for all.
	 */
	public @Nullable List<String> columns() {
		Set<String> others = this.others.columns();
		if (others == null) {
			return null;
		}
		Set<String> columns = new LinkedHashSet<>(others);
		for (IndexRows index : this.indexes) {
			for (LeafProperty leaf : index.index().keys().leaves()) {
				if (leaf.place() == Place.COLUMN) {
					columns.add(leaf.column());
				}
			}
		}
		Discriminator discriminator = this.model.discriminator();
		if (discriminator != null) {
			columns.add(discriminator.column());
		}
		return List.copyOf(columns);
	}

	/**
	 * The writes that go with the write of an entity.
	 * @param before the row as it was, with at least the {@link #columns()}; {@code null}
	 * when there was none, or when index keys never change
	 * @param after the row as it will be; {@code null} for a delete
	 */
	public List<RowWrite> changes(@Nullable TableRow before, @Nullable TableRow after) {
		if (isEmpty()) {
			return List.of();
		}
		Set<TableKey> left = (before != null) ? keys(before) : new LinkedHashSet<>();
		List<RowWrite> writes = new ArrayList<>();
		for (IndexRows index : this.indexes) {
			TableRow row = (after != null && isOf(index, after)) ? index.rowFor(after) : null;
			if (row != null) {
				boolean created = !left.remove(row.key()) && !index.isFixed();
				writes.add((created && index.index().unique()) ? new RowWrite.Insert(row)
						: new RowWrite.InsertOrReplace(row));
			}
		}
		left.forEach((key) -> writes.add(new RowWrite.Delete(key, RowWrite.ANY)));
		return writes;
	}

	private Set<TableKey> keys(TableRow row) {
		Set<TableKey> keys = new LinkedHashSet<>();
		for (IndexRows index : this.indexes) {
			TableKey key = isOf(index, row) ? index.knownKeyFor(row) : null;
			if (key != null) {
				keys.add(key);
			}
		}
		return keys;
	}

	private boolean isOf(IndexRows index, TableRow row) {
		return !this.mixed || index.isOf(row);
	}

	/**
	 * The index in which a key lies.
	 */
	public @Nullable IndexMapping indexOf(TableKey key) {
		return this.indexes.stream()
			.map(IndexRows::index)
			.filter((index) -> key.rowKey().startsWith(index.keys().row().prefix()))
			.findFirst()
			.orElse(null);
	}

	public EntityModel model() {
		return this.model;
	}

}
