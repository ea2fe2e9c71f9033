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

import java.util.Collection;
import java.util.List;
import java.util.stream.Stream;

import io.azuretables.mapping.TablePersistentEntity;
import io.azuretables.operations.TableOperations;
import io.azuretables.operations.TableQueries;
import io.azuretables.query.TableQuery;
import io.azuretables.query.TableScrollPosition;
import io.azuretables.repository.query.TablePageRequest;
import io.azuretables.repository.query.TableSlice;
import org.jspecify.annotations.Nullable;

import org.springframework.data.domain.Example;
import org.springframework.data.domain.Page;
import org.springframework.data.domain.Pageable;
import org.springframework.data.domain.ScrollPosition;
import org.springframework.data.domain.Slice;
import org.springframework.data.domain.Sort;
import org.springframework.data.domain.Window;
import org.springframework.data.repository.query.FluentQuery.FetchableFluentQuery;
import org.springframework.util.Assert;

/**
 * Runs queries by example, in Spring Data's fluent API. They are planned like all others,
 * under the same rules.
 */
final class ExampleQueries {

	private final TableOperations operations;

	private final QueryPermissions permissions;

	ExampleQueries(TableOperations operations, QueryPermissions permissions) {
		this.operations = operations;
		this.permissions = permissions;
	}

	<S> FetchableFluentQuery<S> of(Example<S> example) {
		Assert.notNull(example, "The example must not be null");
		TablePersistentEntity<?> entity = this.operations.converter().entity(example.getProbeType());
		TableQuery query = TableQuery.of(new ExampleCriteria(entity, example).criteria());
		Class<S> type = example.getProbeType();
		return new Fluent<>(this.operations, type, this.permissions.apply(query), this.operations.query(type));
	}

	/**
	 * A query under construction.
	 *
	 * @param <R> the type of the answers
	 * @param operations answers
	 * @param domain the class of the entities
	 * @param query the query
	 * @param queries the queries that give such answers
	 */
	private record Fluent<R>(TableOperations operations, Class<?> domain, TableQuery query,
			TableQueries<R> queries) implements FetchableFluentQuery<R> {

		@Override
		public FetchableFluentQuery<R> sortBy(Sort sort) {
			return with(this.query.orderBy(this.query.sort().and(sort)));
		}

		@Override
		public FetchableFluentQuery<R> limit(int limit) {
			return with(this.query.limit(limit));
		}

		@Override
		public <P> FetchableFluentQuery<P> as(Class<P> type) {
			return new Fluent<>(this.operations, this.domain, this.query, this.queries.as(type));
		}

		@Override
		public FetchableFluentQuery<R> project(Collection<String> properties) {
			return with(this.query.select(properties));
		}

		private FetchableFluentQuery<R> with(TableQuery other) {
			return new Fluent<>(this.operations, this.domain, other, this.queries);
		}

		@Override
		public @Nullable R oneValue() {
			return this.queries.findOne(this.query).orElse(null);
		}

		@Override
		public @Nullable R firstValue() {
			return this.queries.find(this.query.limit(1)).stream().findFirst().orElse(null);
		}

		@Override
		public List<R> all() {
			return this.queries.find(this.query);
		}

		@Override
		public Window<R> scroll(ScrollPosition position) {
			return this.queries.scroll(this.query.from(TableScrollPosition.of(position)));
		}

		@Override
		public Page<R> page(Pageable pageable) {
			throw new UnsupportedOperationException(
					"The service neither counts nor skips, so that there are no pages; use all(), stream(), slice() or scroll()");
		}

		@Override
		public Slice<R> slice(Pageable pageable) {
			TablePageRequest.checkReachable(pageable, "A query by example for " + this.domain.getSimpleName());
			TableQuery sorted = this.query.orderBy(this.query.sort().and(pageable.getSort()));
			return TableSlice.read(this.queries, sorted, pageable);
		}

		@Override
		public Stream<R> stream() {
			return this.queries.stream(this.query);
		}

		@Override
		public long count() {
			return this.operations.count(this.query, this.domain);
		}

		@Override
		public boolean exists() {
			return this.operations.exists(this.query, this.domain);
		}

	}

}
