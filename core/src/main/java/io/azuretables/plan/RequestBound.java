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

import java.util.List;
import java.util.stream.Collectors;

/**
 * The largest number of requests that a query can take, as a formula. Two things are only
 * known when the service has answered: how many pages it needs for a range, and how many
 * index rows it finds.
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
	public static final RequestBound NONE = new RequestBound(0, List.of(), false, 0);

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

}
