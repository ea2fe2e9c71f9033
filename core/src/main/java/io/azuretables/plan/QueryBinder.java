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

package io.azuretables.plan;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;

import io.azuretables.key.KeyLayout;
import io.azuretables.key.KeyRange;
import io.azuretables.key.TableKey;
import io.azuretables.key.ValueRange;
import io.azuretables.plan.KeyMatch.Binding;
import io.azuretables.plan.QueryPlan.Leg;
import io.azuretables.plan.QueryPlan.Nothing;
import io.azuretables.plan.QueryPlan.Points;
import io.azuretables.plan.QueryPlan.Ranges;
import io.azuretables.plan.QueryPlan.Reading;
import io.azuretables.query.Criteria;
import io.azuretables.query.Criteria.Comparison;

/**
 * Puts the values of a query into its outline: keys, ranges and filter text.
 */
final class QueryBinder {

	private final QueryOutline outline;

	private final Route route;

	private final FilterTranslation translation;

	QueryBinder(QueryOutline outline) {
		this.outline = outline;
		this.route = outline.route();
		this.translation = new FilterTranslation(outline.resolved());
	}

	QueryPlan bind() {
		Reading reading = new Reading(this.outline.division().columns(), residual(), this.outline.query().limit());
		if (reading.residual().equals(Criteria.NONE)) {
			return new Nothing(this.outline);
		}
		if (this.outline.path().isPoint()) {
			List<TableKey> keys = keys();
			return keys.isEmpty() ? new Nothing(this.outline) : new Points(this.outline, keys, reading);
		}
		List<Leg> legs = new ArrayList<>();
		List<Criteria> filters = this.translation.forService(this.outline.division().service());
		Set<Span> spans = spans();
		for (Span span : spans) {
			filters.stream()
				.filter((filter) -> !filter.equals(Criteria.NONE))
				.forEach((filter) -> legs.add(leg(span, filter)));
		}
		if (legs.isEmpty()) {
			return new Nothing(this.outline);
		}
		return new Ranges((filters.size() > 1) ? merged(spans) : this.outline, legs, reading);
	}

	private Criteria residual() {
		List<Criteria> checked = this.outline.checked();
		return checked.isEmpty() ? Criteria.ALL : this.translation.forClient(Criteria.allOf(checked));
	}

	/**
	 * The outline where several requests read the same range: one after the other, they
	 * would not give the order of keys.
	 */
	private QueryOutline merged(Set<Span> spans) {
		if (this.outline.order() != RowOrder.KEY || this.outline.query().sort().isUnsorted()) {
			return this.outline;
		}
		Set<KeyRange> partitions = new HashSet<>();
		spans.forEach((span) -> partitions.add(span.partitions()));
		if (partitions.size() > 1 || !partitions.iterator().next().isPoint()) {
			throw new UnsupportedQueryException("A query for " + this.outline.entity().getType().getSimpleName()
					+ " has too many values for one filter, and cannot be sorted across partitions when it is divided; "
					+ "ask with fewer values, or for one partition");
		}
		return this.outline.in(RowOrder.ROW_KEY);
	}

	private List<TableKey> keys() {
		List<Choice> choices = choices();
		if (choices.size() == 1) {
			return List.of(key(choices.get(0)));
		}
		Set<TableKey> keys = new TreeSet<>();
		choices.forEach((choice) -> keys.add(key(choice)));
		return List.copyOf(keys);
	}

	private TableKey key(Choice choice) {
		KeyMatch partition = this.route.partition();
		KeyMatch row = this.route.row();
		return new TableKey(partition.layout().encode(choice.values(partition)),
				row.layout().encode(choice.values(row)));
	}

	private Set<Span> spans() {
		Set<Span> spans = new TreeSet<>();
		for (Choice choice : choices()) {
			Span span = new Span(range(this.route.partition(), choice), rows(choice));
			if (!span.partitions().isEmpty() && !span.rows().isEmpty()) {
				spans.add(span);
			}
		}
		return spans;
	}

