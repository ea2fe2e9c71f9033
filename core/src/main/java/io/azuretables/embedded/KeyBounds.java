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

package io.azuretables.embedded;

import java.util.List;

import io.azuretables.key.KeyRange;
import io.azuretables.key.TableKey;
import io.azuretables.query.Criteria;
import io.azuretables.query.Criteria.And;
import io.azuretables.query.Criteria.Comparison;
import org.jspecify.annotations.Nullable;

/**
 * Derives from a filter the ranges of partition and row keys in which rows can match.
 * They follow from the comparisons of keys that all have to hold; whatever else the
 * condition has is left to be tested row by row.
 */
record KeyBounds(KeyRange partitions, KeyRange rows) {

	static final KeyBounds ALL = new KeyBounds(KeyRange.all(), KeyRange.all());

	static KeyBounds of(Criteria criteria) {
		List<Criteria> conjuncts = (criteria instanceof And and) ? and.conditions() : List.of(criteria);
		return new KeyBounds(range(Columns.PARTITION_KEY, conjuncts), range(Columns.ROW_KEY, conjuncts));
	}

	KeyBounds intersect(KeyBounds other) {
		return new KeyBounds(this.partitions.intersect(other.partitions), this.rows.intersect(other.rows));
	}

	private static KeyRange range(String column, List<Criteria> conjuncts) {
		KeyRange range = KeyRange.all();
		for (Criteria conjunct : conjuncts) {
			if (conjunct instanceof Comparison comparison && comparison.property().equals(column)) {
				range = range.intersect(range(comparison));
			}
		}
		return range;
	}

	private static KeyRange range(Comparison comparison) {
		if (!(comparison.value() instanceof String text)) {
			return KeyRange.all();
		}
		return switch (comparison.operator()) {
			case EQ -> KeyRange.point(text);
			case GE -> KeyRange.between(text, null);
			case GT -> KeyRange.between(KeyRange.after(text), null);
			case LE -> KeyRange.between("", KeyRange.after(text));
			case LT -> KeyRange.between("", text);
			case NE -> KeyRange.all();
		};
	}

	/**
	 * The only partition that the bounds leave; {@code null} if they leave several.
	 */
	@Nullable String onlyPartition() {
		String first = this.partitions.from();
		return KeyRange.point(first).equals(this.partitions) ? first : null;
	}

	/**
	 * The least key within the bounds that is not below the given one: this key itself
	 * when it lies within, and {@code null} when nothing does from there on. Whole
	 * partitions are stepped over without a look at their rows.
	 */
	@Nullable TableKey seek(TableKey key) {
		if (this.partitions.isEmpty() || this.rows.isEmpty()) {
			return null;
		}
		String partition = key.partitionKey();
		if (partition.compareTo(this.partitions.from()) < 0) {
			return new TableKey(this.partitions.from(), this.rows.from());
		}
		if (!this.partitions.contains(partition)) {
			return null;
		}
		if (key.rowKey().compareTo(this.rows.from()) < 0) {
			return new TableKey(partition, this.rows.from());
		}
		return this.rows.contains(key.rowKey()) ? key : seek(new TableKey(KeyRange.after(partition), ""));
	}

}
