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

import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.util.Optional;
import java.util.Set;

import io.azuretables.mapping.Column;
import io.azuretables.mapping.Compressed;
import io.azuretables.mapping.Encrypted;
import io.azuretables.mapping.ExternalContent;
import io.azuretables.mapping.Flattened;
import io.azuretables.mapping.Json;
import io.azuretables.mapping.Link;
import io.azuretables.mapping.OtherProperties;
import io.azuretables.mapping.Part;
import io.azuretables.mapping.Series;
import io.azuretables.mapping.ServerTimestamp;
import io.azuretables.mapping.TablePersistentProperty;
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
 * Implements Spring Data's persistent property for tables: reads its annotations and
 * type.
 */
final class MappedProperty extends AnnotationBasedPersistentProperty<TablePersistentProperty>
		implements TablePersistentProperty {

	private final FieldNamingStrategy naming;

	private final boolean nullable;

	MappedProperty(Property property, PersistentEntity<?, TablePersistentProperty> owner, SimpleTypeHolder simpleTypes,
			FieldNamingStrategy naming) {
		super(property, owner, simpleTypes);
		this.naming = naming;
		this.nullable = mayBeNull();
	}

	@Override
	public String columnName() {
		Column column = findAnnotation(Column.class);
		return (column != null && StringUtils.hasText(column.name())) ? column.name() : this.naming.getFieldName(this);
	}

	@Override
	public Class<?> columnType() {
		Column column = findAnnotation(Column.class);
		return (column != null) ? column.type() : void.class;
	}

	@Override
	public boolean isJson() {
		return isAnnotationPresent(Json.class);
	}

	@Override
	public @Nullable Compressed compressed() {
		return findAnnotation(Compressed.class);
	}

	@Override
	public boolean isExternalContent() {
		return AnnotatedElementUtils.hasAnnotation(getType(), ExternalContent.class);
	}

	@Override
	public @Nullable Encrypted encrypted() {
		return findAnnotation(Encrypted.class);
	}

	@Override
	public @Nullable Class<?> linkedType() {
		Link link = findAnnotation(Link.class);
		return (link != null) ? link.value() : null;
	}

	@Override
	public boolean isLink() {
		return isAnnotationPresent(Link.class);
	}

	@Override
	public boolean isSeries() {
		return isAnnotationPresent(Series.class);
	}

	@Override
	public TypeInformation<?> storedTypeInformation() {
		TypeInformation<?> type = getTypeInformation();
		if (!isSeries()) {
			return type;
		}
		TypeInformation<?> element = type.isMap() ? type.getMapValueType() : type.getComponentType();
		return (element != null) ? element : TypeInformation.OBJECT;
	}

	@Override
	public boolean isFlattened() {
		return isAnnotationPresent(Flattened.class) || isLink()
				|| AnnotatedElementUtils.hasAnnotation(getRawType(), Flattened.class)
				|| (isIdProperty() && super.isEntity() && !isJson() && !isAnnotationPresent(ValueConverter.class));
	}

	@Override
	public boolean isOneObject() {
		return super.isEntity() && !isMap() && !isCollectionLike();
	}

	@Override
	public @Nullable String part() {
		Part part = findAnnotation(Part.class);
		return (part != null) ? part.value() : null;
	}

	@Override
	public boolean isServerTimestamp() {
		return isAnnotationPresent(ServerTimestamp.class);
	}

	@Override
	public boolean isOtherProperties() {
		return isAnnotationPresent(OtherProperties.class);
	}

	@Override
	public boolean isNullable() {
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

	@Override
	public boolean isContent() {
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

	@Override
	public boolean hasOwnColumn() {
		return isAnnotationPresent(Column.class);
	}

}
