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
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.Year;
import java.time.YearMonth;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

import io.azuretables.internal.key.KeyLayout;
import io.azuretables.mapping.AcceptHotPartition;
import io.azuretables.mapping.HotPartitions;
import io.azuretables.mapping.Partitioning;

/**
 * Finds out from key templates whether they spread rows over partitions, or put all
 * writes into one.
 */
final class PartitionSpread {

	private static final String BUCKET = ":bucket(8)}";

	private static final Set<Class<?>> DATES = Set.of(LocalDate.class, YearMonth.class, Year.class);

	private static final Set<Class<?>> INSTANTS = Set.of(Instant.class, OffsetDateTime.class, ZonedDateTime.class,
			LocalDateTime.class);

	private PartitionSpread() {
	}

	/**
	 * Those of an entity; nothing if it has none, or accepts them.
	 */
	static Optional<HotPartitions> hotPartitions(MappedEntity<?> entity) {
		if (entity.findAnnotation(AcceptHotPartition.class) != null) {
			return Optional.empty();
		}
		List<String> problems = new ArrayList<>();
		EntityModel model = entity.model();
		if (isHot(model.keys())) {
			problems.add(problem("The partition key ", model.keys(), model.leaves().values()));
		}
		model.indexes()
			.stream()
			.filter((index) -> !index.isIntraPartition() && isHot(index.keys()))
			.forEach((index) -> problems.add(problem("The index '" + index.name() + "' with the partition key ",
					index.keys(), index.unique() ? List.of() : model.leaves().values())));
		return problems.isEmpty() ? Optional.empty()
				: Optional.of(new HotPartitions(entity.getType(), List.copyOf(problems)));
	}

	/**
	 * A key without any property is that of one row, which no other key could spread.
	 */
	private static boolean isHot(KeyMapping keys) {
		return keys.partitioning() != Partitioning.SPREAD && !keys.leaves().isEmpty();
	}

	private static String problem(String subject, KeyMapping keys, Iterable<LeafProperty> others) {
		String template = keys.partition().template().toString();
		String reason = (keys.partitioning() == Partitioning.SINGLE)
				? "holds all rows in one partition, as no property is in it"
				: "has times only, so that all rows written at one time go to one partition";
		return subject + '"' + template + "\" " + reason + "; use \"" + spread(template, keys, others)
				+ "\", for example.";
	}

	/**
	 * The template with one more part: the last one, so that the literals before it go on
	 * telling rows apart; but before an instant, as keys that begin with one are always
	 * the last of the table, whatever follows.
	 */
	private static String spread(String template, KeyMapping keys, Iterable<LeafProperty> others) {
		String part = spreadingPart(keys, others);
		if (keys.partitionLeaves().stream().anyMatch((leaf) -> spreads(leaf, true))) {
			String literal = keys.partition().template().literals().get(0);
			int start = literal.replace("{", "{{").replace("}", "}}").length();
			return template.substring(0, start) + part + '_' + template.substring(start);
		}
		return template + ((template.isEmpty() || template.endsWith("_")) ? "" : "_") + part;
	}

	/**
	 * A property of the row key first, as all rows have it, and as only it leaves a
	 * unique index unique.
	 */
	private static String spreadingPart(KeyMapping keys, Iterable<LeafProperty> others) {
		List<LeafProperty> candidates = new ArrayList<>(keys.rowLeaves());
		others.forEach(candidates::add);
		return Stream
			.concat(candidates.stream().filter((leaf) -> spreads(leaf, false)),
					candidates.stream().filter((leaf) -> spreads(leaf, true)))
			.filter(PartitionSpread::canSpread)
			.findFirst()
			.map((leaf) -> "{" + leaf.name() + BUCKET)
			.orElse("{anotherProperty" + BUCKET);
	}

	/**
	 * Whether a property has many values, and the application sets them.
	 */
	private static boolean canSpread(LeafProperty leaf) {
		Class<?> type = leaf.conversion().keyType();
		return !leaf.property().isVersionProperty() && leaf.place() != LeafProperty.Place.TIMESTAMP
				&& KeyLayout.supports(type) && type != Boolean.class && !type.isEnum();
	}

	static Partitioning partitioning(KeyMapping keys) {
		KeyLayout partition = keys.partition();
		if (partition.size() == 0) {
			return Partitioning.SINGLE;
		}
		for (int i = 0; i < partition.size(); i++) {
			if (spreads(keys.partitionLeaves().get(i), partition.part(i).buckets() > 0)) {
				return Partitioning.SPREAD;
			}
		}
		return Partitioning.APPEND;
	}

	/**
	 * A hash of a date is the same the whole day; one of an instant differs with each
	 * row.
	 */
	private static boolean spreads(LeafProperty leaf, boolean hashed) {
		return !isOneOf(leaf, DATES) && (hashed || !isOneOf(leaf, INSTANTS));
	}

	private static boolean isOneOf(LeafProperty leaf, Set<Class<?>> types) {
		return types.contains(leaf.conversion().keyType()) || types.contains(leaf.property().getActualType());
	}

}
