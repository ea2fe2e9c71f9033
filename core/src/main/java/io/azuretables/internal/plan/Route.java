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

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

import io.azuretables.internal.condition.Condition;
import io.azuretables.internal.condition.KeyMatch;
import io.azuretables.internal.key.KeyLayout;
import io.azuretables.internal.key.KeyPart;
import io.azuretables.internal.model.EntityModel;
import io.azuretables.internal.model.IndexMapping;
import io.azuretables.internal.model.KeyMapping;
import io.azuretables.internal.model.LeafProperty;
import io.azuretables.plan.AccessPath;
import io.azuretables.plan.RowOrder;
import io.azuretables.plan.SparseIndex;
import io.azuretables.query.Criteria.NullCheck;
import org.jspecify.annotations.Nullable;

import org.springframework.data.domain.Sort;

/**
 * A candidate access path of a query: the primary key or one index, with the conditions
 * that it covers.
 *
 * @param index the index, or {@code null} for the entity's own key
 * @param partition how far the partition key is determined
 * @param row how far the row key is determined
 * @param columns the properties that the rows have columns for
 */
record Route(@Nullable IndexMapping index, KeyMatch partition, KeyMatch row, Set<LeafProperty> columns) {

	private static final int ALL_PARTS = -1;

	static Route through(EntityModel model, @Nullable IndexMapping index, List<Condition> conditions) {
		KeyMapping keys = (index != null) ? index.keys() : model.keys();
		KeyMatch partition = KeyMatch.of(keys.partition(), keys.partitionLeaves(), conditions, true);
		boolean found = partition.isComplete();
		if (!found) {
			partition = KeyMatch.of(keys.partition(), keys.partitionLeaves(), conditions, false);
		}
		KeyMatch row = KeyMatch.of(keys.row(), keys.rowLeaves(), conditions, found && !bucketed(keys));
		Set<LeafProperty> columns = new HashSet<>();
		for (LeafProperty leaf : model.leaves().values()) {
			if (leaf.isStored() && (index == null || index.covers(leaf))) {
				columns.add(leaf);
			}
		}
		return new Route(index, partition, row, columns);
	}

	/**
	 * The same way, if its rows had another row key.
	 */
	Route withRow(KeyLayout layout, List<LeafProperty> leaves, List<Condition> conditions) {
		return new Route(this.index, this.partition, KeyMatch.of(layout, leaves, conditions, false), this.columns);
	}

	private static boolean bucketed(KeyMapping keys) {
		return keys.row().template().parts().stream().anyMatch((part) -> part.buckets() > 0);
	}

	/**
	 * The name of the index; empty for the entity's own key.
	 */
	String name() {
		return (this.index != null) ? this.index.name() : "";
	}

	AccessPath path() {
		if (!this.partition.isComplete() || (this.partition.isEverything() && !this.row.isBound())) {
			return AccessPath.TABLE_SCAN;
		}
		if (this.row.isComplete() && !isOpen() && !isList()) {
			return (this.partition.isSingle() && this.row.isSingle()) ? AccessPath.POINT : AccessPath.MULTI_POINT;
		}
		if (this.row.isBound()) {
			return AccessPath.ROW_RANGE;
		}
		return this.row.layout().prefix().isEmpty() ? AccessPath.PARTITION_SCAN : AccessPath.KIND_RANGE;
	}

	/**
	 * Whether row keys go on behind the last part of their template.
	 */
	boolean isOpen() {
		return this.index != null && this.index.isWriteOnce();
	}

	/**
	 * Whether a row stands for several entities.
	 */
	boolean isList() {
		return this.index != null && this.index.isList();
	}

	/**
	 * Whether every row found meets the condition, so that it need not be checked. What
	 * stands in a key is not null.
	 */
	boolean implies(Condition condition) {
		boolean present = condition.criteria() instanceof NullCheck check && !check.isNull();
		return this.partition.implies(condition) || this.row.implies(condition)
				|| (present && (this.partition.leaves().contains(condition.leaf())
						|| this.row.leaves().contains(condition.leaf())));
	}

	/**
	 * Whether the rows found are few for the condition's own sake, so that checking it on
	 * the client wastes next to nothing: the range is as near to it as keys allow.
	 */
	boolean nearlyImplies(Condition condition) {
		return this.row.nearlyImplies(condition) || this.partition.nearlyImplies(condition)
				|| boundLeaves().contains(condition.leaf());
	}

