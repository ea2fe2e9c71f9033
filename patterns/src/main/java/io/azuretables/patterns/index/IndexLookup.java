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

package io.azuretables.patterns.index;

import java.util.ArrayList;
import java.util.List;

import io.azuretables.internal.model.IndexMapping;
import io.azuretables.internal.model.LeafProperty;
import io.azuretables.operations.TableNameResolver;
import io.azuretables.operations.TableOperations;
import io.azuretables.patterns.internal.index.DeclaredIndexes;
import io.azuretables.patterns.internal.index.StateRows;
import io.azuretables.query.Criteria;
import io.azuretables.query.TableQuery;

import org.springframework.dao.InvalidDataAccessApiUsageException;
import org.springframework.data.domain.Range;
import org.springframework.data.domain.Range.Bound;
import org.springframework.data.domain.Sort;

/**
 * Builds queries that must use a given index, from values for the first parts of its key.
 *
 * @param type the class of the entities
 * @param index the index
 */
record IndexLookup(Class<?> type, IndexMapping index) {

	/**
	 * Returns the look-up by the index of a class.
	 * @throws InvalidDataAccessApiUsageException if it has none of that name
	 */
	static IndexLookup of(TableOperations operations, Class<?> type, String index) {
		DeclaredIndexes indexes = new DeclaredIndexes(operations.converter().mappingContext(),
				TableNameResolver.AS_DECLARED);
		return new IndexLookup(type, indexes.index(type, index));
	}

	private String label() {
		return StateRows.label(this.type, this.index.name());
	}

	/**
	 * The entity, or the entities, with the given values in all parts.
	 */
	TableQuery exactly(Object... values) {
		if (values.length != parts().size()) {
			throw new InvalidDataAccessApiUsageException("A look-up by the index " + label() + " takes "
					+ "a value for each of " + parts() + ", and the call gives " + values.length);
		}
		return TableQuery.of(equal(values)).usingIndex(this.index.name());
	}

	/**
	 * The entities with the given values in the first parts, in the order of the index.
	 */
	TableQuery listing(Object... leading) {
		List<LeafProperty> rest = rest(leading);
		return listing(equal(leading), leading.length, rest);
	}

	/**
	 * The entities with the given values in the first parts, and with a value in a range
	 * in the next one, in the order of the index.
	 */
	TableQuery range(Range<?> values, Object... leading) {
		List<LeafProperty> rest = rest(leading);
		if (rest.isEmpty()) {
			throw new InvalidDataAccessApiUsageException(
					"A range of the index " + label() + " leaves the last part of its key open");
		}
		Criteria criteria = equal(leading);
		String name = rest.get(0).name();
		Bound<?> lower = values.getLowerBound();
		Bound<?> upper = values.getUpperBound();
		if (lower.getValue().isPresent()) {
			Object from = lower.getValue().get();
			criteria = criteria.and(lower.isInclusive() ? Criteria.where(name).greaterThanOrEqual(from)
					: Criteria.where(name).greaterThan(from));
		}
		if (upper.getValue().isPresent()) {
			Object to = upper.getValue().get();
			criteria = criteria.and(
					upper.isInclusive() ? Criteria.where(name).lessThanOrEqual(to) : Criteria.where(name).lessThan(to));
		}
		return listing(criteria, leading.length, rest);
	}

	/**
	 * An index row is there for entities that have all properties of its key.
	 */
	private TableQuery listing(Criteria criteria, int leading, List<LeafProperty> rest) {
		Criteria present = Criteria
			.allOf(rest.stream().map((leaf) -> Criteria.where(leaf.name()).isNotNull()).toList());
		return sorted(TableQuery.of(criteria.and(present)), leading).usingIndex(this.index.name());
	}

	private List<LeafProperty> parts() {
		List<LeafProperty> parts = new ArrayList<>(this.index.keys().partitionLeaves());
		parts.addAll(this.index.keys().rowLeaves());
		return parts;
	}

	private List<LeafProperty> rest(Object... leading) {
		int least = this.index.keys().partitionLeaves().size();
		if (leading.length < least || leading.length > parts().size()) {
			throw new InvalidDataAccessApiUsageException(
					"A listing by the index " + label() + " takes values for the first parts of " + parts()
							+ ", at least " + least + " of them, and the call gives " + leading.length);
		}
		return parts().subList(leading.length, parts().size());
	}

	private Criteria equal(Object... values) {
		List<LeafProperty> parts = parts();
		List<Criteria> conditions = new ArrayList<>();
		for (int i = 0; i < values.length; i++) {
			conditions.add(Criteria.where(parts.get(i).name()).is(values[i]));
		}
		return Criteria.allOf(conditions);
	}

	private TableQuery sorted(TableQuery query, int leading) {
		int next = leading - this.index.keys().partitionLeaves().size();
		if (next >= this.index.keys().row().size() || !this.index.keys().row().isSorted(next)) {
			return query;
		}
		Sort by = Sort.by(this.index.keys().rowLeaves().get(next).name());
		return query.orderBy(this.index.keys().row().part(next).isDescending() ? by.descending() : by);
	}

}
