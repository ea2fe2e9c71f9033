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

import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;

import io.azuretables.internal.model.LeafProperty.Place;
import io.azuretables.internal.model.LeafProperty.Slot;
import io.azuretables.key.TableKey;
import io.azuretables.mapping.Encrypted;
import io.azuretables.mapping.PartitionKey;
import io.azuretables.mapping.RowKey;
import io.azuretables.mapping.Table;
import io.azuretables.mapping.TablePersistentProperty;
import org.jspecify.annotations.Nullable;

import org.springframework.core.annotation.AnnotatedElementUtils;

/**
 * Collects the mapped properties of an entity class, including those of nested objects
 * ({@code @Flattened}).
 */
final class LeafCollector {

	private static final Pattern COLUMN = Pattern
		.compile("[\\p{L}&&[^\\x{10000}-\\x{10FFFF}]][[\\p{L}\\p{Nd}_]&&[^\\x{10000}-\\x{10FFFF}]]{0,254}");

	private static final Set<String> RESERVED = Set.of("PartitionKey", "RowKey", "Timestamp");

	private static final String COLUMN_RULE = "which the service or this module refuses as the name of a property "
			+ "(up to 255 letters, digits and underscores, the first a letter, not PartitionKey, RowKey or Timestamp)";

	private static final int MAX_DEPTH = 8;

	private final MappedEntity<?> entity;

	private final EntityModels context;

	private final PropertyConversions conversions;

	private final List<String> problems;

	private final List<LeafProperty> leaves = new ArrayList<>();

	/**
	 * How many slots of text and bytes a row has: the main one, under an empty name, or a
	 * part.
	 */
	private final Map<String, Integer> unbounded = new HashMap<>();

	private final List<List<TablePersistentProperty>> rejected = new ArrayList<>();

	LeafCollector(MappedEntity<?> entity, EntityModels context, PropertyConversions conversions,
			List<String> problems) {
		this.entity = entity;
		this.context = context;
		this.conversions = conversions;
		this.problems = problems;
	}

	Leaves collect() {
		collect(this.entity, List.of(), "");
		return new Leaves(this.leaves, this.rejected);
	}

	private void collect(MappedEntity<?> owner, List<TablePersistentProperty> path, String prefix) {
		owner.constructorProblems().stream().filter((one) -> !this.problems.contains(one)).forEach(this.problems::add);
		if (!owner.isAbstract() && owner.getInstanceCreatorMetadata() != null) {
			checkFinalFields(owner, path);
		}
		for (TablePersistentProperty property : owner) {
			List<TablePersistentProperty> extended = new ArrayList<>(path);
			extended.add(property);
			collect(property, extended, prefix);
		}
	}

	private void collect(TablePersistentProperty property, List<TablePersistentProperty> path, String prefix) {
		String hidden = hiddenBy(property);
		if (isKeyWithoutValue(property)) {
			reject(path,
					"has a @PartitionKey or @RowKey, and no single value; write the templates on the class, with "
							+ "properties that have one"
							+ (property.isOneObject() ? ", such as {" + LeafProperty.nameOf(path) + ".…}" : ""));
		}
		else if (hidden != null) {
			reject(path, "is " + hidden + ", and is no single column with a value of its own; annotate a property "
					+ "that is text, bytes or @Json");
		}
		else if (property.isServerTimestamp()) {
			addTimestamp(path);
		}
		else if (!property.isContent()) {
			checkSpecial(property, path);
		}
		else if (property.isSeries()) {
			addSeries(path, prefix);
		}
		else if (property.isFlattened()) {
			checkContent(property, path);
			flatten(path, prefix + property.columnName() + "_");
		}
		else {
			addColumn(path, prefix + columnName(property, path.subList(0, path.size() - 1)));
		}
	}

	/**
	 * The annotation that hides values, on a property that has none to hide; {@code null}
	 * where there is nothing wrong.
	 */
	private static @Nullable String hiddenBy(TablePersistentProperty property) {
		boolean single = property.isContent() && !property.isSeries()
				&& (!property.isFlattened() || (property.isExternalContent() && property.compressed() == null));
		if (single || property.isTransient()) {
			return null;
		}
		return (property.compressed() != null) ? "@Compressed" : (property.encrypted() != null) ? "@Encrypted" : null;
	}

