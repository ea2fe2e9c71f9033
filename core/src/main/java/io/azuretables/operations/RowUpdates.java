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

package io.azuretables.operations;

import java.util.LinkedHashMap;
import java.util.Map;

import io.azuretables.key.TableKey;
import io.azuretables.mapping.LeafProperty;
import io.azuretables.mapping.TablePersistentEntity;
import io.azuretables.operations.Update.Change;
import io.azuretables.row.RowWrite;
import io.azuretables.row.TableRow;
import org.jspecify.annotations.Nullable;

import org.springframework.dao.InvalidDataAccessApiUsageException;

/**
 * What does an update make of a row?
 */
final class RowUpdates {

	private final TablePersistentEntity<?> entity;

	private final Update update;

	RowUpdates(TablePersistentEntity<?> entity, Update update) {
		this.entity = entity;
		this.update = update;
		update.changes().forEach((change) -> leaf(change.property()));
	}

	/**
	 * The row of the changed properties alone, to be merged.
	 */
	TableRow partial(TableKey key) {
		return applied(TableRow.of(key, Map.of()));
	}

	/**
	 * The whole row, changed.
	 */
	TableRow applied(TableRow row) {
		Map<String, Object> properties = new LinkedHashMap<>(row.properties());
		for (Change change : this.update.changes()) {
			LeafProperty leaf = leaf(change.property());
			Object value = switch (change.kind()) {
				case SET -> stored(leaf, change.value());
				case REMOVE -> null;
				case INCREMENT -> incremented(leaf, properties.get(leaf.column()), change.value());
			};
			if (value == null) {
				properties.remove(leaf.column());
			}
			else {
				properties.put(leaf.column(), value);
			}
		}
		if (this.entity.hasVersionProperty() || !this.entity.model().indexes().isEmpty()) {
			properties.put(RowWrite.TOKEN, WriteToken.next());
		}
		return TableRow.of(row.key(), properties).withEtag(row.etag());
	}

	private LeafProperty leaf(String name) {
		LeafProperty leaf = this.entity.model()
			.leaf(name)
			.orElseThrow(() -> new InvalidDataAccessApiUsageException(
					this.entity.getType().getSimpleName() + " has no property '" + name
							+ "' to be updated; the properties are " + this.entity.model().leaves().keySet()));
		if (leaf.place() != LeafProperty.Place.COLUMN || this.entity.model().keys().leaves().contains(leaf)) {
			throw new InvalidDataAccessApiUsageException(this.entity.getType().getSimpleName() + "." + name
					+ " stands in the key, or is the service's own, and cannot be updated; delete the entity and insert "
					+ "another one");
		}
		return leaf;
	}

	private static Object stored(LeafProperty leaf, @Nullable Object value) {
		if (value == null) {
			throw new InvalidDataAccessApiUsageException(
					"An update sets no nulls; remove '" + leaf.name() + "' instead");
		}
		return leaf.conversion().write(leaf.conversion().coerce(value));
	}

	private static Object incremented(LeafProperty leaf, @Nullable Object current, @Nullable Object by) {
		Class<?> type = leaf.conversion().storedType();
		Number step = (by instanceof Number number) ? number : 0;
		Number start = (current instanceof Number number) ? number : 0;
		if (type == Integer.class) {
			return Math.addExact(start.intValue(), Math.toIntExact(step.longValue()));
		}
		if (type == Long.class) {
			return Math.addExact(start.longValue(), step.longValue());
		}
		if (type == Double.class) {
			return start.doubleValue() + step.doubleValue();
		}
		throw new InvalidDataAccessApiUsageException(
				"'" + leaf.name() + "' is not stored as a number and cannot be incremented");
	}

}
