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
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

import io.azuretables.key.KeyLayout;
import io.azuretables.mapping.AcceptHotPartition;

/**
 * The partition keys of one entity class that do not spread its writes, with the way out.
 *
 * @param type the class
 * @param problems one for each partition key: that of the class, and those of its indexes
 * @since 0.1
 */
public record HotPartitions(Class<?> type, List<String> problems) {

	private static final String BUCKET = ":bucket(8)}";

	/**
	 * Those of an entity; nothing if it has none, or accepts them.
	 */
	static Optional<HotPartitions> of(TablePersistentEntity<?> entity) {
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
		if (keys.partitionLeaves().stream().anyMatch((leaf) -> Partitioning.spreads(leaf, true))) {
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
			.concat(candidates.stream().filter((leaf) -> Partitioning.spreads(leaf, false)),
					candidates.stream().filter((leaf) -> Partitioning.spreads(leaf, true)))
			.filter(HotPartitions::canSpread)
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

	/**
	 * All of it in one line.
	 */
	@Override
	public String toString() {
		return this.type.getName() + " writes to a hot partition. " + String.join(" ", this.problems)
				+ " A partition takes about 2,000 rows a second; if that is enough, accept it with "
				+ "@AcceptHotPartition(reason = \"...\") on the class";
	}

}
