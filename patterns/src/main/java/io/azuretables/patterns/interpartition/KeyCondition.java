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

package io.azuretables.patterns.interpartition;

import java.util.List;

import io.azuretables.internal.odata.ODataFilter;
import io.azuretables.key.TableKey;
import io.azuretables.query.Criteria;
import io.azuretables.query.Criteria.And;
import io.azuretables.query.Criteria.Comparison;
import io.azuretables.query.Criteria.Or;
import org.jspecify.annotations.Nullable;

/**
 * The conditions on partition and row key in a filter, evaluated for index lists that are
 * stored in blobs. A condition on anything but keys is met by no list.
 *
 * @param criteria the condition; {@code null} if all rows are meant
 */
record KeyCondition(@Nullable Criteria criteria) {

	private static final String PARTITION_KEY = "PartitionKey";

	private static final String ROW_KEY = "RowKey";

	static KeyCondition of(@Nullable String filter) {
		return new KeyCondition((filter != null) ? ODataFilter.parse(filter) : null);
	}

	boolean isMetBy(TableKey key) {
		return this.criteria == null || isMet(this.criteria, key);
	}

	private static boolean isMet(Criteria condition, TableKey key) {
		if (condition instanceof And and) {
			return and.conditions().stream().allMatch((one) -> isMet(one, key));
		}
		if (condition instanceof Or or) {
			return or.conditions().stream().anyMatch((one) -> isMet(one, key));
		}
		return condition instanceof Comparison comparison && comparison.value() instanceof String value
				&& isMet(comparison, value, key);
	}

	private static boolean isMet(Comparison comparison, String value, TableKey key) {
		if (!comparison.property().equals(PARTITION_KEY) && !comparison.property().equals(ROW_KEY)) {
			return false;
		}
		int order = (comparison.property().equals(ROW_KEY) ? key.rowKey() : key.partitionKey()).compareTo(value);
		return switch (comparison.operator()) {
			case EQ -> order == 0;
			case NE -> order != 0;
			case LT -> order < 0;
			case LE -> order <= 0;
			case GT -> order > 0;
			case GE -> order >= 0;
		};
	}

	/**
	 * The one partition that is meant; {@code null} if it may be several.
	 */
	@Nullable String partitionKey() {
		Bounds bounds = bounds(PARTITION_KEY);
		return bounds.low().equals(bounds.high()) ? bounds.low() : null;
	}

	/**
	 * The one key that is meant; {@code null} if it may be several.
	 */
	@Nullable TableKey key() {
		String partitionKey = partitionKey();
		Bounds bounds = bounds(ROW_KEY);
		return (partitionKey != null && bounds.low().equals(bounds.high())) ? new TableKey(partitionKey, bounds.low())
				: null;
	}

	/**
	 * Whether keys that begin in a certain way may be meant.
	 */
	boolean overlaps(String partition, String row) {
		return bounds(PARTITION_KEY).overlaps(partition) && bounds(ROW_KEY).overlaps(row);
	}

	/**
	 * Whether keys that begin in another way are not meant.
	 */
	boolean isWithin(String partition, String row) {
		return bounds(PARTITION_KEY).isWithin(partition) && bounds(ROW_KEY).isWithin(row);
	}

	/**
	 * Between which texts a key must be, as far as the conditions say that must all be
	 * met.
	 */
	private Bounds bounds(String key) {
		List<Criteria> conditions = (this.criteria instanceof And and) ? and.conditions()
				: (this.criteria != null) ? List.of(this.criteria) : List.of();
		Bounds bounds = new Bounds("", null);
		for (Criteria condition : conditions) {
			if (condition instanceof And and) {
				bounds = bounds.and(new KeyCondition(and).bounds(key));
			}
			else if (condition instanceof Comparison comparison && comparison.property().equals(key)
					&& comparison.value() instanceof String value) {
				bounds = bounds.and(switch (comparison.operator()) {
					case EQ -> new Bounds(value, value);
					case LT, LE -> new Bounds("", value);
					case GT, GE -> new Bounds(value, null);
					case NE -> new Bounds("", null);
				});
			}
		}
		return bounds;
	}

	/**
	 * Two texts that a key is between, both included.
	 *
	 * @param low the least
	 * @param high the greatest; {@code null} for none
	 */
	private record Bounds(String low, @Nullable String high) {

		Bounds and(Bounds other) {
			String least = (this.low.compareTo(other.low) > 0) ? this.low : other.low;
			String greatest = (this.high == null || (other.high != null && other.high.compareTo(this.high) < 0))
					? other.high : this.high;
			return new Bounds(least, greatest);
		}

		boolean overlaps(String prefix) {
			return this.low.compareTo(after(prefix)) <= 0 && (this.high == null || this.high.compareTo(prefix) >= 0);
		}

		boolean isWithin(String prefix) {
			return prefix.isEmpty() || (this.low.startsWith(prefix) && this.high != null
					&& (this.high.startsWith(prefix) || this.high.compareTo(next(prefix)) <= 0));
		}

		private static String after(String prefix) {
			return prefix + Character.MAX_VALUE;
		}

		/**
		 * The least text after all that begin with a prefix.
		 */
		private static String next(String prefix) {
			int last = prefix.length() - 1;
			return prefix.substring(0, last) + (char) (prefix.charAt(last) + 1);
		}

	}

}