	private static boolean isKeyWithoutValue(TablePersistentProperty property) {
		boolean key = property.isAnnotationPresent(PartitionKey.class) || property.isAnnotationPresent(RowKey.class);
		return key && !property.isServerTimestamp() && !property.isSeries()
				&& (!property.isContent() || property.isFlattened());
	}

	private void checkContent(TablePersistentProperty property, List<TablePersistentProperty> path) {
		Encrypted encrypted = property.encrypted();
		if (encrypted != null) {
			try {
				this.conversions.checkContent(encrypted);
			}
			catch (IllegalArgumentException ex) {
				problem(path, String.valueOf(ex.getMessage()));
			}
		}
	}

	/**
	 * What the constructor does not take as it is stored would be lost without a word.
	 */
	private void checkFinalFields(MappedEntity<?> owner, List<TablePersistentProperty> path) {
		for (TablePersistentProperty property : owner) {
			if (isLost(property) && !owner.isCreatorArgument(property)) {
				List<TablePersistentProperty> extended = new ArrayList<>(path);
				extended.add(property);
				problem(extended, "is final, and no parameter of the constructor has its name, so that what is stored "
						+ "would not come back; add one, let the field not be final, or annotate it with @Transient");
			}
		}
	}

	/**
	 * A final field may be what the constructor makes of its parameters, or a constant.
	 * What only the service knows is neither, and what collects is filled later.
	 */
	private static boolean isLost(TablePersistentProperty property) {
		boolean stored = !property.isContent() || property.isCollectionLike() || property.isMap();
		return stored && !property.isTransient() && !property.isReadable();
	}

	private void addTimestamp(List<TablePersistentProperty> path) {
		TablePersistentProperty property = path.get(path.size() - 1);
		Class<?> type = property.getType();
		if (path.size() > 1) {
			reject(path, "is the @ServerTimestamp inside of a flattened object; it belongs to the entity itself");
		}
		else if (property.isVersionProperty()) {
			reject(path, "is the @ServerTimestamp and the @Version, which holds the ETag; leave out one of them");
		}
		else if (type == Instant.class || type == OffsetDateTime.class) {
			addLeaf(path, "Timestamp", Place.TIMESTAMP);
		}
		else {
			reject(path, "is the @ServerTimestamp; declare it as Instant or OffsetDateTime, not " + type.getName());
		}
	}

	private void checkSpecial(TablePersistentProperty property, List<TablePersistentProperty> path) {
		if (path.size() > 1) {
			problem(path, "is a @Version or holds @OtherProperties inside of a flattened object; "
					+ "it belongs to the entity itself");
		}
		else if (property.isVersionProperty() && property.getType() != String.class) {
			problem(path,
					"is the @Version, which holds the ETag; declare it as String, not " + property.getType().getName());
		}
		else if (property.isOtherProperties() && (property.getRawType() != Map.class
				|| property.getComponentType() != String.class || property.getMapValueType() != Object.class)) {
			problem(path, "holds @OtherProperties; declare it as Map<String, Object>");
		}
		else if (property.isOtherProperties() && property != this.entity.otherProperties()) {
			problem(path, "holds @OtherProperties, and so does another property; keep one of them");
		}
	}

	private void flatten(List<TablePersistentProperty> path, String prefix) {
		String obstacle = obstacle(path);
		if (obstacle != null) {
			reject(path, obstacle);
			return;
		}
		collect(Objects.requireNonNull(this.context.nested(path.get(path.size() - 1))), path, prefix);
	}

