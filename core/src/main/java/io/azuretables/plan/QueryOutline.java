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
import java.util.Objects;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;

import io.azuretables.convert.FilteringRowReader.RowInspection;
import io.azuretables.convert.UnstorableValueException;
import io.azuretables.mapping.IndexMapping;
import io.azuretables.mapping.LeafProperty;
import io.azuretables.mapping.TablePersistentEntity;
import io.azuretables.plan.QueryPlanner.Assessment;
import io.azuretables.query.Criteria;
import io.azuretables.plan.QueryPlan.Nothing;
import io.azuretables.query.TableQuery;
import org.jspecify.annotations.Nullable;

/**
 * What is decided about a query without its values. The path, the index, who checks which
 * condition, and who sorts.
 *
 * @since 0.1
 */
public final class QueryOutline {

	private final TableQuery query;

	private final Decision decision;

	/**
	 * Among which indexes it was chosen.
	 */
	private final Selection chosen;

	private final RowOrder order;

	/**
	 * An outline.
	 * @param query what is asked
	 * @param resolved what that means
	 * @param best the way that was chosen
	 * @param chosen among which indexes it was chosen
	 */
	QueryOutline(TableQuery query, ResolvedQuery resolved, Assessment best, Selection chosen) {
		this(query, Decision.of(resolved, best, chosen.index()), chosen, order(best));
	}

	private static RowOrder order(Assessment best) {
		return Objects.requireNonNullElse(best.order(), RowOrder.MEMORY);
	}

	private QueryOutline(TableQuery query, Decision decision, Selection chosen, RowOrder order) {
		this.query = query;
		this.decision = decision;
		this.chosen = chosen;
		this.order = order;
	}

	/**
	 * The same for a query that asks for the same with other values.
	 * @return the outline, or {@code null} if anything would have to be decided anew
	 */
	public @Nullable QueryOutline with(TableQuery other) {
		return (this.chosen.isValid() && this.query.isAlike(other))
				? new QueryOutline(other, this.decision, this.chosen, this.order) : null;
	}

	/**
	 * The plan of the query.
	 */
	public QueryPlan bind() {
		try {
			return this.decision.binder().bind(this);
		}
		catch (UnstorableValueException ex) {
			return bindStorable(ex);
		}
	}

	/**
	 * The plan of a query with values that no row can hold, which asks for the same
	 * without them.
	 */
	private QueryPlan bindStorable(UnstorableValueException cause) {
		TableQuery storable = new StorableValues(resolved(), cause).in(this.query);
		if (storable.criteria().equals(Criteria.NONE)) {
			return new Nothing(this);
		}
		QueryOutline outline = new QueryPlanner(this.chosen.readable()).outline(entity(), storable);
		return outline.decision.binder().bind(outline);
	}

	/**
	 * Checks that keys can hold the values that stand in the query itself: in a declared
	 * query, one that they cannot hold is a mistake. A query that is built by hand finds
	 * nothing by it.
	 * @throws io.azuretables.key.InvalidKeyException naming the property, and why they
	 * cannot
	 */
	public void checkLiterals() {
		this.decision.binder().checkLiterals();
	}

	/**
	 * The most requests that it takes to read what the query finds.
	 */
	public RequestBound requestBound() {
		return this.decision.binder().requestBound(this);
	}

	public TablePersistentEntity<?> entity() {
		return resolved().entity();
	}

	public TableQuery query() {
		return this.query;
	}

	public AccessPath path() {
		return this.decision.path();
	}

	/**
	 * The index that answers, if it is not the entity's own key.
	 */
	public Optional<IndexMapping> index() {
		return Optional.ofNullable(this.chosen.index());
	}

	/**
	 * The indexes that would answer better if they left no entity out.
	 */
	public List<SparseIndex> unusedIndexes() {
		return this.chosen.unused();
	}

	public RowOrder order() {
		return this.order;
	}

	/**
	 * Whether the rows found give the keys of the entities only, which are then fetched
	 * one by one.
	 */
	public boolean fetchesEntities() {
		return division().fetches();
	}

	/**
	 * Whether an entity that is fetched may differ from what was found, so that it
	 * decides for itself: by the key that it has in the index now, and by all conditions.
	 */
	public boolean verifiesEntities() {
		return verifies(division(), this.chosen.index());
	}

	private static boolean verifies(Division division, @Nullable IndexMapping index) {
		return division.fetches() && index != null && !index.isIntraPartition();
	}

	/**
	 * Whether several rows that are found may stand for one entity.
	 */
	public boolean repeatsEntities() {
		return this.decision.open();
	}

	/**
	 * The conditions that are checked on the client.
	 */
	List<Criteria> checked() {
		return this.decision.checked();
	}

