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

import java.util.ArrayList;
import java.util.List;

import io.azuretables.query.Criteria;
import io.azuretables.query.Criteria.And;
import io.azuretables.query.Criteria.Comparison;
import io.azuretables.query.Criteria.In;
import io.azuretables.query.Criteria.Leaf;
import io.azuretables.query.Criteria.Or;
import io.azuretables.query.Operator;
import io.azuretables.query.TableQuery;

/**
 * Rewrites conditions that are joined by {@code or}, so that keys can answer them: {@code
 * a eq 1 or a eq 2} becomes {@code a in (1, 2)}.
 *
 * @since 0.1
 */
public final class Alternatives {

	private Alternatives() {
	}

	/**
	 * The query in that form; itself if it has it.
	 */
	public static TableQuery asConditions(TableQuery query) {
		Criteria said = withCommon(query.criteria());
		Criteria chosen = (said instanceof And and) ? asChoices(and) : asChoice(said);
		return (chosen != query.criteria()) ? query.withCriteria(chosen) : query;
	}

	/**
	 * What all alternatives have in common, in front of what is left of them.
	 */
	private static Criteria withCommon(Criteria criteria) {
		if (criteria instanceof And and) {
			List<Criteria> conditions = and.conditions().stream().map(Alternatives::withCommon).toList();
			return conditions.equals(and.conditions()) ? and : Criteria.allOf(conditions);
		}
		if (!(criteria instanceof Or or) || or.conditions().isEmpty()) {
			return criteria;
		}
		List<Criteria> common = new ArrayList<>(conjuncts(or.conditions().get(0)));
		or.conditions().forEach((alternative) -> common.retainAll(conjuncts(alternative)));
		if (common.isEmpty()) {
			return or;
		}
		List<Criteria> rest = new ArrayList<>();
		for (Criteria alternative : or.conditions()) {
			List<Criteria> left = new ArrayList<>(conjuncts(alternative));
			left.removeAll(common);
			rest.add(Criteria.allOf(left));
		}
		List<Criteria> conditions = new ArrayList<>(common);
		Criteria alternatives = Criteria.anyOf(rest);
		if (!alternatives.equals(Criteria.ALL)) {
			conditions.add(alternatives);
		}
		return Criteria.allOf(conditions);
	}

	/**
	 * The conditions that all must hold.
	 */
	public static List<Criteria> conjuncts(Criteria criteria) {
		return (criteria instanceof And and) ? and.conditions() : List.of(criteria);
	}

	private static Criteria asChoices(And and) {
		for (Criteria condition : and.conditions()) {
			if (condition instanceof Or) {
				return Criteria.allOf(and.conditions().stream().map(Alternatives::asChoice).toList());
			}
		}
		return and;
	}

	private static Criteria asChoice(Criteria criteria) {
		if (!(criteria instanceof Or or) || !(or.conditions().stream().findFirst().orElse(null) instanceof Leaf first)
				|| !or.conditions().stream().allMatch((condition) -> givesValues(condition, first))) {
			return criteria;
		}
		List<Object> values = new ArrayList<>();
		or.conditions().forEach((condition) -> values.addAll(((Leaf) condition).operands()));
		return new In(first.property(), values, false, first.ignoreCase());
	}

	private static boolean givesValues(Criteria criteria, Leaf first) {
		boolean gives = (criteria instanceof Comparison comparison && comparison.operator() == Operator.EQ)
				|| (criteria instanceof In in && !in.none());
		return gives && ((Leaf) criteria).property().equals(first.property())
				&& ((Leaf) criteria).ignoreCase() == first.ignoreCase();
	}

}
