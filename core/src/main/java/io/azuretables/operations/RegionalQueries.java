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

package io.azuretables.operations;

import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

import io.azuretables.plan.QueryOutline;
import io.azuretables.query.TableQuery;
import io.azuretables.query.TableQuery.Secondary;

import org.springframework.data.domain.Window;

/**
 * Runs each query in the region that it names, primary or secondary.
 *
 * @param <R> the type of the answers
 */
final class RegionalQueries<R> implements TableQueries<R> {

	private final OperationExecution execution;

	private final Function<OperationExecution, TableQueries<R>> queries;

	private final TableQueries<R> primary;

	private RegionalQueries(OperationExecution execution, Function<OperationExecution, TableQueries<R>> queries) {
		this.execution = execution;
		this.queries = queries;
		this.primary = queries.apply(execution);
	}

	static <T> RegionalQueries<T> of(OperationExecution execution, Class<T> type) {
		return new RegionalQueries<>(execution, (region) -> TemplateQueries.of(region, type));
	}

	private TableQueries<R> in(TableQuery query) {
		Secondary secondary = query.secondary();
		return (secondary == null) ? this.primary
				: this.queries.apply(this.execution.reading(secondary.region(), secondary.maxStaleness()));
	}

	@Override
	public <P> TableQueries<P> as(Class<P> type) {
		return new RegionalQueries<>(this.execution, (region) -> this.queries.apply(region).as(type));
	}

	@Override
	public List<R> find(TableQuery query) {
		return in(query).find(query);
	}

	@Override
	public Optional<R> findOne(TableQuery query) {
		return in(query).findOne(query);
	}

	@Override
	public Stream<R> stream(TableQuery query) {
		return in(query).stream(query);
	}

	@Override
	public Stream<R> stream(TableQuery query, PartitionSegment segment) {
		return in(query).stream(query, segment);
	}

	@Override
	public Stream<R> streamParallel(TableQuery query, int segments) {
		return in(query).streamParallel(query, segments);
	}

	@Override
	public List<PartitionSegment> segments(int most) {
		return this.primary.segments(most);
	}

	@Override
	public Window<R> scroll(TableQuery query) {
		return in(query).scroll(query);
	}

	@Override
	public long count(TableQuery query) {
		return in(query).count(query);
	}

	@Override
	public boolean exists(TableQuery query) {
		return in(query).exists(query);
	}

	@Override
	public long delete(TableQuery query) {
		return in(query).delete(query);
	}

	@Override
	public String explain(TableQuery query) {
		return in(query).explain(query);
	}

	@Override
	public QueryOutline outline(TableQuery query) {
		return in(query).outline(query);
	}

	@Override
	public String table() {
		return this.primary.table();
	}

}
