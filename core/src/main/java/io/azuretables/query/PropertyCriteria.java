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

package io.azuretables.query;

import java.util.Arrays;
import java.util.Collection;
import java.util.List;

import io.azuretables.query.Criteria.Comparison;
import io.azuretables.query.Criteria.In;
import io.azuretables.query.Criteria.NullCheck;
import io.azuretables.query.Criteria.TextMatch;
import io.azuretables.query.Criteria.TextMatch.Mode;
import io.azuretables.query.Criteria.TextMatch.TextOptions;
import org.jspecify.annotations.Nullable;

/**
 * Builds a condition on one property. The second half of {@code
 * where("lastName").startingWith("Ha")}.
 *
 * @since 0.1
 */
public final class PropertyCriteria {

	private final String property;

	private final boolean ignoreCase;

	PropertyCriteria(String property, boolean ignoreCase) {
		this.property = property;
		this.ignoreCase = ignoreCase;
	}

	/**
	 * Compares text in lower case.
	 */
	public PropertyCriteria ignoringCase() {
		return new PropertyCriteria(this.property, true);
	}

	public Criteria is(Object value) {
		return compare(Operator.EQ, value);
	}

	public Criteria isNot(Object value) {
		return compare(Operator.NE, value);
	}

	public Criteria lessThan(Object value) {
		return compare(Operator.LT, value);
	}

	public Criteria lessThanOrEqual(Object value) {
		return compare(Operator.LE, value);
	}

	public Criteria greaterThan(Object value) {
		return compare(Operator.GT, value);
	}

	public Criteria greaterThanOrEqual(Object value) {
		return compare(Operator.GE, value);
	}

	/**
	 * From one value to another, both included.
	 */
	public Criteria between(Object from, Object to) {
		return greaterThanOrEqual(from).and(lessThanOrEqual(to));
	}

	public Criteria in(Object... values) {
		return in(Arrays.asList(values));
	}

	public Criteria in(Collection<?> values) {
		values.forEach(this::checkValue);
		return new In(this.property, List.copyOf(values), false, this.ignoreCase);
	}

	/**
	 * None of the values. If there are none, every entity meets the condition, also one
	 * whose property has no value.
	 */
	public Criteria notIn(Collection<?> values) {
		return in(values).negated();
	}

	public Criteria startingWith(Object text) {
		return match(Mode.STARTING, text);
	}

	public Criteria endingWith(Object text) {
		return match(Mode.ENDING, text);
	}

	public Criteria containing(Object text) {
		return match(Mode.CONTAINING, text);
	}

	public Criteria isNull() {
		return new NullCheck(this.property, true);
	}

	public Criteria isNotNull() {
		return new NullCheck(this.property, false);
	}

	/**
	 * Compares the property by an operator that is known at run time only.
	 */
	public Criteria compare(Operator operator, Object value) {
		checkValue(value);
		return new Comparison(this.property, operator, value, this.ignoreCase);
	}

	private Criteria match(Mode mode, Object text) {
		checkValue(text);
		return new TextMatch(this.property, mode, text, new TextOptions(this.ignoreCase, false));
	}

	private void checkValue(@Nullable Object value) {
		if (value == null) {
			throw new IllegalArgumentException("'" + this.property
					+ "' cannot be compared with null: the service has none; ask with isNull() or isNotNull()");
		}
	}

}