	/**
	 * The properties of both keys.
	 */
	Set<LeafProperty> leaves() {
		Set<LeafProperty> leaves = new HashSet<>(this.partition.leaves());
		leaves.addAll(this.row.leaves());
		return leaves;
	}

	private Set<LeafProperty> boundLeaves() {
		Set<LeafProperty> bound = new HashSet<>();
		this.partition.bindings().forEach((binding) -> {
			if (binding.condition() != null) {
				bound.add(binding.leaf());
			}
		});
		this.row.bindings().forEach((binding) -> bound.add(binding.leaf()));
		return bound;
	}

	/**
	 * The properties that entities which meet the conditions may lack, and then have no
	 * row here.
	 */
	List<LeafProperty> absent(EntityModel model, List<Condition> conditions) {
		IndexMapping through = this.index;
		if (through == null) {
			return List.of();
		}
		return through.omitted()
			.stream()
			.filter((leaf) -> !model.keys().leaves().contains(leaf))
			.filter((leaf) -> conditions.stream()
				.noneMatch((condition) -> condition.leaf().equals(leaf) && condition.excludesNull()))
			.toList();
	}

	/**
	 * The index as one that a query cannot use, with the properties that entities may
	 * lack.
	 */
	SparseIndex sparse(EntityModel model, List<Condition> conditions) {
		return new SparseIndex(name(), absent(model, conditions).stream().map(LeafProperty::name).toList());
	}

	/**
	 * The order in which rows come, or in which they can be merged, that agrees with the
	 * sort; {@code null} when there is none.
	 */
	@Nullable RowOrder orderFor(Sort sort, List<Condition> conditions) {
		if (sort.isUnsorted()) {
			return RowOrder.KEY;
		}
		List<Sort.Order> orders = sort.stream()
			.filter((order) -> !isConstant(order.getProperty(), conditions))
			.toList();
		List<SortedPart> parts = parts(true);
		int agreed = agreed(orders, parts, conditions);
		if (agreed == orders.size() || (agreed == ALL_PARTS && !isList())) {
			return RowOrder.KEY;
		}
		boolean merged = this.partition.isComplete() && agreed(orders, parts(false), conditions) == orders.size();
		return merged ? RowOrder.ROW_KEY : null;
	}

	private static boolean isConstant(String property, List<Condition> conditions) {
		return conditions.stream()
			.anyMatch((condition) -> condition.leaf().name().equals(property) && condition.isEquality()
					&& !condition.criteria().ignoreCase());
	}

	/**
	 * Whether row keys have a property in descending order.
	 */
	boolean isDescending(LeafProperty leaf) {
		return parts(false).stream().anyMatch((part) -> part.leaf().equals(leaf) && part.descending());
	}

	private List<SortedPart> parts(boolean withPartition) {
		List<SortedPart> parts = new ArrayList<>();
		if (withPartition) {
			addParts(this.partition, parts);
		}
		addParts(this.row, parts);
		return parts;
	}

	private static void addParts(KeyMatch match, List<SortedPart> parts) {
		for (int i = 0; i < match.layout().size(); i++) {
			KeyPart part = match.layout().part(i);
			parts.add(new SortedPart(match.leaves().get(i), match.layout().isSorted(i), part.isDescending()));
		}
	}

	/**
	 * With how many orders the parts agree; {@link #ALL_PARTS} when they agree to the
	 * last part, behind which nothing is left to be sorted.
	 */
	private static int agreed(List<Sort.Order> orders, List<SortedPart> parts, List<Condition> conditions) {
		int next = 0;
		for (SortedPart part : parts) {
			if (next < orders.size() && part.agreesWith(orders.get(next))) {
				next++;
			}
			else if (next == orders.size() || !isConstant(part.leaf().name(), conditions)) {
				return next;
			}
		}
		return (next == orders.size()) ? next : ALL_PARTS;
	}

	/**
	 * Whether entities must be fetched by their own keys, because the index rows lack
	 * some of the properties, or are not to be believed.
	 */
	boolean fetches(Set<LeafProperty> needed) {
		IndexMapping through = this.index;
		return through != null && (through.isVerified() || !needed.stream().allMatch(through::covers));
	}

	private record SortedPart(LeafProperty leaf, boolean sorted, boolean descending) {

		boolean agreesWith(Sort.Order order) {
			return this.sorted && order.getProperty().equals(this.leaf.name()) && !order.isIgnoreCase()
					&& order.isDescending() == this.descending && order.getNullHandling() == Sort.NullHandling.NATIVE;
		}

	}

}
