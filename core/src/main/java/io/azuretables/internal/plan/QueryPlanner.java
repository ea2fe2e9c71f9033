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

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.BiPredicate;
import java.util.stream.Stream;

import io.azuretables.internal.condition.Alternatives;
import io.azuretables.internal.condition.Condition;
import io.azuretables.internal.condition.ConditionTree;
import io.azuretables.internal.model.EntityModel;
import io.azuretables.internal.model.EntityModel.Discriminator;
import io.azuretables.internal.model.IndexMapping;
import io.azuretables.internal.model.KeyMapping;
import io.azuretables.internal.model.LeafProperty;
import io.azuretables.mapping.TablePersistentEntity;
import io.azuretables.plan.AccessPath;
import io.azuretables.plan.RejectedScanException;
import io.azuretables.plan.RowOrder;
import io.azuretables.plan.SparseIndex;
import io.azuretables.plan.UnsupportedQueryException;
import io.azuretables.query.TableQuery;
import io.azuretables.query.TableQuery.Permission;
import org.jspecify.annotations.Nullable;

import org.springframework.data.domain.Sort;

/**
 * Plans queries: chooses among the entity's own key and its indexes the access path that
 * reads least. It refuses queries that would read more than is allowed.
 * <p>
 * The answer never depends on the way: whatever is chosen, it is what reading everything,
 * filtering and sorting would give.
 *
 * @since 0.1
 */
public final class QueryPlanner {

	private final BiPredicate<EntityModel, IndexMapping> readable;

	private final boolean ordered;

	public QueryPlanner() {
		this((model, index) -> true);
	}

	/**
	 * A planner that uses only some of the indexes.
	 * @param readable says which; it is asked for each query, and may change its mind
	 */
	public QueryPlanner(BiPredicate<EntityModel, IndexMapping> readable) {
		this(readable, true);
	}

	/**
	 * A planner for a service that may return rows in no order.
	 * @param readable says which indexes are used
	 * @param ordered whether rows come in the order of their keys
	 */
	public QueryPlanner(BiPredicate<EntityModel, IndexMapping> readable, boolean ordered) {
		this.readable = readable;
		this.ordered = ordered;
	}

	/**
	 * Decides what can be decided without the values of the query, which may be
	 * placeholders. A query that insists on an index goes through that, whether or not
	 * another path is better.
	 * @throws UnsupportedQueryException if the query cannot, or may not, be answered
	 */
	public BindableOutline outline(TablePersistentEntity<?> entity, TableQuery query) {
		ResolvedQuery resolved = ResolvedQuery.of(entity, Alternatives.asConditions(query));
		EntityModel model = EntityModel.of(entity);
		List<IndexMapping> candidates = model.indexes()
			.stream()
			.filter((index) -> this.readable.test(model, index))
			.toList();
		Choice choice = choose(resolved, candidates);
		String index = query.index();
		if (index != null) {
			choice = through(index, resolved, candidates, instead(choice.best(), query));
		}
		new Rejections(resolved, choice).check();
		return new BindableOutline(query, resolved, choice);
	}

	/**
	 * The query for entities of which some properties are selected. They have all
	 * properties of their keys, also those that cannot be read from the text of the key.
	 */
	public TableQuery withKeys(TablePersistentEntity<?> entity, TableQuery query) {
		Set<String> selected = query.select();
		if (selected == null) {
			return query;
		}
		KeyMapping keys = EntityModel.of(entity).keys();
		Set<String> names = new LinkedHashSet<>(selected);
		keys.leaves().stream().filter((leaf) -> !keys.givesBack(leaf)).forEach((leaf) -> names.add(leaf.name()));
		return query.select(names);
	}

	private Choice choose(ResolvedQuery resolved, List<IndexMapping> candidates) {
		EntityModel model = resolved.model();
		List<Assessment> assessments = new ArrayList<>();
		List<Assessment> incomplete = new ArrayList<>();
		assessments.add(assess(resolved, Route.through(model, null, resolved.conditions())));
		for (IndexMapping index : candidates) {
			Route route = Route.through(model, index, resolved.conditions());
			if (isOfUse(resolved, route)) {
				boolean complete = route.absent(model, resolved.conditions()).isEmpty();
				(complete ? assessments : incomplete).add(assess(resolved, route));
			}
		}
		Comparator<Assessment> preference = preference(resolved.query());
		Assessment best = assessments.stream().min(preference).orElseThrow();
		List<SparseIndex> unused = incomplete.stream()
			.filter((assessment) -> preference.compare(assessment, best) < 0)
			.map((assessment) -> assessment.route().sparse(model, resolved.conditions()))
			.toList();
		return new Choice(best, unused, candidates, this.readable, this.ordered, "");
	}

