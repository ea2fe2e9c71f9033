package io.azuretables.repository.support;

import io.azuretables.query.TableQuery;
import io.azuretables.repository.AllowScan;
import io.azuretables.repository.AllowSort;

import org.springframework.core.annotation.AnnotatedElementUtils;

/**
 * What may queries of a repository do that are not declared as methods?
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
