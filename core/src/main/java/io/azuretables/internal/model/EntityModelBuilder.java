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

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.UnaryOperator;

import io.azuretables.internal.model.EntityModel.Discriminator;
import io.azuretables.internal.model.LeafCollector.Leaves;
import io.azuretables.internal.model.LeafProperty.Place;
import io.azuretables.mapping.AcceptHotPartition;
import io.azuretables.mapping.EntityType;
import io.azuretables.mapping.EntityUpgrade;
import io.azuretables.mapping.TableMappingException;
import org.jspecify.annotations.Nullable;

import org.springframework.core.annotation.MergedAnnotation;
import org.springframework.core.annotation.MergedAnnotations;
import org.springframework.util.ClassUtils;
import org.springframework.util.StringUtils;

/**
 * Builds the {@link EntityModel} of one entity class, and collects all mapping errors.
 */
final class EntityModelBuilder {

	private static final int MAX_COLUMNS = 252;

	/**
	 * The columns of this module in a part: its generation, and the token of the write.
	 */
	private static final int PART_COLUMNS = 2;

	private static final int MAX_VERSION = 999_999;

	private final MappedEntity<?> entity;

	private final EntityModels context;

	private final LeafCollector collector;

	private final List<String> problems = new ArrayList<>();

	EntityModelBuilder(MappedEntity<?> entity, EntityModels context, PropertyConversions conversions) {
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
		checkGetters(leaves);
		KeyTemplates templates = new KeyTemplates(this.entity, leaves, this.problems);
		KeyMapping declared = templates.keys();
		Discriminator discriminator = discriminator();
		if (declared == null) {
			checkNames(leaves.all(), discriminator);
			throw new TableMappingException(this.problems);
		}
		UnaryOperator<LeafProperty> placed = (leaf) -> placed(leaf, declared);
		KeyMapping keys = declared.with(placed);
		List<LeafProperty> all = leaves.all().stream().map(placed).toList();
		List<IndexMapping> indexes = new IndexMappings(this.entity, templates, keys, this.problems).build(all);
		checkNames(all, discriminator);
		checkReason();
		PartMappings parts = new PartMappings(this.entity, this.problems);
		EntityModel model = new EntityModel(this.entity, all, keys, indexes, discriminator,
				new RollingMappings(this.entity, this.problems).mapping(all, indexes), parts.parts(all, discriminator));
		check(model, parts);
		this.problems.addAll(RowKinds.conflicts(this.entity, model));
		if (!this.problems.isEmpty()) {
			throw new TableMappingException(this.problems);
		}
		return model;
	}

	private void checkGetters(Leaves leaves) {
		if (this.entity.getType().isInterface() && leaves.all().isEmpty()) {
			this.problems.add(this.entity.getType().getName() + " is an interface without getters, and so without "
					+ "properties; declare getters such as getId(), or let it be an abstract class");
			throw new TableMappingException(this.problems);
		}
	}

	private void check(EntityModel model, PartMappings parts) {
		if (model.isMovable() && !this.entity.hasVersionProperty()) {
			this.problems.add(this.entity.getType().getName() + " is annotated with @Movable and has no @Version "
					+ "property, without which a change that is made during a move would be lost; give it one");
		}
		parts.check(model, isInHierarchy());
		checkCounts(model);
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

	private void checkNames(List<LeafProperty> leaves, @Nullable Discriminator discriminator) {
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
	}

	/**
	 * Checks that each row of an entity takes its columns, and those of this module.
	 */
	private void checkCounts(EntityModel model) {
		Map<String, Set<String>> rows = new LinkedHashMap<>();
		Map<String, Boolean> series = new HashMap<>();
		for (LeafProperty leaf : model.leaves().values()) {
			if (leaf.place() == Place.COLUMN) {
				String row = Objects.requireNonNullElse(leaf.part(), "");
				rows.computeIfAbsent(row, (name) -> new HashSet<>()).add(leaf.column());
				series.merge(row, leaf.slot() != null, Boolean::logicalOr);
			}
		}
		Discriminator discriminator = model.discriminator();
		if (discriminator != null) {
			rows.computeIfAbsent("", (name) -> new HashSet<>()).add(discriminator.column());
		}
		rows.forEach((row, columns) -> checkCount(row, columns.size(), Boolean.TRUE.equals(series.get(row)),
				row.isEmpty() ? ownColumns(model) : PART_COLUMNS));
	}

	/**
	 * The columns of this module in the main row: the token of the write, the generation
	 * of an entity with parts, the operations of {@code Update.once} on a series, and the
	 * token of each index in another partition, and the two columns that mark an entity
	 * that moves.
	 */
	private int ownColumns(EntityModel model) {
		boolean wide = !model.parts().names().isEmpty();
		boolean series = !model.series().isEmpty();
		boolean tokened = wide || series || this.entity.hasVersionProperty() || !model.indexes().isEmpty();
		int indexes = (int) model.indexes().stream().filter((index) -> !index.isIntraPartition()).count();
		return (tokened ? 1 : 0) + (wide ? 1 : 0) + (series ? 1 : 0) + (model.isMovable() ? 2 : 0) + indexes;
	}

	private void checkCount(String row, int columns, boolean series, int own) {
		if (columns + own > MAX_COLUMNS) {
			String name = this.entity.getType().getName() + (row.isEmpty() ? "" : "'s @Part(\"" + row + "\")");
			this.problems.add(name + " has " + columns + " stored properties, and a row takes " + (MAX_COLUMNS - own)
					+ ((own > 0) ? " beside " + own + " of this module" : "") + "; "
					+ (series ? "give its @Series fewer slots, " : "") + "store some of them in "
					+ (row.isEmpty() ? "a row of their own with @Part" : "another @Part") + ", or in one with @Json");
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
			this.problems.add(this.entity.getType().getName() + " has the type property '" + own.property()
					+ "', which the service or this module refuses; rename it in @EntityType(property)");
		}
		List<String> values = new ArrayList<>();
		List<TypeVersion> versions = new ArrayList<>();
		for (MappedEntity<?> subtype : this.context.subtypes(this.entity)) {
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
			this.problems.add(this.entity.getType().getName()
					+ " is recognised by its keys (EntityType.BY_KEY); such an "
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

	private void addValue(MappedEntity<?> subtype, EntityType own, List<String> values, List<TypeVersion> versions) {
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
