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
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;

import io.azuretables.internal.key.KeyLayout;
import io.azuretables.internal.key.KeyPart;
import io.azuretables.internal.model.EntityModel;
import io.azuretables.internal.model.IndexMapping;
import io.azuretables.internal.model.KeyMapping;
import io.azuretables.internal.model.LeafProperty;
import io.azuretables.internal.plan.QueryPlan.RangeRequest;
import io.azuretables.key.KeyRange;
import io.azuretables.mapping.TablePersistentEntity;
import io.azuretables.plan.AccessPath;
import io.azuretables.plan.RequestBound;
import io.azuretables.plan.RowOrder;
import io.azuretables.plan.UnsupportedQueryException;
import io.azuretables.query.Criteria;
import io.azuretables.query.Criteria.Comparison;
import io.azuretables.query.Criteria.Leaf;
import io.azuretables.query.Operator;
import io.azuretables.query.TableQuery;
import io.azuretables.row.UnstorableValueException;
import org.jspecify.annotations.Nullable;

/**
 * Plans queries that read entities of several classes by one range of rows. It proves
 * from the key templates that the range holds what is asked for and no other rows of
 * these classes, and refuses classes whose rows are not adjacent.
 * <p>
 * Conditions name properties of the first class. Those of the others are found by their
 * places in the key templates, so that their names may differ.
 *
 * @since 0.1
 */
public final class RelatedPlanner {

	private final List<TablePersistentEntity<?>> classes;

	private final TablePersistentEntity<?> first;

	/**
	 * A planner for some classes.
	 * @throws UnsupportedQueryException if they can never be read together
	 */
	public RelatedPlanner(List<TablePersistentEntity<?>> classes) {
		this.classes = List.copyOf(classes);
		this.first = classes.get(0);
		for (TablePersistentEntity<?> entity : this.classes) {
			checkTable(entity);
		}
		for (int i = 0; i < this.classes.size(); i++) {
			for (int j = i + 1; j < this.classes.size(); j++) {
				checkClasses(this.classes.get(i), this.classes.get(j));
			}
		}
	}

	private void checkTable(TablePersistentEntity<?> entity) {
		if (EntityModel.of(entity).rolling() != null) {
			throw refused(RelatedPlan.name(entity) + " is divided among tables by @RollingTable; read each by a query");
		}
		if (!entity.tableName().equalsIgnoreCase(this.first.tableName())) {
			throw refused(RelatedPlan.name(this.first) + " is in the table '" + this.first.tableName() + "' and "
					+ RelatedPlan.name(entity) + " in '" + entity.tableName() + "'; give them the same @Table");
		}
		String difference = partitionDifference(entity);
		if (difference != null) {
			throw refused(difference);
		}
	}

	private void checkClasses(TablePersistentEntity<?> one, TablePersistentEntity<?> other) {
		if (one.getType().isAssignableFrom(other.getType()) || other.getType().isAssignableFrom(one.getType())) {
			throw refused("a row could be read as both; name the more general class only");
		}
	}

	/**
	 * How the partition keys of the first class and another one differ; {@code null} if
	 * equal values give equal keys.
	 */
	private @Nullable String partitionDifference(TablePersistentEntity<?> other) {
		KeyMapping own = EntityModel.of(this.first).keys();
		KeyMapping others = EntityModel.of(other).keys();
		int size = own.partition().size();
		boolean same = size == others.partition().size()
				&& own.partition().template().literals().equals(others.partition().template().literals())
				&& sameFormats(own.partition(), own.partitionLeaves(), others.partition(), others.partitionLeaves(),
						size);
		return same ? null : "their partition keys \"" + own.partition() + "\" and \"" + others.partition()
				+ "\" are not written alike; give both the same template, of properties of the same types";
	}

