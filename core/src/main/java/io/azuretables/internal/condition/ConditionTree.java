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

import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;

import io.azuretables.query.Criteria;
import io.azuretables.query.Criteria.And;
import io.azuretables.query.Criteria.Leaf;
import io.azuretables.query.Criteria.Or;

/**
 * The condition of a query as a tree of comparisons, with property names replaced by
 * mapped properties.
 *
 * @since 0.1
 */
public sealed interface ConditionTree permits Condition, ConditionTree.AllOf, ConditionTree.AnyOf {

	/**
	 * Resolves criteria.
	 * @param resolver resolves a condition on one property
	 */
	static ConditionTree of(Criteria criteria, Function<Leaf, Condition> resolver) {
		if (criteria instanceof And and) {
			return new AllOf(and.conditions().stream().map((part) -> of(part, resolver)).toList());
		}
		if (criteria instanceof Or or) {
			return new AnyOf(or.conditions().stream().map((part) -> of(part, resolver)).toList());
		}
		return resolver.apply((Leaf) criteria);
	}

	/**
	 * The conditions on single properties.
	 */
	Stream<Condition> conditions();

	/**
	 * The criteria with something in the place of each condition on one property.
	 */
	Criteria replaced(Function<Condition, Criteria> replacement);

	/**
	 * All of several conditions.
	 *
	 * @param parts the conditions
	 */
	record AllOf(List<ConditionTree> parts) implements ConditionTree {

		@Override
		public Stream<Condition> conditions() {
			return this.parts.stream().flatMap(ConditionTree::conditions);
		}

		@Override
		public Criteria replaced(Function<Condition, Criteria> replacement) {
			return Criteria.allOf(this.parts.stream().map((part) -> part.replaced(replacement)).toList());
		}

	}

	/**
	 * At least one of several conditions.
	 *
	 * @param parts the conditions
	 */
	record AnyOf(List<ConditionTree> parts) implements ConditionTree {

		@Override
		public Stream<Condition> conditions() {
			return this.parts.stream().flatMap(ConditionTree::conditions);
		}

		@Override
		public Criteria replaced(Function<Condition, Criteria> replacement) {
			return Criteria.anyOf(this.parts.stream().map((part) -> part.replaced(replacement)).toList());
		}

		/**
		 * Whether each of the alternatives demands a condition of a kind.
		 */
		public boolean allDemand(Predicate<Condition> kind) {
			return this.parts.stream()
				.allMatch((part) -> ((part instanceof AllOf all) ? all.parts() : List.of(part)).stream()
					.anyMatch((one) -> one instanceof Condition condition && kind.test(condition)));
		}

	}

}
