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
import io.azuretables.mapping.PropertyConversion;
import io.azuretables.plan.KeyMatch.Binding;
import io.azuretables.plan.KeyMatch.Only;
import io.azuretables.plan.QueryPlan.Leg;
import io.azuretables.plan.QueryPlan.Nothing;
import io.azuretables.plan.QueryPlan.Points;
import io.azuretables.plan.QueryPlan.Ranges;
import io.azuretables.plan.QueryPlan.Reading;
import io.azuretables.query.Criteria;
import io.azuretables.query.Criteria.Comparison;
import io.azuretables.query.TableQuery;

/**
 * Puts the values of a query into its outline: keys, ranges and filter text.
 */
final class QueryBinder {

	private final ResolvedQuery resolved;

	private final KeyMatch partition;

	private final KeyMatch row;

	private final AccessPath path;

	private final boolean points;

	/**
	 * Whether row keys go on behind their template.
	 */
	private final boolean open;

	QueryBinder(ResolvedQuery resolved, Route route) {
		this.resolved = resolved;
		this.partition = route.partition();
		this.row = route.row();
		this.path = route.path();
		this.points = this.path.isPoint();
		this.open = route.isOpen();
	}

	QueryPlan bind(QueryOutline outline) {
		Reading reading = new Reading(outline.division().columns(), residual(outline), outline.query().limit());
		if (reading.excludesAll()) {
			return new Nothing(outline);
		}
		if (this.points) {
			List<TableKey> keys = keys(outline.query());
			return keys.isEmpty() ? new Nothing(outline) : new Points(outline, keys, reading);
		}
		FilterTranslation translation = new FilterTranslation(this.resolved, outline.query());
		List<Leg> legs = new ArrayList<>();
		List<Criteria> filters = translation.forService(outline.division().service());
		Set<Span> spans = spans(outline.query());
		for (Span span : spans) {
			filters.stream()
				.filter((filter) -> !filter.equals(Criteria.NONE))
				.forEach((filter) -> legs.add(leg(span, filter, translation)));
		}
		if (legs.isEmpty()) {
			return new Nothing(outline);
		}
		return new Ranges((filters.size() > 1) ? merged(outline, spans) : outline, legs, reading);
	}

	private Criteria residual(QueryOutline outline) {
		List<Criteria> checked = outline.checked();
		return checked.isEmpty() ? Criteria.ALL
				: new FilterTranslation(this.resolved, outline.query()).forClient(Criteria.allOf(checked));
	}

	/**
	 * The outline where several requests read the same range: one after the other, they
	 * would not give the order of keys.
	 */
	private static QueryOutline merged(QueryOutline outline, Set<Span> spans) {
		if (outline.order() != RowOrder.KEY || outline.query().sort().isUnsorted()) {
			return outline;
		}
		Set<KeyRange> partitions = new HashSet<>();
		spans.forEach((span) -> partitions.add(span.partitions()));
		if (partitions.size() > 1 || !partitions.iterator().next().isPoint()) {
			throw new UnsupportedQueryException("A query for " + outline.entity().getType().getSimpleName()
					+ " has too many values for one filter, and cannot be sorted across partitions when it is divided; "
					+ "ask with fewer values, or for one partition");
		}
		return outline.in(RowOrder.ROW_KEY);
	}

	private List<TableKey> keys(TableQuery query) {
		if (this.path == AccessPath.POINT) {
			return List.of(key(Choice.first(query)));
		}
		Set<TableKey> keys = new TreeSet<>();
		choices(query).forEach((choice) -> keys.add(key(choice)));
		return List.copyOf(keys);
	}

	private TableKey key(Choice choice) {
		return new TableKey(this.partition.layout().encode(choice.values(this.partition)),
				this.row.layout().encode(choice.values(this.row)));
	}

	private Set<Span> spans(TableQuery query) {
		Set<Span> spans = new TreeSet<>();
		for (Choice choice : choices(query)) {
			Span span = new Span(range(this.partition, choice), rows(choice));
			if (!span.partitions().isEmpty() && !span.rows().isEmpty()) {
				spans.add(span);
			}
		}
		return spans;
	}

	private KeyRange rows(Choice choice) {
		return (this.row.isComplete() && this.open) ? KeyRange.prefix(this.row.layout().encode(choice.values(this.row)))
				: range(this.row, choice);
	}

	private static KeyRange range(KeyMatch match, Choice choice) {
		List<Object> leading = List.of(choice.values(match));
		KeyRange range = match.layout().range(leading);
		for (Condition condition : match.ranges()) {
			range = range.intersect(range(match.layout(), leading, condition, choice.query()));
		}
		return range;
	}

	private static KeyRange range(KeyLayout layout, List<Object> leading, Condition condition, TableQuery query) {
		Object value = keyValues(condition, query).get(0);
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
	private List<Choice> choices(TableQuery query) {
		Map<Object, List<Object>> several = new LinkedHashMap<>();
		addChoices(this.partition, query, several);
		addChoices(this.row, query, several);
		List<Choice> choices = new ArrayList<>(List.of(Choice.first(query)));
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

	private static void addChoices(KeyMatch match, TableQuery query, Map<Object, List<Object>> several) {
		for (int i = 0; i < match.bindings().size(); i++) {
			Binding binding = match.bindings().get(i);
			Condition condition = binding.condition();
			if (!binding.isSingle()) {
				several.putIfAbsent(Choice.identity(binding),
						(condition != null) ? keyValues(condition, query) : match.layout().buckets(i));
			}
		}
	}

	private static List<Object> keyValues(Condition condition, TableQuery query) {
		return condition.values(query).stream().map(condition.leaf().conversion()::toKey).toList();
	}

	/**
	 * A value as a property has it.
	 */
	static Object coerced(PropertyConversion conversion, Object value) {
		try {
			return conversion.coerce(value);
		}
		catch (IllegalArgumentException ex) {
			throw new UnsupportedQueryException(String.valueOf(ex.getMessage()));
		}
	}

	private static Leg leg(Span span, Criteria filter, FilterTranslation translation) {
		List<Criteria> conditions = new ArrayList<>();
		conditions.addAll(translation.range("PartitionKey", span.partitions()));
		conditions.addAll(translation.range("RowKey", span.rows()));
		conditions.add(filter);
		return new Leg(span.partitions(), span.rows(), translation.text(Criteria.allOf(conditions)));
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
	 * @param query gives the values of the others
	 * @param values the values
	 */
	private record Choice(TableQuery query, Map<Object, Object> values) {

		static Choice first(TableQuery query) {
			return new Choice(query, Map.of());
		}

		static Object identity(Binding binding) {
			Condition condition = binding.condition();
			return (condition != null) ? condition : binding.leaf();
		}

		Choice with(Object identity, Object value) {
			Map<Object, Object> extended = new LinkedHashMap<>(this.values);
			extended.put(identity, value);
			return new Choice(this.query, extended);
		}

		Object[] values(KeyMatch match) {
			Object[] all = new Object[match.bindings().size()];
			for (int i = 0; i < all.length; i++) {
				Binding binding = match.bindings().get(i);
				Only only = binding.only();
				all[i] = (only != null) ? only.value(this.query)
						: Objects.requireNonNull(this.values.get(identity(binding)));
			}
			return all;
		}

	}

}
