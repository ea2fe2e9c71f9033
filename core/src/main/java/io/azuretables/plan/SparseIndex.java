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
 * A note in a query plan: this index would fit, but is sparse (entities without a value
 * have no row in it), so the query cannot use it.
 *
 * @param index the name of the index
 * @param absent the properties that entities may lack
 * @since 0.1
 */
public record SparseIndex(String index, List<String> absent) {

	/**
	 * Why the index cannot be used.
	 */
	public String reason() {
		return "index " + this.index + " holds no row where " + String.join(" or ", this.absent) + " is null";
	}

	/**
	 * What would let the index be used.
	 */
	public String wayOut() {
		String names = this.absent.stream().map((name) -> "'" + name + "'").collect(Collectors.joining(" and "));
		return "say sparse = false on @SecondaryIndex \"" + this.index + "\", ask for " + names
				+ " too (IsNotNull is enough), or declare " + names + " so that no value can be missing";
	}

	@Override
	public String toString() {
		return reason() + "; " + wayOut();
	}

}
