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

import io.azuretables.internal.model.EntityModel;
import io.azuretables.internal.model.LeafProperty;
import io.azuretables.mapping.TablePersistentEntity;
import io.azuretables.mapping.TablePersistentProperty;
import io.azuretables.patterns.internal.content.ContentNames;

/**
 * Makes the blob names of large values, in a folder for each table and column.
 */
final class LargeValueNames {

	private LargeValueNames() {
	}

	static ContentNames of(TablePersistentEntity<?> entity, TablePersistentProperty property, String table) {
		return of(column(entity, property.getName() + ".blob"), table);
	}

	static ContentNames of(String column, String table) {
		return new ContentNames("large/" + table + "/" + column + "/");
	}

	/**
	 * The column of a part of a value.
	 */
	static String column(TablePersistentEntity<?> entity, String leaf) {
		return EntityModel.of(entity).leaf(leaf).map(LeafProperty::column).orElseThrow();
	}

}
