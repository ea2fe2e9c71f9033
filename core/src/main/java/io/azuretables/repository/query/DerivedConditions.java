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

package io.azuretables.repository.query;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

import io.azuretables.plan.UnsupportedQueryException;
import io.azuretables.query.Criteria;
import io.azuretables.query.PropertyCriteria;
import io.azuretables.query.TableQuery;
import io.azuretables.query.TableQuery.Placeholder;

import org.springframework.beans.PropertyMatches;
import org.springframework.data.core.PropertyReferenceException;
import org.springframework.data.repository.query.parser.Part;
import org.springframework.data.repository.query.parser.Part.IgnoreCaseType;
import org.springframework.data.repository.query.parser.PartTree;

/**
 * Converts the name of a query method, such as {@code findByLastName}, to conditions,
 * order and limit.
 *
 * @param method what messages call the method
 * @param places gives the places for the values
 */
record DerivedConditions(String method, Places places) {

	private static final Pattern SUBJECT = Pattern
		.compile("^(find|read|get|query|search|stream|count|exists|delete|remove)(\\p{Lu}.*?)??By");

	/**
	 * Reads the name of a method.
	 * @param label what messages call the method
	 */
	static PartTree tree(String name, Class<?> domain, String label) {
		try {
			return new PartTree(name, domain);
		}
		catch (PropertyReferenceException ex) {
			if (!SUBJECT.matcher(name).find()) {
				throw new UnsupportedQueryException(label + " has a name that does not begin like a query; begin it "
						+ "with findBy, countBy, existsBy or deleteBy, write findAllBy to find all entities, or give "
						+ "the query in @Query");
			}
			Class<?> type = ex.getType().getType();
			String[] similar = PropertyMatches.forField(ex.getPropertyName(), type).getPossibleMatches();
			throw new UnsupportedQueryException(label + " asks for '" + ex.getPropertyName() + "', and "
					+ type.getSimpleName() + " has no such property; "
					+ ((similar.length > 0) ? "write '" + String.join("' or '", similar) + "' instead, "
							: "name properties as the class does, ")
					+ "or give the query in @Query");
		}
	}

	TableQuery query(PartTree tree) {
		int next = 0;
		List<Criteria> alternatives = new ArrayList<>();
		for (PartTree.OrPart alternative : tree) {
			List<Criteria> conditions = new ArrayList<>();
			for (Part part : alternative) {
				conditions.add(condition(part, next));
				next += part.getNumberOfArguments();
			}
			alternatives.add(Criteria.allOf(conditions));
		}
		TableQuery all = TableQuery.of(alternatives.isEmpty() ? Criteria.ALL : Criteria.anyOf(alternatives))
			.orderBy(tree.getSort());
		Integer limit = tree.getMaxResults();
		return (limit != null) ? all.limit(limit) : all;
	}

	private Criteria condition(Part part, int index) {
		PropertyCriteria where = where(part);
		return switch (part.getType()) {
			case SIMPLE_PROPERTY -> where.is(this.places.value(index));
			case NEGATING_SIMPLE_PROPERTY -> where.isNot(this.places.value(index));
			case LESS_THAN, BEFORE -> where.lessThan(this.places.value(index));
			case LESS_THAN_EQUAL -> where.lessThanOrEqual(this.places.value(index));
			case GREATER_THAN, AFTER -> where.greaterThan(this.places.value(index));
			case GREATER_THAN_EQUAL -> where.greaterThanOrEqual(this.places.value(index));
			case BETWEEN -> where.between(this.places.value(index), this.places.value(index + 1));
			case IN -> where.in(List.of(this.places.choice(index)));
			case NOT_IN -> where.notIn(List.of(this.places.choice(index)));
			case STARTING_WITH -> where.startingWith(this.places.value(index));
			case ENDING_WITH -> where.endingWith(this.places.value(index));
			case CONTAINING -> where.containing(this.places.value(index));
			case NOT_CONTAINING -> where.containing(this.places.value(index)).negated();
			case TRUE -> where.is(true);
			case FALSE -> where.is(false);
			case IS_NULL -> where.isNull();
			case IS_NOT_NULL -> where.isNotNull();
			default -> throw unsupported(part);
		};
	}

	private static PropertyCriteria where(Part part) {
		PropertyCriteria where = Criteria.where(part.getProperty().toDotPath());
		boolean text = part.getProperty().getType() == String.class;
		boolean ignoring = part.shouldIgnoreCase() == IgnoreCaseType.ALWAYS
				|| (part.shouldIgnoreCase() == IgnoreCaseType.WHEN_POSSIBLE && text);
		return ignoring ? where.ignoringCase() : where;
	}

	private UnsupportedQueryException unsupported(Part part) {
		List<String> keywords = List.copyOf(part.getType().getKeywords());
		return new UnsupportedQueryException(this.method + " says '" + keywords.get(keywords.size() - 1) + "' of '"
				+ part.getProperty().toDotPath() + "', which tables cannot answer; there are Is, Not, In, NotIn, "
				+ "Between, LessThan, LessThanEqual, GreaterThan, GreaterThanEqual, Before, After, StartingWith, "
				+ "EndingWith, Containing, NotContaining, IsNull, IsNotNull, True, False and IgnoreCase");
	}

	/**
	 * Gives the places for the values that a name takes, which are numbered.
	 */
	interface Places {

		/**
		 * A place for one value.
		 */
		Placeholder value(int index);

		/**
		 * A place for what there is to choose from.
		 */
		Placeholder choice(int index);

	}

}
