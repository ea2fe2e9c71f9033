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

package io.azuretables.mapping.model;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;

import io.azuretables.mapping.AcceptHotPartition;
import io.azuretables.mapping.EntityType;
import io.azuretables.mapping.EntityUpgrade;
import io.azuretables.mapping.Movable;
import io.azuretables.mapping.TableMappingException;
import io.azuretables.mapping.model.EntityModel.Discriminator;
import io.azuretables.mapping.model.LeafCollector.Leaves;
import io.azuretables.mapping.model.LeafProperty.Place;
import org.jspecify.annotations.Nullable;

import org.springframework.core.annotation.MergedAnnotation;
import org.springframework.core.annotation.MergedAnnotations;
import org.springframework.util.ClassUtils;
import org.springframework.util.StringUtils;

/**
 * Makes the model of one entity, and collects all that is wrong with it on the way.
 */
final class EntityModelBuilder {

	private static final int MAX_COLUMNS = 252;

	/**
	 * The columns that a row with a series may have besides: the token of the write, and
	 * the operations of {@code Update.once}.
	 */
	private static final int SERIES_COLUMNS = 2;

	private static final int MAX_VERSION = 999_999;

	private final TablePersistentEntity<?> entity;

	private final TableMappingContext context;

	private final LeafCollector collector;

	private final List<String> problems = new ArrayList<>();

	EntityModelBuilder(TablePersistentEntity<?> entity, TableMappingContext context, PropertyConversions conversions) {
		this.entity = entity;
		this.context = context;
		this.collector = new LeafCollector(entity, context, conversions, this.problems);
	}

	EntityModel build() {
		if (!this.entity.isTable()) {
			this.problems.add(this.entity.getType().getName() + " is not an entity; annotate it with @Table");
			throw new TableMappingException(this.problems);
		}
		Leaves leaves = this.collector.collect();
		KeyTemplates templates = new KeyTemplates(this.entity, leaves, this.problems);
		KeyMapping declared = templates.keys();
		Discriminator discriminator = discriminator();
		if (declared == null) {
			checkColumns(leaves.all(), discriminator);
			throw new TableMappingException(this.problems);
		}
		UnaryOperator<LeafProperty> placed = (leaf) -> placed(leaf, declared);
		KeyMapping keys = declared.with(placed);
		List<LeafProperty> all = leaves.all().stream().map(placed).toList();
		List<IndexMapping> indexes = new IndexMappings(this.entity, templates, keys, this.problems).build(all);
		checkColumns(all, discriminator);
		checkReason();
		EntityModel model = new EntityModel(this.entity.getType(), all, keys, indexes, discriminator,
				new RollingMappings(this.entity, this.problems).mapping(all, indexes), isMovable());
		this.problems.addAll(RowKinds.conflicts(this.entity, model));
		if (!this.problems.isEmpty()) {
			throw new TableMappingException(this.problems);
		}
		return model;
	}

	private boolean isMovable() {
		boolean movable = this.entity.findAnnotation(Movable.class) != null;
		if (movable && !this.entity.hasVersionProperty()) {
			this.problems.add(this.entity.getType().getName() + " is annotated with @Movable and has no @Version "
					+ "property, without which a change that is made during a move would be lost; give it one");
		}
		return movable;
	}

	private void checkReason() {
		AcceptHotPartition accepted = this.entity.findAnnotation(AcceptHotPartition.class);
		if (accepted != null && !StringUtils.hasText(accepted.reason())) {
			this.problems.add(this.entity.getType().getName() + " is annotated with @AcceptHotPartition without a "
					+ "reason; say why one partition is enough, such as \"40 rows a day\"");
		}
	}

	private static LeafProperty placed(LeafProperty leaf, KeyMapping keys) {
		return (keys.givesBack(leaf) && !leaf.property().hasOwnColumn()) ? leaf.in(Place.KEY) : leaf;
	}

	private void checkColumns(List<LeafProperty> leaves, @Nullable Discriminator discriminator) {
		Set<String> columns = new HashSet<>();
		if (discriminator != null) {
			columns.add(discriminator.column());
		}
		for (LeafProperty leaf : leaves) {
			if (leaf.place() == Place.COLUMN && !columns.add(leaf.column())) {
				problem(leaf.name(),
						"is stored as '" + leaf.column() + "', and so is "
								+ (discriminator != null && discriminator.column().equals(leaf.column())
										? "the @EntityType" : "another property")
								+ "; rename one with @Column");
			}
		}
		boolean series = leaves.stream().anyMatch((leaf) -> leaf.slot() != null);
		int most = series ? MAX_COLUMNS - SERIES_COLUMNS : MAX_COLUMNS;
		if (columns.size() > most) {
			this.problems
				.add(this.entity.getType().getName() + " has " + columns.size() + " stored properties, and a row takes "
						+ most + (series ? " beside those of this module; give its @Series fewer slots, or" : ";")
						+ " store a part of them with @Json");
		}
	}