	/**
	 * Why the properties of an object cannot be columns; {@code null} where they can.
	 */
	private @Nullable String obstacle(List<TablePersistentProperty> path) {
		TablePersistentProperty property = path.get(path.size() - 1);
		Class<?> linked = property.linkedType();
		if (linked != null && property.getType() != TableKey.class) {
			return "is a @Link; declare it as TableKey, not " + property.getType().getName();
		}
		if (linked != null && !AnnotatedElementUtils.hasAnnotation(linked, Table.class)) {
			return "is a @Link to " + linked.getName() + ", which is not an entity; annotate it with @Table";
		}
		if (!property.isOneObject()) {
			return "is @Flattened and of type " + property.getType().getName()
					+ ", which is no object with properties of its own; use @Json";
		}
		if (property.isJson()) {
			return "is @Json, and its properties are columns of their own; leave out @Json or "
					+ ((linked != null) ? "@Link" : "@Flattened");
		}
		MappedEntity<?> nested = Objects.requireNonNull(this.context.nested(property));
		if (nested.isAbstract()) {
			return "is @Flattened and of the abstract type " + nested.getType().getName()
					+ ", of which no row can be read; declare a concrete class, or use @Json with a type that Jackson reads";
		}
		boolean endless = path.size() > MAX_DEPTH || path.stream().anyMatch((part) -> part.getOwner().equals(nested));
		return endless ? "would be flattened into itself; use @Json" : null;
	}

	/**
	 * The name of the last part of a column. Both keys of a link have short ones.
	 */
	private static String columnName(TablePersistentProperty property, List<TablePersistentProperty> path) {
		if (path.isEmpty() || !path.get(path.size() - 1).isLink()) {
			return property.columnName();
		}
		return property.getName().equals("partitionKey") ? "pk" : "rk";
	}

	private void addSeries(List<TablePersistentProperty> path, String prefix) {
		try {
			SeriesColumns columns = SeriesColumns.of(path.get(path.size() - 1));
			String property = LeafProperty.nameOf(path);
			String first = prefix + columns.name(0);
			PropertyConversion conversion = conversion(path, first);
			if (columns.isUnbounded(conversion)) {
				String row = Objects.requireNonNullElse(new LeafProperty(path, first, conversion, Place.COLUMN).part(),
						"");
				columns.checkSize(this.unbounded.merge(row, columns.slots(), Integer::sum));
			}
			SeriesMapping series = columns.mapping(property);
			if (!isColumn(prefix + columns.name(series.slots() - 1)) || !isColumn(first)) {
				throw new IllegalArgumentException("would be stored as '" + first + "' and others, " + COLUMN_RULE
						+ "; write another @Series(column)");
			}
			for (int i = 0; i < series.slots(); i++) {
				this.leaves.add(new LeafProperty(List.copyOf(path), prefix + columns.name(i), conversion, Place.COLUMN,
						new Slot(series, i)));
			}
		}
		catch (IllegalArgumentException ex) {
			reject(path, String.valueOf(ex.getMessage()));
		}
	}

	private void addColumn(List<TablePersistentProperty> path, String column) {
		if (!isColumn(column)) {
			problem(path, "would be stored as '" + column + "', " + COLUMN_RULE + "; rename it with @Column");
		}
		addLeaf(path, column, Place.COLUMN);
	}

	/**
	 * Whether the service and this module take the name.
	 */
	static boolean isColumn(String name) {
		return !RESERVED.contains(name) && COLUMN.matcher(name).matches();
	}

	private void addLeaf(List<TablePersistentProperty> path, String column, Place place) {
		try {
			PropertyConversion conversion = conversion(path, column);
			this.leaves.add(new LeafProperty(List.copyOf(path), column, conversion, place));
		}
		catch (IllegalArgumentException ex) {
			reject(path, String.valueOf(ex.getMessage()));
		}
	}

	private PropertyConversion conversion(List<TablePersistentProperty> path, String column) {
		return this.conversions.of(path.get(path.size() - 1),
				new StoredColumn(this.entity, LeafProperty.nameOf(path), column));
	}

	private void reject(List<TablePersistentProperty> path, String text) {
		this.rejected.add(List.copyOf(path));
		problem(path, text);
	}

	private void problem(List<TablePersistentProperty> path, String text) {
		this.problems.add(this.entity.getType().getName() + "." + LeafProperty.nameOf(path) + " " + text);
	}

	/**
	 * What was found.
	 *
	 * @param all the leaf properties
	 * @param rejected the paths of others, which are reported already
	 */
	record Leaves(List<LeafProperty> all, List<List<TablePersistentProperty>> rejected) {

	}

}
