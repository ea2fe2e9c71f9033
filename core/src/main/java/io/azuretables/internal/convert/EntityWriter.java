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

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.azuretables.internal.codec.BuiltInCodecs;
import io.azuretables.internal.codec.ValueCodec;
import io.azuretables.internal.codec.ValueRuleException;
import io.azuretables.internal.model.EntityModel;
import io.azuretables.internal.model.EntityModel.Discriminator;
import io.azuretables.internal.model.LeafProperty;
import io.azuretables.internal.model.LeafProperty.Place;
import io.azuretables.internal.model.MappedEntity;
import io.azuretables.internal.model.ReservedColumns;
import io.azuretables.key.RowParts;
import io.azuretables.key.TableKey;
import io.azuretables.mapping.TablePersistentEntity;
import io.azuretables.mapping.TablePersistentProperty;
import io.azuretables.row.EdmType;
import io.azuretables.row.RowNames;
import io.azuretables.row.RowWrite;
import io.azuretables.row.ServiceLimits;
import io.azuretables.row.TableRow;
import io.azuretables.row.UnstorableValueException;
import org.jspecify.annotations.Nullable;

import org.springframework.data.mapping.PersistentPropertyAccessor;

/**
 * Converts the objects of one entity class to rows.
 *
 * @since 0.1
 */
public final class EntityWriter {

	private static final String SHORTER = "shorten it, compress it with @Compressed if it is not, or store it in a "
			+ "blob by a LargeValue property";

	private final MappedEntity<?> entity;

	private final EntityModel model;

	private final LeafProperty[] columns;

	/**
	 * The first slots of the series, if there are any.
	 */
	private final LeafProperty[] series;

	private final RowNames names;

	/**
	 * How many columns are written besides other properties.
	 */
	private final int size;

	/**
	 * The columns that other properties cannot have.
	 */
	private final Set<String> reserved;

	private final @Nullable String discriminator;

	private final boolean tokened;

	private final @Nullable TablePersistentProperty others;

	public EntityWriter(TablePersistentEntity<?> entity) {
		this.entity = MappedEntity.of(entity);
		this.model = this.entity.model();
		this.columns = this.model.leaves()
			.values()
			.stream()
			.filter(LeafProperty::isWritten)
			.toArray(LeafProperty[]::new);
		this.series = this.model.series().values().stream().map((slots) -> slots.get(0)).toArray(LeafProperty[]::new);
		Discriminator told = this.model.discriminator();
		this.discriminator = (told != null && !told.values().isEmpty()) ? told.values().get(0) : null;
		List<String> columnNames = new ArrayList<>(Arrays.stream(this.columns).map(LeafProperty::column).toList());
		if (told != null && this.discriminator != null) {
			columnNames.add(told.column());
		}
		this.tokened = entity.hasVersionProperty() || !this.model.indexes().isEmpty()
				|| !this.model.parts().names().isEmpty();
		if (this.tokened) {
			columnNames.add(RowWrite.TOKEN);
		}
		this.size = columnNames.size();
		this.names = RowNames.of(columnNames);
		this.reserved = reserved(columnNames);
		this.others = entity.otherProperties();
	}

	/**
	 * The columns that are written, and those of properties that are only read.
	 */
	private Set<String> reserved(List<String> written) {
		Stream<String> own = this.model.leaves()
			.values()
			.stream()
			.filter((leaf) -> leaf.place() == Place.COLUMN)
			.map(LeafProperty::column);
		return Stream.concat(written.stream(), own).collect(Collectors.toUnmodifiableSet());
	}

	public TableKey key(PersistentPropertyAccessor<?> accessor) {
		return this.model.keys().encode(keyValues(accessor));
	}

	private @Nullable Object[] keyValues(PersistentPropertyAccessor<?> accessor) {
		List<LeafProperty> parts = this.model.keys().parts();
		@Nullable Object[] values = new @Nullable Object[parts.size()];
		for (int i = 0; i < values.length; i++) {
			values[i] = parts.get(i).valueIn(accessor);
		}
		return values;
	}

