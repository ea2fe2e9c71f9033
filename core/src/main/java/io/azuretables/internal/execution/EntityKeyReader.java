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

package io.azuretables.internal.execution;

import java.time.Instant;
import java.util.List;
import java.util.Objects;

import io.azuretables.internal.convert.VersionedRowReader;
import io.azuretables.internal.model.EntityModel;
import io.azuretables.internal.model.EntityModel.Discriminator;
import io.azuretables.internal.model.IndexMapping;
import io.azuretables.key.TableKey;
import io.azuretables.mapping.TablePersistentEntity;
import io.azuretables.row.RowReader;
import io.azuretables.row.RowReader.Assembler;
import org.jspecify.annotations.Nullable;

/**
 * Reads the key of an entity from its own row, or from an index row.
 */
public final class EntityKeyReader implements Assembler<TableKey> {

	public static final List<String> COLUMNS = List.of(IndexMapping.ENTITY_ROW_KEY, IndexMapping.ENTITY_PARTITION_KEY);

	private final @Nullable Discriminator type;

	private boolean other;

	private @Nullable String partitionKey;

	private @Nullable String rowKey;

	private EntityKeyReader(@Nullable Discriminator type) {
		this.type = type;
		this.other = type != null;
	}

	/**
	 * Reads the keys of all rows.
	 */
	public static RowReader<TableKey> all() {
		return () -> new EntityKeyReader(null);
	}

	/**
	 * Reads the keys of the rows of a class.
	 */
	public static RowReader<TableKey> of(TablePersistentEntity<?> entity) {
		return of(EntityModel.of(entity));
	}

	/**
	 * Reads the keys of rows of one type, of any version, if a property tells it.
	 */
	public static RowReader<TableKey> of(EntityModel model) {
		return VersionedRowReader.of(() -> new EntityKeyReader(model.discriminator()), model, List.of());
	}

	@Override
	public void property(String name, Object value) {
		if (name.equals(IndexMapping.ENTITY_ROW_KEY)) {
			this.rowKey = (String) value;
		}
		else if (name.equals(IndexMapping.ENTITY_PARTITION_KEY)) {
			this.partitionKey = (String) value;
		}
		else if (this.type != null && this.type.isMetBy(name, value)) {
			this.other = false;
		}
	}

	@Override
	public @Nullable TableKey end(TableKey key, @Nullable String etag, @Nullable Instant timestamp) {
		return this.other ? null : new TableKey(Objects.requireNonNullElse(this.partitionKey, key.partitionKey()),
				Objects.requireNonNullElse(this.rowKey, key.rowKey()));
	}

}
