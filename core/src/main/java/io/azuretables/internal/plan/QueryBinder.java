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
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Function;

import io.azuretables.internal.condition.Condition;
import io.azuretables.internal.condition.ConditionTree;
import io.azuretables.internal.condition.KeyMatch;
import io.azuretables.internal.condition.KeyMatch.Binding;
import io.azuretables.internal.key.KeyLayout;
import io.azuretables.internal.model.PropertyConversion;
import io.azuretables.internal.odata.ODataFilter;
import io.azuretables.internal.plan.QueryPlan.RangeRequest;
import io.azuretables.key.InvalidKeyException;
import io.azuretables.key.KeyRange;
import io.azuretables.key.TableKey;
import io.azuretables.plan.RequestBound;
import io.azuretables.plan.RowOrder;
import io.azuretables.plan.UnsupportedQueryException;
import io.azuretables.query.Criteria;
import io.azuretables.query.Criteria.Comparison;
import io.azuretables.query.TableQuery;
import io.azuretables.query.TableQuery.Placeholder;
import io.azuretables.row.UnstorableValueException;
import org.jspecify.annotations.Nullable;

/**
 * Puts the values of one call into a prepared query plan: keys, key ranges and filter
 * text.
 */
final class QueryBinder {

	private static final List<Consumer<ODataFilter>> NOTHING_ELSE = List.of((filter) -> {
	});

	private static final Comparator<TableKey> BY_ROW_KEY = Comparator.comparing(TableKey::rowKey)
		.thenComparing(TableKey::partitionKey);

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

	QueryBinder(ResolvedQuery resolved, Route route, List<ConditionTree> service, List<ConditionTree> client) {
		this.resolved = resolved;
		this.partition = Key.of(route.partition(), false, this.choices);
		this.row = Key.of(route.row(), route.isOpen(), this.choices);
		this.points = route.path().isPoint();
		// a list has no columns but its own, and may name entities of several types
		this.service = route.isList() ? null : ServiceFilter.of(resolved, service);
		this.client = client.isEmpty() ? null : new ClientFilter(client);
	}

	/**
	 * The most requests that a query takes.
	 * @param fetched whether each entity is fetched by its key
	 */
	RequestBound requestBound(TableQuery query, int perEntity) {
		BoundBuilder bound = new BoundBuilder();
		this.choices.bound(query, bound);
		if (!this.points && this.service != null) {
			this.service.bound(query, bound);
		}
		return bound.build(!this.points, perEntity);
	}

	/**
	 * Checks that the keys can hold the values that stand in the query itself.
	 * @throws InvalidKeyException naming the property, and why they cannot
	 */
	void checkLiterals() {
		this.partition.checkLiterals();
		this.row.checkLiterals();
	}

	/**
	 * What is checked on the client.
	 */
	Criteria residual(TableQuery query) {
		return (this.client != null) ? this.client.bind(query) : Criteria.ALL;
	}

	/**
	 * The keys in the order of the answer, see
	 * {@link #keys(TableQuery, RowOrder, KeyRange)}.
	 */
	List<TableKey> keys(TableQuery query, RowOrder order) {
		return keys(query, order, KeyRange.all());
	}

	/**
	 * The keys in the order of the answer, so that rows can be read one after the other.
	 * @param within the partition keys that are asked for
	 */
	List<TableKey> keys(TableQuery query, RowOrder order, KeyRange within) {
		if (this.choices.isEmpty()) {
			TableKey only = key(query, Choices.NONE);
			return (only != null && isWithin(only, within)) ? List.of(only) : List.of();
		}
		Set<TableKey> keys = new TreeSet<>((order == RowOrder.ROW_KEY) ? BY_ROW_KEY : Comparator.naturalOrder());
		for (Object[] choice : this.choices.of(query)) {
			TableKey key = key(query, choice);
			if (key != null && isWithin(key, within)) {
				keys.add(key);
			}
		}
		return List.copyOf(keys);
	}

	private static boolean isWithin(TableKey key, KeyRange partitions) {
		return partitions.isAll() || partitions.contains(key.partitionKey());
	}

	/**
	 * The key for some values; {@code null} where no row can have it.
	 */
	private @Nullable TableKey key(TableQuery query, Object[] choice) {
		String partitionKey = this.partition.text(query, choice);
		String rowKey = this.row.text(query, choice);
		return (partitionKey != null && rowKey != null) ? new TableKey(partitionKey, rowKey) : null;
	}

	/**
	 * The ranges to read, see {@link #ranges(TableQuery, KeyRange)}.
	 */
	List<RangeRequest> ranges(TableQuery query) {
		return ranges(query, KeyRange.all());
	}

