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

package io.azuretables.operations;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

import io.azuretables.key.TableKey;
import io.azuretables.query.Criteria;
import io.azuretables.query.TableQuery;

import org.springframework.data.domain.Sort;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Says what a query has to find: reads everything, filters, sorts and limits, in plain
 * Java.
 */
final class ClaimOracle {

	private final ClaimStore store;

	private final TableQuery query;

	private final Map<TableKey, Map<String, Object>> expected;

	ClaimOracle(ClaimStore store, TableQuery query) {
		this.store = store;
		this.query = query;
		this.expected = new HashMap<>(store.values());
		this.expected.values().removeIf((claim) -> !matches(query.criteria(), claim));
	}

	/**
	 * The keys of all entities that meet the condition.
	 */
	Set<TableKey> keys() {
		return this.expected.keySet();
	}

	int count() {
		return this.expected.size();
	}

	/**
	 * Checks what was found: as many as the limit says, each once, the first ones of the
	 * order, with all that was selected.
	 */
	void check(List<? extends Claim> found, int limit) {
		assertThat(found).as("number of entities").hasSize(Math.min(count(), limit));
		if (this.query.select() == null) {
			checkWhole(found);
		}
		if (this.query.sort().isSorted() && selectsSort()) {
			List<List<Object>> all = new ArrayList<>(this.expected.values().stream().map(this::sortValues).toList());
			all.sort(order());
			assertThat(found.stream().map((claim) -> sortValues(this.store.values(claim))).toList()).as("order")
				.isEqualTo(all.subList(0, found.size()));
		}
	}

	private boolean selectsSort() {
		return this.query.select() == null
				|| this.query.sort().stream().allMatch((order) -> this.query.select().contains(order.getProperty()));
	}

	private void checkWhole(List<? extends Claim> found) {
		Set<TableKey> keys = new HashSet<>();
		for (Claim claim : found) {
			TableKey key = this.store.key(claim);
			assertThat(keys.add(key)).as("found once: %s", key).isTrue();
			assertThat(this.expected).as("meets the condition").containsKey(key);
			assertThat(this.store.values(claim)).as("values").isEqualTo(this.expected.get(key));
		}
	}

	private List<Object> sortValues(Map<String, Object> claim) {
		List<Object> values = new ArrayList<>();
		this.query.sort().forEach((order) -> values.add(claim.get(order.getProperty())));
		return values;
	}

	@SuppressWarnings("unchecked")
	private Comparator<List<Object>> order() {
		List<Sort.Order> orders = this.query.sort().toList();
		return (one, other) -> {
			for (int i = 0; i < orders.size(); i++) {
				Comparator<Comparable<Object>> natural = Comparator.naturalOrder();
				Comparator<Comparable<Object>> order = Comparator
					.nullsLast(orders.get(i).isDescending() ? natural.reversed() : natural);
				int result = order.compare((Comparable<Object>) one.get(i), (Comparable<Object>) other.get(i));
				if (result != 0) {
					return result;
				}
			}
			return 0;
		};
	}

	private static boolean matches(Criteria criteria, Map<String, Object> claim) {
		if (criteria instanceof Criteria.And and) {
			return and.conditions().stream().allMatch((condition) -> matches(condition, claim));
		}
		if (criteria instanceof Criteria.Or or) {
			return or.conditions().stream().anyMatch((condition) -> matches(condition, claim));
		}
		Criteria.Leaf leaf = (Criteria.Leaf) criteria;
		return matches(leaf, folded(claim.get(leaf.property()), leaf));
	}

	@SuppressWarnings("unchecked")
	private static boolean matches(Criteria.Leaf leaf, Object value) {
		if (leaf instanceof Criteria.NullCheck check) {
			return check.isNull() == (value == null);
		}
		List<?> operands = leaf.operands().stream().map((operand) -> folded(ClaimStore.plain(operand), leaf)).toList();
		if (leaf instanceof Criteria.In in && operands.isEmpty()) {
			return in.none();
		}
		if (value == null) {
			return false;
		}
		if (leaf instanceof Criteria.In in) {
			return operands.contains(value) != in.none();
		}
		if (leaf instanceof Criteria.TextMatch match) {
			String sought = (String) operands.get(0);
			return match.options().negated() != switch (match.mode()) {
				case STARTING -> ((String) value).startsWith(sought);
				case ENDING -> ((String) value).endsWith(sought);
				case CONTAINING -> ((String) value).contains(sought);
			};
		}
		int order = ((Comparable<Object>) value).compareTo(operands.get(0));
		return switch (((Criteria.Comparison) leaf).operator()) {
			case EQ -> order == 0;
			case NE -> order != 0;
			case LT -> order < 0;
			case LE -> order <= 0;
			case GT -> order > 0;
			case GE -> order >= 0;
		};
	}

	private static Object folded(Object value, Criteria.Leaf leaf) {
		return (leaf.ignoreCase() && value instanceof String text) ? text.toLowerCase(Locale.ROOT) : value;
	}

}
