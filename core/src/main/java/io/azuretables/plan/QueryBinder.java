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
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Function;

import io.azuretables.key.KeyLayout;
import io.azuretables.key.KeyRange;
import io.azuretables.key.TableKey;
import io.azuretables.mapping.PropertyConversion;
import io.azuretables.odata.ODataFilter;
import io.azuretables.plan.KeyMatch.Binding;
import io.azuretables.plan.QueryPlan.Leg;
import io.azuretables.plan.QueryPlan.Nothing;
import io.azuretables.plan.QueryPlan.Points;
import io.azuretables.plan.QueryPlan.Ranges;
import io.azuretables.plan.QueryPlan.Reading;
import io.azuretables.query.Criteria;
import io.azuretables.query.Criteria.Comparison;
import io.azuretables.query.TableQuery;
import io.azuretables.query.TableQuery.Placeholder;
import org.jspecify.annotations.Nullable;

/**
 * Puts the values of a query into its outline: keys, ranges and filter text.
 */
final class QueryBinder {

	private static final List<Consumer<ODataFilter>> NOTHING_ELSE = List.of((filter) -> {
	});

	private final ResolvedQuery resolved;

	private final Key partition;

	private final Key row;

	private final boolean points;

	private final Choices choices = new Choices();

	/**
	 * What the service checks besides keys, or {@code null} for nothing.
	 */
	private final @Nullable ServiceFilter service;

	/**
	 * What is checked on the client, or {@code null} for nothing.
	 */
	private final @Nullable ClientFilter client;

	QueryBinder(ResolvedQuery resolved, Route route, List<Criteria> service, List<Criteria> client) {
		this.resolved = resolved;
		this.partition = Key.of(route.partition(), false, this.choices);
		this.row = Key.of(route.row(), route.isOpen(), this.choices);
		this.points = route.path().isPoint();
		this.service = ServiceFilter.of(resolved, service);
		this.client = client.isEmpty() ? null : new ClientFilter(resolved, client);
	}

	QueryPlan bind(QueryOutline outline) {
		Reading reading = new Reading(outline.division().columns(), residual(outline.query()), outline.query().limit());
		if (reading.excludesAll()) {
			return new Nothing(outline);
		}
		if (this.points) {
			List<TableKey> keys = keys(outline.query());
			return keys.isEmpty() ? new Nothing(outline) : new Points(outline, keys, reading);
		}
		List<Consumer<ODataFilter>> filters = (this.service != null) ? this.service.bind(outline.query())
				: NOTHING_ELSE;
		Set<Span> spans = spans(outline.query());
		List<Leg> legs = new ArrayList<>();
		spans.forEach((span) -> filters.forEach((filter) -> legs.add(leg(span, filter))));
		return legs.isEmpty() ? new Nothing(outline)
				: new Ranges((filters.size() > 1) ? merged(outline, spans) : outline, legs, reading);
	}

	private Criteria residual(TableQuery query) {
		return (this.client != null) ? this.client.bind(query) : Criteria.ALL;
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
		if (this.choices.isEmpty()) {
			return List.of(key(query, Choices.NONE));
		}
		Set<TableKey> keys = new TreeSet<>();
		this.choices.of(query).forEach((choice) -> keys.add(key(query, choice)));
		return List.copyOf(keys);
	}

	private TableKey key(TableQuery query, Object[] choice) {
		return new TableKey(this.partition.text(query, choice), this.row.text(query, choice));
	}

	private Set<Span> spans(TableQuery query) {
		Set<Span> spans = new TreeSet<>();
		for (Object[] choice : this.choices.of(query)) {
			Span span = new Span(this.partition.range(query, choice), this.row.range(query, choice));
			if (!span.partitions().isEmpty() && !span.rows().isEmpty()) {
				spans.add(span);
			}
		}
		return spans;
	}

	private Leg leg(Span span, Consumer<ODataFilter> rest) {
		ODataFilter filter = new ODataFilter();
		bound("PartitionKey", span.partitions(), filter);
		bound("RowKey", span.rows(), filter);
		rest.accept(filter);
		if (filter.comparisons() > ServiceFilter.MAX_COMPARISONS) {
			throw unsupported("needs " + filter.comparisons() + " comparisons in one filter, and the service takes "
					+ ServiceFilter.MAX_COMPARISONS + "; ask in several queries");
		}
		String text = filter.text();
		if (text != null && text.length() > ServiceFilter.MAX_LENGTH) {
			throw unsupported("needs a filter of " + text.length() + " characters, and at most "
					+ ServiceFilter.MAX_LENGTH + " are sent; compare with shorter values, or ask in several queries");
		}
		return new Leg(span.partitions(), span.rows(), text);
	}

	private static void bound(String column, KeyRange range, ODataFilter filter) {
		String from = range.from();
		String to = range.to();
		if (range.isPoint()) {
			filter.is(column, from);
			return;
		}
		if (KeyRange.endsAfter(from)) {
			filter.isAbove(column, from.substring(0, from.length() - 1));
		}
		else if (!from.isEmpty()) {
			filter.isAtLeast(column, from);
		}
		if (to != null && KeyRange.endsAfter(to)) {
			filter.isAtMost(column, to.substring(0, to.length() - 1));
		}
		else if (to != null) {
			filter.isBelow(column, to);
		}
	}

	private UnsupportedQueryException unsupported(String why) {
		return new UnsupportedQueryException(
				"A query for " + this.resolved.entity().getType().getSimpleName() + " " + why);
	}

