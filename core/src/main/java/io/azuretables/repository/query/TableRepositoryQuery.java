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

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import io.azuretables.internal.model.EntityModel;
import io.azuretables.key.InvalidKeyException;
import io.azuretables.operations.TableOperations;
import io.azuretables.operations.TableQueries;
import io.azuretables.plan.QueryOutline;
import io.azuretables.plan.UnsupportedPageException;
import io.azuretables.plan.UnsupportedQueryException;
import io.azuretables.query.TableQuery;
import io.azuretables.query.TableScrollPosition;
import io.azuretables.repository.ScanPolicy;
import io.azuretables.repository.query.MethodOutline.Work;
import io.azuretables.repository.query.QueryTemplate.Purpose;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

import org.springframework.dao.InvalidDataAccessApiUsageException;
import org.springframework.data.domain.Pageable;
import org.springframework.data.domain.Sort;
import org.springframework.data.repository.query.ParametersParameterAccessor;
import org.springframework.data.repository.query.RepositoryQuery;
import org.springframework.data.repository.query.ReturnedType;
import org.springframework.data.repository.query.ValueExpressionDelegate;

/**
 * Runs a repository method that is derived from its name or annotated with
 * {@code @Query}. It becomes a query for the template, and is refused when the repository
 * is made if its query could not, or may not, be answered.
 *
 * @since 0.1
 */
public final class TableRepositoryQuery implements RepositoryQuery {

	private static final Log logger = LogFactory.getLog(TableRepositoryQuery.class);

	private final TableQueryMethod method;

	private final TableOperations operations;

	private final Class<?> domain;

	private final Purpose purpose;

	/**
	 * What reads an entity together with what belongs to it, if the method returns that.
	 */
	private final @Nullable RelatedRecord related;

	/**
	 * The query, with places for the values that calls give.
	 */
	private final TableQuery query;

	private final PlaceholderBinder arguments;

	private final QueryOutline outline;

	private final Map<Class<?>, TableQueries<?>> queries = new ConcurrentHashMap<>();

	private TableRepositoryQuery(TableQueryMethod method, TableOperations operations, QueryTemplate template) {
		this.method = method;
		this.operations = method.operations(operations);
		this.domain = method.getDomainClass();
		this.purpose = template.purpose();
		method.checkReturnType(this.purpose);
		if (method.isReadFrom() && this.purpose == Purpose.DELETE) {
			throw new UnsupportedQueryException(method
					+ " deletes and is annotated with @ReadFrom: the secondary region takes no writes, and what is "
					+ "read there may be old");
		}
		this.related = RelatedRecord.of(method, this.operations);
		this.query = permitted(template.query());
		if (this.related != null) {
			this.related.check(this.query);
		}
		this.arguments = template.arguments();
		this.outline = outline(this.query);
		if (isInParts()) {
			checkParts();
		}
		this.outline.unusedIndexes().forEach((unused) -> logger.warn(method + ": " + unused));
		if (method.scanPolicy() == ScanPolicy.WARN) {
			warn(sortable(template.query()));
		}
	}

	private void checkParts() {
		if (this.method.isSliceQuery() && this.query.limit() != TableQuery.UNLIMITED) {
			throw new UnsupportedQueryException(this.method
					+ " says First or Top and returns a Slice: the limit would be that of each slice, and not of all "
					+ "together; take the size from the Pageable alone, or return a List or a Window");
		}
		if (!this.outline.hasPositions()) {
			throw new UnsupportedQueryException(this.method + " answers in parts, and a query that is "
					+ (this.outline.findsLists() ? "answered by the lists of an index"
							: "sorted in memory or merged from several partitions")
					+ " has no positions to go on from; return a List or a Stream");
		}
	}

	private boolean isInParts() {
		return this.method.isScrollQuery() || this.method.isSliceQuery();
	}

	private QueryOutline outline(TableQuery query) {
		try {
			QueryOutline planned = (this.related != null) ? this.related.outline(query)
					: queries(this.method.getResultProcessor().getReturnedType()).outline(query);
			planned.checkLiterals();
			return planned;
		}
		catch (UnsupportedQueryException | InvalidKeyException | IllegalArgumentException | IllegalStateException ex) {
			throw named(ex);
		}
	}

	private UnsupportedQueryException named(RuntimeException ex) {
		UnsupportedQueryException named = new UnsupportedQueryException(this.method + ": " + ex.getMessage()
				+ (this.method.isReadFrom() ? "; with @ReadFrom no index in other partitions is used" : ""));
		named.initCause(ex);
		return named;
	}

	private void warn(TableQuery query) {
		try {
			outline(query);
		}
		catch (UnsupportedQueryException ex) {
			logger.warn(ex.getMessage());
		}
	}

	/**
	 * A query from the name of a method.
	 */
	public static TableRepositoryQuery derived(TableQueryMethod method, TableOperations operations) {
		return new TableRepositoryQuery(method, operations, new DerivedQuery(method).template());
	}

	/**
	 * A query from text.
	 */
	public static TableRepositoryQuery filtered(TableQueryMethod method, String filter, TableOperations operations,
			ValueExpressionDelegate expressions) {
		EntityModel model = EntityModel.of(operations.converter().entity(method.getDomainClass()));
		return new TableRepositoryQuery(method, operations,
				new FilterQuery(method, filter, model, expressions).template());
	}