	private @Nullable Discriminator discriminator() {
		EntityType own = this.entity.findAnnotation(EntityType.class);
		if (own == null) {
			return null;
		}
		if (own.property().equals(EntityType.BY_KEY)) {
			checkByKey(own);
		}
		else if (!LeafCollector.isColumn(own.property())) {
			this.problems.add(this.entity.getType().getName() + " is told by the property '" + own.property()
					+ "', which the service or this module refuses; rename it in @EntityType(property)");
		}
		List<String> values = new ArrayList<>();
		List<TypeVersion> versions = new ArrayList<>();
		for (TablePersistentEntity<?> subtype : this.context.subtypes(this.entity)) {
			addValue(subtype, own, values, versions);
		}
		if (new HashSet<>(values).size() < values.size()) {
			this.problems
				.add(this.entity.getType().getName() + " and its subtypes have the same @EntityType: " + values);
		}
		checkVersions(values, versions);
		return new Discriminator(own.property(), values, List.copyOf(versions), this.context.newerTypes());
	}

	private void checkByKey(EntityType own) {
		if (own.version() == 0 || StringUtils.hasText(own.value()) || isInHierarchy()) {
			this.problems.add(this.entity.getType().getName() + " is told by its keys (EntityType.BY_KEY); such an "
					+ "@EntityType needs a version, has no value, and is not for classes that extend each other in one "
					+ "table");
		}
	}

	private void checkVersions(List<String> values, List<TypeVersion> versions) {
		for (TypeVersion version : versions) {
			values.stream()
				.filter((value) -> !value.equals(version.value()) && version.of(value) > 0)
				.forEach((value) -> this.problems
					.add(this.entity.getType().getName() + " or a subtype has the @EntityType '" + value
							+ "', which is a version of " + version.type().getName() + "; change one of the values"));
		}
	}

	private boolean isInHierarchy() {
		return this.entity.isAbstract() || this.context.subtypes(this.entity).size() > 1;
	}

	private void addValue(TablePersistentEntity<?> subtype, EntityType own, List<String> values,
			List<TypeVersion> versions) {
		MergedAnnotation<EntityType> declared = MergedAnnotations.from(subtype.getType()).get(EntityType.class);
		if (!declared.isPresent()) {
			if (subtype == this.entity) {
				this.problems.add(this.entity.getType().getName() + " inherits @EntityType and has none of its own, "
						+ "so that its rows could not be told apart; annotate it");
			}
			return;
		}
		EntityType type = declared.synthesize();
		if (!type.property().equals(own.property())) {
			this.problems.add(subtype.getType().getName() + " and " + this.entity.getType().getName()
					+ " are told apart by different properties; name one in @EntityType(property)");
			return;
		}
		String name = type.property().equals(EntityType.BY_KEY) ? ""
				: StringUtils.hasText(type.value()) ? type.value() : subtype.getType().getSimpleName();
		if (type.version() == 0) {
			values.add(name);
			return;
		}
		List<EntityUpgrade<?>> upgrades = this.context.upgrades(subtype.getType());
		TypeVersion version = new TypeVersion(subtype.getType(), name, type.version(), upgrades);
		values.add(version.value());
		versions.add(version);
		if (subtype == this.entity) {
			checkUpgrades(type.version(), upgrades);
		}
	}

	private void checkUpgrades(int version, List<EntityUpgrade<?>> upgrades) {
		String name = this.entity.getType().getName();
		if (version < 0 || version > MAX_VERSION) {
			this.problems
				.add(name + " has @EntityType(version = " + version + "); versions go from 1 to " + MAX_VERSION);
			return;
		}
		for (int from = 1; from < version; from++) {
			int wanted = from;
			List<String> found = upgrades.stream()
				.filter((upgrade) -> upgrade.from() == wanted)
				.map((upgrade) -> ClassUtils.getUserClass(upgrade).getName())
				.toList();
			if (found.isEmpty()) {
				this.problems.add(name + " has version " + version + ", and no EntityUpgrade from version " + from
						+ ": rows of version " + from + " could not be read; declare one as a bean");
			}
			if (found.size() > 1) {
				this.problems
					.add(name + " has more than one EntityUpgrade from version " + from + ": " + found + "; leave one");
			}
		}
		upgrades.stream()
			.filter((upgrade) -> upgrade.from() < 1 || upgrade.from() >= version)
			.forEach((upgrade) -> this.problems.add(ClassUtils.getUserClass(upgrade).getName() + " upgrades " + name
					+ " from version " + upgrade.from() + ", and the class has version " + version
					+ "; raise the version of the @EntityType, or remove the upgrade"));
	}

	private void problem(String property, String text) {
		this.problems.add(this.entity.getType().getName() + "." + property + " " + text);
	}

}
