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

package io.azuretables.internal.convert;

import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import io.azuretables.internal.model.EntityModel;
import io.azuretables.internal.model.EntityModel.Discriminator;
import io.azuretables.internal.model.EntityModel.Match;
import io.azuretables.internal.model.IndexMapping;
import io.azuretables.key.RowParts;
import io.azuretables.key.TableKey;
import io.azuretables.mapping.NewerTypes;
import io.azuretables.row.RowReader;
import io.azuretables.row.TableRow;
import org.jspecify.annotations.Nullable;

/**
 * Reads rows that older versions of an entity class have written, and upgrades them to
 * the current version. The reader behind it meets no other version. What it does with
 * newer ones is said by {@link NewerTypes}; one that is to be skipped looks like a row of
 * an unknown type.
 *
 * @param <T> what a row becomes
 * @since 0.1
 */
public final class VersionedRowReader<T> implements RowReader<T> {

	private final RowReader<T> reader;

	private final EntityModel model;

	private final Discriminator discriminator;

	private final boolean complete;

	private VersionedRowReader(RowReader<T> reader, EntityModel model, Discriminator discriminator, boolean complete) {
		this.reader = reader;
		this.model = model;
		this.discriminator = discriminator;
		this.complete = complete;
	}

	/**
	 * A reader of rows with all their columns: the reader itself for a class without
	 * versions.
	 */
	public static <T> RowReader<T> of(RowReader<T> reader, EntityModel model) {
		return of(reader, model, null);
	}

	/**
	 * A reader of rows of which perhaps some columns only are read. Those are not
	 * upgraded.
	 * @param select the columns, or {@code null} for all
	 */
	public static <T> RowReader<T> of(RowReader<T> reader, EntityModel model, @Nullable List<String> select) {
		Discriminator discriminator = model.discriminator();
		return (discriminator != null && discriminator.isVersioned())
				? new VersionedRowReader<>(reader, model, discriminator, select == null) : reader;
	}

	@Override
	public boolean readsTimestamp() {
		return this.reader.readsTimestamp();
	}

	@Override
	public RowParts parts() {
		return this.reader.parts();
	}

	@Override
	public Assembler<T> begin() {
		return new VersionedAssembler();
	}

	private final class VersionedAssembler implements Assembler<T> {

		private final List<String> names = new ArrayList<>();

		private final List<Object> values = new ArrayList<>();

		private @Nullable Object type;

		private @Nullable String partitionKey;

		private @Nullable String rowKey;

		@Override
		public void property(String name, Object value) {
			switch (name) {
				case IndexMapping.ENTITY_ROW_KEY -> this.rowKey = (String) value;
				case IndexMapping.ENTITY_PARTITION_KEY -> this.partitionKey = (String) value;
				default -> {
					if (name.equals(VersionedRowReader.this.discriminator.column())) {
						this.type = value;
					}
				}
			}
			this.names.add(name);
			this.values.add(value);
		}

		@Override
		public @Nullable T end(TableKey key, @Nullable String etag, @Nullable Instant timestamp) {
			Discriminator types = VersionedRowReader.this.discriminator;
			Match match = types.match(this.type);
			if (match == Match.NEWER && types.newer() == NewerTypes.FAIL) {
				throw RowUpgrades.newer(types, Objects.requireNonNull(this.type));
			}
			Assembler<T> assembler = VersionedRowReader.this.reader.begin();
			if (match == Match.OLDER && VersionedRowReader.this.complete) {
				upgraded(key).forEach(assembler::property);
				replayIndexColumns(assembler);
			}
			else {
				boolean told = match != Match.OTHER && (match != Match.NEWER || types.newer() == NewerTypes.READ);
				replay(assembler, told ? types.column() : null);
			}
			return assembler.end(key, etag, timestamp);
		}

		/**
		 * Gives the columns on as they were read.
		 * @param told the column that is to say the version of this process; {@code null}
		 * for none
		 */
		private void replay(Assembler<T> assembler, @Nullable String told) {
			for (int i = 0; i < this.names.size(); i++) {
				if (!this.names.get(i).equals(told)) {
					assembler.property(this.names.get(i), this.values.get(i));
				}
			}
			if (told != null) {
				assembler.property(told, RowUpgrades.current(VersionedRowReader.this.discriminator, this.type));
			}
		}

		private void replayIndexColumns(Assembler<T> assembler) {
			if (this.rowKey != null) {
				assembler.property(IndexMapping.ENTITY_ROW_KEY, this.rowKey);
			}
			if (this.partitionKey != null) {
				assembler.property(IndexMapping.ENTITY_PARTITION_KEY, this.partitionKey);
			}
		}

		/**
		 * The row of the entity, also where this is a copy of it in an index.
		 */
		private TableRow upgraded(TableKey key) {
			TableKey entity = new TableKey(Objects.requireNonNullElse(this.partitionKey, key.partitionKey()),
					Objects.requireNonNullElse(this.rowKey, key.rowKey()));
			Map<String, Object> properties = new LinkedHashMap<>();
			for (int i = 0; i < this.names.size(); i++) {
				properties.put(this.names.get(i), this.values.get(i));
			}
			properties.remove(IndexMapping.ENTITY_ROW_KEY);
			properties.remove(IndexMapping.ENTITY_PARTITION_KEY);
			return RowUpgrades.current(VersionedRowReader.this.model, TableRow.of(entity, properties));
		}

	}

}
