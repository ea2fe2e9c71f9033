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

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Stream;

import io.azuretables.internal.comparison.Comparisons;
import org.jspecify.annotations.Nullable;

import org.springframework.data.core.PropertyPath;

/**
 * A condition over the properties of entities. Conditions can be combined by {@code and},
 * {@code or} and {@linkplain #negated() negation}.
 * <p>
 * Properties are named by their dotted paths. A property without a value meets no
 * comparison, neither {@code =} nor {@code ≠}, and nothing but {@link NullCheck} finds
 * it: so the service decides, and so does everything here.
 *
 * @since 0.1
 */
public sealed interface Criteria {

	/**
	 * The condition that every entity meets.
	 */
	Criteria ALL = new And(List.of());

	/**
	 * The condition that no entity meets.
	 */
	Criteria NONE = new Or(List.of());

	/**
	 * Tells whether the condition holds for the values that the function gives.
	 */
	boolean matches(Function<String, @Nullable Object> values);

	/**
	 * The condition for all that has the opposite property. It is not the complement: a
	 * property without a value meets neither.
	 */
	Criteria negated();

	/**
	 * Replaces each condition on one property by another condition.
	 */
	Criteria replaced(Function<Leaf, Criteria> replacement);

	/**
	 * The conditions on single properties.
	 */
	Stream<Leaf> leaves();

	/**
	 * Begins a condition on a property.
	 */
	static PropertyCriteria where(String property) {
		return new PropertyCriteria(property, false);
	}

	/**
	 * Begins a condition on a property, given by a (type-safe) path.
	 */
	static PropertyCriteria where(PropertyPath property) {
		return where(property.toDotPath());
	}

	default Criteria and(Criteria other) {
		return allOf(List.of(this, other));
	}

	default Criteria or(Criteria other) {
		return anyOf(List.of(this, other));
	}

	/**
	 * Combines conditions that all must hold: {@link #ALL} when there is none,
	 * {@link #NONE} when one of them is.
	 */
	static Criteria allOf(Collection<? extends Criteria> conditions) {
		List<Criteria> flat = new ArrayList<>();
		conditions.forEach((condition) -> {
			if (condition instanceof And and) {
				flat.addAll(and.conditions());
			}
			else {
				flat.add(condition);
			}
		});
		if (flat.contains(NONE)) {
			return NONE;
		}
		return (flat.size() == 1) ? flat.get(0) : new And(flat);
	}

	/**
	 * Combines conditions of which at least one must hold: {@link #NONE} when there is
	 * none, {@link #ALL} when one of them is.
	 */
	static Criteria anyOf(Collection<? extends Criteria> conditions) {
		List<Criteria> flat = new ArrayList<>();
		conditions.forEach((condition) -> {
			if (condition instanceof Or or) {
				flat.addAll(or.conditions());
			}
			else {
				flat.add(condition);
			}
		});
		if (flat.contains(ALL)) {
			return ALL;
		}
		return (flat.size() == 1) ? flat.get(0) : new Or(flat);
	}

	/**
	 * All of several conditions.
	 *
	 * @param conditions the conditions
	 */
	record And(List<Criteria> conditions) implements Criteria {

		public And {
			conditions = List.copyOf(conditions);
		}

		@Override
		public boolean matches(Function<String, @Nullable Object> values) {
			return this.conditions.stream().allMatch((condition) -> condition.matches(values));
		}

		@Override
		public Criteria negated() {
			return anyOf(this.conditions.stream().map(Criteria::negated).toList());
		}

		@Override
		public Criteria replaced(Function<Leaf, Criteria> replacement) {
			return allOf(this.conditions.stream().map((condition) -> condition.replaced(replacement)).toList());
		}

		@Override
		public Stream<Leaf> leaves() {
			return this.conditions.stream().flatMap(Criteria::leaves);
		}

	}

	/**
	 * At least one of several conditions; none is met when there are none.
	 *
	 * @param conditions the conditions
	 */
	record Or(List<Criteria> conditions) implements Criteria {

		public Or {
			conditions = List.copyOf(conditions);
		}

		@Override
		public boolean matches(Function<String, @Nullable Object> values) {
			return this.conditions.stream().anyMatch((condition) -> condition.matches(values));
		}

		@Override
		public Criteria negated() {
			return allOf(this.conditions.stream().map(Criteria::negated).toList());
		}

		@Override
		public Criteria replaced(Function<Leaf, Criteria> replacement) {
			return anyOf(this.conditions.stream().map((condition) -> condition.replaced(replacement)).toList());
		}

		@Override
		public Stream<Leaf> leaves() {
			return this.conditions.stream().flatMap(Criteria::leaves);
		}

	}

	/**
	 * A condition on one property.
	 */
	sealed interface Leaf extends Criteria {

		/**
		 * The dotted path of the property.
		 */
		String property();

		/**
		 * The values that the property is compared with.
		 */
		List<?> operands();

		/**
		 * Whether text is compared in lower case.
		 */
		boolean ignoreCase();

		/**
		 * The same condition on another property, with other values in the same order.
		 */
		Leaf on(String newProperty, List<?> newOperands);

		/**
		 * Whether the value of the property meets the condition.
		 */
		boolean test(@Nullable Object value);

