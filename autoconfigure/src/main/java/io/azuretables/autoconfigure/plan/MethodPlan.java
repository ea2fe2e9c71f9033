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

package io.azuretables.autoconfigure.plan;

import io.azuretables.mapping.IndexMapping;
import io.azuretables.plan.AccessPath;
import io.azuretables.plan.QueryOutline;
import io.azuretables.query.TableQuery;
import io.azuretables.row.ServiceLimits;
import org.jspecify.annotations.Nullable;

/**
 * How is one method of a repository answered?
 *
 * @param repository the interface of the repository
 * @param method the name of the method
 * @param outline what was decided when the repository was made
 * @since 0.1
 */
public record MethodPlan(Class<?> repository, String method, QueryOutline outline) {

	public AccessPath path() {
		return this.outline.path();
	}

	/**
	 * The index that answers, or {@code null} for the entity's own key.
	 */
	public @Nullable String index() {
		return this.outline.index().map(IndexMapping::name).orElse(null);
	}

	/**
	 * The most requests that a call takes, for a person.
	 */
	public String requests() {
		String found = switch (path()) {
			case POINT -> "1";
			case MULTI_POINT -> "1 per value";
			case ROW_RANGE, PARTITION_SCAN -> pages() + " and partition";
			case TABLE_SCAN -> "1 per page of " + ServiceLimits.PAGE_SIZE + " rows of the table";
		};
		return this.outline.fetchesEntities() ? found + ", and 1 per entity" : found;
	}

	private String pages() {
		int limit = this.outline.query().limit();
		return (limit != TableQuery.UNLIMITED) ? "1 per page until " + limit + " are found"
				: "1 per page of " + ServiceLimits.PAGE_SIZE + " rows";
	}

	/**
	 * One line: repository, method, path, index, keys and filters.
	 */
	@Override
	public String toString() {
		return this.repository.getSimpleName() + "." + this.method + ": " + this.outline.explain();
	}

}
