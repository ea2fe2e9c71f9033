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

package io.azuretables.internal.plan;

import io.azuretables.internal.odata.ODataFilter;
import io.azuretables.plan.UnsupportedQueryException;
import io.azuretables.query.Criteria;
import io.azuretables.query.Criteria.Leaf;
import io.azuretables.row.ServiceLimits;
import org.jspecify.annotations.Nullable;

/**
 * Writes conditions on columns as OData filters, for queries without a mapped class. The
 * properties are the names in the table, {@code PartitionKey} and {@code RowKey} among
 * them; the values are of the classes that the service knows.
 *
 * @since 0.1
 */
public final class RowFilter {

	private RowFilter() {
	}

	/**
	 * The filter for a condition.
	 * @return the text, or {@code null} when every row meets the condition
	 * @throws UnsupportedQueryException if the service cannot check it
	 */
	public static @Nullable String of(Criteria columns) {
		columns.leaves().map(Leaf::property).forEach(RowFilter::checkName);
		int comparisons = ODataFilter.comparisons(columns);
		if (columns.equals(Criteria.NONE) || comparisons > ServiceFilter.MAX_COMPARISONS) {
			throw new UnsupportedQueryException("A condition on columns has " + comparisons
					+ " comparisons, and the service takes 1 to " + ServiceFilter.MAX_COMPARISONS);
		}
		try {
			return ODataFilter.write(columns);
		}
		catch (IllegalArgumentException ex) {
			throw new UnsupportedQueryException("The service cannot check a condition on columns: " + ex.getMessage());
		}
	}

	/**
	 * Checks the name of a column, which would otherwise become a part of the filter,
	 * whatever it is.
	 */
	private static void checkName(String column) {
		if (ServiceLimits.isReservedName(column)) {
			return;
		}
		if (!ServiceLimits.isPropertyName(column) || !ODataFilter.canName(column)) {
			throw new UnsupportedQueryException("A condition on columns names '" + column
					+ "', which is no name of a column that a filter can have; a name begins with a letter or _, has "
					+ "letters, digits and _ only, and is no word of filters such as 'eq'");
		}
	}

}
