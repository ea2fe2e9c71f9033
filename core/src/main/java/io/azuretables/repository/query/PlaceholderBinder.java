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
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

import io.azuretables.query.TableQuery.Placeholder;

import org.springframework.dao.InvalidDataAccessApiUsageException;
import org.springframework.data.repository.query.ParametersParameterAccessor;
import org.springframework.util.ObjectUtils;

/**
 * Binds the arguments of a method call to the placeholders of its query. One for each
 * place in its condition; places are made first.
 */
final class PlaceholderBinder implements DerivedConditions.Places {

	private final TableQueryMethod method;

	private final List<Function<ParametersParameterAccessor, Object>> sources = new ArrayList<>();

	/**
	 * The places of arguments that stand for one value: in a filter, one argument may
	 * stand in several conditions, which are then seen to be equal.
	 */
	private final Map<Integer, Placeholder> values = new HashMap<>();

	PlaceholderBinder(TableQueryMethod method) {
		this.method = method;
	}

	/**
	 * A place for an argument.
	 */
	@Override
	public Placeholder value(int index) {
		return this.values.computeIfAbsent(index, (argument) -> place((call) -> value(argument, call), false));
	}

	/**
	 * A place for an argument that holds what there is to choose from.
	 */
	@Override
	public Placeholder choice(int index) {
		return place((call) -> values(index, call), true);
	}

	/**
	 * A place for what is made of a call.
	 */
	Placeholder made(Function<ParametersParameterAccessor, Object> source) {
		return place(source, false);
	}

	private Placeholder place(Function<ParametersParameterAccessor, Object> source, boolean several) {
		this.sources.add(source);
		return new Placeholder(this.sources.size() - 1, several);
	}

	/**
	 * The values of a call.
	 */
	List<Object> of(ParametersParameterAccessor call) {
		List<Object> values = new ArrayList<>(this.sources.size());
		for (Function<ParametersParameterAccessor, Object> source : this.sources) {
			values.add(source.apply(call));
		}
		return values;
	}

	private Object value(int index, ParametersParameterAccessor call) {
		Object value = call.getBindableValue(index);
		if (value == null) {
			throw new InvalidDataAccessApiUsageException("The argument " + (index + 1) + " of " + this.method
					+ " is null, and nothing compares with null; declare a method with IsNull for that");
		}
		return value;
	}

	private List<?> values(int index, ParametersParameterAccessor call) {
		Object value = value(index, call);
		List<Object> values = new ArrayList<>();
		if (value instanceof Iterable<?> several) {
			several.forEach(values::add);
		}
		else if (value.getClass().isArray()) {
			values.addAll(Arrays.asList(ObjectUtils.toObjectArray(value)));
		}
		else {
			values.add(value);
		}
		if (values.contains(null)) {
			throw new InvalidDataAccessApiUsageException("The argument " + (index + 1) + " of " + this.method
					+ " contains null, and nothing compares with null; leave it out");
		}
		return values;
	}

}