	/**
	 * The path through the index that a query insists on.
	 */
	private Choice through(String name, ResolvedQuery resolved, List<IndexMapping> candidates, String instead) {
		EntityModel model = resolved.model();
		String type = resolved.entity().getType().getSimpleName();
		IndexMapping index = model.indexes()
			.stream()
			.filter((one) -> one.name().equals(name))
			.findFirst()
			.orElseThrow(() -> new UnsupportedQueryException(type + " has no index '" + name + "'; it has "
					+ model.indexes().stream().map(IndexMapping::name).toList() + instead));
		String insists = "A query for " + type + " insists on the index '" + name + "', and ";
		if (!candidates.contains(index)) {
			throw new UnsupportedQueryException(insists + "the index is not readable. Complete its backfill, and let "
					+ "this process read the states of indexes again" + instead);
		}
		Route route = Route.through(model, index, resolved.conditions());
		if (!route.absent(model, resolved.conditions()).isEmpty()) {
			throw new UnsupportedQueryException(insists + route.sparse(model, resolved.conditions()) + instead);
		}
		if (!isOfUse(resolved, route) && route.path() != AccessPath.TABLE_SCAN
				&& !resolved.query().permits(Permission.SCAN)) {
			throw new RejectedScanException(route.path(),
					insists + "neither a condition nor the order bounds its row key \""
							+ index.keys().row().toString().stripTrailing()
							+ "\", so that all of it would be read. Ask for the first part of that key, or "
							+ Rejections.ALLOW_SCAN + instead);
		}
		return new Choice(assess(resolved, route), List.of(), candidates, this.readable, this.ordered, instead);
	}

	/**
	 * What would answer a query that insists on an index, if it did not.
	 */
	private static String instead(Assessment best, TableQuery query) {
		IndexMapping index = best.route().index();
		return !best.isPermitted(query) ? "" : ". Without usingIndex, "
				+ ((index != null) ? "the index '" + index.name() + "'" : "the entity's own key") + " answers it";
	}

	/**
	 * Plans a query.
	 * @throws UnsupportedQueryException if the query cannot, or may not, be answered
	 */
	public QueryPlan plan(TablePersistentEntity<?> entity, TableQuery query) {
		return outline(entity, query).bind();
	}

	/**
	 * Whether an index finds fewer rows than the entity's own partitions have, or sorts
	 * them. To read one in other partitions from end to end is a scan, whatever its
	 * partition key, and each entity costs a request besides.
	 */
	private boolean isOfUse(ResolvedQuery query, Route route) {
		Sort sort = query.query().sort();
		return !isFar(route) || route.row().isBound()
				|| (route.partition().isBound() && !route.partition().isEverything())
				|| (this.ordered && sort.isSorted() && route.orderFor(sort, query.conditions()) != null);
	}

	private Assessment assess(ResolvedQuery query, Route route) {
		List<ConditionTree> service = new ArrayList<>();
		List<ConditionTree> client = new ArrayList<>();
		List<ConditionTree> costly = new ArrayList<>();
		for (ConditionTree tree : query.all()) {
			if (tree instanceof Condition condition && route.implies(condition)) {
				continue;
			}
			boolean said = isSaidByService(query, route, tree);
			(said ? service : client).add(tree);
			boolean near = tree instanceof Condition condition && route.nearlyImplies(condition);
			if (!said && !near && !route.path().isPoint()) {
				costly.add(tree);
			}
		}
		Discriminator types = query.model().discriminator();
		if (types != null && types.isVersioned()) {
			// the service lets rows of other versions pass
			client.addAll(service);
		}
		return assessed(query, route, service, client, costly);
	}

	private Assessment assessed(ResolvedQuery query, Route route, List<ConditionTree> service,
			List<ConditionTree> client, List<ConditionTree> costly) {
		boolean ordered = query.query().sort().isUnsorted() || (this.ordered && query.isOrderedByTables());
		RowOrder order = ordered ? route.orderFor(query.query().sort(), query.conditions()) : null;
		Set<LeafProperty> needed = needed(query, client, order == null);
		boolean fetches = route.fetches(needed) || (isFar(route) && isVersioned(query))
				|| (upgrades(query, needed) && route.index() != null && !route.index().isFullCopy());
		if (fetches) {
			needed.addAll(needed(query, service, false));
			needed.addAll(route.leaves());
		}
		return new Assessment(route, order, service, client, costly,
				upgrades(query, needed) ? null : columns(query, needed), fetches);
	}

	/**
	 * Whether whole rows are read, because those of older versions may have what is
	 * needed in other columns.
	 */
	private static boolean upgrades(ResolvedQuery query, Set<LeafProperty> needed) {
		Discriminator types = query.model().discriminator();
		return types != null && types.hasUpgrades() && !needed.isEmpty();
	}

