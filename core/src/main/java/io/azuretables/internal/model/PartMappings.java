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

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;

import io.azuretables.internal.model.EntityModel.Discriminator;
import io.azuretables.internal.model.LeafProperty.Place;
import io.azuretables.key.RowParts;
import io.azuretables.mapping.TablePersistentProperty;
import io.azuretables.row.ServiceLimits;
import org.jspecify.annotations.Nullable;

/**
 * Reads the {@code @Part} annotations of an entity class, and collects their errors.
 */
final class PartMappings {

	private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_]{1,32}");

	private final MappedEntity<?> entity;

	private final List<String> problems;

	PartMappings(MappedEntity<?> entity, List<String> problems) {
		this.entity = entity;
		this.problems = problems;
	}

	RowParts parts(List<LeafProperty> leaves, @Nullable Discriminator discriminator) {
		TablePersistentProperty others = this.entity.otherProperties();
		Set<String> names = new LinkedHashSet<>();
		Map<String, String> columns = new LinkedHashMap<>();
		for (LeafProperty leaf : leaves) {
			String part = leaf.part();
			if (part != null) {
				names.add(part);
				checkPlace(leaf);
			}
			if (leaf.place() == Place.COLUMN) {
				columns.put(leaf.column(), Objects.requireNonNullElse(part, ""));
			}
		}
		checkVersion();
		if (others != null && others.part() != null) {
			names.add(others.part());
		}
		if (names.isEmpty()) {
			return RowParts.NONE;
		}
		if (discriminator != null) {
			columns.put(discriminator.column(), "");
		}
		names.stream()
			.filter((name) -> !NAME.matcher(name).matches())
			.forEach((name) -> this.problems.add(type() + " has the @Part(\"" + name
					+ "\"); the name of a part is 1 to 32 letters, digits and underscores"));
		return new RowParts(names, columns, (others != null) ? others.part() : null);
	}

	private void checkPlace(LeafProperty leaf) {
		if (leaf.place() != Place.COLUMN) {
			problem(leaf.name(), (leaf.place() == Place.KEY) ? "stands in the key alone"
					: "is the @ServerTimestamp of the main row");
		}
	}

	private void checkVersion() {
		TablePersistentProperty version = this.entity.getVersionProperty();
		if (version != null && version.part() != null) {
			problem(version.getName(), "is the @Version, which is the ETag of the main row");
		}
	}

	private void problem(String property, String text) {
		this.problems.add(type() + "." + property + " has a @Part and " + text + "; leave out its @Part");
	}

	/**
	 * Checks what holds for entities of several rows only.
	 * @param extended whether other classes extend the class
	 */
	void check(EntityModel model, boolean extended) {
		RowParts parts = model.parts();
		if (parts.names().isEmpty()) {
			return;
		}
		String prefix = model.keys().row().prefix();
		if (prefix.isEmpty() || RowParts.ROWS.startsWith(prefix) || prefix.startsWith(RowParts.ROWS)) {
			this.problems.add(type() + " has properties with @Part, whose row keys begin with '" + RowParts.ROWS
					+ "'; begin its row key with a literal of its own, so that lists do not read them, such as \""
					+ this.entity.getType().getSimpleName().toLowerCase(Locale.ROOT) + "_"
					+ model.keys().row().template() + "\"");
		}
		if (extended) {
			this.problems.add(type() + " has properties with @Part, and other classes of its table extend it; "
					+ "leave out @Part, or give the classes tables or keys of their own");
		}
		Discriminator discriminator = model.discriminator();
		if (discriminator != null && discriminator.isVersioned()) {
			this.problems.add(type() + " has properties with @Part and an @EntityType with a version, and upgrades see "
					+ "a single row; leave out one of them");
		}
		if (model.isMovable()) {
			this.problems.add(type() + " has properties with @Part and is annotated with @Movable, and a move takes a "
					+ "single row; leave out one of them");
		}
		checkRows(model);
	}

	private void checkRows(EntityModel model) {
		int parts = model.parts().names().size();
		int rows = 1 + parts + 2 * model.indexes().size();
		if (rows > ServiceLimits.BATCH_WRITES) {
			this.problems.add(type() + " takes up to " + rows + " writes, with " + parts
					+ " parts and two for each index; a transaction takes " + ServiceLimits.BATCH_WRITES
					+ ". Let more properties share a @Part, or store large values in blobs by a LargeValue property");
		}
	}

	private String type() {
		return this.entity.getType().getName();
	}

}