	/**
	 * The ranges to read. What is too long for one filter is divided into several
	 * requests for the same keys, which follow one another.
	 * @param within the partition keys that are asked for
	 */
	List<RangeRequest> ranges(TableQuery query, KeyRange within) {
		List<Consumer<ODataFilter>> filters = (this.service != null) ? this.service.bind(query) : NOTHING_ELSE;
		List<RangeRequest> ranges = new ArrayList<>();
		spans(query, within).forEach((span) -> filters.forEach((filter) -> ranges.add(range(span, filter))));
		return ranges;
	}

	private Set<Span> spans(TableQuery query, KeyRange within) {
		Set<Span> spans = new TreeSet<>();
		for (Object[] choice : this.choices.of(query)) {
			KeyRange partitions = this.partition.range(query, choice);
			Span span = new Span(within.isAll() ? partitions : partitions.intersect(within),
					this.row.range(query, choice));
			if (!span.partitions().isEmpty() && !span.rows().isEmpty()) {
				spans.add(span);
			}
		}
		return spans;
	}

	private RangeRequest range(Span span, Consumer<ODataFilter> rest) {
		ODataFilter filter = new ODataFilter();
		filter.isWithin("PartitionKey", span.partitions());
		filter.isWithin("RowKey", span.rows());
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
		return new RangeRequest(span.partitions(), span.rows(), text);
	}

	/**
	 * The filter for a range of keys and nothing else; {@code null} for all rows.
	 */
	static @Nullable String filter(KeyRange partitions, KeyRange rows) {
		ODataFilter filter = new ODataFilter();
		filter.isWithin("PartitionKey", partitions);
		filter.isWithin("RowKey", rows);
		return filter.text();
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

	static Function<TableQuery, List<Object>> keyValues(Condition condition) {
		PropertyConversion conversion = condition.leaf().conversion();
		List<?> operands = condition.criteria().operands();
		return (query) -> values(conversion, operands, query).stream().map((value) -> key(conversion, value)).toList();
	}

	private static Object key(PropertyConversion conversion, Object value) {
		return sendable(conversion.toKey(value));
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
	 * The value, if a request can carry it.
	 * @throws UnstorableValueException if it is text with half a surrogate pair
	 */
	static Object sendable(Object value) {
		if (value instanceof String text && text.chars().anyMatch((c) -> Character.isSurrogate((char) c))) {
			StorableValues.checkPairs(text);
		}
		return value;
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

		private static final KeyRange NO_KEYS = new KeyRange("", "");

		static Key of(KeyMatch match, boolean open, Choices choices) {
			List<Part> parts = new ArrayList<>();
			for (Binding binding : match.bindings()) {
				Part part = binding.isSingle() ? Part.of(binding)
						: new Part(null, choices.add(binding, match.layout().buckets(parts.size())));
				parts.add(part);
			}
			return new Key(match.layout(), parts, match.ranges().stream().map(Bound::of).toList(),
					open && match.isComplete());
		}

		/**
		 * The text for some values; {@code null} where a key cannot hold one of them, so
		 * that no row has it.
		 */
		@Nullable String text(TableQuery query, Object[] choice) {
			try {
				return this.layout.encode(values(query, choice));
			}
			catch (InvalidKeyException ex) {
				return null;
			}
		}

		/**
		 * The range for some values; empty where a key cannot hold one of them. What
		 * bounds it need not be a value that a key can hold.
		 */
		KeyRange range(TableQuery query, Object[] choice) {
			if (this.open) {
				String text = text(query, choice);
				return (text != null) ? KeyRange.prefix(text) : NO_KEYS;
			}
			try {
				return range(query, List.of(values(query, choice)));
			}
			catch (InvalidKeyException ex) {
				return NO_KEYS;
			}
		}

		private KeyRange range(TableQuery query, List<Object> leading) {
			if (this.bounds.isEmpty()) {
				return this.layout.range(leading);
			}
			KeyRange range = KeyRange.all();
			for (Bound bound : this.bounds) {
				range = range.intersect(bound.side().range(this.layout, leading, bound.value().in(query)));
			}
			return range;
		}

		void checkLiterals() {
			for (int i = 0; i < this.parts.size(); i++) {
				Value only = this.parts.get(i).only();
				if (only != null && !(only.operand() instanceof Placeholder)) {
					this.layout.check(i, only.in(TableQuery.all()));
				}
			}
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
	 * The value of a condition.
	 *
	 * @param conversion how it looks in a key
	 * @param operand the value, or the place for it
	 */
	private record Value(PropertyConversion conversion, Object operand) {

		static Value of(Condition condition) {
			return new Value(condition.leaf().conversion(), condition.criteria().operands().get(0));
		}

		Object in(TableQuery query) {
			return key(this.conversion, coerced(this.conversion, query.value(this.operand)));
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