	/**
	 * The values of a condition as its property has them.
	 */
	static List<Object> values(PropertyConversion conversion, List<?> operands, TableQuery query) {
		return query.values(operands).stream().map((value) -> coerced(conversion, value)).toList();
	}

	private static Function<TableQuery, List<Object>> keyValues(Condition condition) {
		PropertyConversion conversion = condition.leaf().conversion();
		List<?> operands = condition.criteria().operands();
		return (query) -> values(conversion, operands, query).stream().map(conversion::toKey).toList();
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

	/**
	 * One of the two keys, whose values come with a query.
	 *
	 * @param layout how it is spelled
	 * @param parts the leading parts that have values
	 * @param bounds what bounds the part behind them
	 * @param open whether keys go on behind the last part
	 */
	private record Key(KeyLayout layout, List<Part> parts, List<Bound> bounds, boolean open) {

		static Key of(KeyMatch match, boolean open, Choices choices) {
			List<Part> parts = new ArrayList<>();
			for (Binding binding : match.bindings()) {
				Part part = binding.isSingle() ? Part.of(binding)
						: new Part(null, choices.add(binding, match.layout().buckets(parts.size())));
				if (part.only() != null && part.only().isLiteral()) {
					match.layout().check(parts.size(), part.only().in(TableQuery.all()));
				}
				parts.add(part);
			}
			return new Key(match.layout(), parts, match.ranges().stream().map(Bound::of).toList(),
					open && match.isComplete());
		}

		String text(TableQuery query, Object[] choice) {
			return this.layout.encode(values(query, choice));
		}

		KeyRange range(TableQuery query, Object[] choice) {
			if (this.open) {
				return KeyRange.prefix(text(query, choice));
			}
			List<Object> leading = List.of(values(query, choice));
			if (this.bounds.isEmpty()) {
				return this.layout.range(leading);
			}
			KeyRange range = KeyRange.all();
			for (Bound bound : this.bounds) {
				range = range.intersect(bound.side().range(this.layout, leading, bound.value().in(query)));
			}
			return range;
		}

		private Object[] values(TableQuery query, Object[] choice) {
			Object[] values = new Object[this.parts.size()];
			for (int i = 0; i < values.length; i++) {
				Part part = this.parts.get(i);
				values[i] = (part.only() != null) ? part.only().in(query) : choice[part.choice()];
			}
			return values;
		}

	}

	/**
	 * A part of a key that has values.
	 *
	 * @param only the value where there is only one
	 * @param choice otherwise, which of the choices gives it
	 */
	private record Part(@Nullable Value only, int choice) {

		static Part of(Binding binding) {
			return new Part(Value.of(Objects.requireNonNull(binding.condition())), -1);
		}

	}

	/**
	 * What there is to choose from, for the parts that have several values: those of one
	 * condition have the same one.
	 */
	private static final class Choices {

		static final Object[] NONE = {};

		private final List<Object> identities = new ArrayList<>();

		private final List<Function<TableQuery, List<Object>>> values = new ArrayList<>();

		/**
		 * Adds what gives the values of a part, unless it is there.
		 * @return where it is
		 */
		int add(Binding binding, List<Object> buckets) {
			Condition condition = binding.condition();
			Object identity = (condition != null) ? condition : binding.leaf();
			if (!this.identities.contains(identity)) {
				this.identities.add(identity);
				this.values.add((condition != null) ? keyValues(condition) : (query) -> buckets);
			}
			return this.identities.indexOf(identity);
		}

		boolean isEmpty() {
			return this.values.isEmpty();
		}

		/**
		 * Each combination of the values; none when there are no values of a part.
		 */
		List<Object[]> of(TableQuery query) {
			List<Object[]> choices = List.<Object[]>of(NONE);
			for (Function<TableQuery, List<Object>> source : this.values) {
				List<Object> next = source.apply(query);
				List<Object[]> extended = new ArrayList<>(choices.size() * next.size());
				for (Object[] choice : choices) {
					for (Object value : next) {
						Object[] longer = Arrays.copyOf(choice, choice.length + 1);
						longer[choice.length] = value;
						extended.add(longer);
					}
				}
				choices = extended;
			}
			return choices;
		}

	}

	/**
	 * The value of a condition.
	 *
	 * @param conversion how it looks in a key
	 * @param operand the value, or the place for it
	 */
	private record Value(PropertyConversion conversion, Object operand) {

		static Value of(Condition condition) {
			return new Value(condition.leaf().conversion(), condition.criteria().operands().get(0));
		}

		boolean isLiteral() {
			return !(this.operand instanceof Placeholder);
		}

		Object in(TableQuery query) {
			return this.conversion.toKey(coerced(this.conversion, query.value(this.operand)));
		}

	}

	/**
	 * What bounds a part of a key.
	 *
	 * @param value the bound
	 * @param side on which side of it the part lies
	 */
	private record Bound(Value value, Side side) {

		static Bound of(Condition condition) {
			return new Bound(Value.of(condition), side(condition));
		}

		private static Side side(Condition condition) {
			if (condition.isStart()) {
				return (layout, leading, value) -> layout.startingWith(leading, (String) value);
			}
			return switch (((Comparison) condition.criteria()).operator()) {
				case LT -> (layout, leading, value) -> layout.below(leading, value, false);
				case LE -> (layout, leading, value) -> layout.below(leading, value, true);
				case GT -> (layout, leading, value) -> layout.above(leading, value, false);
				default -> (layout, leading, value) -> layout.above(leading, value, true);
			};
		}

	}

	/**
	 * The keys on one side of a value.
	 */
	private interface Side {

		KeyRange range(KeyLayout layout, List<Object> leading, Object value);

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

}