	/**
	 * What must be looked at of each row that is read.
	 * @param residual the condition that is checked on the client
	 */
	public RowInspection watch(Criteria residual) {
		return this.decision.watch().with(residual::matches);
	}

	/**
	 * One line for a person: properties and operators, no values.
	 */
	public String explain() {
		return new OutlineExplanation(this).text();
	}

	/**
	 * The same line whatever the limit: what must be equal for an answer to be read on
	 * from where another one ended.
	 */
	public String identity() {
		return new OutlineExplanation(this).identity();
	}

	/**
	 * The templates of both keys, and the conditions that bound them; no values.
	 */
	public String keys() {
		return new OutlineExplanation(this).keys();
	}

	/**
	 * What the service checks of the rows besides their keys; no values, and empty for
	 * nothing.
	 */
	public String filter() {
		return new OutlineExplanation(this).filter();
	}

	/**
	 * What is checked of the rows on the client; no values, and empty for nothing.
	 */
	public String clientFilter() {
		return new OutlineExplanation(this).clientFilter();
	}

	/**
	 * Whether an answer can be read in parts: rows come in the order that is wanted, or
	 * are so few that they may fit into one part.
	 */
	public boolean hasPositions() {
		return order() == RowOrder.KEY || path().isPoint();
	}

	/**
	 * Whether rows that are read one after the other come in the order that is wanted:
	 * ranges in the order of keys, and keys that are known before, which are sorted
	 * before they are read.
	 */
	public boolean isReadInOrder() {
		return order() == RowOrder.KEY || (order() == RowOrder.ROW_KEY && path().isPoint());
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
		IndexMapping index = this.chosen.index();
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
		return new QueryOutline(this.query, this.decision, this.chosen, newOrder);
	}

	ResolvedQuery resolved() {
		return this.decision.resolved();
	}

	Route route() {
		return this.decision.route();
	}

	Division division() {
		return this.decision.division();
	}

	/**
	 * Who checks what.
	 *
	 * @param service the conditions that the service checks besides the key range
	 * @param client the conditions that are checked on the client
	 * @param columns the columns to read of the entity, or {@code null} for all
	 * @param fetches whether entities are fetched by their own keys
	 */
	record Division(List<Criteria> service, List<Criteria> client, @Nullable List<String> columns, boolean fetches) {

		List<Criteria> all() {
			return Stream.concat(this.client.stream(), this.service.stream()).toList();
		}

	}

	/**
	 * What was decided, for all values.
	 *
	 * @param resolved what the query means
	 * @param route the way
	 * @param division who checks what
	 * @param checked the conditions that are checked on the client
	 * @param watch what is looked at of each row to check and sort
	 * @param binder puts in values
	 * @param path the path of the way
	 * @param open whether several rows may stand for one entity
	 */
	private record Decision(ResolvedQuery resolved, Route route, Division division, List<Criteria> checked,
			RowInspection watch, QueryBinder binder, AccessPath path, boolean open) {

		static Decision of(ResolvedQuery resolved, Assessment best, @Nullable IndexMapping index) {
			Route route = best.route();
			Division division = best.division();
			List<Criteria> checked = verifies(division, index) ? division.all() : division.client();
			List<LeafProperty> sort = (order(best) == RowOrder.MEMORY)
					? resolved.query().sort().stream().map((one) -> resolved.leaf(one.getProperty())).toList()
					: List.of();
			return new Decision(resolved, route, division, checked, watch(resolved, checked, sort),
					new QueryBinder(resolved, route, division.service(), checked), route.path(), route.isOpen());
		}

		private static RowInspection watch(ResolvedQuery resolved, List<Criteria> checked, List<LeafProperty> sort) {
			List<LeafProperty> leaves = new ArrayList<>();
			checked.forEach(
					(criteria) -> resolved.conditionsIn(criteria).forEach((condition) -> leaves.add(condition.leaf())));
			return RowInspection.of(leaves, sort, resolved.model());
		}

	}

	/**
	 * What was chosen, and from what.
	 *
	 * @param index the index that answers, or {@code null} for the entity's own key
	 * @param declared all indexes
	 * @param usable those that queries could use
	 * @param readable which they can use now
	 * @param unused the indexes that would answer better, and leave entities out
	 */
	record Selection(@Nullable IndexMapping index, List<IndexMapping> declared, List<IndexMapping> usable,
			Predicate<IndexMapping> readable, List<SparseIndex> unused) {

		/**
		 * Whether there is no more and no less to choose from than there was.
		 */
		boolean isValid() {
			for (IndexMapping one : this.declared) {
				if (this.readable.test(one) != this.usable.contains(one)) {
					return false;
				}
			}
			return true;
		}

	}

}
