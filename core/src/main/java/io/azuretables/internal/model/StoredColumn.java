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

import io.azuretables.mapping.TablePersistentEntity;

/**
 * Names the entity class, the property and the column whose values a property conversion
 * converts.
 *
 * @param entity the class
 * @param property the path to the property
 * @param column the name of the column; of a series, that of its first slot
 * @since 0.1
 */
public record StoredColumn(TablePersistentEntity<?> entity, String property, String column) {

	/**
	 * The name in messages: that of the entity and the path to the property.
	 */
	public String name() {
		return this.entity.getType().getSimpleName() + "." + this.property;
	}

}
