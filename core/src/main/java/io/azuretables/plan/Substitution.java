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

package io.azuretables.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.UnaryOperator;

import io.azuretables.query.Criteria;
import io.azuretables.query.Criteria.And;
import io.azuretables.query.Criteria.Leaf;
import io.azuretables.query.Criteria.Or;
import io.azuretables.query.TableQuery;
import io.azuretables.query.TableQuery.Permission;
import org.jspecify.annotations.Nullable;

/**
 * What if the same is asked again with other values? Then each condition stands for that
 * of the other query at the same place, and nothing else has to be decided.
 *
 * @param from the conditions that have been decided about
 * @param to those that stand for them
 */
record Substitution(List<Criteria> from, List<Criteria> to) {

	private static final List<Object> NO_VALUE = List.of("");

	/**
	 * The substitution that gives another query.
	 * @return the substitution, or {@code null} if the queries differ in more than values
	 */
	static @Nullable Substitution of(TableQuery query, TableQuery other) {
		Substitution substitution = new Substitution(conjuncts(query), conjuncts(other));
		boolean alike = query.sort().equals(other.sort()) && Objects.equals(query.select(), other.select())
				&& permitAlike(query, other) && areAlike(substitution.from, substitution.to)
				&& substitution.keepsEquals();
		return alike ? substitution : null;
	}

	/**
	 * Whether the same conditions are equal to each other: of two equal ones, only one is
	 * checked.
	 */
	private boolean keepsEquals() {
		for (int i = 1; i < this.from.size(); i++) {
			for (int j = 0; j < i; j++) {
				if (this.from.get(i).equals(this.from.get(j)) != this.to.get(i).equals(this.to.get(j))) {
					return false;
				}
			}
		}
		return true;
	}

	static List<Criteria> conjuncts(TableQuery query) {
		return (query.criteria() instanceof And and) ? and.conditions() : List.of(query.criteria());
	}

	private static boolean permitAlike(TableQuery query, TableQuery other) {
		for (Permission permission : Permission.values()) {
			if (query.permits(permission) != other.permits(permission)) {
				return false;
			}
		}
		return true;
	}

	private static boolean areAlike(List<Criteria> some, List<Criteria> others) {
		if (some.size() != others.size()) {
			return false;
		}
		for (int i = 0; i < some.size(); i++) {
			if (!areAlike(some.get(i), others.get(i))) {
				return false;
			}
		}
		return true;
	}

	private static boolean areAlike(Criteria one, Criteria other) {
		if (one instanceof And and) {
			return other instanceof And that && areAlike(and.conditions(), that.conditions());
		}
		if (one instanceof Or or) {
			return other instanceof Or that && areAlike(or.conditions(), that.conditions());
		}
		return other instanceof Leaf leaf && isBlankedAs((Leaf) one, leaf);
	}

	private static boolean isBlankedAs(Leaf one, Leaf other) {
		return one.on(one.property(), NO_VALUE).equals(other.on(other.property(), NO_VALUE));
	}

	Criteria criteria(Criteria criteria) {
		for (int i = 0; i < this.from.size(); i++) {
			if (this.from.get(i) == criteria) {
				return this.to.get(i);
			}
		}
		throw new IllegalArgumentException("The condition is none of the query's");
	}

	List<Criteria> criteria(List<Criteria> several) {
		return each(several, this::criteria);
	}

	Condition condition(Condition condition) {
		return new Condition((Leaf) criteria(condition.criteria()), condition.leaf());
	}

	List<Condition> conditions(List<Condition> several) {
		return each(several, this::condition);
	}

	/**
	 * Changes each of the few things in a list; for so few, a stream would take longer
	 * than the rest of a query.
	 */
	static <T> List<T> each(List<T> few, UnaryOperator<T> change) {
		if (few.isEmpty()) {
			return few;
		}
		List<T> changed = new ArrayList<>(few.size());
		for (T one : few) {
			changed.add(change.apply(one));
		}
		return changed;
	}

}
