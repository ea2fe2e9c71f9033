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
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;

import io.azuretables.internal.conversion.MovingVersion;
import io.azuretables.internal.convert.ObjectBuilder.Slots;
import io.azuretables.internal.model.EntityModel;
import io.azuretables.internal.model.KeyMapping;
import io.azuretables.internal.model.LeafProperty;
import io.azuretables.internal.model.LeafProperty.Place;
import io.azuretables.internal.model.PropertyConversion;
import io.azuretables.internal.model.ReservedColumns;
import io.azuretables.key.RowParts;
import io.azuretables.key.TableKey;
import io.azuretables.mapping.TablePersistentEntity;
import io.azuretables.mapping.TablePersistentProperty;
import io.azuretables.row.RowReader;
import io.azuretables.row.RowWrite;
import org.jspecify.annotations.Nullable;

import org.springframework.data.mapping.context.MappingContext;

/**
 * Reads the rows of one entity class into objects.
 *
 * @param <T> what a row becomes
 * @since 0.1
 */
public final class EntityReader<T> implements RowReader<T> {

	private final @Nullable String typeColumn;

	private final KeyMapping keys;

	/**
	 * The slots of the parts of the keys.
	 */
	private final int[] keySlots;

	/**
	 * How the value in a slot is stored; {@code null} for those that are bound.
	 */
	private final @Nullable PropertyConversion[] conversions;

	/**
	 * The slots whose values can be read with the key of the entity only. They hold what
	 * is stored until the key is known.
	 */
	private final List<BoundSlot> bound = new ArrayList<>();

	/**
	 * The column of each slot, empty where it has none. A name that was read replaces an
	 * equal one, as the parser mostly gives the same object the next time, and two
	 * objects are compared character by character.
	 */
	private final String[] names;

	private final Map<String, Integer> columns = new HashMap<>();

	/**
	 * Which slot mostly comes after which, the first one after none: rows have much the
	 * same columns in the same order. A thread that finds another one notes it; threads
	 * may overwrite each other's.
	 */
	private final int[] following;

	private final Function<RowContent, T> builder;

	private final boolean keepsOthers;

	private final boolean timed;

	private final RowParts parts;

	/**
	 * A reader of the rows of a class.
	 * @param builders gives what makes something of a row
	 */
	public EntityReader(TablePersistentEntity<?> entity,
			MappingContext<TablePersistentEntity<?>, TablePersistentProperty> context,
			Function<Slots, Function<RowContent, T>> builders) {
		EntityModel model = EntityModel.of(entity);
		this.typeColumn = (model.discriminator() != null) ? model.discriminator().column() : null;
		LeafProperty[] leaves = model.leaves().values().toArray(LeafProperty[]::new);
		this.conversions = new @Nullable PropertyConversion[leaves.length];
		this.names = new String[leaves.length];
		Map<String, Integer> slots = new HashMap<>();
		for (int i = 0; i < leaves.length; i++) {
			slots.put(leaves[i].name(), i);
			if (leaves[i].conversion().isBound()) {
				this.bound.add(new BoundSlot(i, leaves[i].conversion()));
			}
			else {
				this.conversions[i] = leaves[i].conversion();
			}
			this.names[i] = (leaves[i].place() == Place.COLUMN) ? leaves[i].column() : "";
			if (leaves[i].place() == Place.COLUMN) {
				this.columns.put(leaves[i].column(), i);
			}
		}
		this.following = new int[leaves.length + 1];
		this.keys = model.keys();
		this.keySlots = Stream.concat(this.keys.partitionLeaves().stream(), this.keys.rowLeaves().stream())
			.mapToInt((leaf) -> slots.getOrDefault(leaf.name(), -1))
			.toArray();
		this.builder = builders.apply(new Slots(entity, slots, context));
		this.keepsOthers = entity.otherProperties() != null;
		this.timed = entity.timestampProperty() != null;
		this.parts = model.parts();
	}

	/**
	 * A reader of entities.
	 */
	public static <T> EntityReader<T> of(TablePersistentEntity<T> entity,
			MappingContext<TablePersistentEntity<?>, TablePersistentProperty> context) {
		return new EntityReader<>(entity, context, (slots) -> new ObjectBuilder<>(entity, "", slots)::build);
	}

	@Override
	public boolean readsTimestamp() {
		return this.timed;
	}

	@Override
	public RowParts parts() {
		return this.parts;
	}

	@Override
	public Assembler<T> begin() {
		return new EntityAssembler();
	}

	/**
	 * The slot of a column, -1 for one that no leaf stands for.
	 * @param last the slot of the column before
	 */
	private int slot(String name, int last) {
		int expected = this.following[last + 1];
		if (expected < this.names.length) {
			String known = this.names[expected];
			if (known.equals(name)) {
				if (known != name) {
					this.names[expected] = name;
				}
				return expected;
			}
		}
		Integer found = this.columns.get(name);
		if (found == null) {
			return -1;
		}
		this.following[last + 1] = found;
		return found;
	}

	private boolean isOther(String name) {
		return this.keepsOthers && !ReservedColumns.contains(name) && !name.equals(this.typeColumn);
	}

	private final class EntityAssembler implements Assembler<T> {

		private final @Nullable Object[] values = new @Nullable Object[EntityReader.this.names.length];

		private @Nullable Map<String, Object> others;

		private @Nullable Object mark;

		private int last = -1;

		@Override
		public void property(String name, Object value) {
			int slot = slot(name, this.last);
			if (slot >= 0) {
				PropertyConversion conversion = EntityReader.this.conversions[slot];
				this.values[slot] = (conversion != null) ? conversion.read(value) : value;
				this.last = slot;
			}
			else if (name.equals(RowWrite.MOVE)) {
				this.mark = value;
			}
			else if (isOther(name)) {
				if (this.others == null) {
					this.others = new LinkedHashMap<>();
				}
				this.others.put(name, value);
			}
		}

		@Override
		public T end(TableKey key, @Nullable String etag, @Nullable Instant timestamp) {
			if (!EntityReader.this.bound.isEmpty()) {
				readBound(key);
			}
			@Nullable Object[] parts = EntityReader.this.keys.decode(key);
			for (int i = 0; i < parts.length; i++) {
				int slot = EntityReader.this.keySlots[i];
				if (slot >= 0 && this.values[slot] == null) {
					this.values[slot] = parts[i];
				}
			}
			return EntityReader.this.builder
				.apply(new RowContent(this.values, MovingVersion.of(this.mark, etag), timestamp, this.others));
		}

		private void readBound(TableKey key) {
			for (BoundSlot slot : EntityReader.this.bound) {
				Object stored = this.values[slot.number()];
				this.values[slot.number()] = (stored != null) ? slot.conversion().read(stored, key) : null;
			}
		}

	}

	/**
	 * A slot whose value can be read with the key of the entity only.
	 *
	 * @param number the slot
	 * @param conversion how its value is stored
	 */
	private record BoundSlot(int number, PropertyConversion conversion) {

	}

	/**
	 * Everything that was read of a row.
	 *
	 * @param values the values of the leaf properties, by slot
	 * @param etag the version
	 * @param timestamp when it was written
	 * @param others the properties that no leaf stands for
	 */
	public record RowContent(@Nullable Object[] values, @Nullable String etag, @Nullable Instant timestamp,
			@Nullable Map<String, Object> others) {

	}

}
