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
import java.util.Collection;
import java.util.List;

import io.azuretables.internal.condition.Condition;
import io.azuretables.plan.RequestBound;
import io.azuretables.plan.RequestBound.PerValues;
import io.azuretables.query.TableQuery;
import io.azuretables.query.TableQuery.Placeholder;

/**
 * Computes the {@link RequestBound} of a query: how many requests it takes at most.
 */
final class BoundBuilder {

	private final List<PerValues> values = new ArrayList<>();

	private long times = 1;

	/**
	 * Once for each of the values of a condition.
	 */
	BoundBuilder add(Condition condition, TableQuery query) {
		return countable(condition.criteria().operands(), query) ? times(count(condition.criteria().operands(), query))
				: per(condition.leaf().name(), 1);
	}

	BoundBuilder times(long count) {
		this.times *= count;
		return this;
	}

	BoundBuilder per(String property, int size) {
		this.values.add(new PerValues(property, size));
		return this;
	}

	RequestBound build(boolean paged, int perEntity) {
		return new RequestBound(this.times, this.values, paged, perEntity);
	}

	/**
	 * Whether it is known how many values a condition compares with.
	 */
	static boolean countable(List<?> operands, TableQuery query) {
		return operands.stream()
			.noneMatch((operand) -> operand instanceof Placeholder place && place.several()
					&& place.index() >= query.values().size());
	}

	/**
	 * How many values a condition compares with.
	 */
	static int count(List<?> operands, TableQuery query) {
		return operands.stream()
			.mapToInt((operand) -> (operand instanceof Placeholder place && place.several()
					&& query.value(place) instanceof Collection<?> several) ? several.size() : 1)
			.sum();
	}

}
