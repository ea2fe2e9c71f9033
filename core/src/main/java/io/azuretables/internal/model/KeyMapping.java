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

package io.azuretables.internal.model;

import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.IntPredicate;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

import io.azuretables.internal.key.KeyLayout;
import io.azuretables.internal.key.KeyPart;
import io.azuretables.internal.key.KeyTemplate;
import io.azuretables.key.TableKey;
import io.azuretables.mapping.Partitioning;
import org.jspecify.annotations.Nullable;

/**
 * Converts the key properties of an entity to its partition key and row key, and back.
 * The only place that knows; the entity has one, and each of its indexes has one.
 *
 * @since 0.1
 */
public final class KeyMapping {

	private final Half partition;

	private final Half row;

	/**
	 * The properties of the parts, those of the partition key first.
	 */
	private final List<LeafProperty> parts;

	private final Set<LeafProperty> leaves;

	/**
	 * How the values of the parts look in a key, those of the partition key first.
	 */
	private final List<PropertyConversion> conversions;

	KeyMapping(Half partition, Half row) {
		this.partition = partition;
		this.row = row;
		this.parts = Stream.concat(partition.leaves().stream(), row.leaves().stream()).toList();
		this.leaves = Collections.unmodifiableSet(new LinkedHashSet<>(this.parts));
		this.conversions = this.parts.stream().map(LeafProperty::conversion).toList();
	}

	public KeyLayout partition() {
		return this.partition.layout();
	}

	public KeyLayout row() {
		return this.row.layout();
	}

	/**
	 * The properties of the partition key, one for each part of its template.
	 */
	public List<LeafProperty> partitionLeaves() {
		return this.partition.leaves();
	}

	/**
	 * The properties of the row key, one for each part of its template.
	 */
	public List<LeafProperty> rowLeaves() {
		return this.row.leaves();
	}

	/**
	 * How the partition key spreads rows over partitions.
	 */
	public Partitioning partitioning() {
		return PartitionSpread.partitioning(this);
	}

	/**
	 * The properties of the parts of both keys, those of the partition key first.
	 */
	public List<LeafProperty> parts() {
		return this.parts;
	}

	/**
	 * The properties of both keys, each once.
	 */
	public Set<LeafProperty> leaves() {
		return this.leaves;
	}

	/**
	 * The key for the values of an entity.
	 * @param values gives the value of a property, as the entity has it
	 * @throws io.azuretables.key.InvalidKeyException naming the property and the rule
	 */
	public TableKey encode(Function<LeafProperty, @Nullable Object> values) {
		return new TableKey(this.partition.encode(values), this.row.encode(values));
	}

	/**
	 * The row key for the values of an entity.
	 * @param values gives the value of a property, as the entity has it
	 * @throws io.azuretables.key.InvalidKeyException naming the property and the rule
	 */
	public String encodeRow(Function<LeafProperty, @Nullable Object> values) {
		return this.row.encode(values);
	}

	/**
	 * The partition key for the values of an entity.
	 * @param values gives the value of a property, as the entity has it
	 * @throws io.azuretables.key.InvalidKeyException naming the property and the rule
	 */
	public String encodePartition(Function<LeafProperty, @Nullable Object> values) {
		return this.partition.encode(values);
	}

	/**
	 * The key for the values of an entity.
	 * @param values the values, as the entity has them, for the parts of both keys, those
	 * of the partition key first
	 * @throws io.azuretables.key.InvalidKeyException naming the property and the rule
	 */
	public TableKey encode(@Nullable Object[] values) {
		return new TableKey(this.partition.encode(values, 0), this.row.encode(values, partitionLeaves().size()));
	}

	/**
	 * Gives the values, as the entity has them, that can be read back from a key.
	 * @throws io.azuretables.key.InvalidKeyException if the key is not one of this
	 * mapping
	 */
	public void decode(TableKey key, BiConsumer<LeafProperty, Object> values) {
		@Nullable Object[] decoded = decode(key);
		for (int i = 0; i < decoded.length; i++) {
			Object value = decoded[i];
			if (value != null) {
				values.accept(this.parts.get(i), value);
			}
		}
	}

	/**
	 * The value of a property among those of the parts of both keys; {@code null} if the
	 * property is in none of them.
	 * @param values the values, those of the partition key first
	 */
	public @Nullable Object valueOf(LeafProperty leaf, @Nullable Object[] values) {
		int position = 0;
		for (LeafProperty part : this.parts) {
			Object value = values[position++];
			if (value != null && part.equals(leaf)) {
				return value;
			}
		}
		return null;
	}

