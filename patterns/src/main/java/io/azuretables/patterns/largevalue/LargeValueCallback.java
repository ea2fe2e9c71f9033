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

package io.azuretables.patterns.largevalue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;

import io.azuretables.callback.AfterConvertCallback;
import io.azuretables.callback.AfterSaveCallback;
import io.azuretables.callback.BeforeSaveCallback;
import io.azuretables.convert.TableConverter;
import io.azuretables.internal.model.MappedEntity;
import io.azuretables.mapping.TablePersistentEntity;
import io.azuretables.mapping.TablePersistentProperty;
import io.azuretables.row.TableRow;
import org.jspecify.annotations.Nullable;

import org.springframework.core.Ordered;
import org.springframework.dao.InvalidDataAccessApiUsageException;

/**
 * An entity callback that refuses to save an entity with a {@link LargeValue} of another
 * entity or version. An entity that is inserted has none. The blob of such a value may be
 * deleted already, or soon. As a bean it is called for each template of the application.
 *
 * @since 0.1
 */
public final class LargeValueCallback
		implements AfterConvertCallback<Object>, BeforeSaveCallback<Object>, AfterSaveCallback<Object>, Ordered {

	private final TableConverter converter;

	private final Map<Class<?>, List<TablePersistentProperty>> properties = new ConcurrentHashMap<>();

	public LargeValueCallback(TableConverter converter) {
		this.converter = converter;
	}

	@Override
	public int getOrder() {
		return Ordered.LOWEST_PRECEDENCE;
	}

	@Override
	public Object onAfterConvert(Object entity, String table) {
		return inVersion(entity);
	}

	@Override
	public Object onAfterSave(Object entity, TableRow row, String table) {
		return inVersion(entity);
	}

	private Object inVersion(Object entity) {
		List<TablePersistentProperty> values = properties(entity);
		String version = values.isEmpty() ? null : this.converter.version(entity);
		Object changed = entity;
		for (TablePersistentProperty property : values) {
			LargeValue value = value(changed, property);
			if (value != null) {
				changed = this.converter.with(changed, property, value.in(version));
			}
		}
		return changed;
	}

	@Override
	public Object onBeforeSave(Object entity, TableRow row, String table) {
		for (TablePersistentProperty property : properties(entity)) {
			LargeValue value = value(entity, property);
			if (value != null) {
				check(entity, property, value, row, table);
			}
		}
		return entity;
	}

	private void check(Object entity, TablePersistentProperty property, LargeValue value, TableRow row, String table) {
		String name = entity.getClass().getSimpleName() + "." + property.getName();
		if (!LargeValueNames.of(this.converter.entity(entity.getClass()), property, table)
			.isNameFor(row.key(), value.blob())) {
			throw new InvalidDataAccessApiUsageException(name + " belongs to an entity with another key or in another "
					+ "table; save its content with LargeValueTemplate: a blob is never named by two entities");
		}
		if (value.version() != null && row.etag() == null) {
			throw new InvalidDataAccessApiUsageException(name + " belongs to an entity that was read, and its content "
					+ "may be deleted; insert the entity without it, or save the content with LargeValueTemplate");
		}
		if (!Objects.equals(value.version(), row.etag())) {
			throw new InvalidDataAccessApiUsageException(name + " belongs to another version of the entity, and its "
					+ "content may be deleted; change what was read, and save a content with LargeValueTemplate");
		}
	}

	private @Nullable LargeValue value(Object entity, TablePersistentProperty property) {
		return (LargeValue) MappedEntity.of(this.converter.entity(entity.getClass()))
			.values(entity)
			.getProperty(property);
	}

	private List<TablePersistentProperty> properties(Object entity) {
		return this.properties.computeIfAbsent(entity.getClass(), (type) -> {
			TablePersistentEntity<?> found = this.converter.entity(type);
			List<TablePersistentProperty> values = new ArrayList<>();
			found.forEach((property) -> {
				if (property.getType() == LargeValue.class) {
					values.add(property);
				}
			});
			return List.copyOf(values);
		});
	}

}
