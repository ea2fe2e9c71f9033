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
import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;

import io.azuretables.internal.condition.Condition;
import io.azuretables.query.TableQuery;
import io.azuretables.query.TableQuery.Placeholder;

/**
 * The most requests that a query takes to read what it finds. Two things are only known
 * when the service has answered: how many pages it needs for a range, and how many index
 * rows it finds.
 *
 * @param times how many keys or ranges are read, as far as that is known
 * @param values what else multiplies them, when a query is given
 * @param paged whether ranges are read, which takes one request for each page
 * @param perEntity how many requests more each row that is found takes
 * @since 0.1
 */
public record RequestBound(long times, List<PerValues> values, boolean paged, int perEntity) {

	public RequestBound {
		values = List.copyOf(values);
	}

	/**
	 * The bound where nothing is read.
	 */
	static final RequestBound NONE = new RequestBound(0, List.of(), false, 0);

	/**
	 * The most requests.
	 * @param continued how often the service ends a page before the end of its range
	 * @param found how many rows it finds
	 * @throws IllegalStateException if the values of the query are not known yet
	 */
	public long requests(long continued, long found) {
		if (!this.values.isEmpty()) {
			throw new IllegalStateException("The number of requests depends on the number of values of " + this.values);
		}
		return this.times + (this.paged ? continued : 0) + this.perEntity * found;
	}

	@Override
	public String toString() {
		String each = this.values.stream().map((value) -> " for each " + value).collect(Collectors.joining());
		String text = this.paged ? "1 per page" + ((this.times > 1) ? " of each of " + this.times + " ranges" : "")
				: String.valueOf(this.times);
		return text + each + forEntities();
	}

	/**
	 * The requests for each row that is found, as the end of a sentence; empty if there
	 * are none.
	 */
	public String forEntities() {
		return (this.perEntity > 0) ? ", and " + this.perEntity + " per entity" : "";
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

	/**
	 * Something that is done once for each so many values of a condition.
	 *
	 * @param property the property of the condition
	 * @param size how many values are enough for once more
	 */
	public record PerValues(String property, int size) {

		@Override
		public String toString() {
			return ((this.size > 1) ? this.size + " values of '" : "value of '") + this.property + "'";
		}

	}

	/**
	 * Multiplies what is known.
	 */
	static final class Builder {

		private final List<PerValues> values = new ArrayList<>();

		private long times = 1;

		/**
		 * Once for each of the values of a condition.
		 */
		Builder add(Condition condition, TableQuery query) {
			return countable(condition.criteria().operands(), query)
					? times(count(condition.criteria().operands(), query)) : per(condition.leaf().name(), 1);
		}

		Builder times(long count) {
			this.times *= count;
			return this;
		}

		Builder per(String property, int size) {
			this.values.add(new PerValues(property, size));
			return this;
		}

		RequestBound build(boolean paged, int perEntity) {
			return new RequestBound(this.times, this.values, paged, perEntity);
		}

	}

}
