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

package io.azuretables.mapping;

import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

import io.azuretables.mapping.LeafProperty.Place;

/**
 * Walks through the properties of an entity and its flattened objects.
 */
final class LeafCollector {

	private static final Pattern COLUMN = Pattern.compile("[\\p{L}][\\p{L}\\p{Nd}_]{0,254}");

	private static final Set<String> RESERVED = Set.of("PartitionKey", "RowKey", "Timestamp");

	private static final int MAX_DEPTH = 8;

	private final TablePersistentEntity<?> entity;

	private final TableMappingContext context;

	private final PropertyConversions conversions;

	private final List<String> problems;

	LeafCollector(TablePersistentEntity<?> entity, TableMappingContext context, PropertyConversions conversions,
			List<String> problems) {
		this.entity = entity;
		this.context = context;
		this.conversions = conversions;
		this.problems = problems;
	}

	List<LeafProperty> collect() {
		List<LeafProperty> leaves = new ArrayList<>();
		collect(this.entity, List.of(), "", leaves);
		checkSpecial();
		return leaves;
	}

	private void collect(TablePersistentEntity<?> owner, List<TablePersistentProperty> path, String prefix,
			List<LeafProperty> leaves) {
		if (path.size() > MAX_DEPTH) {
			problem(path, "is flattened more than " + MAX_DEPTH + " levels deep, perhaps into itself; use @Json");
			return;
		}
		for (TablePersistentProperty property : owner) {
			List<TablePersistentProperty> extended = new ArrayList<>(path);
			extended.add(property);
			if (property.isServerTimestamp()) {
				addLeaf(extended, "Timestamp", Place.TIMESTAMP, leaves);
			}
			else if (property.isContent()) {
				TablePersistentEntity<?> nested = property.isFlattened() ? this.context.nested(property) : null;
				if (nested != null) {
					collect(nested, extended, prefix + property.columnName() + "_", leaves);
				}
				else {
					addColumn(extended, prefix + property.columnName(), leaves);
				}
			}
		}
	}

	private void addColumn(List<TablePersistentProperty> path, String column, List<LeafProperty> leaves) {
		if (RESERVED.contains(column) || !COLUMN.matcher(column).matches()) {
			problem(path, "would be stored as '" + column
					+ "', which the service or this module refuses as the name of a property (up to 255 letters, digits "
					+ "and underscores, the first a letter, not PartitionKey, RowKey or Timestamp); rename it with @Column");
		}
		addLeaf(path, column, Place.COLUMN, leaves);
	}

	private void addLeaf(List<TablePersistentProperty> path, String column, Place place, List<LeafProperty> leaves) {
		TablePersistentProperty property = path.get(path.size() - 1);
		try {
			leaves.add(new LeafProperty(List.copyOf(path), column, this.conversions.of(property), place));
		}
		catch (IllegalArgumentException ex) {
			problem(path, String.valueOf(ex.getMessage()));
		}
	}

	private void checkSpecial() {
		for (TablePersistentProperty property : this.entity) {
			if (property.isVersionProperty() && property.getType() != String.class) {
				problem(List.of(property), "is the @Version, which holds the ETag; declare it as String, not "
						+ property.getType().getName());
			}
			if (property.isServerTimestamp() && property.getType() != Instant.class
					&& property.getType() != OffsetDateTime.class) {
				problem(List.of(property), "is the @ServerTimestamp; declare it as Instant or OffsetDateTime");
			}
			if (property.isOtherProperties()
					&& (property.getRawType() != Map.class || property.getComponentType() != String.class)) {
				problem(List.of(property), "holds @OtherProperties; declare it as Map<String, Object>");
			}
		}
	}

	private void problem(List<TablePersistentProperty> path, String text) {
		this.problems.add(this.entity.getType().getName() + "."
				+ String.join(".", path.stream().map(TablePersistentProperty::getName).toList()) + " " + text);
	}

}
