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

package io.azuretables.internal.plan;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

import io.azuretables.internal.condition.Condition;
import io.azuretables.internal.condition.ConditionTree;
import io.azuretables.internal.condition.TimeBounds;
import io.azuretables.internal.convert.RowInspection;
import io.azuretables.internal.model.IndexMapping;
import io.azuretables.internal.model.LeafProperty;
import io.azuretables.internal.model.RollingMapping;
import io.azuretables.internal.plan.QueryPlan.Nothing;
import io.azuretables.internal.plan.QueryPlan.Points;
import io.azuretables.internal.plan.QueryPlan.RangeRequest;
import io.azuretables.internal.plan.QueryPlan.Ranges;
import io.azuretables.internal.plan.QueryPlan.Reading;
import io.azuretables.internal.plan.QueryPlanner.Assessment;
import io.azuretables.internal.plan.QueryPlanner.Choice;
import io.azuretables.key.KeyRange;
import io.azuretables.key.TableKey;
import io.azuretables.mapping.TablePersistentEntity;
import io.azuretables.plan.AccessPath;
import io.azuretables.plan.QueryOutline;
import io.azuretables.plan.RequestBound;
import io.azuretables.plan.RowOrder;
import io.azuretables.plan.SparseIndex;
import io.azuretables.query.Criteria;
import io.azuretables.query.TableQuery;
import io.azuretables.row.UnstorableValueException;
import org.jspecify.annotations.Nullable;

/**
 * The plan of a query whose parameter values are not known yet; with values, it becomes a
 * {@link QueryPlan}.
 *
 * @since 0.1
 */
public final class BindableOutline implements QueryOutline {

	private final TableQuery query;

	private final ResolvedQuery resolved;

	private final Choice choice;

	private final RowOrder order;

	private final AccessPath path;

	/**
	 * What is looked at of each row to check and sort.
	 */
	private final RowInspection inspection;

	private final QueryBinder binder;

	/**
	 * An outline.
	 * @param query what is asked
	 * @param resolved what that means
	 * @param choice the way that was chosen
	 */
	BindableOutline(TableQuery query, ResolvedQuery resolved, Choice choice) {
		Assessment way = choice.best();
		this.query = query;
		this.resolved = resolved;
		this.choice = choice;
		this.order = Objects.requireNonNullElse(way.order(), RowOrder.MEMORY);
		this.path = way.route().path();
		this.inspection = inspection(resolved, way, this.order);
		this.binder = new QueryBinder(resolved, way.route(), way.service(), way.checked());
	}

	private BindableOutline(BindableOutline same, TableQuery query, RowOrder order) {
		this.query = query;
		this.resolved = same.resolved;
		this.choice = same.choice;
		this.order = order;
		this.path = same.path;
		this.inspection = same.inspection;
		this.binder = same.binder;
	}

	private static RowInspection inspection(ResolvedQuery resolved, Assessment way, RowOrder order) {
		List<LeafProperty> checked = way.checked()
			.stream()
			.flatMap(ConditionTree::conditions)
			.map(Condition::leaf)
			.toList();
		List<LeafProperty> sort = (order == RowOrder.MEMORY)
				? resolved.query().sort().stream().map((one) -> resolved.leaf(one.getProperty())).toList() : List.of();
		return RowInspection.of(checked, sort, resolved.model());
	}

	/**
	 * The same for a query that asks for the same with other values.
	 * @return the outline, or {@code null} if anything would have to be decided anew
	 */
	public @Nullable BindableOutline with(TableQuery other) {
		return (this.choice.isValid(this.resolved.model()) && this.query.isAlike(other))
				? new BindableOutline(this, other, this.order) : null;
	}

	/**
	 * The plan of the query.
	 */
	public QueryPlan bind() {
		return bind(KeyRange.all());
	}

	/**
	 * The plan for a part of what the query finds.
	 * @param within the partition keys of the rows that are read: those of the index, if
	 * one is used
	 */
	public QueryPlan bind(KeyRange within) {
		try {
			return bindValues(within);
		}
		catch (UnstorableValueException ex) {
			return bindStorable(ex, within);
		}
	}

	/**
	 * The plan of a query with values that no row can hold, which asks for the same
	 * without them.
	 */
	private QueryPlan bindStorable(UnstorableValueException cause, KeyRange within) {
		TableQuery storable = new StorableValues(this.resolved, cause).in(this.query);
		if (storable.criteria().equals(Criteria.NONE)) {
			return new Nothing(this);
		}
		return new QueryPlanner(this.choice.readable(), this.choice.ordered()).outline(entity(), storable)
			.bindValues(within);
	}

	private QueryPlan bindValues(KeyRange within) {
		Reading reading = new Reading(way().columns(), this.binder.residual(this.query), this.query.limit());
		if (reading.excludesAll()) {
			return new Nothing(this);
		}
		if (this.path.isPoint()) {
			List<TableKey> keys = this.binder.keys(this.query, this.order, within);
			return keys.isEmpty() ? new Nothing(this) : new Points(this, keys, reading);
		}
		List<RangeRequest> ranges = this.binder.ranges(this.query, within);
		return ranges.isEmpty() ? new Nothing(this) : new Ranges(merging(ranges), ranges, reading);
	}

