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
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import io.azuretables.internal.convert.RowInspection;
import io.azuretables.internal.model.EntityModel.Discriminator;
import io.azuretables.internal.model.IndexMapping;
import io.azuretables.internal.model.KeyMapping;
import io.azuretables.internal.model.LeafProperty;
import io.azuretables.internal.model.LeafProperty.Place;
import io.azuretables.key.RowParts;
import io.azuretables.key.TableKey;
import io.azuretables.row.RowReader;
import org.jspecify.annotations.Nullable;

/**
 * Reads rows, drops those that do not meet a condition, and keeps the values that rows
 * are sorted by.
 *
 * @param <T> what a row becomes
 */
final class FilteringRowReader<T> implements RowReader<FoundRow<T>> {

	private static final String TIMESTAMP = "Timestamp";

	private final RowReader<T> reader;

	private final RowInspection watch;

	private final Map<String, LeafProperty> columns = new HashMap<>();

	FilteringRowReader(RowReader<T> reader, RowInspection watch) {
		this.reader = reader;
		this.watch = watch;
		watch.leaves().stream().filter(LeafProperty::isStored).forEach((leaf) -> this.columns.put(leaf.column(), leaf));
	}

	@Override
	public boolean readsTimestamp() {
		return this.columns.containsKey(TIMESTAMP) || this.reader.readsTimestamp();
	}

	@Override
	public RowParts parts() {
		return this.reader.parts();
	}

	@Override
	public Assembler<FoundRow<T>> begin() {
		return new FindingAssembler(this.reader.begin());
	}

	private final class FindingAssembler implements Assembler<FoundRow<T>> {

		private final Assembler<T> assembler;

		private final Map<LeafProperty, Object> stored = new HashMap<>();

		private final Map<String, @Nullable Object> values = new HashMap<>();

		private @Nullable String partitionKey;

		private @Nullable String rowKey;

		private boolean other = FilteringRowReader.this.watch.type() != null;

		FindingAssembler(Assembler<T> assembler) {
			this.assembler = assembler;
		}

		@Override
		public void property(String name, Object value) {
			LeafProperty leaf = FilteringRowReader.this.columns.get(name);
			if (leaf != null) {
				this.stored.put(leaf, value);
			}
			Discriminator type = FilteringRowReader.this.watch.type();
			if (type != null && type.isMetBy(name, value)) {
				this.other = false;
			}
			if (name.equals(IndexMapping.ENTITY_ROW_KEY)) {
				this.rowKey = (String) value;
			}
			else if (name.equals(IndexMapping.ENTITY_PARTITION_KEY)) {
				this.partitionKey = (String) value;
			}
			this.assembler.property(name, value);
		}

		private void put(LeafProperty leaf, Object value) {
			this.values.put(leaf.name(), leaf.conversion().comparable(value));
		}

		@Override
		public @Nullable FoundRow<T> end(TableKey key, @Nullable String etag, @Nullable Instant timestamp) {
			TableKey entity = new TableKey(Objects.requireNonNullElse(this.partitionKey, key.partitionKey()),
					Objects.requireNonNullElse(this.rowKey, key.rowKey()));
			KeyMapping keys = FilteringRowReader.this.watch.keys();
			if (this.other) {
				// it takes notice of types that are not known
				this.assembler.end(key, etag, timestamp);
				return null;
			}
			if (keys != null && !isFound(keys, entity, timestamp)) {
				return null;
			}
			T value = this.assembler.end(key, etag, timestamp);
			return (value != null) ? new FoundRow<>(value, key, entity, sort()) : null;
		}

		/**
		 * Whether the row meets the condition. Only now is it known that its columns are
		 * those of the type.
		 */
		private boolean isFound(KeyMapping keys, TableKey entity, @Nullable Instant timestamp) {
			this.stored.forEach((leaf, value) -> put(leaf, leaf.conversion().read(value, entity)));
			watchKey(keys, entity, timestamp);
			return FilteringRowReader.this.watch.condition().test(this.values::get);
		}

		private List<@Nullable Object> sort() {
			List<@Nullable Object> sort = new ArrayList<>();
			FilteringRowReader.this.watch.sort().forEach((leaf) -> sort.add(this.values.get(leaf.name())));
			return sort;
		}

		private void watchKey(KeyMapping keys, TableKey entity, @Nullable Instant written) {
			keys.decode(entity, (leaf, value) -> {
				if (leaf.place() == Place.KEY || !this.stored.containsKey(leaf)) {
					put(leaf, value);
				}
			});
			LeafProperty timestamp = FilteringRowReader.this.columns.get(TIMESTAMP);
			if (timestamp != null && written != null) {
				put(timestamp, timestamp.conversion().read(written));
			}
		}

	}

}