	private static boolean sameFormats(KeyLayout one, List<LeafProperty> ones, KeyLayout other,
			List<LeafProperty> others, int count) {
		for (int i = 0; i < count; i++) {
			if (!format(one.part(i)).equals(format(other.part(i)))
					|| ones.get(i).conversion().keyType() != others.get(i).conversion().keyType()) {
				return false;
			}
		}
		return true;
	}

	private static KeyPart format(KeyPart part) {
		return new KeyPart("", part.digits(), part.style(), part.buckets());
	}

	/**
	 * Plans a read.
	 * @param conditions a value for each part of the partition key, and for parts of the
	 * row key from the left
	 * @param known all mapped classes
	 * @throws UnsupportedQueryException if one range does not hold just these entities
	 */
	public RelatedPlan plan(Criteria conditions, Collection<? extends TablePersistentEntity<?>> known) {
		List<Kind> kinds = kinds(conditions);
		int parts = parts(kinds);
		List<RequestBound> separate = separate(kinds);
		List<RangeRequest> ranges = kinds.stream().map(Kind::range).filter(Objects::nonNull).toList();
		if (ranges.isEmpty()) {
			return new RelatedPlan(this.classes, AccessPath.ROW_RANGE, new KeyRange("", ""), null, List.of(), separate);
		}
		KeyRange partition = ranges.get(0).partitions();
		KeyRange rows = ranges.stream().map(RangeRequest::rows).reduce(RelatedPlanner::hull).orElseThrow();
		List<String> others = others(known, partition.from(), rows);
		checkOthers(others, kinds);
		return new RelatedPlan(this.classes, path(parts, rows), rows, QueryBinder.filter(partition, rows), others,
				separate);
	}

	/**
	 * Decides what can be decided without the values of the conditions, which may be
	 * placeholders.
	 * @return the outline of a query for the class that takes most requests; all classes
	 * together take no more
	 * @throws UnsupportedQueryException if one range never holds just these entities
	 */
	public BindableOutline outline(Criteria conditions, Collection<? extends TablePersistentEntity<?>> known) {
		List<Kind> kinds = kinds(conditions);
		if (parts(kinds) == 0) {
			KeyRange rows = kinds.stream().map(Kind::literalRange).reduce(RelatedPlanner::hull).orElseThrow();
			checkOthers(others(known, EntityModel.of(this.first).keys().partition().prefix(), rows), kinds);
		}
		Kind widest = kinds.stream().filter((kind) -> !kind.route().path().isPoint()).findFirst().orElse(kinds.get(0));
		return new QueryPlanner((model, index) -> false).outline(widest.entity(), widest.query().allowScan());
	}

	private List<Kind> kinds(Criteria conditions) {
		List<Kind> kinds = this.classes.stream()
			.map((entity) -> Kind.of(entity, TableQuery.of(renamed(conditions, entity)), this))
			.toList();
		int parts = parts(kinds);
		if (parts > 0) {
			kinds.stream().skip(1).forEach((kind) -> checkShared(kind, parts, kinds));
		}
		return kinds;
	}

	/**
	 * How many parts of the row keys have a value.
	 */
	private static int parts(List<Kind> kinds) {
		return kinds.get(0).route().row().bindings().size();
	}

	private static List<RequestBound> separate(List<Kind> kinds) {
		return kinds.stream().map(Kind::requestBound).toList();
	}

	private void checkOthers(List<String> others, List<Kind> kinds) {
		if (parts(kinds) == 0 && !others.isEmpty()) {
			throw refused("rows of " + String.join(", ", others) + " lie between theirs. Ask for the parts that their "
					+ "row keys begin with, read these classes too, or read each by a query, which takes "
					+ RelatedPlan.separately(separate(kinds)) + " requests");
		}
	}

	private static AccessPath path(int parts, KeyRange rows) {
		return (parts > 0) ? AccessPath.ROW_RANGE : rows.isAll() ? AccessPath.PARTITION_SCAN : AccessPath.KIND_RANGE;
	}

