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
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;

import io.azuretables.internal.condition.Condition;
import io.azuretables.internal.condition.ConditionTree;
import io.azuretables.internal.model.EntityModel.Discriminator;
import io.azuretables.internal.model.PropertyConversion;
import io.azuretables.internal.odata.ODataFilter;
import io.azuretables.internal.odata.ODataFilter.Comparing;
import io.azuretables.plan.UnsupportedQueryException;
import io.azuretables.query.Criteria;
import io.azuretables.query.Criteria.Comparison;
import io.azuretables.query.Criteria.In;
import io.azuretables.query.Criteria.Leaf;
import io.azuretables.query.Criteria.TextMatch;
import io.azuretables.query.Operator;
import io.azuretables.query.TableQuery;
import io.azuretables.row.UnstorableValueException;
import org.jspecify.annotations.Nullable;

/**
 * The part of a query's filter that the service evaluates on columns. Conditions are
 * written with their values when these are known.
 */
final class ServiceFilter {

	/**
	 * The most comparisons of a filter, by the service's documentation.
	 */
	static final int MAX_COMPARISONS = 15;

	/**
	 * The longest filter: percent-encoded it still fits into a URL.
	 */
	static final int MAX_LENGTH = 4096;

	/**
	 * What a filter says of the keys, at the most.
	 */
	private static final int KEY_COMPARISONS = 4;

	/**
	 * What a filter may say besides.
	 */
	private static final int ROOM = MAX_COMPARISONS - KEY_COMPARISONS;

	private final ResolvedQuery query;

	/**
	 * The conditions that compare one column with one value: their text is known but for
	 * that.
	 */
	private final List<Compared> comparisons = new ArrayList<>();

	/**
	 * All others, whose text depends on their values.
	 */
	private final List<ConditionTree> others = new ArrayList<>();

	/**
	 * What tells entities of one class from others, if several values of a column do.
	 */
	private final @Nullable In discriminator;

	/**
	 * What tells rows of several versions.
	 */
	private final @Nullable VersionFilter versions;

	private ServiceFilter(ResolvedQuery query, List<ConditionTree> conditions) {
		this.query = query;
		Discriminator told = query.model().discriminator();
		this.versions = VersionFilter.of(told);
		for (ConditionTree tree : conditions) {
			if (this.versions == null && tree instanceof Condition condition
					&& condition.criteria() instanceof Comparison comparison) {
				this.comparisons.add(new Compared(Comparing.of(condition.leaf().column(), comparison.operator()),
						(asked) -> stored(condition, asked.value(comparison.value()))));
			}
			else {
				this.others.add(tree);
			}
		}
		this.discriminator = (told != null && !told.isByKey()) ? choice(told) : null;
	}

	/**
	 * A choice among the values of a class and its subtypes. Where there is only one, it
	 * is a comparison more, and no choice.
	 */
	private @Nullable In choice(Discriminator told) {
		if (told.values().size() > 1 || told.isVersioned()) {
			return new In(told.column(), told.values(), false, false);
		}
		String value = told.values().get(0);
		this.comparisons.add(new Compared(Comparing.of(told.column(), Operator.EQ), (asked) -> value));
		return null;
	}

	/**
	 * What is to be checked for a query, or {@code null} for nothing.
	 */
	static @Nullable ServiceFilter of(ResolvedQuery query, List<ConditionTree> conditions) {
		Discriminator told = query.model().discriminator();
		return (conditions.isEmpty() && (told == null || told.isByKey())) ? null : new ServiceFilter(query, conditions);
	}

	/**
	 * Puts in values.
	 * @param asked gives the values
	 * @return what writes the filter of each request: a choice among too many values for
	 * one filter is divided. None when no row can meet the conditions
	 */
	List<Consumer<ODataFilter>> bind(TableQuery asked) {
		Object[] values = this.comparisons.stream().map((one) -> one.value().apply(asked)).toArray();
		if (this.others.isEmpty() && this.discriminator == null) {
			return List.of((filter) -> write(values, filter));
		}
		List<Consumer<ODataFilter>> filters = new ArrayList<>();
		versioned(divided(asked), asked).forEach((rest) -> filters.add((filter) -> {
			write(values, filter);
			filter.and(rest);
		}));
		return filters;
	}

	/**
	 * The filters for rows of all versions.
	 * @param current those for rows of the versions of this process
	 */
	private List<Criteria> versioned(List<Criteria> current, TableQuery asked) {
		if (this.versions == null || current.isEmpty()) {
			return current;
		}
		Criteria conditions = Criteria
			.allOf(this.others.stream().map((one) -> one.replaced((leaf) -> onColumn(leaf, asked))).toList());
		Criteria single = this.versions.single(conditions, ROOM);
		if (single != null) {
			return List.of(single);
		}
		List<Criteria> all = new ArrayList<>(current);
		all.addAll(this.versions.otherVersions(ROOM));
		return all;
	}

