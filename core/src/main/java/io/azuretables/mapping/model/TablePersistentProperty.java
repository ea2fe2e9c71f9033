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

package io.azuretables.mapping.model;

import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.util.Optional;
import java.util.Set;

import io.azuretables.mapping.Column;
import io.azuretables.mapping.Compressed;
import io.azuretables.mapping.Encrypted;
import io.azuretables.mapping.Flattened;
import io.azuretables.mapping.Json;
import io.azuretables.mapping.Link;
import io.azuretables.mapping.OtherProperties;
import io.azuretables.mapping.Part;
import io.azuretables.mapping.Series;
import io.azuretables.mapping.ServerTimestamp;
import org.jspecify.annotations.Nullable;

import org.springframework.core.Nullness;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.data.convert.ValueConverter;
import org.springframework.data.core.TypeInformation;
import org.springframework.data.mapping.Association;
import org.springframework.data.mapping.PersistentEntity;
import org.springframework.data.mapping.model.AnnotationBasedPersistentProperty;
import org.springframework.data.mapping.model.FieldNamingStrategy;
import org.springframework.data.mapping.model.Property;
import org.springframework.data.mapping.model.SimpleTypeHolder;
import org.springframework.util.StringUtils;

/**
 * A persistent property of an entity in a table.
 *
 * @since 0.1
 */
public final class TablePersistentProperty extends AnnotationBasedPersistentProperty<TablePersistentProperty> {

	private final FieldNamingStrategy naming;

	private final boolean nullable;

	TablePersistentProperty(Property property, PersistentEntity<?, TablePersistentProperty> owner,
			SimpleTypeHolder simpleTypes, FieldNamingStrategy naming) {
		super(property, owner, simpleTypes);
		this.naming = naming;
		this.nullable = mayBeNull();
	}

	/**
	 * The name in the table, as far as this property alone determines it.
	 */
	public String columnName() {
		Column column = findAnnotation(Column.class);
		return (column != null && StringUtils.hasText(column.name())) ? column.name() : this.naming.getFieldName(this);
	}

	/**
	 * The class that the property is to be stored as; {@code void} where nothing is said.
	 */
	public Class<?> columnType() {
		Column column = findAnnotation(Column.class);
		return (column != null) ? column.type() : void.class;
	}

	public boolean isJson() {
		return isAnnotationPresent(Json.class);
	}

	/**
	 * How values are compressed; {@code null} if they are not.
	 */
	public @Nullable Compressed compressed() {
		return findAnnotation(Compressed.class);
	}

	/**
	 * How values are encrypted; {@code null} if they are not annotated to be.
	 */
	public @Nullable Encrypted encrypted() {
		return findAnnotation(Encrypted.class);
	}

	/**
	 * The class of the entity that the property is a link to; {@code null} if it is none.
	 */
	@Nullable Class<?> linkedType() {
		Link link = findAnnotation(Link.class);
		return (link != null) ? link.value() : null;
	}

	boolean isLink() {
		return isAnnotationPresent(Link.class);
	}

	public boolean isSeries() {
		return isAnnotationPresent(Series.class);
	}

	/**
	 * The type of what is stored in one column: that of the elements of a series,
	 * otherwise that of the property.
	 */
	public TypeInformation<?> storedTypeInformation() {
		TypeInformation<?> type = getTypeInformation();
		if (!isSeries()) {
			return type;
		}
		TypeInformation<?> element = type.isMap() ? type.getMapValueType() : type.getComponentType();
		return (element != null) ? element : TypeInformation.OBJECT;
	}

	/**
	 * Whether the properties of the value are properties of the row; so are those of an
	 * identifier that is an object, unless it is stored as one value.
	 */
	public boolean isFlattened() {
		return isAnnotationPresent(Flattened.class) || isLink()
				|| AnnotatedElementUtils.hasAnnotation(getRawType(), Flattened.class)
				|| (isIdProperty() && super.isEntity() && !isJson() && !isAnnotationPresent(ValueConverter.class));
	}

	/**
	 * Whether the value has properties that could be flattened: it is one object.
	 */
	boolean isOneObject() {
		return super.isEntity() && !isMap() && !isCollectionLike();
	}

	/**
	 * The part that the property is stored in, {@code null} for the main row.
	 */
	@Nullable String part() {
		Part part = findAnnotation(Part.class);
		return (part != null) ? part.value() : null;
	}

	public boolean isServerTimestamp() {
		return isAnnotationPresent(ServerTimestamp.class);
	}

	public boolean isOtherProperties() {
		return isAnnotationPresent(OtherProperties.class);
	}

	/**
	 * Whether the property may have no value: its type is neither primitive nor declared
	 * as one that always has a value, by JSpecify's annotations or in Kotlin.
	 */
	boolean isNullable() {
		return this.nullable;
	}

	private boolean mayBeNull() {
		Field field = getField();
		Method getter = getGetter();
		if (getRawType().isPrimitive()) {
			return false;
		}
		if (getRawType() == Optional.class) {
			return true;
		}
		Nullness declared = (field != null) ? Nullness.forField(field)
				: (getter != null) ? Nullness.forMethodReturnType(getter) : Nullness.UNSPECIFIED;
		return declared != Nullness.NON_NULL;
	}

	/**
	 * Whether the property is a part of the row's content, or of its key.
	 */
	boolean isContent() {
		return !isTransient() && !isVersionProperty() && !isServerTimestamp() && !isOtherProperties();
	}

	@Override
	public boolean isEntity() {
		return isFlattened() && super.isEntity();
	}

	/**
	 * Nothing, unless the property is flattened: what is stored as JSON is not looked
	 * into.
	 */
	@Override
	public Iterable<? extends TypeInformation<?>> getPersistentEntityTypeInformation() {
		return isFlattened() ? super.getPersistentEntityTypeInformation() : Set.of();
	}

	@Override
	public boolean isAssociation() {
		return false;
	}

	@Override
	protected Association<TablePersistentProperty> createAssociation() {
		throw new UnsupportedOperationException("Rows have no associations");
	}

	boolean hasOwnColumn() {
		return isAnnotationPresent(Column.class);
	}

}
