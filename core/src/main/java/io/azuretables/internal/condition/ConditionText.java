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
import java.util.Locale;
import java.util.stream.Collectors;

import io.azuretables.internal.condition.ConditionTree.AllOf;
import io.azuretables.internal.condition.ConditionTree.AnyOf;
import io.azuretables.internal.odata.ODataFilter;
import io.azuretables.query.Criteria.Comparison;
import io.azuretables.query.Criteria.In;
import io.azuretables.query.Criteria.Leaf;
import io.azuretables.query.Criteria.NullCheck;
import io.azuretables.query.Criteria.TextMatch;

/**
 * Formats the conditions of a query as text without their values, for query plans and
 * messages.
 *
 * @since 0.1
 */
public final class ConditionText {

	private ConditionText() {
	}

	public static String of(List<? extends ConditionTree> conditions) {
		return conditions.stream().map(ConditionText::of).collect(Collectors.joining(" and "));
	}

	public static String of(ConditionTree tree) {
		if (tree instanceof AllOf all) {
			return of(all.parts());
		}
		if (tree instanceof AnyOf any) {
			return any.parts().stream().map(ConditionText::of).collect(Collectors.joining(" or ", "(", ")"));
		}
		Leaf leaf = ((Condition) tree).criteria();
		return leaf(leaf) + (leaf.ignoreCase() ? " ignoring case" : "");
	}

	private static String leaf(Leaf leaf) {
		if (leaf instanceof Comparison comparison) {
			return leaf.property() + " " + ODataFilter.word(comparison.operator()) + " ?";
		}
		if (leaf instanceof In in) {
			return leaf.property() + (in.none() ? " not in ?" : " in ?");
		}
		if (leaf instanceof NullCheck check) {
			return leaf.property() + (check.isNull() ? " is null" : " is not null");
		}
		TextMatch match = (TextMatch) leaf;
		return leaf.property() + (match.options().negated() ? " not " : " ")
				+ match.mode().name().toLowerCase(Locale.ROOT) + " ?";
	}

}
