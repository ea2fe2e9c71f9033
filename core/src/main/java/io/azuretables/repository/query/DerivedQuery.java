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
import io.azuretables.repository.query.QueryTemplate.Purpose;

import org.springframework.beans.PropertyMatches;
import org.springframework.data.core.PropertyReferenceException;
import org.springframework.data.repository.query.parser.Part;
import org.springframework.data.repository.query.parser.Part.IgnoreCaseType;
import org.springframework.data.repository.query.parser.PartTree;

/**
 * A query that is derived from the name of a method.
 */
final class DerivedQuery {

	private static final Pattern LIMIT = Pattern.compile("^(count|exists|delete|remove)(First|Top)\\d*(\\p{Lu}.*)?By");

	private final TableQueryMethod method;

	private final PartTree tree;

	private final PlaceholderBinder arguments;

	DerivedQuery(TableQueryMethod method) {
		this.method = method;
		this.tree = tree(method);
		if (this.tree.isDistinct()) {
			throw new UnsupportedQueryException(
					method + " says Distinct, and entities are always distinct; leave it out of the name");
		}
		if (!this.tree.isLimiting() && LIMIT.matcher(method.getName()).find()) {
			throw new UnsupportedQueryException(method + " says First or Top, which only counts in names that find; "
					+ "take a parameter of type Limit instead");
		}
		checkArguments();
		this.arguments = new PlaceholderBinder(method);
	}

	private static PartTree tree(TableQueryMethod method) {
		try {
			return new PartTree(method.getName(), method.getDomainClass());
		}
		catch (PropertyReferenceException ex) {
			Class<?> type = ex.getType().getType();
			String[] similar = PropertyMatches.forField(ex.getPropertyName(), type).getPossibleMatches();
			throw new UnsupportedQueryException(method + " asks for '" + ex.getPropertyName() + "', and "
					+ type.getSimpleName() + " has no such property; "
					+ ((similar.length > 0) ? "write '" + String.join("' or '", similar) + "' instead, "
							: "name properties as the class does, ")
					+ "or give the query in @Query");
		}
	}

	private void checkArguments() {
		int wanted = 0;
		for (Part part : this.tree.getParts()) {
			wanted += part.getNumberOfArguments();
		}
		int given = this.method.getParameters().getBindableParameters().getNumberOfParameters();
		if (wanted != given) {
			throw new UnsupportedQueryException(this.method + " has " + given
					+ ((given == 1) ? " parameter" : " parameters") + " for values, and its name asks for " + wanted);
		}
	}

	QueryTemplate template() {
		return new QueryTemplate(query(), this.arguments, purpose());
	}

	private TableQuery query() {
		int next = 0;
		List<Criteria> alternatives = new ArrayList<>();
		for (PartTree.OrPart alternative : this.tree) {
			List<Criteria> conditions = new ArrayList<>();
			for (Part part : alternative) {
				conditions.add(condition(part, next));
				next += part.getNumberOfArguments();
			}
			alternatives.add(Criteria.allOf(conditions));
		}
		TableQuery all = TableQuery.of(alternatives.isEmpty() ? Criteria.ALL : Criteria.anyOf(alternatives))
			.orderBy(this.tree.getSort());
		Integer limit = this.tree.getMaxResults();
		return (limit != null) ? all.limit(limit) : all;
	}

	private Criteria condition(Part part, int index) {
		PropertyCriteria where = where(part);
		return switch (part.getType()) {
			case SIMPLE_PROPERTY -> where.is(this.arguments.value(index));
			case NEGATING_SIMPLE_PROPERTY -> where.isNot(this.arguments.value(index));
			case LESS_THAN, BEFORE -> where.lessThan(this.arguments.value(index));
			case LESS_THAN_EQUAL -> where.lessThanOrEqual(this.arguments.value(index));
			case GREATER_THAN, AFTER -> where.greaterThan(this.arguments.value(index));
			case GREATER_THAN_EQUAL -> where.greaterThanOrEqual(this.arguments.value(index));
			case BETWEEN -> where.between(this.arguments.value(index), this.arguments.value(index + 1));
			case IN -> where.in(List.of(this.arguments.choice(index)));
			case NOT_IN -> where.notIn(List.of(this.arguments.choice(index)));
			case STARTING_WITH -> where.startingWith(this.arguments.value(index));
			case ENDING_WITH -> where.endingWith(this.arguments.value(index));
			case CONTAINING -> where.containing(this.arguments.value(index));
			case NOT_CONTAINING -> where.containing(this.arguments.value(index)).negated();
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

	private Purpose purpose() {
		if (this.tree.isDelete()) {
			return Purpose.DELETE;
		}
		if (this.tree.isCountProjection()) {
			return Purpose.COUNT;
		}
		return this.tree.isExistsProjection() ? Purpose.EXISTS : Purpose.FIND;
	}

}
