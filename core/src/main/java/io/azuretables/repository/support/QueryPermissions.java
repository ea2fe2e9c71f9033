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

import io.azuretables.query.TableQuery;
import io.azuretables.repository.AllowScan;
import io.azuretables.repository.AllowSort;

import org.springframework.core.annotation.AnnotatedElementUtils;

/**
 * Whether a repository's annotations allow table scans and in-memory sorting to inherited
 * methods, such as {@code findAll(Sort)}.
 *
 * @param scan whether they may scan
 * @param sort whether they may sort in memory
 * @since 0.1
 */
public record QueryPermissions(boolean scan, boolean sort) {

	/**
	 * What the interface of a repository says.
	 */
	static QueryPermissions of(Class<?> repository) {
		return new QueryPermissions(AnnotatedElementUtils.hasAnnotation(repository, AllowScan.class),
				AnnotatedElementUtils.hasAnnotation(repository, AllowSort.class));
	}

	TableQuery apply(TableQuery query) {
		TableQuery permitted = this.scan ? query.allowScan() : query;
		return this.sort ? permitted.allowSort() : permitted;
	}

}