	/**
	 * The outline where several requests read the same keys: one after the other, they
	 * would not give the order of keys.
	 */
	private BindableOutline merging(List<RangeRequest> ranges) {
		boolean divided = ranges.size() > 1 && ranges.get(0).hasKeysOf(ranges.get(1));
		if (!divided || this.order != RowOrder.KEY || this.query.sort().isUnsorted()) {
			return this;
		}
		return new BindableOutline(this, this.query, RowOrder.ROW_KEY);
	}

	/**
	 * The order in which rows of several requests are merged: that of row keys whatever
	 * their partitions, or that of both keys where the same keys are read several times.
	 */
	public Comparator<TableKey> mergeOrder() {
		return (way().order() == RowOrder.KEY) ? Comparator.naturalOrder() : Comparator.comparing(TableKey::rowKey);
	}

	@Override
	public void checkLiterals() {
		this.binder.checkLiterals();
	}

	@Override
	public RequestBound requestBound() {
		return this.binder.requestBound(this.query, (fetchesEntities() ? 1 : 0) + parts());
	}

	/**
	 * How many rows of an entity are read besides its main row.
	 */
	int parts() {
		return this.resolved.model().parts().read(way().columns()).size();
	}

	@Override
	public TablePersistentEntity<?> entity() {
		return this.resolved.entity();
	}

	@Override
	public TableQuery query() {
		return this.query;
	}

	@Override
	public AccessPath path() {
		return this.path;
	}

	/**
	 * The index that answers, if it is not the entity's own key.
	 */
	public Optional<IndexMapping> index() {
		return Optional.ofNullable(way().route().index());
	}

	@Override
	public Optional<String> indexName() {
		return index().map(IndexMapping::name);
	}

	@Override
	public List<SparseIndex> unusedIndexes() {
		return this.choice.unused();
	}

	@Override
	public RowOrder order() {
		return this.order;
	}

	@Override
	public boolean fetchesEntities() {
		return way().fetches();
	}

	@Override
	public boolean repeatsEntities() {
		return way().route().isOpen();
	}

	@Override
	public boolean findsLists() {
		return way().route().isList();
	}

	/**
	 * What must be looked at of each row that is read.
	 * @param residual the condition that is checked on the client
	 */
	public RowInspection watch(Criteria residual) {
		return this.inspection.with(residual::matches);
	}

	@Override
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

	@Override
	public String keys() {
		return new OutlineExplanation(this).keys();
	}

	@Override
	public String filter() {
		return new OutlineExplanation(this).filter();
	}

	@Override
	public String clientFilter() {
		return new OutlineExplanation(this).clientFilter();
	}

	@Override
	public boolean hasPositions() {
		boolean acrossTables = order() == RowOrder.MEMORY && !resolved().isOrderedByTables();
		return !acrossTables && !findsLists() && (order() == RowOrder.KEY || path().isPoint());
	}

	/**
	 * Whether tables that are read one after the other keep the order of the answer, if
	 * the entities are divided among several.
	 */
	public boolean isOrderedByTables() {
		return resolved().isOrderedByTables();
	}

	/**
	 * The periods whose tables are read, by their beginnings, in the order in which they
	 * are to be read.
	 * @param rolling how the entities are divided among tables
	 * @param now the present time
	 */
	public List<Instant> periods(RollingMapping rolling, Instant now) {
		TimeBounds bounds = TimeBounds.of(this.query, rolling);
		List<Instant> periods = new ArrayList<>(rolling.periods(bounds.from(), bounds.to(), now));
		if (isNewestFirst(rolling)) {
			Collections.reverse(periods);
		}
		return periods;
	}

	/**
	 * Whether the table of the latest period is read first: as the sort says, and without
	 * a sort as the row keys of the path do.
	 */
	public boolean isNewestFirst(RollingMapping rolling) {
		return this.query.sort().isSorted() ? this.query.sort().iterator().next().isDescending()
				: way().route().isDescending(rolling.time());
	}

	/**
	 * Whether rows that are read one after the other come in the order that is wanted:
	 * ranges in the order of keys, and keys that are known before, which are sorted
	 * before they are read.
	 */
	public boolean isReadInOrder() {
		return !findsLists() && (order() == RowOrder.KEY || (order() == RowOrder.ROW_KEY && path().isPoint()));
	}

	@Override
	public String toString() {
		return explain();
	}

	/**
	 * The columns to read of the rows that are found; {@code null} for all. Of index rows
	 * whose entities are fetched, it is the key of the entity; a list takes as many
	 * columns as it needs.
	 */
	@Nullable List<String> rowSelect(@Nullable List<String> selected) {
		List<String> select = fetchesEntities() ? List.of() : selected;
		IndexMapping index = way().route().index();
		if (select == null || index == null) {
			return select;
		}
		if (index.isList()) {
			return null;
		}
		List<String> columns = new ArrayList<>(select);
		columns.add(IndexMapping.ENTITY_ROW_KEY);
		if (!index.isIntraPartition()) {
			columns.add(IndexMapping.ENTITY_PARTITION_KEY);
		}
		return columns;
	}

	ResolvedQuery resolved() {
		return this.resolved;
	}

	/**
	 * The way that was chosen.
	 */
	Assessment way() {
		return this.choice.best();
	}

}
