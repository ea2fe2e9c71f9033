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

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

import io.azuretables.internal.model.EntityModel;
import io.azuretables.internal.model.LeafProperty;
import io.azuretables.internal.odata.ODataFilter;
import io.azuretables.internal.odata.ODataSyntaxException;
import io.azuretables.plan.UnsupportedQueryException;
import io.azuretables.query.Criteria;
import io.azuretables.query.TableQuery;
import io.azuretables.repository.Query;
import io.azuretables.repository.query.QueryTemplate.Purpose;
import org.jspecify.annotations.Nullable;

import org.springframework.data.expression.ValueExpression;
import org.springframework.data.repository.query.Parameter;
import org.springframework.data.repository.query.ParametersParameterAccessor;
import org.springframework.data.repository.query.ValueExpressionDelegate;
import org.springframework.data.repository.query.ValueExpressionQueryRewriter;
import org.springframework.data.repository.query.ValueExpressionQueryRewriter.ParsedQuery;

/**
 * A query that is written as an OData filter, in {@code @Query} on a repository method.
 * The text is read once; arguments take the places of its parameters, and never become a
 * part of any text.
 */
final class FilterQuery {

	private static final String EXPRESSION = "__expression";

	private final TableQueryMethod method;

	private final PlaceholderBinder arguments;

	private final TableQuery query;

	private final Map<String, ValueExpression> expressions;

	/**
	 * The parameters that stand in the filter.
	 */
	private final Set<Integer> used = new HashSet<>();

	private final ValueExpressionDelegate delegate;

	FilterQuery(TableQueryMethod method, String filter, EntityModel model, ValueExpressionDelegate delegate) {
		this.method = method;
		this.delegate = delegate;
		this.arguments = new PlaceholderBinder(method);
		ParsedQuery parsed = ValueExpressionQueryRewriter
			.of(delegate.getValueExpressionParser(), (index, text) -> EXPRESSION + index, String::concat)
			.parse(filter);
		this.expressions = new HashMap<>(parsed.getParameterMap());
		try {
			this.query = TableQuery.of(named(ODataFilter.parse(parsed.getQueryString(), this::place), model));
		}
		catch (ODataSyntaxException ex) {
			throw new UnsupportedQueryException(method + ": " + ex.getMessage());
		}
		checkUsed();
	}

	/**
	 * An argument that no condition takes is a condition forgotten. What expressions take
	 * is not known.
	 */
	private void checkUsed() {
		for (Parameter parameter : this.method.getParameters().getBindableParameters()) {
			if (this.expressions.isEmpty() && !this.used.contains(parameter.getIndex())) {
				throw new UnsupportedQueryException(this.method + " has the parameter "
						+ parameter.getName().map((name) -> "'" + name + "'").orElseGet(() -> "?" + position(parameter))
						+ ", which its filter does not use; compare something with it, or leave it out");
			}
		}
	}

	private static Map<String, String> columns(EntityModel model) {
		Map<String, String> columns = new HashMap<>();
		for (LeafProperty leaf : model.leaves().values()) {
			columns.put(leaf.column(), leaf.name());
		}
		model.leaves().keySet().forEach((name) -> columns.put(name, name));
		return columns;
	}

	/**
	 * The condition with columns named as properties.
	 */
	static Criteria named(Criteria criteria, EntityModel model) {
		Map<String, String> columns = columns(model);
		return criteria
			.replaced((leaf) -> leaf.on(columns.getOrDefault(leaf.property(), leaf.property()), leaf.operands()));
	}

	private Object place(String name) {
		if (this.expressions.containsKey(name)) {
			return this.arguments.made((call) -> evaluated(name, call));
		}
		for (Parameter parameter : this.method.getParameters().getBindableParameters()) {
			if (parameter.getName().filter(name::equals).isPresent() || name.equals(position(parameter))) {
				this.used.add(parameter.getIndex());
				return this.arguments.value(bindableIndex(parameter));
			}
		}
		throw new IllegalArgumentException("there is no parameter '" + name + "'");
	}

	private String position(Parameter parameter) {
		return String.valueOf(bindableIndex(parameter));
	}

	private int bindableIndex(Parameter parameter) {
		int index = 0;
		for (Parameter bindable : this.method.getParameters().getBindableParameters()) {
			if (bindable.getIndex() == parameter.getIndex()) {
				return index;
			}
			index++;
		}
		return -1;
	}

	private Object evaluated(String name, ParametersParameterAccessor call) {
		ValueExpression expression = Objects.requireNonNull(this.expressions.get(name));
		@Nullable Object[] values = new @Nullable Object[this.method.getParameters().getNumberOfParameters()];
		for (Parameter parameter : this.method.getParameters().getBindableParameters()) {
			values[parameter.getIndex()] = call.getBindableValue(bindableIndex(parameter));
		}
		Object value = expression.evaluate(this.delegate.createValueContextProvider(this.method.getParameters())
			.getEvaluationContext(values, expression.getExpressionDependencies()));
		if (value == null) {
			throw new UnsupportedQueryException(
					"An expression in the filter of " + this.method + " gives null, and nothing compares with null");
		}
		return value;
	}

	QueryTemplate template() {
		return new QueryTemplate(this.query, this.arguments, purpose());
	}

	private Purpose purpose() {
		Query query = this.method.query();
		if (query == null) {
			return purpose(this.method.getName());
		}
		if ((query.count() && query.exists()) || (query.delete() && (query.count() || query.exists()))) {
			throw new UnsupportedQueryException(
					this.method + " says more than one of count, exists and delete in @Query; say only one of them");
		}
		if (query.delete()) {
			return Purpose.DELETE;
		}
		return query.count() ? Purpose.COUNT : query.exists() ? Purpose.EXISTS : Purpose.FIND;
	}

	/**
	 * What the method of a named query is for, as its name begins.
	 */
	private static Purpose purpose(String name) {
		String verb = name.split("(?=\\p{Lu})", 2)[0];
		return switch (verb) {
			case "count" -> Purpose.COUNT;
			case "exists" -> Purpose.EXISTS;
			case "delete", "remove" -> Purpose.DELETE;
			default -> Purpose.FIND;
		};
	}

}
