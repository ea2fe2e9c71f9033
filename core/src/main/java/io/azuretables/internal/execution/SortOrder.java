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

package io.azuretables.internal.execution;

import java.util.Comparator;
import java.util.List;

import io.azuretables.internal.comparison.Comparisons;
import org.jspecify.annotations.Nullable;

import org.springframework.data.domain.Sort;

/**
 * Sorts the result of a query in memory by a Spring Data {@code Sort}. Absent values come
 * last unless the sort says otherwise; what is equal stays in the order of keys.
 */
final class SortOrder {

	private SortOrder() {
	}

	/**
	 * The order of what was found for a query with the sort.
	 */
	public static Comparator<FoundRow<?>> of(Sort sort) {
		List<Comparator<@Nullable Object>> orders = sort.stream().map(SortOrder::comparator).toList();
		Comparator<FoundRow<?>> byKey = Comparator.comparing(FoundRow::entity);
		return (one, other) -> {
			for (int i = 0; i < orders.size(); i++) {
				int order = orders.get(i).compare(one.sort().get(i), other.sort().get(i));
				if (order != 0) {
					return order;
				}
			}
			return byKey.compare(one, other);
		};
	}

	private static Comparator<@Nullable Object> comparator(Sort.Order order) {
		Comparator<Object> values = order.isIgnoreCase() ? Comparisons::compareIgnoringCase : Comparisons::compare;
		Comparator<Object> directed = order.isDescending() ? values.reversed() : values;
		boolean nullsFirst = order.getNullHandling() == Sort.NullHandling.NULLS_FIRST;
		return (one, other) -> {
			if (one == null || other == null) {
				return (one == other) ? 0 : ((one == null) == nullsFirst) ? -1 : 1;
			}
			return directed.compare(one, other);
		};
	}

}