	public RowValues write(Object entity, @Nullable String token) {
		PersistentPropertyAccessor<?> accessor = this.entity.values(entity);
		for (LeafProperty first : this.series) {
			checkSlots(first, first.propertyIn(accessor));
		}
		@Nullable Object[] keyValues = keyValues(accessor);
		TableKey key = this.model.keys().encode(keyValues);
		@Nullable Object[] values = new @Nullable Object[this.size];
		for (int i = 0; i < this.columns.length; i++) {
			Object value = this.columns[i].valueIn(accessor);
			values[i] = (value != null) ? this.columns[i].conversion().write(value, key) : null;
		}
		int next = this.columns.length;
		if (this.discriminator != null) {
			values[next++] = this.discriminator;
		}
		if (this.tokened) {
			values[next] = token;
		}
		TableRow row = TableRow.wrap(key, this.names, values);
		check(row);
		return RowValues.of(this.model, withOthers(row, accessor), keyValues);
	}

	private void checkSlots(LeafProperty first, @Nullable Object series) {
		String rule = (series != null && first.slot() != null) ? first.slot().series().violation(series) : null;
		if (rule != null) {
			throw unstorable(first.propertyName(), rule);
		}
	}

	/**
	 * Names the property of the class that holds what the service would refuse.
	 */
	private void check(TableRow row) {
		if (!ServiceLimits.takes(row)) {
			for (LeafProperty leaf : this.columns) {
				Object stored = row.get(leaf.column());
				if (stored != null) {
					checked(leaf.name(), stored);
				}
			}
		}
	}

	private Object checked(String name, Object stored) {
		if (stored instanceof String text && text.length() > ServiceLimits.TEXT_LENGTH) {
			throw unstorable(name, "text of " + text.length() + " UTF-16 code units is longer than the "
					+ ServiceLimits.TEXT_LENGTH + " that the service takes; " + SHORTER);
		}
		if (stored instanceof String text && !ServiceLimits.isWellFormed(text)) {
			throw unstorable(name, "it holds half a surrogate pair, which no request can carry");
		}
		if (stored instanceof byte[] bytes && bytes.length > ServiceLimits.BINARY_LENGTH) {
			throw unstorable(name, bytes.length + " bytes are more than the " + ServiceLimits.BINARY_LENGTH
					+ " that the service takes; " + SHORTER);
		}
		return stored;
	}

	private UnstorableValueException unstorable(String name, String rule) {
		return new UnstorableValueException(this.entity.getType().getSimpleName() + "." + name, rule);
	}

	private TableRow withOthers(TableRow row, PersistentPropertyAccessor<?> accessor) {
		Map<?, ?> others = (this.others != null) ? (Map<?, ?>) accessor.getProperty(this.others) : null;
		if (others == null || others.isEmpty()) {
			return row;
		}
		Map<String, Object> properties = row.properties();
		others.forEach((name, value) -> {
			if (value != null) {
				put(properties, name, value);
			}
		});
		checkCount(properties.keySet());
		return TableRow.of(row.key(), properties);
	}

	/**
	 * Checks that the row which takes the other properties has no more than the service
	 * takes. Rows of an entity with parts have two columns of this module, of which one
	 * is not there yet.
	 */
	private void checkCount(Set<String> columns) {
		RowParts parts = this.model.parts();
		long count = parts.names().isEmpty() ? columns.size()
				: columns.stream().filter((column) -> Objects.equals(parts.part(column), parts.others())).count()
						+ ((parts.others() != null) ? 2 : 1);
		if (count > ServiceLimits.PROPERTIES) {
			throw new UnstorableValueException(this.entity.getType().getSimpleName(),
					"it has " + count + " properties, and the service takes " + ServiceLimits.PROPERTIES);
		}
	}

	private void put(Map<String, Object> properties, @Nullable Object key, Object value) {
		if (key == null) {
			throw unstorable(Objects.requireNonNull(this.others).getName(), "the name of one of its entries is null");
		}
		String name = String.valueOf(key);
		if (this.reserved.contains(name)) {
			throw unstorable(name, "it stands among the other properties, and is a property of the class itself");
		}
		if (!ServiceLimits.isPropertyName(name) || ReservedColumns.contains(name)) {
			throw unstorable(name, "the service or this module refuses the name of the property");
		}
		ValueCodec codec = EdmType.ofClass(value.getClass())
			.map((type) -> BuiltInCodecs.of(type.javaType()))
			.orElse(null);
		if (codec == null) {
			throw unstorable(name, "values of type " + value.getClass().getName()
					+ " cannot stand among the other properties; the types are those of EdmType");
		}
		try {
			properties.put(name, checked(name, codec.write(value)));
		}
		catch (ValueRuleException ex) {
			throw unstorable(name, String.valueOf(ex.getMessage()));
		}
	}

}
