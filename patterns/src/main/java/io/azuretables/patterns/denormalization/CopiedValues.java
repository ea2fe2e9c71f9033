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

package io.azuretables.patterns.denormalization;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

import io.azuretables.internal.model.MappedEntity;
import io.azuretables.key.TableKey;
import io.azuretables.mapping.TablePersistentEntity;
import io.azuretables.mapping.TablePersistentProperty;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.BeanUtils;
import org.springframework.data.mapping.PersistentPropertyAccessor;

/**
 * The values of some properties of an entity at one time. They stay as they are if the
 * entity is changed in place.
 *
 * @param values the values
 * @param simple whether none of them can be changed in place itself, as a list can be
 */
record CopiedValues(List<@Nullable Object> values, boolean simple) {

	/**
	 * No values.
	 */
	static final CopiedValues NONE = new CopiedValues(List.of(), true);

	static CopiedValues of(TablePersistentEntity<?> type, Object entity, List<TablePersistentProperty> properties) {
		PersistentPropertyAccessor<?> accessor = MappedEntity.of(type).values(entity);
		List<@Nullable Object> values = new ArrayList<>();
		properties.forEach((property) -> values.add(accessor.getProperty(property)));
		return new CopiedValues(values,
				properties.stream().allMatch((property) -> BeanUtils.isSimpleValueType(property.getType())));
	}

	CopiedValues and(CopiedValues others) {
		List<@Nullable Object> all = new ArrayList<>(this.values);
		all.addAll(others.values);
		return new CopiedValues(all, this.simple && others.simple);
	}

	CopiedValues and(@Nullable TableKey key) {
		List<@Nullable Object> all = new ArrayList<>(this.values);
		all.add(key);
		return new CopiedValues(all, this.simple);
	}

	/**
	 * Whether the values are equal, those of arrays too.
	 */
	boolean isSame(CopiedValues other) {
		return Objects.deepEquals(this.values.toArray(), other.values.toArray());
	}

}
