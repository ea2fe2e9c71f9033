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

package io.azuretables.index;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

import io.azuretables.convert.RowValues;
import io.azuretables.convert.UnstorableValueException;
import io.azuretables.key.InvalidKeyException;
import io.azuretables.key.TableKey;
import io.azuretables.mapping.EntityModel;
import io.azuretables.mapping.IndexMapping;
import io.azuretables.mapping.LeafProperty;
import io.azuretables.mapping.LeafProperty.Place;
import io.azuretables.row.RowWrite;
import io.azuretables.row.TableRow;
import org.jspecify.annotations.Nullable;

/**
 * Which row stands for an entity in one of its indexes? A copy of the entity's row, or of
 * a part of it, under the key of the index, with the key of the entity. It follows from
 * the entity's row alone.
 *
 * @since 0.1
 */
public final class IndexRows {

	private final EntityModel model;

	private final IndexMapping index;

	private final Set<String> copied;

	public IndexRows(EntityModel model, IndexMapping index) {
		this.model = model;
		this.index = index;
		this.copied = index.content().copied().stream().map(LeafProperty::column).collect(Collectors.toSet());
		this.copied.add(RowWrite.TOKEN);
		if (model.discriminator() != null) {
			this.copied.add(model.discriminator().column());
		}
	}

	EntityModel model() {
		return this.model;
	}

	public IndexMapping index() {
		return this.index;
	}

	/**
	 * The key of the index row for the row of an entity.
	 * @return the key, or {@code null} where the index leaves the entity out
	 * @throws io.azuretables.key.InvalidKeyException if a property cannot stand in the
	 * key
	 */
	public @Nullable TableKey keyFor(TableRow entity) {
		RowValues values = RowValues.of(this.model, entity);
		boolean left = this.index.isSparse()
				&& this.index.keys().leaves().stream().anyMatch((leaf) -> values.apply(leaf) == null);
		return left ? null : this.index.keys().encode(values);
	}

	/**
	 * The index row for the row of an entity.
	 * @return the row, or {@code null} where the index leaves the entity out
	 */
	public @Nullable TableRow rowFor(TableRow entity) {
		TableKey key = keyFor(entity);
		if (key == null) {
			return null;
		}
		Map<String, Object> properties = new LinkedHashMap<>();
		properties.put(IndexMapping.ENTITY_ROW_KEY, entity.key().rowKey());
		if (!this.index.isIntraPartition()) {
			properties.put(IndexMapping.ENTITY_PARTITION_KEY, entity.key().partitionKey());
		}
		entity.forEach((name, value) -> {
			if (this.index.isFullCopy() || this.copied.contains(name)) {
				properties.put(name, value);
			}
		});
		return TableRow.of(key, properties);
	}

	/**
	 * The key of the index row that a row in the store may have. A writer that knows
	 * nothing of the index may have left what could not have been indexed.
	 * @return the key, or {@code null} where there can be no index row
	 */
	public @Nullable TableKey knownKeyFor(TableRow stored) {
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
		return !this.index.unique()
				&& this.index.keys().leaves().stream().allMatch((leaf) -> leaf.place() == Place.KEY);
	}

}
