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

import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.regex.Pattern;

import io.azuretables.operations.TableOperations;
import io.azuretables.plan.UnsupportedQueryException;
import io.azuretables.repository.AllowScan;
import io.azuretables.repository.AllowSort;
import io.azuretables.repository.Query;
import io.azuretables.repository.ReadFrom;
import io.azuretables.repository.ScanPolicy;
import io.azuretables.repository.query.QueryTemplate.Purpose;
import org.jspecify.annotations.Nullable;

import org.springframework.core.KotlinDetector;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.data.core.ReactiveWrappers;
import org.springframework.data.projection.ProjectionFactory;
import org.springframework.data.repository.PagingAndSortingRepository;
import org.springframework.data.repository.core.RepositoryMetadata;
import org.springframework.data.repository.query.DefaultParameters;
import org.springframework.data.repository.query.QueryMethod;
import org.springframework.util.ClassUtils;
import org.springframework.util.NumberUtils;
import org.springframework.util.StringUtils;

/**
 * A query method of a table repository, with its annotations such as {@code @AllowScan}.
 *
 * @since 0.1
 */
public final class TableQueryMethod extends QueryMethod {

	private static final Pattern PLATFORM = Pattern.compile("(java|kotlinx?)\\..*");

	private final Method method;

	private final RepositoryMetadata metadata;

	private final ScanPolicy scanPolicy;

	private final boolean sort;

	public TableQueryMethod(Method method, RepositoryMetadata metadata, ProjectionFactory projections) {
		this(method, metadata, projections, ScanPolicy.REJECT);
	}

	/**
	 * A method that may scan or not as the policy says, unless it says it itself.
	 */
	public TableQueryMethod(Method method, RepositoryMetadata metadata, ProjectionFactory projections,
			ScanPolicy policy) {
		super(method, metadata, projections, DefaultParameters::new);
		this.method = method;
		this.metadata = metadata;
		this.scanPolicy = isAllowed(AllowScan.class) ? ScanPolicy.ALLOW : policy;
		this.sort = isAllowed(AllowSort.class);
		if (KotlinDetector.isSuspendingFunction(method)) {
			throw nonBlocking("suspends");
		}
		if (ReactiveWrappers.supports(method.getReturnType())) {
			throw nonBlocking("returns a " + method.getReturnType().getSimpleName());
		}
		if (PagingAndSortingRepository.class.isAssignableFrom(metadata.getRepositoryInterface())) {
			throw new UnsupportedQueryException(metadata.getRepositoryInterface().getSimpleName()
					+ " is a PagingAndSortingRepository, and the service neither skips nor sorts; extend TableRepository, "
					+ "and declare methods that return a Slice or a Window");
		}
		if (isPageQuery()) {
			throw new UnsupportedQueryException(this + " returns a Page, and the service neither counts nor skips; "
					+ "return a Slice, or a Window and take a ScrollPosition");
		}
		if (isSliceQuery() && !getParameters().hasPageableParameter()) {
			throw new UnsupportedQueryException(
					this + " returns a Slice, and nothing could ask for the next one; take a Pageable");
		}
	}

	private UnsupportedQueryException nonBlocking(String what) {
		return new UnsupportedQueryException(this + " " + what + ", and a repository blocks until the service answers; "
				+ "return an entity, a List or a Stream, and call the method from a thread that may block");
	}

	@Override
	public Class<?> getDomainClass() {
		return super.getDomainClass();
	}

	/**
	 * The operations that the method reads with, which may be those of another region.
	 */
	TableOperations operations(TableOperations declared) {
		ReadFrom from = AnnotatedElementUtils.findMergedAnnotation(this.method, ReadFrom.class);
		if (from == null) {
			return declared;
		}
		try {
			return declared.reading(from.value(), Duration.parse(from.maxStaleness()));
		}
		catch (DateTimeParseException ex) {
			throw new UnsupportedQueryException(this + " is annotated with @ReadFrom, and its maxStaleness '"
					+ from.maxStaleness() + "' is no ISO 8601 duration such as PT15M");
		}
		catch (IllegalStateException | IllegalArgumentException ex) {
			throw new UnsupportedQueryException(this + " is annotated with @ReadFrom: " + ex.getMessage());
		}
	}

	/**
	 * Whether the method may read from the secondary region.
	 */
	boolean isReadFrom() {
		return AnnotatedElementUtils.hasAnnotation(this.method, ReadFrom.class);
	}

	@Nullable Query query() {
		return AnnotatedElementUtils.findMergedAnnotation(this.method, Query.class);
	}

	/**
	 * The filter text of the annotation, if it has one.
	 */
	public @Nullable String filter() {
		Query query = query();
		return (query != null && StringUtils.hasText(query.value())) ? query.value() : null;
	}

	/**
	 * Refuses a return type that cannot hold what the method is for.
	 */
	void checkReturnType(Purpose purpose) {
		Class<?> returned = ClassUtils.resolvePrimitiveIfNecessary(getReturnedObjectType());
		boolean number = !isSeveral()
				&& (returned == Number.class || NumberUtils.STANDARD_NUMBER_TYPES.contains(returned));
		boolean fits = switch (purpose) {
			case FIND -> canBeFound(returned);
			case COUNT -> number;
			case EXISTS -> !isSeveral() && returned == Boolean.class;
			case DELETE -> number || returned == void.class
					|| (returned == Void.class && this.method.getReturnType() != Void.class)
					|| (isCollectionQuery() && returned.isAssignableFrom(getDomainClass()));
		};
		if (!fits) {
			throw new UnsupportedQueryException(this + " cannot return "
					+ this.method.getGenericReturnType().getTypeName() + ": let it return " + purpose.returnTypes());
		}
	}

	/**
	 * Whether the method returns several objects, or a part of them.
	 */
	boolean isSeveral() {
		return isCollectionQuery() || isStreamQuery() || isScrollQuery() || isSliceQuery();
	}

	/**
	 * Whether an entity is one, or may be shown as one. What Java and Kotlin bring along
	 * is no projection of anything.
	 */
	boolean canBeFound(Class<?> returned) {
		return returned.isAssignableFrom(getDomainClass()) || !(returned.isPrimitive() || returned.isEnum()
				|| returned.isArray() || PLATFORM.matcher(returned.getName()).matches());
	}

	ScanPolicy scanPolicy() {
		return this.scanPolicy;
	}

	boolean allowsSort() {
		return this.sort;
	}

	private boolean isAllowed(Class<? extends Annotation> annotation) {
		return AnnotatedElementUtils.hasAnnotation(this.method, annotation)
				|| AnnotatedElementUtils.hasAnnotation(this.metadata.getRepositoryInterface(), annotation);
	}

	@Override
	public String toString() {
		return this.method.getDeclaringClass().getSimpleName() + "." + this.method.getName();
	}

}
