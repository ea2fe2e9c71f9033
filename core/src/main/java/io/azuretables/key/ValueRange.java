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

package io.azuretables.key;

import org.jspecify.annotations.Nullable;

/**
 * Between which values? Bounds for the value of one {@link KeyPart}; a bound that is
 * {@code null} is open.
 *
 * @param from the lower bound
 * @param fromInclusive whether the lower bound itself is meant too
 * @param to the upper bound
 * @param toInclusive whether the upper bound itself is meant too
 * @since 0.1
 */
public record ValueRange(@Nullable Object from, boolean fromInclusive, @Nullable Object to, boolean toInclusive) {

	public static ValueRange atLeast(Object from) {
		return new ValueRange(from, true, null, false);
	}

	public static ValueRange above(Object from) {
		return new ValueRange(from, false, null, false);
	}

	public static ValueRange atMost(Object to) {
		return new ValueRange(null, false, to, true);
	}

	public static ValueRange below(Object to) {
		return new ValueRange(null, false, to, false);
	}

	public static ValueRange closed(Object from, Object to) {
		return new ValueRange(from, true, to, true);
	}

	/**
	 * The same range among the values that a format can write, with bounds that it can
	 * write; {@code null} when there are none.
	 */
	@Nullable ValueRange writable(KeyFormat format) {
		Object lower = (this.from != null) ? format.floor(this.from) : null;
		Object upper = (this.to != null) ? format.floor(this.to) : null;
		if (this.to != null && upper == null) {
			return null;
		}
		boolean lowerInclusive = this.fromInclusive && lower == this.from;
		boolean upperInclusive = this.toInclusive || upper != this.to;
		return new ValueRange(lower, lowerInclusive, upper, upperInclusive);
	}

	ValueRange reversed() {
		return new ValueRange(this.to, this.toInclusive, this.from, this.fromInclusive);
	}

}