	private static KeyRange hull(KeyRange one, KeyRange other) {
		String from = (one.from().compareTo(other.from()) <= 0) ? one.from() : other.from();
		String to = one.to();
		String end = other.to();
		return new KeyRange(from, (to == null || end == null) ? null : (to.compareTo(end) >= 0) ? to : end);
	}

	/**
	 * Checks that all row keys begin with the same parts, and that keys which begin with
	 * the text of these parts have their values: the text of the last one has a fixed
	 * length, or ends with the same character in all of them.
	 */
	private void checkShared(Kind kind, int parts, List<Kind> kinds) {
		KeyMapping own = EntityModel.of(this.first).keys();
		KeyMapping others = EntityModel.of(kind.entity()).keys();
		List<String> literals = own.row().template().literals();
		List<String> otherLiterals = others.row().template().literals();
		boolean same = others.row().size() >= parts
				&& literals.subList(0, parts).equals(otherLiterals.subList(0, parts))
				&& sameFormats(own.row(), own.rowLeaves(), others.row(), others.rowLeaves(), parts);
		String bounds = RelatedPlan.separately(separate(kinds));
		if (!same) {
			throw refused("their row keys \"" + own.row() + "\" and \"" + others.row()
					+ "\" do not begin with the same text and the same " + ((parts == 1) ? "part" : parts + " parts")
					+ ", so that rows of other entities lie between theirs. Begin both with them, and tell the classes "
					+ "apart with @EntityType, or read each by a query, which takes " + bounds + " requests");
		}
		boolean open = own.row().isOpenEnded(parts - 1);
		if (open && !isEndedAlike(literals.get(parts), otherLiterals.get(parts))) {
			throw refused("'" + own.row().part(parts - 1).property() + "' has no fixed length in their row keys \""
					+ own.row() + "\" and \"" + others.row()
					+ "\", so that rows of other entities lie between theirs. Put the same character behind it in both, "
					+ "or read each by a query, which takes " + bounds + " requests");
		}
	}

	private static boolean isEndedAlike(String one, String other) {
		return !one.isEmpty() && !other.isEmpty() && one.charAt(0) == other.charAt(0);
	}

	/**
	 * The conditions with the names that another class has for the properties.
	 */
	private Criteria renamed(Criteria conditions, TablePersistentEntity<?> entity) {
		return entity.equals(this.first) ? conditions : conditions.replaced((leaf) -> renamed(leaf, entity));
	}

	private Criteria renamed(Leaf leaf, TablePersistentEntity<?> entity) {
		if (!(leaf instanceof Comparison comparison && comparison.operator() == Operator.EQ)) {
			throw refused("a condition on '" + leaf.property() + "' is not for one value; ask for equality only");
		}
		KeyMapping own = EntityModel.of(this.first).keys();
		KeyMapping others = EntityModel.of(entity).keys();
		Set<String> names = new LinkedHashSet<>();
		addNames(comparison.property(), own.partitionLeaves(), others.partitionLeaves(), names);
		addNames(comparison.property(), own.rowLeaves(), others.rowLeaves(), names);
		if (names.isEmpty()) {
			throw refused("'" + comparison.property() + "' of " + RelatedPlan.name(this.first)
					+ " is no part of the keys of " + RelatedPlan.name(entity)
					+ " at the same place. Ask for the leading parts that all of them have");
		}
		return Criteria.allOf(names.stream().map((name) -> Criteria.where(name).is(comparison.value())).toList());
	}

	private static void addNames(String property, List<LeafProperty> own, List<LeafProperty> others,
			Set<String> names) {
		for (int i = 0; i < Math.min(own.size(), others.size()); i++) {
			if (own.get(i).name().equals(property)) {
				names.add(others.get(i).name());
			}
		}
	}

