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

package io.azuretables.internal.condition;

import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;

import io.azuretables.internal.model.LeafProperty;
import io.azuretables.internal.model.LeafProperty.Place;
import io.azuretables.internal.model.PropertyConversion;
import io.azuretables.internal.odata.ODataFilter;
import io.azuretables.query.Criteria;
import io.azuretables.query.Criteria.Comparison;
import io.azuretables.query.Criteria.In;
import io.azuretables.query.Criteria.Leaf;
import io.azuretables.query.Criteria.NullCheck;
import io.azuretables.query.Criteria.TextMatch;
import io.azuretables.query.Criteria.TextMatch.Mode;
import io.azuretables.query.Operator;

import org.springframework.util.ClassUtils;

/**
 * One comparison of a query: a mapped property, an operator and a value. All of them must
 * hold.
 *
 * @param criteria the condition
 * @param leaf the property
 * @since 0.1
 */
public record Condition(Leaf criteria, LeafProperty leaf) implements ConditionTree {

	@Override
	public Stream<Condition> conditions() {
		return Stream.of(this);
	}

	@Override
	public Criteria replaced(Function<Condition, Criteria> replacement) {
		return replacement.apply(this);
	}

	/**
	 * Whether the property must have one value.
	 */
	public boolean isEquality() {
		return this.criteria instanceof Comparison comparison && comparison.operator() == Operator.EQ;
	}

	/**
	 * Whether the property must have one of several values.
	 */
	public boolean isChoice() {
		return this.criteria instanceof In in && !in.none();
	}

	/**
	 * Whether the property is compared for equality only, with or without {@code not}.
	 */
	public boolean isByEquality() {
		boolean equality = this.criteria instanceof In
				|| (this.criteria instanceof Comparison comparison && !comparison.operator().isOrdering());
		return equality && !this.criteria.ignoreCase();
	}

	/**
	 * Whether the property must lie above or below a value.
	 */
	public boolean isRange() {
		return this.criteria instanceof Comparison comparison && comparison.operator().isOrdering();
	}

	/**
	 * Whether the property must lie below a value.
	 */
	public boolean isBelow() {
		return this.criteria instanceof Comparison comparison
				&& (comparison.operator() == Operator.LT || comparison.operator() == Operator.LE);
	}

	/**
	 * Whether the property must begin with a text.
	 */
	public boolean isStart() {
		return this.criteria instanceof TextMatch match && match.mode() == Mode.STARTING && !match.options().negated();
	}

	/**
	 * Whether a property that is {@code null} does not meet the condition.
	 */
	public boolean excludesNull() {
		return !(this.criteria instanceof NullCheck check && check.isNull())
				&& !(this.criteria instanceof In in && in.none());
	}

	/**
	 * Whether the condition looks at the letters of text.
	 */
	public boolean isTextual() {
		return this.criteria instanceof TextMatch || this.criteria.ignoreCase();
	}

	public static boolean isText(LeafProperty leaf) {
		PropertyConversion conversion = leaf.conversion();
		return conversion.storedType() == String.class && (conversion.isOrdered() || valueType(leaf) == String.class);
	}

	/**
	 * Whether values of the property can be sorted, by the service or on the client.
	 */
	public static boolean hasOrder(LeafProperty leaf) {
		Class<?> type = valueType(leaf);
		return leaf.conversion().isOrdered() || type == byte[].class || Comparable.class.isAssignableFrom(type);
	}

	private static Class<?> valueType(LeafProperty leaf) {
		Class<?> type = leaf.property().getType();
		return ClassUtils
			.resolvePrimitiveIfNecessary((type == Optional.class) ? leaf.property().getActualType() : type);
	}

	/**
	 * Whether the service can say the condition, given the columns that its rows have.
	 */
	public boolean isSaidByService(Set<LeafProperty> columns) {
		return this.leaf.place() != Place.KEY && columns.contains(this.leaf) && couldBeSaid();
	}

	/**
	 * Whether the service could say the condition if rows had a column for the property.
	 */
	public boolean couldBeSaid() {
		boolean unsayable = this.criteria.ignoreCase() || this.criteria instanceof NullCheck
				|| !ODataFilter.canName(this.leaf.column());
		if (unsayable) {
			return false;
		}
		if (this.criteria instanceof TextMatch) {
			return isStart() && this.leaf.conversion().isOrdered();
		}
		return isRange() ? this.leaf.conversion().isOrdered() : this.leaf.conversion().hasOneForm();
	}

}
