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

import io.azuretables.key.TableKey;
import io.azuretables.mapping.EntityModel;
import io.azuretables.mapping.IndexMapping;
import io.azuretables.mapping.LeafProperty;
import io.azuretables.row.TableRow;
import org.jspecify.annotations.Nullable;

import org.springframework.data.mapping.PersistentPropertyAccessor;

/**
 * Which row stands for an entity in one of its indexes? A copy of the entity's row, or of
 * a part of it, under the key of the index, with the key of the entity.
 *
 * @since 0.1
 */
public final class IndexRows {

	private final IndexMapping index;

	private final Set<String> copied;

	public IndexRows(EntityModel model, IndexMapping index) {
		this.index = index;
		this.copied = index.content().copied().stream().map(LeafProperty::column).collect(Collectors.toSet());
		if (model.discriminator() != null) {
			this.copied.add(model.discriminator().column());
		}
	}

	public IndexMapping index() {
		return this.index;
	}

	/**
	 * The key of the index row for an entity.
	 * @param entity the properties of the entity
	 * @return the key, or {@code null} where the index leaves the entity out
	 * @throws io.azuretables.key.InvalidKeyException if a property cannot stand in the
	 * key
	 */
	public @Nullable TableKey key(PersistentPropertyAccessor<?> entity) {
		boolean left = this.index.isSparse()
				&& this.index.keys().leaves().stream().anyMatch((leaf) -> leaf.valueIn(entity) == null);
		return left ? null : this.index.keys().encode((leaf) -> leaf.valueIn(entity));
	}

	/**
	 * The index row for the row of an entity.
	 * @param key the key of the index row
	 * @param row the row of the entity
	 */
	public TableRow row(TableKey key, TableRow row) {
		Map<String, Object> properties = new LinkedHashMap<>();
		properties.put(IndexMapping.ENTITY_ROW_KEY, row.key().rowKey());
		if (!this.index.isIntraPartition()) {
			properties.put(IndexMapping.ENTITY_PARTITION_KEY, row.key().partitionKey());
		}
		row.forEach((name, value) -> {
			if (this.index.isFullCopy() || this.copied.contains(name)) {
				properties.put(name, value);
			}
		});
		return TableRow.of(key, properties);
	}

}