		@Override
		default boolean matches(Function<String, @Nullable Object> values) {
			return test(values.apply(property()));
		}

		@Override
		default Criteria replaced(Function<Leaf, Criteria> replacement) {
			return replacement.apply(this);
		}

		@Override
		default Stream<Leaf> leaves() {
			return Stream.of(this);
		}

	}

	/**
	 * A comparison of a property with a value.
	 *
	 * @param property the property
	 * @param operator how they are compared
	 * @param value the value
	 * @param ignoreCase whether text is compared in lower case
	 */
	record Comparison(String property, Operator operator, Object value, boolean ignoreCase) implements Leaf {

		public Comparison(String property, Operator operator, Object value) {
			this(property, operator, value, false);
		}

		@Override
		public List<?> operands() {
			return List.of(this.value);
		}

		@Override
		public Comparison on(String newProperty, List<?> newOperands) {
			return new Comparison(newProperty, this.operator, newOperands.get(0), this.ignoreCase);
		}

		@Override
		public boolean test(@Nullable Object value) {
			return this.operator.test(Comparisons.fold(value, this.ignoreCase),
					Comparisons.fold(this.value, this.ignoreCase));
		}

		@Override
		public Criteria negated() {
			return new Comparison(this.property, this.operator.negated(), this.value, this.ignoreCase);
		}

		@Override
		public boolean equals(Object other) {
			return other instanceof Comparison that && this.property.equals(that.property)
					&& this.operator == that.operator && Objects.deepEquals(this.value, that.value)
					&& this.ignoreCase == that.ignoreCase;
		}

		@Override
		public int hashCode() {
			return Objects.hash(this.property, this.operator);
		}

	}

	/**
	 * A property that has one of several values, or none of them. Without values nothing
	 * is compared: no entity has one of them, and every entity has none of them, whether
	 * its property has a value or not.
	 *
	 * @param property the property
	 * @param values the values
	 * @param none whether it has none of them
	 * @param ignoreCase whether text is compared in lower case
	 */
	record In(String property, List<?> values, boolean none, boolean ignoreCase) implements Leaf {

		public In {
			values = List.copyOf(values);
		}

		@Override
		public List<?> operands() {
			return this.values;
		}

		@Override
		public In on(String newProperty, List<?> newOperands) {
			return new In(newProperty, newOperands, this.none, this.ignoreCase);
		}

		@Override
		public boolean test(@Nullable Object value) {
			return this.none ? this.values.stream().allMatch((one) -> test(value, Operator.NE, one))
					: this.values.stream().anyMatch((one) -> test(value, Operator.EQ, one));
		}

		private boolean test(@Nullable Object value, Operator operator, Object one) {
			return new Comparison(this.property, operator, one, this.ignoreCase).test(value);
		}

		@Override
		public Criteria negated() {
			return new In(this.property, this.values, !this.none, this.ignoreCase);
		}

	}

	/**
	 * A text property that begins with, ends with or contains a text, or does not.
	 *
	 * @param property the property
	 * @param mode where the text is looked for
	 * @param text the text
	 * @param options the case of letters, and negation
	 */
	record TextMatch(String property, Mode mode, Object text, TextOptions options) implements Leaf {

		@Override
		public List<?> operands() {
			return List.of(this.text);
		}

		@Override
		public boolean ignoreCase() {
			return this.options.ignoreCase();
		}

		@Override
		public TextMatch on(String newProperty, List<?> newOperands) {
			return new TextMatch(newProperty, this.mode, newOperands.get(0), this.options);
		}

		@Override
		public boolean test(@Nullable Object value) {
			Object folded = Comparisons.fold(value, this.options.ignoreCase());
			String sought = String.valueOf(Comparisons.fold(this.text, this.options.ignoreCase()));
			return folded instanceof String found && this.options.negated() != switch (this.mode) {
				case STARTING -> found.startsWith(sought);
				case ENDING -> found.endsWith(sought);
				case CONTAINING -> found.contains(sought);
			};
		}

		@Override
		public Criteria negated() {
			return new TextMatch(this.property, this.mode, this.text,
					new TextOptions(this.options.ignoreCase(), !this.options.negated()));
		}

		/**
		 * Where a text is looked for.
		 */
		public enum Mode {

			/**
			 * At the beginning.
			 */
			STARTING,

			/**
			 * At the end.
			 */
			ENDING,

			/**
			 * Anywhere.
			 */
			CONTAINING

		}

		/**
		 * How a text is looked for.
		 *
		 * @param ignoreCase whether in lower case
		 * @param negated whether it must not be found
		 */
		public record TextOptions(boolean ignoreCase, boolean negated) {

		}

	}

	/**
	 * A property that has no value, or has one.
	 *
	 * @param property the property
	 * @param isNull whether it has none
	 */
	record NullCheck(String property, boolean isNull) implements Leaf {

		@Override
		public List<?> operands() {
			return List.of();
		}

		@Override
		public boolean ignoreCase() {
			return false;
		}

		@Override
		public NullCheck on(String newProperty, List<?> newOperands) {
			return new NullCheck(newProperty, this.isNull);
		}

		@Override
		public boolean test(@Nullable Object value) {
			return (value == null) == this.isNull;
		}

		@Override
		public Criteria negated() {
			return new NullCheck(this.property, !this.isNull);
		}

	}

}
