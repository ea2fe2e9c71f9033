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

package io.azuretables.internal.plan;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import io.azuretables.internal.condition.Condition;
import io.azuretables.internal.key.KeyLayout;
import io.azuretables.internal.key.KeyTemplate;
import io.azuretables.internal.model.EntityModel;
import io.azuretables.internal.model.IndexMapping;
import io.azuretables.internal.model.KeyMapping;
import io.azuretables.internal.model.LeafProperty;
import io.azuretables.key.KeyTemplateException;
import io.azuretables.plan.AccessPath;

import org.springframework.data.domain.Sort;

/**
 * Proposes a {@code @SecondaryIndex} that would serve a rejected query. Nothing is
 * advised that would not.
 */
final class IndexAdvice {

	private final ResolvedQuery query;

	private final EntityModel model;

	IndexAdvice(ResolvedQuery query) {
		this.query = query;
		this.model = query.model();
	}

	/**
	 * An index whose rows come in the order that is asked for.
	 */
	Optional<String> forSort() {
		return sparseIndex().or(this::sortedIndex);
	}

	/**
	 * An index across partitions, whose partition key the conditions give.
	 */
	Optional<String> forScan() {
		List<LeafProperty> given = this.query.conditions()
			.stream()
			.filter((condition) -> condition.isEquality() && !condition.criteria().ignoreCase())
			.map(Condition::leaf)
			.distinct()
			.toList();
		if (given.isEmpty() || this.model.rolling() != null) {
			return Optional.empty();
		}
		String name = freeName(given.get(0).name());
		String partition = name + "_" + given.stream().map((leaf) -> part(leaf, "")).collect(Collectors.joining(" "));
		String row = name + "_"
				+ Stream.concat(this.model.keys().partitionLeaves().stream(), this.model.keys().rowLeaves().stream())
					.filter((leaf) -> !given.contains(leaf))
					.map((leaf) -> part(leaf, ""))
					.distinct()
					.collect(Collectors.joining(" "));
		return layout(partition).flatMap((legal) -> layout(row))
			.map((legal) -> "declare an index across partitions such as @SecondaryIndex(name = \"" + name
					+ "\", partitionKey = \"" + partition + "\", rowKey = \"" + row + "\", include = {})"
					+ beginningOfRowKey());
	}

	private Optional<String> sparseIndex() {
		return this.model.indexes()
			.stream()
			.filter(IndexMapping::isSparse)
			.filter((index) -> serves(Route.through(this.model, index, this.query.conditions())))
			.findFirst()
			.map((index) -> "say sparse = false on @SecondaryIndex \"" + index.name()
					+ "\" so that it leaves no entity out");
	}

	private boolean serves(Route route) {
		return route.path() != AccessPath.TABLE_SCAN
				&& route.orderFor(this.query.query().sort(), this.query.conditions()) != null;
	}

	private Optional<String> sortedIndex() {
		Map<LeafProperty, String> parts = new LinkedHashMap<>();
		for (Sort.Order order : this.query.query().sort()) {
			LeafProperty leaf = this.query.leaf(order.getProperty());
			parts.put(leaf, part(leaf, order.isDescending() ? ":desc" : ""));
		}
		String name = freeName(parts.keySet().iterator().next().name());
		this.model.keys().rowLeaves().forEach((leaf) -> parts.putIfAbsent(leaf, part(leaf, "")));
		String template = name + "_" + String.join(" ", parts.values());
		Route own = Route.through(this.model, null, this.query.conditions());
		return layout(template)
			.filter((layout) -> this.model.indexes().stream().noneMatch((index) -> isLike(index, layout)))
			.filter((layout) -> serves(own.withRow(layout, List.copyOf(parts.keySet()), this.query.conditions())))
			.map((layout) -> "declare an index such as @SecondaryIndex(name = \"" + name + "\", rowKey = \"" + template
					+ "\", sparse = false)" + beginningOfRowKey());
	}

	/**
	 * Whether the index that would be advised is declared.
	 */
	private static boolean isLike(IndexMapping index, KeyLayout row) {
		return index.isIntraPartition() && index.keys().row().template().parts().equals(row.template().parts());
	}

	/**
	 * Index rows and entities are told apart by how their row keys begin.
	 */
	private String beginningOfRowKey() {
		KeyLayout row = this.model.keys().row();
		return row.prefix().isEmpty() ? " and begin the entity's own row key \"" + row + "\" with a literal" : "";
	}

	private String freeName(String property) {
		return Stream.iterate(1, (number) -> number + 1)
			.map((number) -> (number == 1) ? property : property + number)
			.filter((name) -> this.model.indexes().stream().noneMatch((index) -> index.name().equals(name)))
			.filter((name) -> Stream
				.concat(Stream.of(this.model.keys()), this.model.indexes().stream().map(IndexMapping::keys))
				.map((keys) -> keys.row().prefix())
				.noneMatch((prefix) -> !prefix.isEmpty()
						&& (prefix.startsWith(name + "_") || (name + "_").startsWith(prefix))))
			.findFirst()
			.orElse(property);
	}

	private String part(LeafProperty leaf, String style) {
		return "{" + leaf.name() + digits(leaf) + style + "}";
	}

	private String digits(LeafProperty leaf) {
		KeyMapping keys = this.model.keys();
		return digits(leaf, keys.row(), keys.rowLeaves())
			.or(() -> digits(leaf, keys.partition(), keys.partitionLeaves()))
			.orElse(usualDigits(leaf.conversion().keyType()));
	}

	private static String usualDigits(Class<?> type) {
		if (type == BigInteger.class) {
			return ":20";
		}
		return (type == BigDecimal.class) ? ":10.2" : "";
	}

	private static Optional<String> digits(LeafProperty leaf, KeyLayout layout, List<LeafProperty> leaves) {
		return IntStream.range(0, layout.size())
			.filter((i) -> leaves.get(i).equals(leaf))
			.mapToObj((i) -> layout.part(i).digits())
			.filter(Objects::nonNull)
			.map((digits) -> ":" + digits)
			.findFirst();
	}

	private Optional<KeyLayout> layout(String template) {
		try {
			return Optional.of(KeyLayout.of("", KeyTemplate.parse(template),
					(name) -> this.query.leaf(name).conversion().keyType(),
					(name) -> this.query.leaf(name).conversion().isOrderedInKeys()));
		}
		catch (KeyTemplateException ex) {
			return Optional.empty();
		}
	}

}
