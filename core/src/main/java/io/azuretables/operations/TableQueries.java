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
 * Runs queries for entities of one class, and returns entities or projections.
 * Projections are records and classes with some of the properties, or interfaces.
 *
 * @param <R> the type of the answers
 * @since 0.1
 */
public interface TableQueries<R> {

	/**
	 * Returns the same queries with results of another type. Only the properties that it
	 * needs are read.
	 */
	<P> TableQueries<P> as(Class<P> type);

	/**
	 * Finds all entities that meet a query.
	 */
	List<R> find(TableQuery query);

	/**
	 * Finds the only entity that meets a query.
	 * @throws org.springframework.dao.IncorrectResultSizeDataAccessException if there are
	 * more
	 */
	Optional<R> findOne(TableQuery query);

	/**
	 * Streams all entities that meet a query, read while the stream is consumed.
	 */
	Stream<R> stream(TableQuery query);

	/**
	 * Streams the entities of one segment of partitions that meet a query, read while the
	 * stream is consumed.
	 * @throws io.azuretables.plan.UnsupportedQueryException if the query is answered by
	 * an index in other partitions, so that it cannot be told which rows are in the
	 * segment
	 */
	Stream<R> stream(TableQuery query, PartitionSegment segment);

	/**
	 * Streams all entities that meet a query, in no order, read by several threads while
	 * the stream is consumed. The partitions are divided into segments first, by four to
	 * eight requests for each; then at most as many are read at the same time as the
	 * template makes requests at the same time, and one page of each is kept in memory.
	 * What is in one partition is read by one thread. Close the stream if you do not
	 * consume it to its end.
	 * @param segments the most segments; more than threads if partitions are uneven
	 * @throws org.springframework.dao.InvalidDataAccessApiUsageException if the query is
	 * sorted
	 */
	Stream<R> streamParallel(TableQuery query, int segments);

	/**
	 * Divides the partitions of the table into segments of about as many rows, by the
	 * keys of some rows: four to eight requests for each segment. The segments have every
	 * partition once, whatever is written later.
	 * @param most the most segments; there are fewer if there are fewer partitions
	 */
	List<PartitionSegment> segments(int most);

	/**
	 * Reads the next window of the result of a query from its position on: as many
	 * entities as its limit says, or one page of the service without a limit. The next
	 * window may have another limit. Only the last window is smaller, and it may be
	 * empty: whether anything follows is known when it is asked for.
	 */
	Window<R> scroll(TableQuery query);

	/**
	 * Counts the entities that a query finds; only keys are read.
	 */
	long count(TableQuery query);

	/**
	 * Tells whether any entity meets a query; only keys are read.
	 */
	boolean exists(TableQuery query);

	/**
	 * Deletes the entities that a query finds; only their keys are read. An entity that
	 * another writer changes after its key was read is deleted too, whatever its version:
	 * where this matters, find the entities and delete each with its version.
	 * @return how many were there
	 */
	long delete(TableQuery query);

	/**
	 * Describes as text how a query is executed: access path, keys, filters. No request.
	 */
	String explain(TableQuery query);

	/**
	 * Returns the plan of a query without its values; the values may be placeholders.
	 * @throws io.azuretables.plan.UnsupportedQueryException if the query cannot, or may
	 * not, be answered
	 */
	QueryOutline outline(TableQuery query);

	/**
	 * Returns the name of the table that is read, as the service knows it.
	 */
	String table();

}
