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

package io.azuretables.plan;

import java.util.List;
import java.util.Optional;

import io.azuretables.mapping.TablePersistentEntity;
import io.azuretables.query.TableQuery;

/**
 * The plan of a query whose parameter values are not known yet: access path, index,
 * filters and order. It also says whether service or client checks each condition and
 * sorts.
 *
 * @since 0.1
 */
public interface QueryOutline {

	/**
	 * What the query asks for.
	 */
	TablePersistentEntity<?> entity();

	/**
	 * The query.
	 */
	TableQuery query();

	/**
	 * How rows are found.
	 */
	AccessPath path();

	/**
	 * The name of the index that answers, if it is not the entity's own key.
	 */
	Optional<String> indexName();

	/**
	 * The indexes that would answer better if they left no entity out.
	 */
	List<SparseIndex> unusedIndexes();

	/**
	 * How entities come into the order that is wanted.
	 */
	RowOrder order();

	/**
	 * Checks that keys can hold the values that stand in the query itself: in a declared
	 * query, one that they cannot hold is a mistake. A query that is built by hand finds
	 * nothing by it.
	 * @throws io.azuretables.key.InvalidKeyException naming the property, and why they
	 * cannot
	 */
	void checkLiterals();

	/**
	 * The most requests that it takes to read what the query finds.
	 */
	RequestBound requestBound();

	/**
	 * Whether the rows found give the keys of the entities only, which are then fetched
	 * one by one. A fetched entity is left out if it has another key in the index by
	 * then, or does not meet all conditions any more.
	 */
	boolean fetchesEntities();

	/**
	 * Whether several rows that are found may stand for one entity.
	 */
	boolean repeatsEntities();

	/**
	 * Whether a row that is found is a list of entities, in the middle of which there is
	 * no position.
	 */
	boolean findsLists();

	/**
	 * Whether an answer can be read in parts: rows come in the order that is wanted, or
	 * are so few that they may fit into one part.
	 */
	boolean hasPositions();

	/**
	 * One line for a person: properties and operators, no values.
	 */
	String explain();

	/**
	 * The templates of both keys, and the conditions that bound them; no values.
	 */
	String keys();

	/**
	 * What the service checks of the rows besides their keys; no values, and empty for
	 * nothing.
	 */
	String filter();

	/**
	 * What is checked of the rows on the client; no values, and empty for nothing.
	 */
	String clientFilter();

}
