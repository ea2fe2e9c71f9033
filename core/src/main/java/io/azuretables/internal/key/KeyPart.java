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

import org.jspecify.annotations.Nullable;

/**
 * One property in a key template, with its format. One {@code {property:format}} of a
 * {@link KeyTemplate}.
 *
 * @param property the name of the property, with dots for nested ones
 * @param digits the number of digits, or {@code null} for the full width of the type
 * @param style the direction or case
 * @param buckets the number of buckets the value is hashed into, or zero
 * @since 0.1
 */
public record KeyPart(String property, @Nullable Digits digits, Style style, int buckets) {

	/**
	 * How many digits a number has in the key.
	 *
	 * @param integer digits before the decimal point
	 * @param scale digits behind it
	 */
	public record Digits(int integer, int scale) {

		@Override
		public String toString() {
			return (this.scale == 0) ? String.valueOf(this.integer) : this.integer + "." + this.scale;
		}

	}

	/**
	 * How a value is turned before it is written.
	 */
	public enum Style {

		/**
		 * In the order of its type.
		 */
		ASCENDING,

		/**
		 * Against the order of its type.
		 */
		DESCENDING,

		/**
		 * In lower case: found without regard to case, and not reversible.
		 */
		LOWER

	}

	public boolean isDescending() {
		return this.style == Style.DESCENDING;
	}

	@Override
	public String toString() {
		StringBuilder text = new StringBuilder("{").append(this.property);
		if (this.digits != null) {
			text.append(':').append(this.digits);
		}
		if (this.style != Style.ASCENDING) {
			text.append((this.style == Style.LOWER) ? ":lower" : ":desc");
		}
		if (this.buckets > 0) {
			text.append(":bucket(").append(this.buckets).append(')');
		}
		return text.append('}').toString();
	}

}
