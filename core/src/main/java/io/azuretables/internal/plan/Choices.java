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
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;

import io.azuretables.internal.condition.Condition;
import io.azuretables.internal.condition.KeyMatch.Binding;
import io.azuretables.query.TableQuery;

/**
 * Enumerates the combinations of key values for a query with {@code in} conditions or
 * buckets. Parts of a key that come from one condition always get the same value.
 */
final class Choices {

	static final Object[] NONE = {};

	private final List<Object> identities = new ArrayList<>();

	private final Map<Object, Integer> buckets = new HashMap<>();

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
			this.buckets.put(identity, buckets.size());
			this.values.add((condition != null) ? QueryBinder.keyValues(condition) : (query) -> buckets);
		}
		return this.identities.indexOf(identity);
	}

	boolean isEmpty() {
		return this.values.isEmpty();
	}

	/**
	 * How many combinations there are at the most.
	 */
	void bound(TableQuery query, BoundBuilder bound) {
		for (Object identity : this.identities) {
			if (identity instanceof Condition condition) {
				bound.add(condition, query);
			}
			else {
				bound.times(Objects.requireNonNull(this.buckets.get(identity)));
			}
		}
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
