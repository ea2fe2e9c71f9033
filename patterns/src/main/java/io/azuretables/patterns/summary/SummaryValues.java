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

package io.azuretables.patterns.summary;

import java.math.BigDecimal;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

import org.springframework.util.Assert;

/**
 * The counts and sums of a summary for one partition, by column.
 *
 * @param totals a {@link Long} for counts and sums of whole numbers, a {@link BigDecimal}
 * for sums of decimal ones
 * @since 0.1
 */
public record SummaryValues(Map<String, Number> totals) {

	public SummaryValues {
		totals = Collections.unmodifiableMap(new LinkedHashMap<>(totals));
	}

	/**
	 * A count, or a sum of whole numbers.
	 * @throws IllegalArgumentException if there is no such column
	 * @throws ArithmeticException if it is decimal and not whole
	 */
	public long whole(String column) {
		Number total = total(column);
		return (total instanceof BigDecimal decimal) ? decimal.longValueExact() : total.longValue();
	}

	/**
	 * Any total.
	 * @throws IllegalArgumentException if there is no such column
	 */
	public BigDecimal decimal(String column) {
		Number total = total(column);
		return (total instanceof BigDecimal decimal) ? decimal : BigDecimal.valueOf(total.longValue());
	}

	private Number total(String column) {
		Number total = this.totals.get(column);
		Assert.isTrue(total != null, () -> "The summary has no column '" + column + "', but " + this.totals.keySet());
		return total;
	}

	/**
	 * Whether both have the same totals; the number of digits behind the point does not
	 * count.
	 */
	boolean isSameAs(SummaryValues other) {
		return this.totals.keySet().equals(other.totals.keySet())
				&& this.totals.keySet().stream().allMatch((name) -> decimal(name).compareTo(other.decimal(name)) == 0);
	}

}
