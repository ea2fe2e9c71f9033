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

package io.azuretables.mapping;

/**
 * The values between which rows can hold all values of a property.
 *
 * @param least the least one
 * @param greatest the greatest one
 * @since 0.1
 */
public record ValueLimits(Object least, Object greatest) {

	/**
	 * Whether a value is below the least one.
	 */
	public boolean isAbove(Object value) {
		return compare(this.least, value) > 0;
	}

	/**
	 * Whether a value is above the greatest one.
	 */
	public boolean isBelow(Object value) {
		return compare(this.greatest, value) < 0;
	}

	@SuppressWarnings("unchecked") // values of one property
	private static int compare(Object one, Object other) {
		return ((Comparable<Object>) one).compareTo(other);
	}

}
