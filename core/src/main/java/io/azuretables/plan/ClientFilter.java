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
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

import io.azuretables.key.KeyRange;
import io.azuretables.mapping.EntityModel.Discriminator;
import io.azuretables.mapping.PropertyConversion;
import io.azuretables.odata.ODataFilter;
import io.azuretables.query.Comparisons;
import io.azuretables.query.Criteria;
import io.azuretables.query.Criteria.And;
import io.azuretables.query.Criteria.Comparison;
import io.azuretables.query.Criteria.In;
import io.azuretables.query.Criteria.Leaf;
import io.azuretables.query.Criteria.Or;
import io.azuretables.query.Criteria.TextMatch;
import io.azuretables.query.Operator;
import io.azuretables.query.TableQuery;
import org.jspecify.annotations.Nullable;

/**
 * From conditions on properties to conditions on columns, for the service, or on
 * comparable values, for the client.
 */
final class FilterTranslation {

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

	private final ResolvedQuery query;

	/**
	 * What is known of the conditions, each of which is its own key.
	 */
	private final Map<Leaf, Column> columns = new IdentityHashMap<>();

	private final @Nullable Criteria discriminator;

	/**
	 * A translation of the conditions of a query, whatever their values.
	 */
	FilterTranslation(ResolvedQuery query) {
		this.query = query;
		query.conditionsIn(query.query().criteria())
			.forEach((condition) -> this.columns.put(condition.criteria(), Column.of(condition)));
		Discriminator told = query.model().discriminator();
		this.discriminator = (told != null) ? new In(told.column(), told.values(), false, false) : null;
	}

	/**
	 * Whether the service checks anything besides keys.
	 * @param criteria what it is to check
	 */
	boolean isNeeded(List<Criteria> criteria) {
		return !criteria.isEmpty() || this.discriminator != null;
	}

	private Column column(Leaf leaf) {
		Column known = this.columns.get(leaf);
		return (known != null) ? known : Column.of(this.query.condition(leaf));
	}

	/**
	 * The condition on comparable values of properties.
	 * @param asked gives the values
	 */
	Criteria forClient(Criteria criteria, TableQuery asked) {
		if (criteria instanceof And and) {
			return Criteria.allOf(and.conditions().stream().map((one) -> forClient(one, asked)).toList());
		}
		if (criteria instanceof Or or) {
			return Criteria.anyOf(or.conditions().stream().map((one) -> forClient(one, asked)).toList());
		}
		Leaf leaf = (Leaf) criteria;
		Column column = column(leaf);
		List<Object> values = QueryBinder.values(column.conversion(), leaf, asked);
		if (criteria instanceof In in && values.isEmpty()) {
			return in.none() ? Criteria.ALL : Criteria.NONE;
		}
		return leaf.on(column.property(), values.stream().map(column.conversion()::comparable).toList());
	}

	/**
	 * The conditions on columns, one for each request: a choice among too many values for
	 * one filter is divided. None when no row can meet them.
	 * @param asked gives the values
	 */
	List<Criteria> forService(List<Criteria> criteria, TableQuery asked) {
		List<Criteria> translated = new ArrayList<>();
		criteria.forEach((one) -> translated.add(onColumn(one, asked)));
		if (this.discriminator != null) {
			translated.add(this.discriminator);
		}
		if (Criteria.allOf(translated).equals(Criteria.NONE)) {
			return List.of();
		}
		int comparisons = KEY_COMPARISONS + translated.stream().mapToInt(ODataFilter::comparisons).sum();
		Optional<In> largest = translated.stream()
			.filter((condition) -> condition instanceof In in && !in.none())
			.map(In.class::cast)
			.max(Comparator.comparing((in) -> in.values().size()));
		if (comparisons <= MAX_COMPARISONS || largest.isEmpty()) {
			return List.of(Criteria.allOf(translated));
		}
		In divided = largest.get();
		translated.remove(divided);
		int size = Math.max(1, MAX_COMPARISONS - (comparisons - divided.values().size()));
		List<Criteria> filters = new ArrayList<>();
		for (int start = 0; start < divided.values().size(); start += size) {
			List<?> values = divided.values().subList(start, Math.min(start + size, divided.values().size()));
			filters.add(Criteria.allOf(translated).and(divided.on(divided.property(), values)));
		}
		return filters;
	}

	private Criteria onColumn(Criteria criteria, TableQuery asked) {
		if (criteria instanceof And and) {
			return Criteria.allOf(and.conditions().stream().map((one) -> onColumn(one, asked)).toList());
		}
		if (criteria instanceof Or or) {
			return Criteria.anyOf(or.conditions().stream().map((one) -> onColumn(one, asked)).toList());
		}
		Leaf leaf = (Leaf) criteria;
		Column column = column(leaf);
		List<Object> stored = QueryBinder.values(column.conversion(), leaf, asked)
			.stream()
			.map((value) -> stored(column, value))
			.toList();
		if (criteria instanceof TextMatch) {
			return starting(column.name(), (String) stored.get(0));
		}
		return (criteria instanceof In in) ? choice(in, column.name(), stored) : leaf.on(column.name(), stored);
	}

	static Criteria starting(String column, String text) {
		Criteria from = new Comparison(column, Operator.GE, text);
		String end = KeyRange.successor(text);
		return (end != null) ? from.and(new Comparison(column, Operator.LT, end)) : from;
	}

	private static Criteria choice(In in, String column, List<Object> values) {
		if (values.size() > 1) {
			Set<Object> distinct = new TreeSet<>(Comparisons::compare);
			return in.on(column, values.stream().filter(distinct::add).toList());
		}
		if (values.isEmpty()) {
			return in.none() ? Criteria.ALL : Criteria.NONE;
		}
		return new Comparison(column, in.none() ? Operator.NE : Operator.EQ, values.get(0));
	}

	private Object stored(Column column, Object value) {
		Object stored = column.conversion().write(value);
		if (stored instanceof Double number && (number.isNaN() || number.isInfinite())) {
			throw new UnsupportedQueryException(this.query.entity().getType().getSimpleName() + "." + column.property()
					+ " cannot be compared with " + number + " by the service");
		}
		return stored;
	}

	/**
	 * What a condition is translated with.
	 *
	 * @param property the name of the property
	 * @param name the name of its column
	 * @param conversion what its values look like there
	 */
	private record Column(String property, String name, PropertyConversion conversion) {

		static Column of(Condition condition) {
			return new Column(condition.leaf().name(), condition.leaf().column(), condition.leaf().conversion());
		}

	}

}