	private static @Nullable List<String> columns(ResolvedQuery query, Set<LeafProperty> needed) {
		if (query.selected() == null) {
			return null;
		}
		Set<String> columns = new LinkedHashSet<>();
		needed.stream().filter(LeafProperty::isStored).forEach((leaf) -> columns.add(leaf.column()));
		Discriminator discriminator = query.model().discriminator();
		if (discriminator != null) {
			columns.add(discriminator.column());
		}
		return List.copyOf(columns);
	}

	private static boolean isFar(Route route) {
		return route.index() != null && !route.index().isIntraPartition();
	}

	/**
	 * Whether entities with a version are read, which a row elsewhere cannot give.
	 */
	private static boolean isVersioned(ResolvedQuery query) {
		return query.selected() == null && query.entity().hasVersionProperty();
	}

	private static boolean isSaidByService(ResolvedQuery query, Route route, ConditionTree tree) {
		Discriminator types = query.model().discriminator();
		return !route.path().isPoint() && (types == null || !types.isByKey())
				&& tree.conditions().allMatch((condition) -> condition.isSaidByService(route.columns()));
	}

	private static Set<LeafProperty> needed(ResolvedQuery query, List<ConditionTree> client, boolean sorts) {
		Set<LeafProperty> selected = query.selected();
		Set<LeafProperty> needed = new LinkedHashSet<>((selected != null) ? selected : query.model().leaves().values());
		client.forEach((tree) -> tree.conditions().forEach((condition) -> needed.add(condition.leaf())));
		if (sorts) {
			query.query().sort().forEach((order) -> needed.add(query.leaf(order.getProperty())));
		}
		return needed;
	}

	/**
	 * What is permitted comes first. What is not will be rejected: there the path that is
	 * the nearest to an answer gives the reason.
	 */
	private static Comparator<Assessment> preference(TableQuery query) {
		Comparator<Assessment> permitted = Comparator.comparing((assessment) -> !assessment.isPermitted(query));
		return permitted.thenComparing((assessment) -> assessment.route().path())
			.thenComparing((assessment) -> !assessment.sorts())
			.thenComparing((assessment) -> assessment.costly().size())
			.thenComparing((assessment) -> assessment.fetches())
			.thenComparing((assessment) -> -assessment.route().row().bindings().size())
			.thenComparing((assessment) -> assessment.route().row().ranges().isEmpty());
	}

	/**
	 * What one way would cost, and who checks what on it.
	 *
	 * @param route the way
	 * @param order the order that agrees with the sort, or {@code null} where none does
	 * @param service the conditions that the service checks besides the key range
	 * @param client the conditions that are checked on the client
	 * @param costly those of them that would be checked on many rows
	 * @param columns the columns to read of the entity, or {@code null} for all
	 * @param fetches whether entities are fetched by their own keys
	 */
	record Assessment(Route route, @Nullable RowOrder order, List<ConditionTree> service, List<ConditionTree> client,
			List<ConditionTree> costly, @Nullable List<String> columns, boolean fetches) {

		/**
		 * Whether the answer comes sorted, or is so small that sorting it is nothing.
		 */
		boolean sorts() {
			return this.order != null || this.route.path().isPoint();
		}

		boolean scans() {
			return this.route.path() == AccessPath.TABLE_SCAN || !this.costly.isEmpty();
		}

		boolean isPermitted(TableQuery query) {
			return (!scans() || query.permits(Permission.SCAN)) && (sorts() || query.permits(Permission.SORT));
		}

		/**
		 * The conditions that are checked on the client in the end: all of them on an
		 * entity that is fetched, since it may have changed after its index row was read.
		 */
		List<ConditionTree> checked() {
			return this.fetches ? Stream.concat(this.client.stream(), this.service.stream()).toList() : this.client;
		}

	}

	/**
	 * The path that was chosen, and from what.
	 *
	 * @param best what it costs
	 * @param unused the indexes that would answer better, and leave entities out
	 * @param candidates the indexes that queries could use
	 * @param readable which they can use now
	 * @param ordered whether rows come in the order of their keys
	 * @param instead what would answer a query that insists on an index, if it did not
	 */
	record Choice(Assessment best, List<SparseIndex> unused, List<IndexMapping> candidates,
			BiPredicate<EntityModel, IndexMapping> readable, boolean ordered, String instead) {

		/**
		 * Whether there is no more and no less to choose from than there was.
		 */
		boolean isValid(EntityModel model) {
			for (IndexMapping one : model.indexes()) {
				if (this.readable.test(model, one) != this.candidates.contains(one)) {
					return false;
				}
			}
			return true;
		}

	}

}