	/**
	 * The values, as the entity has them, for the parts of both keys, those of the
	 * partition key first; {@code null} for what cannot be read back.
	 * @throws io.azuretables.key.InvalidKeyException if the key is not one of this
	 * mapping
	 */
	public @Nullable Object[] decode(TableKey key) {
		@Nullable Object[] first = partition().decode(key.partitionKey());
		@Nullable Object[] second = row().decode(key.rowKey());
		@Nullable Object[] values = Arrays.copyOf(first, first.length + second.length);
		System.arraycopy(second, 0, values, first.length, second.length);
		for (int i = 0; i < values.length; i++) {
			Object value = values[i];
			values[i] = (value != null) ? this.conversions.get(i).fromKey(value) : null;
		}
		return values;
	}

	/**
	 * Whether the value of a property, read back from a key, equals the one that was
	 * written.
	 */
	public boolean givesBack(LeafProperty leaf) {
		return this.partition.has(leaf, this.partition.layout()::isExact)
				|| this.row.has(leaf, this.row.layout()::isExact);
	}

	private boolean distinguishes(LeafProperty leaf) {
		return this.partition.has(leaf, this.partition.layout()::isReversible)
				|| this.row.has(leaf, this.row.layout()::isReversible);
	}

	/**
	 * Whether keys of this mapping differ wherever those of the other one do.
	 */
	boolean distinguishes(KeyMapping other) {
		return distinguishes(other.partition) && distinguishes(other.row);
	}

	private boolean distinguishes(Half other) {
		for (int i = 0; i < other.leaves().size(); i++) {
			LeafProperty leaf = other.leaves().get(i);
			KeyPart part = other.layout().part(i);
			if (!distinguishes(leaf) && !this.partition.holds(leaf, part) && !this.row.holds(leaf, part)) {
				return false;
			}
		}
		return true;
	}

	/**
	 * Whether the partition keys of both mappings are always equal.
	 */
	boolean hasPartitionOf(KeyMapping other) {
		KeyTemplate own = partition().template();
		KeyTemplate others = other.partition().template();
		return this.partition.leaves().equals(other.partition.leaves()) && own.literals().equals(others.literals())
				&& own.parts()
					.stream()
					.map(KeyMapping::format)
					.toList()
					.equals(others.parts().stream().map(KeyMapping::format).toList());
	}

	private static KeyPart format(KeyPart part) {
		return new KeyPart("", part.digits(), part.style(), part.buckets());
	}

	KeyMapping with(UnaryOperator<LeafProperty> change) {
		return new KeyMapping(this.partition.with(change), this.row.with(change));
	}

	/**
	 * One of the two keys: a layout, and the property for each of its parts.
	 *
	 * @param layout how the key is spelled
	 * @param leaves the properties
	 */
	record Half(KeyLayout layout, List<LeafProperty> leaves) {

		String encode(Function<LeafProperty, @Nullable Object> values) {
			@Nullable Object[] parts = new @Nullable Object[this.leaves.size()];
			for (int i = 0; i < parts.length; i++) {
				parts[i] = part(i, values.apply(this.leaves.get(i)));
			}
			return this.layout.encode(parts);
		}

		String encode(@Nullable Object[] values, int offset) {
			@Nullable Object[] parts = new @Nullable Object[this.leaves.size()];
			for (int i = 0; i < parts.length; i++) {
				parts[i] = part(i, values[offset + i]);
			}
			return this.layout.encode(parts);
		}

		private @Nullable Object part(int index, @Nullable Object value) {
			return (value != null) ? this.leaves.get(index).conversion().toKey(value) : null;
		}

		boolean has(LeafProperty leaf, IntPredicate condition) {
			for (int i = 0; i < this.leaves.size(); i++) {
				if (this.leaves.get(i).equals(leaf) && condition.test(i)) {
					return true;
				}
			}
			return false;
		}

		boolean holds(LeafProperty leaf, KeyPart part) {
			for (int i = 0; i < this.leaves.size(); i++) {
				if (this.leaves.get(i).equals(leaf) && format(this.layout.part(i)).equals(format(part))) {
					return true;
				}
			}
			return false;
		}

		Half with(UnaryOperator<LeafProperty> change) {
			return new Half(this.layout, this.leaves.stream().map(change).toList());
		}

	}

}
