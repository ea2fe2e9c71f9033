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

package io.azuretables.internal.model;

import org.jspecify.annotations.Nullable;

/**
 * The range of values that the service can store for a property, and the nearest storable
 * value to any other.
 *
 * @since 0.1
 */
public interface ValueLimits {

	/**
	 * The least value that a row can hold.
	 */
	Object least();

	/**
	 * The greatest value that a row can hold and that is not above the given one;
	 * {@code null} where there is none.
	 */
	@Nullable Object floor(Object value);

	/**
	 * The least value that a row can hold and that is not below the given one;
	 * {@code null} where there is none.
	 */
	@Nullable Object ceiling(Object value);

	/**
	 * All values between two, which rows can hold too.
	 */
	static <T extends Comparable<? super T>> ValueLimits between(T least, T greatest) {
		return new Span<>(least, greatest);
	}

	/**
	 * All values between two.
	 *
	 * @param <T> the type of the property
	 * @param least the least one
	 * @param greatest the greatest one
	 */
	record Span<T extends Comparable<? super T>>(T least, T greatest) implements ValueLimits {

		@Override
		@SuppressWarnings("unchecked") // values of one property
		public @Nullable Object floor(Object value) {
			T one = (T) value;
			return (one.compareTo(this.least) < 0) ? null : (one.compareTo(this.greatest) > 0) ? this.greatest : one;
		}

		@Override
		@SuppressWarnings("unchecked") // values of one property
		public @Nullable Object ceiling(Object value) {
			T one = (T) value;
			return (one.compareTo(this.greatest) > 0) ? null : (one.compareTo(this.least) < 0) ? this.least : one;
		}

	}

}
