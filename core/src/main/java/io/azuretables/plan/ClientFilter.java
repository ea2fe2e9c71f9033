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

import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import io.azuretables.mapping.LeafProperty;
import io.azuretables.query.Criteria;
import io.azuretables.query.Criteria.In;
import io.azuretables.query.Criteria.Leaf;
import io.azuretables.query.TableQuery;

/**
 * What is checked of the rows on the client: conditions on comparable values of
 * properties, which are put in when they are known.
 */
final class ClientFilter {

	private final Criteria condition;

	/**
	 * The properties of the conditions, each of which is its own key.
	 */
	private final Map<Leaf, LeafProperty> properties = new IdentityHashMap<>();

	ClientFilter(ResolvedQuery query, List<Criteria> conditions) {
		this.condition = Criteria.allOf(conditions);
		query.conditionsIn(this.condition)
			.forEach((condition) -> this.properties.put(condition.criteria(), condition.leaf()));
	}

	/**
	 * The condition with its values.
	 * @param asked gives the values
	 */
	Criteria bind(TableQuery asked) {
		return this.condition.replaced((leaf) -> bind(leaf, asked));
	}

	private Criteria bind(Leaf leaf, TableQuery asked) {
		LeafProperty property = Objects.requireNonNull(this.properties.get(leaf));
		List<Object> values = QueryBinder.values(property.conversion(), leaf.operands(), asked);
		if (leaf instanceof In in && values.isEmpty()) {
			return in.none() ? Criteria.ALL : Criteria.NONE;
		}
		return leaf.on(property.name(), values.stream().map(property.conversion()::comparable).toList());
	}

}
