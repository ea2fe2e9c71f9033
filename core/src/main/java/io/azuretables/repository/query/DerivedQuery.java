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

import java.util.regex.Pattern;

import io.azuretables.plan.UnsupportedQueryException;
import io.azuretables.repository.Query;
import io.azuretables.repository.query.QueryTemplate.Purpose;

import org.springframework.data.core.TypeInformation;
import org.springframework.data.repository.query.Parameters;
import org.springframework.data.repository.query.parser.Part;
import org.springframework.data.repository.query.parser.Part.Type;
import org.springframework.data.repository.query.parser.PartTree;

/**
 * A query that is derived from the name of a repository method.
 */
final class DerivedQuery {

	private static final Pattern LIMIT = Pattern.compile("^(count|exists|delete|remove)(First|Top)\\d*(\\p{Lu}.*)?By");

	private final TableQueryMethod method;

	private final PartTree tree;

	private final PlaceholderBinder arguments;

	DerivedQuery(TableQueryMethod method) {
		this.method = method;
		this.tree = DerivedConditions.tree(method.getName(), method.getDomainClass(), method.toString());
		if (this.tree.isDistinct()) {
			throw new UnsupportedQueryException(
					method + " says Distinct, and entities are always distinct; leave it out of the name");
		}
		if (!this.tree.isLimiting() && LIMIT.matcher(method.getName()).find()) {
			throw new UnsupportedQueryException(method + " says First or Top, which only counts in names that find; "
					+ "take a parameter of type Limit instead");
		}
		checkAnnotation();
		checkArguments();
		this.arguments = new PlaceholderBinder(method);
	}

	/**
	 * Without a filter, the name alone says what the method is for.
	 */
	private void checkAnnotation() {
		Query query = this.method.query();
		if (query != null && this.method.filter() == null && (query.count() || query.exists() || query.delete())) {
			throw new UnsupportedQueryException(this.method + " says count, exists or delete in @Query and has no "
					+ "filter there; begin its name with that word, or give the filter");
		}
	}

	private void checkArguments() {
		int wanted = 0;
		for (Part part : this.tree.getParts()) {
			checkSeveral(part, wanted);
			wanted += part.getNumberOfArguments();
		}
		int given = this.method.getParameters().getBindableParameters().getNumberOfParameters();
		if (wanted != given) {
			throw new UnsupportedQueryException(this.method + " has " + given
					+ ((given == 1) ? " parameter" : " parameters") + " for values, and its name asks for " + wanted);
		}
	}

	/**
	 * Refuses several values for a property with one value, and one value for a property
	 * with several.
	 */
	private void checkSeveral(Part part, int first) {
		Parameters<?, ?> parameters = this.method.getParameters().getBindableParameters();
		boolean choice = part.getType() == Type.IN || part.getType() == Type.NOT_IN;
		boolean several = part.getProperty().getLeafProperty().isCollection();
		int end = Math.min(first + part.getNumberOfArguments(), parameters.getNumberOfParameters());
		for (int i = first; !choice && i < end; i++) {
			Class<?> type = parameters.getParameter(i).getType();
			if (type != Object.class && TypeInformation.of(type).isCollectionLike() != several) {
				throw new UnsupportedQueryException(this.method + " compares '" + part.getProperty().toDotPath()
						+ (several ? "', which has several values, with one " : "' with several values, ")
						+ type.getSimpleName()
						+ (several ? "; only all of them together can be compared" : "; say In, or take one value"));
			}
		}
	}

	QueryTemplate template() {
		return new QueryTemplate(new DerivedConditions(this.method.toString(), this.arguments).query(this.tree),
				this.arguments, purpose());
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
