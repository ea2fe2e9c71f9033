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
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

import io.azuretables.key.KeyRange;
import io.azuretables.mapping.EntityModel.Discriminator;
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

	private final TableQuery asked;

	/**
	 * A translation.
	 * @param asked gives the values
	 */
	FilterTranslation(ResolvedQuery query, TableQuery asked) {
		this.query = query;
		this.asked = asked;
	}

	/**
	 * The condition on comparable values of properties.
	 */
	Criteria forClient(Criteria criteria) {
		if (criteria instanceof And and) {
			return Criteria.allOf(and.conditions().stream().map(this::forClient).toList());
		}
		if (criteria instanceof Or or) {
			return Criteria.anyOf(or.conditions().stream().map(this::forClient).toList());
		}
		Condition condition = this.query.condition((Leaf) criteria);
		List<Object> values = condition.values(this.asked);
		if (criteria instanceof In in && values.isEmpty()) {
			return in.none() ? Criteria.ALL : Criteria.NONE;
		}
		return condition.criteria()
			.on(condition.leaf().name(), values.stream().map(condition.leaf().conversion()::comparable).toList());
	}

	/**
	 * The conditions on columns, one for each request: a choice among too many values for
	 * one filter is divided. None when no row can meet them.
	 */
	List<Criteria> forService(List<Criteria> criteria) {
		List<Criteria> translated = new ArrayList<>(criteria.stream().map(this::column).toList());
		discriminator().ifPresent(translated::add);
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

	private Optional<Criteria> discriminator() {
		Discriminator discriminator = this.query.model().discriminator();
		return Optional.ofNullable(discriminator).map((told) -> new In(told.column(), told.values(), false, false));
	}

	private Criteria column(Criteria criteria) {
		if (criteria instanceof And and) {
			return Criteria.allOf(and.conditions().stream().map(this::column).toList());
		}
		if (criteria instanceof Or or) {
			return Criteria.anyOf(or.conditions().stream().map(this::column).toList());
		}
		Condition condition = this.query.condition((Leaf) criteria);
		List<Object> stored = condition.values(this.asked).stream().map((value) -> stored(condition, value)).toList();
		String column = condition.leaf().column();
		if (criteria instanceof TextMatch) {
			return starting(column, (String) stored.get(0));
		}
		return (criteria instanceof In in) ? choice(in, column, stored) : condition.criteria().on(column, stored);
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

	private Object stored(Condition condition, Object value) {
		Object stored = condition.leaf().conversion().write(value);
		if (stored instanceof Double number && (number.isNaN() || number.isInfinite())) {
			throw new UnsupportedQueryException(
					this.query.name(condition.leaf()) + " cannot be compared with " + number + " by the service");
		}
		return stored;
	}

}
