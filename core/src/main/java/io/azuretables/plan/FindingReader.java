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

package io.azuretables.plan;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import io.azuretables.key.TableKey;
import io.azuretables.mapping.EntityModel;
import io.azuretables.mapping.IndexMapping;
import io.azuretables.mapping.LeafProperty;
import io.azuretables.mapping.LeafProperty.Place;
import io.azuretables.query.Criteria;
import io.azuretables.row.RowReader;
import io.azuretables.row.TableRow.RowState;
import org.jspecify.annotations.Nullable;

import org.springframework.data.domain.Sort;

/**
 * Reads rows, leaves out those that do not meet the residual condition, and keeps beside
 * the others what they are sorted by.
 *
 * @param <T> what a row becomes
 * @since 0.1
 */
public final class FindingReader<T> implements RowReader<Found<T>> {

	private final RowReader<T> reader;

	private final EntityModel model;

	private final Criteria residual;

	private final List<LeafProperty> sort;

	private final Map<String, LeafProperty> watched = new HashMap<>();

	private FindingReader(RowReader<T> reader, QueryOutline outline, Criteria residual, List<LeafProperty> watched) {
		this.reader = reader;
		this.model = outline.entity().model();
		this.residual = residual;
		this.sort = outline.query().sort().stream().map(Sort.Order::getProperty).map(outline.resolved()::leaf).toList();
		watched.forEach((leaf) -> this.watched.put(leaf.isStored() ? leaf.column() : "", leaf));
	}

	/**
	 * A reader that finds what a plan asks for.
	 */
	public static <T> FindingReader<T> of(QueryOutline outline, Criteria residual, RowReader<T> reader) {
		List<LeafProperty> watched = new ArrayList<>();
		outline.division()
			.client()
			.forEach((criteria) -> outline.resolved()
				.conditionsIn(criteria)
				.forEach((condition) -> watched.add(condition.leaf())));
		if (outline.order() == RowOrder.MEMORY) {
			outline.query().sort().forEach((order) -> watched.add(outline.resolved().leaf(order.getProperty())));
		}
		return new FindingReader<>(reader, outline, residual, watched);
	}

	@Override
	public Assembler<Found<T>> begin() {
		return new FindingAssembler(this.reader.begin());
	}

	private final class FindingAssembler implements Assembler<Found<T>> {

		private final Assembler<T> assembler;

		private final Map<String, @Nullable Object> values = new HashMap<>();

		private @Nullable String partitionKey;

		private @Nullable String rowKey;

		FindingAssembler(Assembler<T> assembler) {
			this.assembler = assembler;
		}

		@Override
		public void property(String name, Object value) {
			LeafProperty leaf = FindingReader.this.watched.get(name);
			if (leaf != null) {
				this.values.put(leaf.name(), comparable(leaf, leaf.conversion().read(value)));
			}
			if (name.equals(IndexMapping.ENTITY_ROW_KEY)) {
				this.rowKey = (String) value;
			}
			else if (name.equals(IndexMapping.ENTITY_PARTITION_KEY)) {
				this.partitionKey = (String) value;
			}
			this.assembler.property(name, value);
		}

		private static Object comparable(LeafProperty leaf, Object value) {
			return leaf.conversion().comparable(value);
		}

		@Override
		public @Nullable Found<T> end(TableKey key, RowState state) {
			TableKey entity = new TableKey(Objects.requireNonNullElse(this.partitionKey, key.partitionKey()),
					Objects.requireNonNullElse(this.rowKey, key.rowKey()));
			if (!FindingReader.this.watched.isEmpty()) {
				watchKey(entity, state);
				if (!FindingReader.this.residual.matches(this.values::get)) {
					return null;
				}
			}
			T value = this.assembler.end(key, state);
			List<@Nullable Object> sorted = new ArrayList<>();
			FindingReader.this.sort.forEach((leaf) -> sorted.add(this.values.get(leaf.name())));
			return (value != null) ? new Found<>(value, key, entity, sorted) : null;
		}

		private void watchKey(TableKey entity, RowState state) {
			FindingReader.this.model.keys().decode(entity, (leaf, value) -> {
				if (leaf.place() == Place.KEY) {
					this.values.put(leaf.name(), comparable(leaf, value));
				}
			});
			LeafProperty timestamp = FindingReader.this.watched.get("Timestamp");
			if (timestamp != null && state.timestamp() != null) {
				Object value = timestamp.conversion().read(state.timestamp());
				this.values.put(timestamp.name(), comparable(timestamp, value));
			}
		}

	}

}