	private KeyRange rows(Choice choice) {
		KeyMatch row = this.route.row();
		return (row.isComplete() && this.route.isOpen()) ? KeyRange.prefix(row.layout().encode(choice.values(row)))
				: range(row, choice);
	}

	private static KeyRange range(KeyMatch match, Choice choice) {
		List<Object> leading = List.of(choice.values(match));
		KeyRange range = match.layout().range(leading);
		for (Condition condition : match.ranges()) {
			range = range.intersect(range(match.layout(), leading, condition));
		}
		return range;
	}

	private static KeyRange range(KeyLayout layout, List<Object> leading, Condition condition) {
		Object value = keyValue(condition);
		if (condition.isStart()) {
			return layout.startingWith(leading, (String) value);
		}
		return layout.range(leading, switch (((Comparison) condition.criteria()).operator()) {
			case LT -> ValueRange.below(value);
			case LE -> ValueRange.atMost(value);
			case GT -> ValueRange.above(value);
			default -> ValueRange.atLeast(value);
		});
	}

	/**
	 * One choice for each combination of the values of the parts that have several; none
	 * when a part has none.
	 */
	private List<Choice> choices() {
		Map<Object, List<Object>> several = new LinkedHashMap<>();
		addChoices(this.route.partition(), several);
		addChoices(this.route.row(), several);
		if (several.isEmpty()) {
			return List.of(Choice.ONLY);
		}
		List<Choice> choices = new ArrayList<>(List.of(Choice.ONLY));
		several.forEach((binding, values) -> {
			List<Choice> extended = new ArrayList<>();
			for (Choice choice : choices) {
				values.forEach((value) -> extended.add(choice.with(binding, value)));
			}
			choices.clear();
			choices.addAll(extended);
		});
		return choices;
	}

	private static void addChoices(KeyMatch match, Map<Object, List<Object>> several) {
		for (int i = 0; i < match.bindings().size(); i++) {
			Binding binding = match.bindings().get(i);
			Condition condition = binding.condition();
			if (!binding.isSingle()) {
				several.putIfAbsent(Choice.identity(binding),
						(condition != null) ? keyValues(condition) : match.layout().buckets(i));
			}
		}
	}

	private static Object keyValue(Condition condition) {
		return condition.leaf().conversion().toKey(condition.value());
	}

	private static List<Object> keyValues(Condition condition) {
		return condition.values().stream().map(condition.leaf().conversion()::toKey).toList();
	}

	private Leg leg(Span span, Criteria filter) {
		List<Criteria> conditions = new ArrayList<>();
		conditions.addAll(this.translation.range("PartitionKey", span.partitions()));
		conditions.addAll(this.translation.range("RowKey", span.rows()));
		conditions.add(filter);
		return new Leg(span.partitions(), span.rows(), this.translation.text(Criteria.allOf(conditions)));
	}

	private record Span(KeyRange partitions, KeyRange rows) implements Comparable<Span> {

		private static final Comparator<Span> ORDER = Comparator.comparing((Span span) -> span.partitions().from())
			.thenComparing((span) -> span.rows().from())
			.thenComparing((span) -> Objects.requireNonNullElse(span.rows().to(), ""));

		@Override
		public int compareTo(Span other) {
			return ORDER.compare(this, other);
		}

	}

	/**
	 * A value for each condition that has several.
	 *
	 * @param values the values
	 */
	private record Choice(Map<Object, Object> values) {

		static final Choice ONLY = new Choice(Map.of());

		static Object identity(Binding binding) {
			Condition condition = binding.condition();
			return (condition != null) ? condition : binding.leaf();
		}

		Choice with(Object identity, Object value) {
			Map<Object, Object> extended = new LinkedHashMap<>(this.values);
			extended.put(identity, value);
			return new Choice(extended);
		}

		Object[] values(KeyMatch match) {
			Object[] all = new Object[match.bindings().size()];
			for (int i = 0; i < all.length; i++) {
				Binding binding = match.bindings().get(i);
				Condition single = binding.isSingle() ? binding.condition() : null;
				all[i] = (single != null) ? keyValue(single)
						: Objects.requireNonNull(this.values.get(identity(binding)));
			}
			return all;
		}

	}

}
