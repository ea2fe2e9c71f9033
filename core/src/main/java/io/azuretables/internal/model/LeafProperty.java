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

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

import io.azuretables.mapping.TablePersistentProperty;
import org.jspecify.annotations.Nullable;

import org.springframework.data.mapping.PersistentPropertyAccessor;

/**
 * A mapped property with a column or key part of its own; it may belong to a nested
 * object or a {@code @Series}.
 *
 * @param path the properties from the entity to the leaf
 * @param column the name in the table
 * @param conversion how its values look in rows and keys
 * @param place where its value is found
 * @param slot the slot of a series, {@code null} for any other property
 * @since 0.1
 */
public record LeafProperty(List<TablePersistentProperty> path, String column, PropertyConversion conversion,
		Place place, @Nullable Slot slot) {

	LeafProperty(List<TablePersistentProperty> path, String column, PropertyConversion conversion, Place place) {
		this(path, column, conversion, place, null);
	}

	/**
	 * The name in queries and templates: the path with dots. That of a slot ends with its
	 * number, as in {@code perHour[13]}.
	 */
	public String name() {
		return (this.slot != null) ? this.slot.series().slotName(this.slot.number()) : nameOf(this.path);
	}

	static String nameOf(List<TablePersistentProperty> path) {
		if (path.size() == 1) {
			return path.get(0).getName();
		}
		return path.stream().map(TablePersistentProperty::getName).collect(Collectors.joining("."));
	}

	/**
	 * The name of the property: of the series, where the leaf is a slot.
	 */
	public String propertyName() {
		return nameOf(this.path);
	}

	public TablePersistentProperty property() {
		return this.path.get(this.path.size() - 1);
	}

	/**
	 * Whether an entity may lack the value: the property, or an object on the path, is
	 * not declared as one that always has a value.
	 */
	public boolean isNullable() {
		return this.slot != null || this.path.stream().anyMatch(TablePersistentProperty::isNullable);
	}

	/**
	 * Whether an entity cannot lack the value: neither the property nor an object on the
	 * path is declared as one that may be absent, but for objects that are there anyway.
	 * @param objects the paths of the nested objects that are there
	 */
	boolean isRequired(Set<List<TablePersistentProperty>> objects) {
		for (int i = this.path.size() - 1; i >= 0; i--) {
			if (this.path.get(i).isNullable()) {
				return i < this.path.size() - 1 && objects.contains(this.path.subList(0, i + 1));
			}
		}
		return true;
	}

	/**
	 * The part that the value is stored in: that of the property, or of the innermost
	 * object around it that has one. {@code null} for the main row.
	 */
	public @Nullable String part() {
		for (int i = this.path.size() - 1; i >= 0; i--) {
			String part = this.path.get(i).part();
			if (part != null) {
				return part;
			}
		}
		return null;
	}

	/**
	 * Whether entities are written with the value.
	 */
	public boolean isWritten() {
		if (this.place != Place.COLUMN) {
			return false;
		}
		for (TablePersistentProperty property : this.path) {
			if (!property.isWritable()) {
				return false;
			}
		}
		return true;
	}

	/**
	 * Whether rows have a column for the property.
	 */
	public boolean isStored() {
		return this.place != Place.KEY;
	}

	/**
	 * Whether values are encrypted, so that they must not be stored in the clear
	 * elsewhere.
	 */
	public boolean isEncrypted() {
		PropertyConversion.Hidden hidden = this.conversion.hidden();
		return hidden != null && hidden.encrypted();
	}

	/**
	 * The value in an entity; {@code null} also where an object on the path is absent.
	 */
	public @Nullable Object valueIn(PersistentPropertyAccessor<?> entity) {
		Object value = propertyIn(entity);
		return (this.slot != null && value != null) ? this.slot.series().element(value, this.slot.number()) : value;
	}

	/**
	 * The value of the property in an entity: the whole series, where the leaf is a slot.
	 */
	public @Nullable Object propertyIn(PersistentPropertyAccessor<?> entity) {
		Object value = present(entity.getProperty(this.path.get(0)));
		for (int i = 1; i < this.path.size() && value != null; i++) {
			value = present(this.path.get(i).getOwner().getPropertyAccessor(value).getProperty(this.path.get(i)));
		}
		return value;
	}

	private static @Nullable Object present(@Nullable Object value) {
		return (value instanceof Optional<?> optional) ? optional.orElse(null) : value;
	}

	LeafProperty in(Place newPlace) {
		return new LeafProperty(this.path, this.column, this.conversion, newPlace, this.slot);
	}

	@Override
	public boolean equals(Object other) {
		return other instanceof LeafProperty that && this.path.equals(that.path)
				&& Objects.equals(this.slot, that.slot);
	}

	@Override
	public int hashCode() {
		return 31 * this.path.hashCode() + ((this.slot != null) ? this.slot.number() + 1 : 0);
	}

	@Override
	public String toString() {
		return name();
	}

	/**
	 * One slot of a series.
	 *
	 * @param series the series
	 * @param number the number of the slot, from 0
	 */
	public record Slot(SeriesMapping series, int number) {

	}

	/**
	 * Where a value is found.
	 */
	public enum Place {

		/**
		 * In the key alone.
		 */
		KEY,

		/**
		 * In a column, and perhaps in the key too.
		 */
		COLUMN,

		/**
		 * In the service's own timestamp, which can be read and asked for, not written.
		 */
		TIMESTAMP

	}

}
