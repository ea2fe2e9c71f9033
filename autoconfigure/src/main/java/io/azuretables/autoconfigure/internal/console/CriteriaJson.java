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

package io.azuretables.autoconfigure.internal.console;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;

import io.azuretables.query.Criteria;
import io.azuretables.query.PropertyCriteria;
import tools.jackson.databind.JsonNode;

/**
 * Reads query criteria from JSON for the web console: comparisons of properties, combined
 * by {@code and}, {@code or} and {@code not}.
 *
 * @param values makes a text a value of a property
 */
record CriteriaJson(BiFunction<String, String, Object> values) {

	private static final Map<String, Comparing> COMPARISONS = Map.of("is", PropertyCriteria::is, "isNot",
			PropertyCriteria::isNot, "lessThan", PropertyCriteria::lessThan, "lessThanOrEqual",
			PropertyCriteria::lessThanOrEqual, "greaterThan", PropertyCriteria::greaterThan, "greaterThanOrEqual",
			PropertyCriteria::greaterThanOrEqual, "startingWith", PropertyCriteria::startingWith, "endingWith",
			PropertyCriteria::endingWith, "containing", PropertyCriteria::containing);

	Criteria read(JsonNode json) {
		if (json.isObject()) {
			if (json.has("and")) {
				return Criteria.allOf(several(json.get("and")));
			}
			if (json.has("or")) {
				return Criteria.anyOf(several(json.get("or")));
			}
			if (json.has("not")) {
				return read(json.get("not")).negated();
			}
			if (json.path("property").isString()) {
				return comparison(json, json.get("property").asString());
			}
		}
		throw new ConsoleException(400,
				"A condition is an object with 'property' and a comparison, or with 'and', 'or' " + "or 'not'");
	}

	private List<Criteria> several(JsonNode json) {
		List<Criteria> several = new ArrayList<>();
		json.forEach((one) -> several.add(read(one)));
		if (several.isEmpty()) {
			throw new ConsoleException(400, "'and' and 'or' take a list of conditions");
		}
		return several;
	}

	private Criteria comparison(JsonNode json, String property) {
		PropertyCriteria plain = Criteria.where(property);
		PropertyCriteria where = json.path("ignoreCase").asBoolean(false) ? plain.ignoringCase() : plain;
		for (Map.Entry<String, JsonNode> entry : json.properties()) {
			Comparing comparing = COMPARISONS.get(entry.getKey());
			if (comparing != null) {
				return comparing.with(where, value(property, entry.getValue()));
			}
			switch (entry.getKey()) {
				case "in" -> {
					return where.in(values(property, entry.getValue()));
				}
				case "notIn" -> {
					return where.notIn(values(property, entry.getValue()));
				}
				case "isNull" -> {
					return entry.getValue().asBoolean(true) ? where.isNull() : where.isNotNull();
				}
				default -> {
				}
			}
		}
		throw new ConsoleException(400, "The condition on '" + property + "' says none of in, notIn, isNull, "
				+ String.join(", ", COMPARISONS.keySet().stream().sorted().toList()));
	}

	private List<Object> values(String property, JsonNode json) {
		List<Object> values = new ArrayList<>();
		json.forEach((one) -> values.add(value(property, one)));
		return values;
	}

	private Object value(String property, JsonNode json) {
		if (!json.isValueNode() || json.isNull()) {
			throw new ConsoleException(400, "'" + property + "' is compared with a text, a number or a boolean");
		}
		return this.values.apply(property, json.asString());
	}

	/**
	 * One of the comparisons with one value.
	 */
	@FunctionalInterface
	private interface Comparing {

		Criteria with(PropertyCriteria where, Object value);

	}

}
