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
import java.util.stream.Stream;

import io.azuretables.plan.QueryOutline;
import io.azuretables.query.TableQuery;

import org.springframework.data.domain.Window;

/**
 * Queries for entities, answered with entities or projections. Projections are records
 * and classes with some of the properties, or interfaces.
 *
 * @param <R> the type of the answers
 * @since 0.1
 */
public interface TableQueries<R> {

	/**
	 * The same with answers of another type. Only the properties that it needs are read.
	 */
	<P> TableQueries<P> as(Class<P> type);

	/**
	 * All that a query finds.
	 */
	List<R> find(TableQuery query);

	/**
	 * The only one that a query finds.
	 * @throws org.springframework.dao.IncorrectResultSizeDataAccessException if there are
	 * more
	 */
	Optional<R> findOne(TableQuery query);

	/**
	 * All that a query finds, read while the stream is consumed.
	 */
	Stream<R> stream(TableQuery query);

	/**
	 * The next part of what a query finds, beginning at its position: as many as its
	 * limit says, or a page of the service if it has none. The next part may have another
	 * limit. Only the last part is smaller, and it may be empty: whether anything follows
	 * is known when it is asked for.
	 */
	Window<R> scroll(TableQuery query);

	/**
	 * How many entities a query finds; only keys are read.
	 */
	long count(TableQuery query);

	/**
	 * Whether a query finds anything; only keys are read.
	 */
	boolean exists(TableQuery query);

	/**
	 * Deletes the entities that a query finds; only their keys are read.
	 * @return how many were there
	 */
	long delete(TableQuery query);

	/**
	 * How a query is answered: access path, keys, filters, for a person.
	 */
	String explain(TableQuery query);

	/**
	 * What is decided about a query before its values count; the values may be
	 * placeholders.
	 * @throws io.azuretables.plan.UnsupportedQueryException if the query cannot, or may
	 * not, be answered
	 */
	QueryOutline outline(TableQuery query);

	/**
	 * The table that is asked, by the name that the service knows.
	 */
	String table();

}
