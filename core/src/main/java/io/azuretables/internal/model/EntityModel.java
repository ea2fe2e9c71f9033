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

import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

import io.azuretables.internal.model.LeafProperty.Place;
import io.azuretables.key.RowParts;
import io.azuretables.mapping.EntityType;
import io.azuretables.mapping.Movable;
import io.azuretables.mapping.NewerTypes;
import io.azuretables.mapping.TableMappingException;
import io.azuretables.mapping.TablePersistentEntity;
import io.azuretables.mapping.TablePersistentProperty;
import org.jspecify.annotations.Nullable;

/**
 * The mapping of an entity class to rows: its properties, keys and indexes, and how its
 * rows are recognised.
 *
 * @since 0.1
 */
public final class EntityModel {

	private final TablePersistentEntity<?> entity;

	private final Map<String, LeafProperty> leaves;

	private final Map<String, LeafProperty> updatable;

	private final Map<String, List<LeafProperty>> series;

	/**
	 * The leaf properties that a row may not lack, whatever else it has.
	 */
	private final List<LeafProperty> demanded;

	private final List<LeafProperty> hidden;

	private final KeyMapping keys;

	private final List<IndexMapping> indexes;

	private final @Nullable Discriminator discriminator;

	private final @Nullable RollingMapping rolling;

	private final boolean movable;

	private final RowParts parts;

	EntityModel(MappedEntity<?> entity, List<LeafProperty> leaves, KeyMapping keys, List<IndexMapping> indexes,
			@Nullable Discriminator discriminator, @Nullable RollingMapping rolling, RowParts parts) {
		this.entity = entity;
		this.leaves = leaves.stream()
			.collect(
					Collectors.toMap(LeafProperty::name, Function.identity(), (one, other) -> one, LinkedHashMap::new));
		this.series = leaves.stream()
			.filter((leaf) -> leaf.slot() != null)
			.collect(Collectors.groupingBy((leaf) -> Objects.requireNonNull(leaf.slot()).series().name(),
					LinkedHashMap::new, Collectors.toUnmodifiableList()));
		this.demanded = this.leaves.values()
			.stream()
			.filter((leaf) -> leaf.isWritten() && leaf.slot() == null && !leaf.property().isNullable()
					&& !keys.leaves().contains(leaf))
			.toList();
		this.hidden = this.leaves.values()
			.stream()
			.filter((leaf) -> leaf.place() == Place.COLUMN && leaf.conversion().hidden() != null)
			.toList();
		this.updatable = this.leaves.values()
			.stream()
			.filter((leaf) -> leaf.place() == Place.COLUMN && !keys.leaves().contains(leaf))
			.collect(Collectors.toUnmodifiableMap(LeafProperty::name, Function.identity()));
		this.keys = keys;
		this.indexes = List.copyOf(indexes);
		this.discriminator = discriminator;
		this.rolling = rolling;
		this.movable = entity.findAnnotation(Movable.class) != null;
		this.parts = parts;
	}

	/**
	 * The model of a mapped class, made when it is first asked for.
	 * @throws TableMappingException with all that is wrong with the class
	 */
	public static EntityModel of(TablePersistentEntity<?> entity) {
		return ((MappedEntity<?>) entity).model();
	}

	/**
	 * The mapped class.
	 */
	public TablePersistentEntity<?> entity() {
		return this.entity;
	}

	/**
	 * The class.
	 */
	public Class<?> type() {
		return this.entity.getType();
	}

	/**
	 * The leaf properties by their names, in the order of declaration. Each slot of a
	 * series is one.
	 */
	public Map<String, LeafProperty> leaves() {
		return this.leaves;
	}

	public Optional<LeafProperty> leaf(String name) {
		return Optional.ofNullable(this.leaves.get(name));
	}

	/**
	 * The leaf properties that an update may change, by their names: those of the key and
	 * of the service are not among them.
	 */
	public Map<String, LeafProperty> updatable() {
		return this.updatable;
	}

	/**
	 * The slots of each series, by the names of the properties.
	 */
	public Map<String, List<LeafProperty>> series() {
		return this.series;
	}

	/**
	 * The series that a property or one of its slots belongs to.
	 */
	public @Nullable SeriesMapping seriesOf(String property) {
		int bracket = property.indexOf('[');
		List<LeafProperty> slots = this.series.get((bracket < 0) ? property : property.substring(0, bracket));
		return (slots != null) ? Objects.requireNonNull(slots.get(0).slot()).series() : null;
	}

	/**
	 * The names of the leaf properties, for messages: a series has one.
	 */
	public Set<String> names() {
		return this.leaves.values()
			.stream()
			.map(LeafProperty::propertyName)
			.collect(Collectors.toCollection(LinkedHashSet::new));
	}

	/**
	 * Whether a row may have its key alone: all other properties are nullable.
	 */
	public boolean isCompleteByKey() {
		return this.demanded.isEmpty();
	}

	/**
	 * The stored properties that are not nullable and have no value, in a row that has
	 * its key and some properties. A nested object that may be absent lacks nothing,
	 * unless one of its properties is there.
	 * @param present the properties that have a value
	 */
	public List<LeafProperty> missing(Set<LeafProperty> present) {
		Set<LeafProperty> valued = new HashSet<>(present);
		valued.addAll(this.keys.leaves());
		Set<List<TablePersistentProperty>> objects = new HashSet<>();
		for (LeafProperty leaf : valued) {
			for (int length = 1; length < leaf.path().size(); length++) {
				objects.add(leaf.path().subList(0, length));
			}
		}
		return this.demanded.stream().filter((leaf) -> !valued.contains(leaf) && leaf.isRequired(objects)).toList();
	}