	/**
	 * The classes and indexes besides those that are asked for whose rows may be in the
	 * range.
	 */
	private List<String> others(Collection<? extends TablePersistentEntity<?>> known, String partition, KeyRange rows) {
		List<String> others = new ArrayList<>();
		known.stream()
			.filter((entity) -> entity.isTable() && entity.tableName().equalsIgnoreCase(this.first.tableName()))
			.sorted(Comparator.comparing((entity) -> entity.getType().getName()))
			.forEach((entity) -> {
				boolean asked = this.classes.stream()
					.anyMatch((one) -> one.getType().isAssignableFrom(entity.getType()));
				if (!asked && !entity.isAbstract() && isIn(EntityModel.of(entity).keys(), partition, rows)) {
					others.add(RelatedPlan.name(entity));
				}
				for (IndexMapping index : EntityModel.of(entity).indexes()) {
					if (isIn(index.keys(), partition, rows)) {
						others.add("the index '" + index.name() + "' of " + RelatedPlan.name(entity));
					}
				}
			});
		return others;
	}

	private static boolean isIn(KeyMapping keys, String partition, KeyRange rows) {
		return partition.startsWith(keys.partition().prefix())
				&& !KeyRange.prefix(keys.row().prefix()).intersect(rows).isEmpty();
	}

	private UnsupportedQueryException refused(String why) {
		return new UnsupportedQueryException(RelatedPlan.names(this.classes) + " cannot be read by one range: " + why);
	}

	/**
	 * One of the classes.
	 *
	 * @param entity the class
	 * @param query what is asked of it
	 * @param route how far the conditions determine its keys
	 * @param binder writes its keys
	 */
	private record Kind(TablePersistentEntity<?> entity, TableQuery query, Route route, QueryBinder binder) {

		static Kind of(TablePersistentEntity<?> entity, TableQuery query, RelatedPlanner planner) {
			ResolvedQuery resolved = ResolvedQuery.of(entity, query);
			Route route = Route.through(EntityModel.of(entity), null, resolved.conditions());
			if (!route.partition().isComplete() || !route.partition().isSingle()) {
				throw planner.refused("the conditions give no value for each part of the partition key \""
						+ EntityModel.of(entity).keys().partition() + "\"");
			}
			boolean whole = resolved.alternatives().isEmpty() && route.row().isSingle()
					&& route.row().ranges().isEmpty() && resolved.conditions().stream().allMatch(route::implies);
			if (!whole) {
				throw planner.refused("the conditions must give one value each to the partition key \""
						+ EntityModel.of(entity).keys().partition() + "\" and to parts of the row key \""
						+ EntityModel.of(entity).keys().row() + "\" from the left, and to nothing else");
			}
			return new Kind(entity, query, route, new QueryBinder(resolved, route, List.of(), List.of()));
		}

		RequestBound requestBound() {
			return this.binder.requestBound(this.query, EntityModel.of(this.entity).parts().names().size());
		}

		/**
		 * The rows of this class in a partition, where no part of the row key has a
		 * value.
		 */
		KeyRange literalRange() {
			KeyLayout row = EntityModel.of(this.entity).keys().row();
			return (row.size() > 0) ? KeyRange.prefix(row.prefix()) : KeyRange.point(row.prefix());
		}

		/**
		 * The rows of this class; {@code null} where no row can meet the conditions.
		 */
		@Nullable RangeRequest range() {
			try {
				return boundRange();
			}
			catch (UnstorableValueException ex) {
				if (ex.getCause() != null) {
					throw ex;
				}
				return null;
			}
		}

		private @Nullable RangeRequest boundRange() {
			if (this.route.path().isPoint()) {
				return this.binder.keys(this.query, RowOrder.KEY)
					.stream()
					.findFirst()
					.map((key) -> new RangeRequest(KeyRange.point(key.partitionKey()), KeyRange.point(key.rowKey()),
							null))
					.orElse(null);
			}
			return this.binder.ranges(this.query).stream().findFirst().orElse(null);
		}

	}

}
