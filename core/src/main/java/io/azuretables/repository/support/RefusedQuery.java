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

package io.azuretables.repository.support;

import io.azuretables.repository.query.RefusedMethod;
import org.jspecify.annotations.Nullable;

import org.springframework.data.repository.query.QueryMethod;
import org.springframework.data.repository.query.RepositoryQuery;

/**
 * A placeholder for the query of a refused repository method, until all refused methods
 * are reported.
 *
 * @param refused the method
 * @param method the same, without what only tables know
 * @since 0.1
 */
record RefusedQuery(RefusedMethod refused, QueryMethod method) implements RepositoryQuery {

	@Override
	public @Nullable Object execute(@Nullable Object[] parameters) {
		throw this.refused.reason();
	}

	@Override
	public QueryMethod getQueryMethod() {
		return this.method;
	}

}
