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

package io.azuretables.patterns.move;

import java.util.Locale;

import io.azuretables.internal.model.EntityModel;
import io.azuretables.internal.model.IndexMapping;
import io.azuretables.mapping.TablePersistentEntity;
import io.azuretables.mapping.TablePersistentProperty;
import io.azuretables.patterns.largevalue.LargeValue;
import org.jspecify.annotations.Nullable;

import org.springframework.dao.InvalidDataAccessApiUsageException;

/**
 * Checks whether entities of a class can be moved.
 */
final class MoveRules {

	private MoveRules() {
	}

	/**
	 * Checks a class.
	 * @param subject begins the message
	 * @throws InvalidDataAccessApiUsageException if entities of the class cannot be moved
	 */
	static void check(String subject, TablePersistentEntity<?> entity) {
		String obstacle = obstacle(entity);
		if (obstacle != null) {
			throw new InvalidDataAccessApiUsageException(subject + " " + obstacle);
		}
	}

	private static @Nullable String obstacle(TablePersistentEntity<?> entity) {
		EntityModel model = EntityModel.of(entity);
		if (!model.isMovable()) {
			return "needs @Movable, by which each process that writes it knows that rows may be marked; annotate it";
		}
		if (model.rolling() != null) {
			return "must not be a @RollingTable, whose entities do not change their tables; insert the entity anew";
		}
		for (IndexMapping index : model.indexes()) {
			if (index.unique() && !index.isIntraPartition()) {
				return "must not have the index '" + index.name()
						+ "', which is unique across partitions: its key would "
						+ "be reserved for the old key of the entity; make it unique in its partition, or not unique";
			}
		}
		if (model.readsTokenRows()) {
			String name = entity.getType().getSimpleName();
			return "needs a literal at the beginning of its row key template \"" + model.keys().row() + "\", such as \""
					+ name.toLowerCase(Locale.ROOT)
					+ "_\": for a while, its partition has a token row, which must not be read as a " + name;
		}
		return largeValue(entity);
	}

	private static @Nullable String largeValue(TablePersistentEntity<?> entity) {
		for (TablePersistentProperty property : entity) {
			if (property.getType() == LargeValue.class) {
				return "must not have the LargeValue '" + property.getName()
						+ "', whose blob belongs to the old key and "
						+ "would be deleted with it; save its content with another entity, and delete this one";
			}
		}
		return null;
	}

}
