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

package io.azuretables.internal.conversion;

import java.math.BigDecimal;

/**
 * Limits the digits of sums of decimal numbers.
 *
 * @since 0.1
 */
public final class DecimalSums {

	/**
	 * A text in a row has room for a few more characters.
	 */
	public static final int MOST_DIGITS = 32_000;

	private DecimalSums() {
	}

	/**
	 * Whether a sum or difference could have more digits. The sum of a very large and a
	 * very small number has all digits between them: to compute it may take more time and
	 * memory than there is.
	 */
	public static boolean isTooLong(BigDecimal one, BigDecimal other) {
		long first = Math.max((long) one.precision() - one.scale(), (long) other.precision() - other.scale());
		long last = Math.max(one.scale(), other.scale());
		return first + last > MOST_DIGITS;
	}

}
