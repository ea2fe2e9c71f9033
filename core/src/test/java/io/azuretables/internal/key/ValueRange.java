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

package io.azuretables.internal.key;

import java.util.List;

import io.azuretables.key.KeyRange;
import org.jspecify.annotations.Nullable;

/**
 * Bounds for the value of one {@link KeyPart}. There is one on each side; one that is
 * {@code null} is open.
 *
 * @param from the lower bound
 * @param fromInclusive whether the lower bound itself is meant too
 * @param to the upper bound
 * @param toInclusive whether the upper bound itself is meant too
 */
record ValueRange(@Nullable Object from, boolean fromInclusive, @Nullable Object to, boolean toInclusive) {

	static ValueRange atLeast(Object from) {
		return new ValueRange(from, true, null, false);
	}

	static ValueRange above(Object from) {
		return new ValueRange(from, false, null, false);
	}

	static ValueRange atMost(Object to) {
		return new ValueRange(null, false, to, true);
	}

	static ValueRange below(Object to) {
		return new ValueRange(null, false, to, false);
	}

	static ValueRange closed(Object from, Object to) {
		return new ValueRange(from, true, to, true);
	}

	/**
	 * The keys whose first parts have the given values, and whose next one lies in this
	 * range.
	 */
	KeyRange in(KeyLayout layout, List<?> leading) {
		KeyRange range = KeyRange.all();
		if (this.from != null) {
			range = range.intersect(layout.above(leading, this.from, this.fromInclusive));
		}
		if (this.to != null) {
			range = range.intersect(layout.below(leading, this.to, this.toInclusive));
		}
		return (this.from == null && this.to == null) ? layout.range(leading) : range;
	}

}