	/**
	 * Into how many requests the largest choice is divided at the most. Where the number
	 * of values of one is not known, each may be the largest, and leave room for one
	 * value alone.
	 */
	void bound(TableQuery asked, BoundBuilder bound) {
		if (this.versions != null && isSingle(this.versions, asked)) {
			return;
		}
		bound.times(1 + ((this.versions != null) ? this.versions.otherVersions(ROOM).size() : 0));
		List<Leaf> leaves = Stream
			.concat(this.others.stream().flatMap(ConditionTree::conditions).map(Condition::criteria),
					Stream.ofNullable(this.discriminator))
			.toList();
		List<In> choices = Stream.concat(
				this.others.stream().filter(ServiceFilter::isChoice).map((one) -> (In) ((Condition) one).criteria()),
				Stream.ofNullable(this.discriminator))
			.toList();
		List<Leaf> open = leaves.stream().filter((leaf) -> !BoundBuilder.countable(leaf.operands(), asked)).toList();
		int rest = KEY_COMPARISONS + this.comparisons.size()
				+ leaves.stream()
					.filter((leaf) -> !open.contains(leaf))
					.mapToInt((leaf) -> comparisons(leaf, asked))
					.sum();
		if (open.isEmpty()) {
			int largest = choices.stream().mapToInt((in) -> comparisons(in, asked)).max().orElse(0);
			int size = Math.max(1, MAX_COMPARISONS - (rest - largest));
			bound.times((rest > MAX_COMPARISONS) ? Math.max(1, (largest + size - 1) / size) : 1);
			return;
		}
		boolean alone = open.size() == 1 && choices.size() == 1 && open.contains(choices.get(0));
		int size = alone ? Math.max(1, MAX_COMPARISONS - rest) : 1;
		choices.forEach((in) -> divide(in, !open.contains(in), size, asked, bound));
	}

	/**
	 * Whether it is known that one filter is enough for rows of all versions.
	 */
	private boolean isSingle(VersionFilter all, TableQuery asked) {
		List<Leaf> conditions = this.others.stream()
			.flatMap(ConditionTree::conditions)
			.<Leaf>map(Condition::criteria)
			.toList();
		return conditions.stream().allMatch((leaf) -> BoundBuilder.countable(leaf.operands(), asked))
				&& all.comparisons(!conditions.isEmpty())
						+ conditions.stream().mapToInt((leaf) -> comparisons(leaf, asked)).sum() <= MAX_COMPARISONS
								- KEY_COMPARISONS;
	}

	private static void divide(In in, boolean known, int size, TableQuery asked, BoundBuilder bound) {
		if (known) {
			bound.times(Math.max(1, comparisons(in, asked)));
		}
		else {
			bound.per(in.property(), size);
		}
	}

	private static boolean isChoice(ConditionTree tree) {
		return tree instanceof Condition condition && condition.isChoice();
	}

	private static int comparisons(Leaf leaf, TableQuery asked) {
		return (leaf instanceof TextMatch) ? 2 : (leaf instanceof In) ? BoundBuilder.count(leaf.operands(), asked) : 1;
	}

	private void write(Object[] values, ODataFilter filter) {
		for (int i = 0; i < values.length; i++) {
			filter.and(this.comparisons.get(i).comparing(), values[i]);
		}
	}

	private List<Criteria> divided(TableQuery asked) {
		List<Criteria> translated = new ArrayList<>();
		this.others.forEach((one) -> translated.add(one.replaced((condition) -> onColumn(condition, asked))));
		if (this.discriminator != null) {
			translated.add(this.discriminator);
		}
		if (Criteria.allOf(translated).equals(Criteria.NONE)) {
			return List.of();
		}
		int comparisons = KEY_COMPARISONS + this.comparisons.size()
				+ translated.stream().mapToInt(ODataFilter::comparisons).sum();
		Optional<In> largest = translated.stream()
			.filter((one) -> one instanceof In in && !in.none())
			.map(In.class::cast)
			.max(Comparator.comparing((in) -> in.values().size()));
		if (comparisons <= MAX_COMPARISONS || largest.isEmpty()) {
			return List.of(Criteria.allOf(translated));
		}
		In divided = largest.get();
		translated.remove(divided);
		int size = Math.max(1, MAX_COMPARISONS - (comparisons - divided.values().size()));
		List<Criteria> parts = new ArrayList<>();
		for (int start = 0; start < divided.values().size(); start += size) {
			List<?> values = divided.values().subList(start, Math.min(start + size, divided.values().size()));
			parts.add(Criteria.allOf(translated).and(divided.on(divided.property(), values)));
		}
		return parts;
	}

	private Criteria onColumn(Condition condition, TableQuery asked) {
		Leaf leaf = condition.criteria();
		String column = condition.leaf().column();
		List<Object> stored = asked.values(leaf.operands()).stream().map((value) -> stored(condition, value)).toList();
		return (leaf instanceof In in) ? choice(in, column, stored) : leaf.on(column, stored);
	}

	/**
	 * A value as the column of a property has it.
	 */
	private Object stored(Condition condition, Object value) {
		PropertyConversion conversion = condition.leaf().conversion();
		Object stored = conversion.write(QueryBinder.coerced(conversion, value));
		return (stored instanceof Double number) ? finite(condition, number) : QueryBinder.sendable(stored);
	}

	/**
	 * A number that the service can compare. Both zeros, which are equal, become one.
	 * @throws UnstorableValueException if it is NaN, which no number is equal to
	 */
	private double finite(Condition condition, double number) {
		String property = this.query.name(condition.leaf());
		if (Double.isNaN(number) && !StorableValues.isNegated(condition.criteria())) {
			throw new UnstorableValueException(property, "no number is equal to NaN");
		}
		if (!Double.isFinite(number)) {
			throw new UnsupportedQueryException(property + " cannot be compared with " + number + " by the service");
		}
		return number + 0.0;
	}

	private static Criteria choice(In in, String column, List<Object> values) {
		if (values.size() > 1) {
			Set<String> distinct = new HashSet<>();
			return in.on(column, values.stream().filter((value) -> distinct.add(ODataFilter.literal(value))).toList());
		}
		if (values.isEmpty()) {
			return in.none() ? Criteria.ALL : Criteria.NONE;
		}
		return new Comparison(column, in.none() ? Operator.NE : Operator.EQ, values.get(0));
	}

	/**
	 * A comparison of a column with one value.
	 *
	 * @param comparing all but the value
	 * @param value gives the value
	 */
	private record Compared(Comparing comparing, Function<TableQuery, Object> value) {

	}

}