	@Override
	public TableQueryMethod getQueryMethod() {
		return this.method;
	}

	/**
	 * What was decided about the query when the repository was made.
	 */
	public MethodOutline methodOutline() {
		Work read = isInParts() ? Work.SCROLL : Work.READ;
		Work work = (this.purpose == Purpose.DELETE) ? Work.DELETE : read;
		return new MethodOutline(this.method.getName(), work, this.outline);
	}

	private TableQuery permitted(TableQuery query) {
		return sortable((this.method.scanPolicy() != ScanPolicy.REJECT) ? query.allowScan() : query);
	}

	private TableQuery sortable(TableQuery query) {
		return this.method.allowsSort() ? query.allowSort() : query;
	}

	private TableQueries<?> entities() {
		return queries(this.method.getResultProcessor().getReturnedType());
	}

	private TableQueries<?> queries(ReturnedType type) {
		boolean projecting = this.purpose == Purpose.FIND && type.isProjecting();
		Class<?> result = (this.purpose == Purpose.FIND) ? type.getReturnedType() : this.domain;
		return this.queries.computeIfAbsent(result, (returned) -> {
			if (!this.method.canBeFound(returned)) {
				throw new InvalidDataAccessApiUsageException(this.method + " cannot return " + returned.getName()
						+ ": ask for " + this.purpose.returnTypes());
			}
			TableQueries<?> entities = this.operations.query(this.domain);
			return projecting ? entities.as(returned) : entities;
		});
	}

	@Override
	@SuppressWarnings("NullAway") // arguments may be null; Spring Data's types do not
									// agree on it
	public @Nullable Object execute(@Nullable Object[] values) {
		ParametersParameterAccessor call = new ParametersParameterAccessor(this.method.getParameters(), values);
		TableQuery asked = limited(sorted(this.query.with(this.arguments.of(call)), call), call);
		try {
			return switch (this.purpose) {
				case COUNT -> entities().count(asked);
				case EXISTS -> entities().exists(asked);
				case DELETE -> delete(asked);
				case FIND -> find(asked, call);
			};
		}
		catch (UnsupportedQueryException ex) {
			throw named(ex, call);
		}
	}

	/**
	 * The method itself was planned when the repository was made: what is refused of an
	 * order that a call asks for is that order.
	 */
	private UnsupportedQueryException named(UnsupportedQueryException ex, ParametersParameterAccessor call) {
		if (!(ex instanceof UnsupportedPageException) && call.getSort().isUnsorted()) {
			return named(ex);
		}
		String rule = (ex instanceof UnsupportedPageException page) ? page.getRule()
				: "Results are not available in this order: request another order, or none";
		UnsupportedPageException named = new UnsupportedPageException(this.method + ": " + ex.getMessage(), rule);
		named.initCause(ex);
		return named;
	}

	private Object delete(TableQuery asked) {
		if (!this.method.isCollectionQuery()) {
			return entities().delete(asked);
		}
		List<?> found = entities().find(asked);
		this.operations.deleteAll(found);
		return found;
	}

	private @Nullable Object find(TableQuery query, ParametersParameterAccessor call) {
		if (this.related != null) {
			return this.related.read(query);
		}
		TableQueries<?> queries = queries(
				this.method.getResultProcessor().withDynamicProjection(call).getReturnedType());
		if (this.method.isScrollQuery()) {
			return queries.scroll(query.from(TableScrollPosition.of(call.getScrollPosition())));
		}
		if (this.method.isSliceQuery()) {
			return TableSlice.read(queries, query, call.getPageable());
		}
		if (this.method.isStreamQuery()) {
			return queries.stream(query);
		}
		if (this.method.isCollectionQuery()) {
			return queries.find(query);
		}
		return queries.findOne(query).orElse(null);
	}

	private static TableQuery sorted(TableQuery query, ParametersParameterAccessor call) {
		Sort sort = call.getSort();
		return sort.isSorted() ? query.orderBy(query.sort().and(sort)) : query;
	}

	private TableQuery limited(TableQuery query, ParametersParameterAccessor call) {
		if (this.method.getParameters().hasLimitParameter() && call.getLimit().isLimited()) {
			if (call.getLimit().max() < 1) {
				throw new InvalidDataAccessApiUsageException(this.method + " is called with a limit of "
						+ call.getLimit().max() + ", and the least is 1; Limit.unlimited() is for all");
			}
			return TableSlice.limited(query, call.getLimit().max());
		}
		Pageable page = call.getPageable();
		if (page.isUnpaged()) {
			return query;
		}
		TablePageRequest.checkReachable(page, this.method);
		checkPosition(page);
		return TableSlice.limited(query, page.getPageSize());
	}

	/**
	 * Refuses a page that begins at a position where everything would be read from the
	 * first entity on.
	 */
	private void checkPosition(Pageable page) {
		if (!this.method.isSliceQuery() && page instanceof TablePageRequest request && request.position() != null) {
			throw new InvalidDataAccessApiUsageException(this.method
					+ " is asked for a page that begins at a position, and only a method that returns a Slice can go "
					+ "on there; let it return a Slice");
		}
	}

}
