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

import io.azuretables.internal.model.EntityModel;
import io.azuretables.internal.odata.ODataFilter;
import io.azuretables.internal.odata.ODataSyntaxException;
import io.azuretables.mapping.TablePersistentEntity;
import io.azuretables.plan.UnsupportedQueryException;
import io.azuretables.query.TableQuery;
import io.azuretables.query.TableQuery.Placeholder;
import io.azuretables.repository.query.DerivedConditions.Places;

import org.springframework.data.repository.query.parser.PartTree;

/**
 * A query that is written as text outside of a repository: as the name of a method, or as
 * an OData filter.
 *
 * @param query the query, with a place for each value that a name takes
 * @param arguments the values that are wanted for the places
 * @since 0.1
 */
public record QueryText(TableQuery query, List<Argument> arguments) {

	private static final Pattern READING = Pattern
		.compile("(find|read|get|query|search|stream)(\\p{Lu}\\w*)?By\\p{Lu}\\w*");

	public QueryText {
		arguments = List.copyOf(arguments);
	}

	/**
	 * Reads the name of a method that finds entities.
	 * @throws UnsupportedQueryException if it is none, or tables cannot answer it
	 */
	public static QueryText ofName(String name, Class<?> domain) {
		if (!READING.matcher(name).matches()) {
			throw new UnsupportedQueryException("'" + name + "' is no name of a method that finds entities: begin it "
					+ "with findBy, and name properties and keywords, such as findByLastNameStartingWith");
		}
		List<Argument> arguments = new ArrayList<>();
		String label = domain.getSimpleName() + ": " + name;
		PartTree tree = DerivedConditions.tree(name, domain, label);
		Places places = new Places() {

			@Override
			public Placeholder value(int index) {
				return new Placeholder(index, false);
			}

			@Override
			public Placeholder choice(int index) {
				return new Placeholder(index, true);
			}

		};
		tree.getParts().forEach((part) -> {
			for (int i = 0; i < part.getNumberOfArguments(); i++) {
				boolean several = switch (part.getType()) {
					case IN, NOT_IN -> true;
					default -> false;
				};
				arguments.add(new Argument(part.getProperty().toDotPath(), several));
			}
		});
		return new QueryText(new DerivedConditions(label, places).query(tree), arguments);
	}

	/**
	 * Reads an OData filter over columns or properties.
	 * @throws UnsupportedQueryException with the position and what was expected there
	 */
	public static QueryText ofFilter(String filter, TablePersistentEntity<?> entity) {
		try {
			return new QueryText(TableQuery.of(FilterQuery.named(ODataFilter.parse(filter), EntityModel.of(entity))),
					List.of());
		}
		catch (ODataSyntaxException ex) {
			throw new UnsupportedQueryException(entity.getType().getSimpleName() + ": " + ex.getMessage());
		}
	}

	/**
	 * A value that a query takes.
	 *
	 * @param property the property that it is compared with
	 * @param several whether it is a collection to choose from
	 */
	public record Argument(String property, boolean several) {

	}

}
