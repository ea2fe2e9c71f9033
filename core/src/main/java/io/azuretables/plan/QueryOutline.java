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

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

import io.azuretables.convert.FindingReader.Watch;
import io.azuretables.mapping.IndexMapping;
import io.azuretables.mapping.LeafProperty;
import io.azuretables.mapping.TablePersistentEntity;
import io.azuretables.query.Criteria;
import io.azuretables.query.TableQuery;
import org.jspecify.annotations.Nullable;

/**
 * What is decided about a query before its values count? The path, the index, who checks
 * which condition, and who sorts.
 *
 * @since 0.1
 */
public final class QueryOutline {

	private final ResolvedQuery query;

	private final Route route;

	private final Division division;

	private final RowOrder order;

	QueryOutline(ResolvedQuery query, Route route, Division division, RowOrder order) {
		this.query = query;
		this.route = route;
		this.division = division;
		this.order = order;
	}

	public TablePersistentEntity<?> entity() {
		return this.query.entity();
	}

	public TableQuery query() {
		return this.query.query();
	}

	public AccessPath path() {
		return this.route.path();
	}

	/**
	 * The index that answers, if it is not the entity's own key.
	 */
	public Optional<IndexMapping> index() {
		return Optional.ofNullable(this.route.index());
	}

	public RowOrder order() {
		return this.order;
	}

	/**
	 * Whether the rows found give the keys of the entities only, which are then fetched
	 * one by one.
	 */
	public boolean fetchesEntities() {
		return this.division.fetches();
	}

	/**
	 * Whether an entity that is fetched may differ from what was found, so that it
	 * decides for itself: by the key that it has in the index now, and by all conditions.
	 */
	public boolean verifiesEntities() {
		return fetchesEntities() && index().filter((index) -> !index.isIntraPartition()).isPresent();
	}

	/**
	 * Whether several rows that are found may stand for one entity.
	 */
	public boolean repeatsEntities() {
		return this.route.isOpen();
	}

	/**
	 * The conditions that are checked on the client.
	 */
	List<Criteria> checked() {
		return verifiesEntities() ? this.division.all() : this.division.client();
	}

	/**
	 * What must be looked at of each row that is read.
	 * @param residual the condition that is checked on the client
	 */
	public Watch watch(Criteria residual) {
		List<LeafProperty> leaves = new ArrayList<>();
		checked().forEach(
				(criteria) -> this.query.conditionsIn(criteria).forEach((condition) -> leaves.add(condition.leaf())));
		List<LeafProperty> sort = (this.order == RowOrder.MEMORY)
				? query().sort().stream().map((one) -> this.query.leaf(one.getProperty())).toList() : List.of();
		leaves.addAll(sort);
		return leaves.isEmpty() ? Watch.NOTHING : new Watch(leaves, residual::matches, sort);
	}

	/**
	 * One line for a person: properties and operators, no values.
	 */
	public String explain() {
		return new OutlineExplanation(this).text();
	}

	@Override
	public String toString() {
		return explain();
	}

	/**
	 * The columns to read of the rows that are found. Of index rows whose entities are
	 * fetched, it is the key of the entity.
	 */
	@Nullable List<String> rowSelect(@Nullable List<String> selected) {
		List<String> select = fetchesEntities() ? List.of() : selected;
		IndexMapping index = this.route.index();
		if (select == null || index == null) {
			return select;
		}
		List<String> columns = new ArrayList<>(select);
		columns.add(IndexMapping.ENTITY_ROW_KEY);
		if (!index.isIntraPartition()) {
			columns.add(IndexMapping.ENTITY_PARTITION_KEY);
		}
		return columns;
	}

	QueryOutline in(RowOrder newOrder) {
		return new QueryOutline(this.query, this.route, this.division, newOrder);
	}

	ResolvedQuery resolved() {
		return this.query;
	}

	Route route() {
		return this.route;
	}

	Division division() {
		return this.division;
	}

	/**
	 * Who checks what.
	 *
	 * @param service the conditions that the service checks besides the key range
	 * @param client the conditions that are checked on the client
	 * @param needed the properties that must be read
	 * @param fetches whether entities are fetched by their own keys
	 */
	record Division(List<Criteria> service, List<Criteria> client, Set<LeafProperty> needed, boolean fetches) {

		List<Criteria> all() {
			return Stream.concat(this.client.stream(), this.service.stream()).toList();
		}

	}

}
