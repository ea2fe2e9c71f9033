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

package io.azuretables.internal.plan;

import java.util.List;

import io.azuretables.internal.condition.Condition;
import io.azuretables.internal.condition.ConditionTree;
import io.azuretables.internal.condition.ConditionTree.AllOf;
import io.azuretables.internal.model.PropertyConversion;
import io.azuretables.query.Criteria;
import io.azuretables.query.Criteria.In;
import io.azuretables.query.Criteria.Leaf;
import io.azuretables.query.TableQuery;

/**
 * The part of a query's filter that the client evaluates, because the service cannot.
 */
final class ClientFilter {

	private final AllOf condition;

	ClientFilter(List<ConditionTree> conditions) {
		this.condition = new AllOf(conditions);
	}

	/**
	 * The condition with its values.
	 * @param asked gives the values
	 */
	Criteria bind(TableQuery asked) {
		return this.condition.replaced((condition) -> bind(condition, asked));
	}

	private static Criteria bind(Condition condition, TableQuery asked) {
		PropertyConversion conversion = condition.leaf().conversion();
		Leaf leaf = condition.criteria();
		List<Object> values = QueryBinder.values(conversion, leaf.operands(), asked);
		if (leaf instanceof In in && values.isEmpty()) {
			return in.none() ? Criteria.ALL : Criteria.NONE;
		}
		return leaf.on(condition.leaf().name(), values.stream().map(conversion::comparable).toList());
	}

}