	/**
	 * The leaf properties in columns whose values are hidden.
	 */
	public List<LeafProperty> hidden() {
		return this.hidden;
	}

	public KeyMapping keys() {
		return this.keys;
	}

	public List<IndexMapping> indexes() {
		return this.indexes;
	}

	/**
	 * The index of a name.
	 */
	public Optional<IndexMapping> index(String name) {
		return this.indexes.stream().filter((index) -> index.name().equals(name)).findFirst();
	}

	/**
	 * How rows of this type are told from others by a property; {@code null} where their
	 * keys tell.
	 */
	public @Nullable Discriminator discriminator() {
		return this.discriminator;
	}

	/**
	 * How entities of this type are divided among tables by a time; {@code null} where
	 * all of them are in one.
	 */
	public @Nullable RollingMapping rolling() {
		return this.rolling;
	}

	/**
	 * Whether a token row beside the entities would be read as one of them, since nothing
	 * tells their row keys apart.
	 */
	public boolean readsTokenRows() {
		return this.discriminator == null && IndexMapping.TOKEN_ROWS.startsWith(this.keys.row().prefix());
	}

	/**
	 * Whether entities may move to other keys, so that a write without a version must
	 * know the row as it was.
	 */
	public boolean isMovable() {
		return this.movable;
	}

	/**
	 * How entities are spread over several rows; {@link RowParts#NONE} where each has
	 * one.
	 */
	public RowParts parts() {
		return this.parts;
	}

	/**
	 * A property of the row that tells its type.
	 *
	 * @param column the name of the property
	 * @param values the values of the type and its subtypes, as they are written; the
	 * first is the type's own
	 * @param versions the types among them that have versions
	 * @param newer what reading does with rows of newer versions
	 */
	public record Discriminator(String column, List<String> values, List<TypeVersion> versions, NewerTypes newer) {

		/**
		 * How much of a value a message shows.
		 */
		private static final int SHOWN = 64;

		/**
		 * What the property of a row says, for messages: no secret, but anybody's text.
		 */
		public String described(@Nullable Object value) {
			return (value != null) ? "has the " + this.column + " '" + shown(value) + "'" : "has no " + this.column;
		}

		/**
		 * A value as a message can show it: short, and on one line.
		 */
		public static String shown(Object value) {
			String text = String.valueOf(value);
			String cut = (text.length() > SHOWN) ? text.substring(0, SHOWN) + "…" : text;
			return cut.replaceAll("[\\p{Cntrl}\\u0085\\u2028\\u2029]", "?");
		}

		/**
		 * Whether some of the types have versions.
		 */
		public boolean isVersioned() {
			return !this.versions.isEmpty();
		}

		/**
		 * Whether rows of newer versions are skipped, or read without what is new in
		 * them.
		 */
		public boolean hidesNewer() {
			return isVersioned() && this.newer != NewerTypes.FAIL;
		}

		/**
		 * Whether there may be rows of older versions with other properties.
		 */
		public boolean hasUpgrades() {
			return this.versions.stream().anyMatch((version) -> version.version() > 1);
		}

		/**
		 * Whether keys tell the type, and the property only its version.
		 */
		public boolean isByKey() {
			return this.column.equals(EntityType.BY_KEY);
		}

		/**
		 * The one of the types that has versions and whose row, of any version, says the
		 * value; {@code null} if there is none.
		 */
		public @Nullable TypeVersion versionOf(@Nullable Object value) {
			for (TypeVersion version : this.versions) {
				if (version.of(value) > 0) {
					return version;
				}
			}
			return null;
		}

		/**
		 * What the property of a row says about the row.
		 */
		public Match match(@Nullable Object value) {
			if (value instanceof String text && this.values.contains(text)) {
				return Match.CURRENT;
			}
			TypeVersion version = versionOf(value);
			if (version == null) {
				return Match.OTHER;
			}
			int compared = Integer.compare(version.of(value), version.version());
			return (compared < 0) ? Match.OLDER : (compared > 0) ? Match.NEWER : Match.CURRENT;
		}

		/**
		 * Whether both stand for rows of one type, whatever their versions.
		 */
		boolean isSameType(Discriminator other) {
			return isOwn(other.values.get(0)) || other.isOwn(this.values.get(0));
		}

		/**
		 * Whether the value tells the type itself, in any version, and no subtype of it.
		 */
		public boolean isOwn(@Nullable Object value) {
			TypeVersion own = versionOf(this.values.get(0));
			return (own != null) ? own.of(value) > 0 : this.values.get(0).equals(value);
		}

		/**
		 * Whether a property of a row tells that the row is one of these.
		 */
		public boolean isMetBy(String name, Object value) {
			return name.equals(this.column) && this.values.contains(value);
		}

	}

	/**
	 * What a row says about its type.
	 */
	public enum Match {

		/**
		 * Another type.
		 */
		OTHER,

		/**
		 * The type, in an older version.
		 */
		OLDER,

		/**
		 * The type, in the version of this process.
		 */
		CURRENT,

		/**
		 * The type, in a newer version.
		 */
		NEWER

	}

}
