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
import java.util.List;

import org.jspecify.annotations.Nullable;

import org.springframework.dao.InvalidDataAccessApiUsageException;
import org.springframework.data.repository.query.ParametersParameterAccessor;
import org.springframework.util.ObjectUtils;

/**
 * Which values stand for the parameters of a method? Those of a call, or placeholders
 * when the method is checked.
 */
final class Arguments {

	/**
	 * Stands for any value.
	 */
	static final Object PLACEHOLDER = new Object() {
		@Override
		public String toString() {
			return "?";
		}
	};

	private final TableQueryMethod method;

	private final @Nullable ParametersParameterAccessor accessor;

	private Arguments(TableQueryMethod method, @Nullable ParametersParameterAccessor accessor) {
		this.method = method;
		this.accessor = accessor;
	}

	static Arguments placeholders(TableQueryMethod method) {
		return new Arguments(method, null);
	}

	static Arguments of(TableQueryMethod method, ParametersParameterAccessor call) {
		return new Arguments(method, call);
	}

	TableQueryMethod method() {
		return this.method;
	}

	/**
	 * The accessor of the call; {@code null} when the method is checked.
	 */
	@Nullable ParametersParameterAccessor accessor() {
		return this.accessor;
	}

	Object value(int index) {
		if (this.accessor == null) {
			return PLACEHOLDER;
		}
		Object value = this.accessor.getBindableValue(index);
		if (value == null) {
			throw new InvalidDataAccessApiUsageException("The argument " + (index + 1) + " of " + this.method
					+ " is null, and nothing compares with null; declare a method with IsNull for that");
		}
		return value;
	}

	List<?> values(int index) {
		Object value = value(index);
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
