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

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

import io.azuretables.internal.condition.Condition;
import io.azuretables.internal.condition.ConditionText;
import io.azuretables.internal.condition.ConditionTree;
import io.azuretables.internal.condition.ConditionTree.AnyOf;
import io.azuretables.internal.condition.KeyMatch;
import io.azuretables.internal.condition.TimeBounds;
import io.azuretables.internal.model.IndexMapping;
import io.azuretables.internal.model.KeyMapping;
import io.azuretables.internal.model.LeafProperty;
import io.azuretables.internal.model.LeafProperty.Place;
import io.azuretables.internal.model.RollingMapping;
import io.azuretables.internal.plan.QueryPlanner.Assessment;
import io.azuretables.internal.plan.QueryPlanner.Choice;
import io.azuretables.plan.AccessPath;
import io.azuretables.plan.RejectedScanException;
import io.azuretables.plan.SparseIndex;
import io.azuretables.plan.UnsupportedQueryException;
import io.azuretables.query.TableQuery.Permission;
import io.azuretables.query.TableQuery.Placeholder;
import org.jspecify.annotations.Nullable;

import org.springframework.data.domain.Sort;

/**
 * Checks whether a query may use its access path, such as a table scan, and writes the
 * error message if not. Users see these messages when their context does not start.
 */
final class Rejections {

	static final String ALLOW_SCAN = "let it read more than it returns with @AllowScan or " + "TableQuery.allowScan()";

	private final ResolvedQuery query;

	private final Assessment best;

	private final List<SparseIndex> unused;

	private final boolean ordered;

	private final String instead;

	private final IndexAdvice advice;

	private final String entity;

	Rejections(ResolvedQuery query, Choice choice) {
		this.query = query;
		this.best = choice.best();
		this.unused = choice.unused();
		this.ordered = choice.ordered();
		this.instead = choice.instead();
		this.advice = new IndexAdvice(query);
		this.entity = query.entity().getType().getSimpleName();
	}

	void check() {
		boolean mayScan = this.query.query().permits(Permission.SCAN);
		if (this.best.route().path() == AccessPath.TABLE_SCAN && !mayScan) {
			throw new RejectedScanException(AccessPath.TABLE_SCAN, tableScan() + unused() + this.instead);
		}
		RollingMapping rolling = this.query.model().rolling();
		if (rolling != null && !mayScan && !TimeBounds.isBounded(this.query.query().criteria(), rolling)) {
			throw new RejectedScanException(this.best.route().path(), allTables(rolling) + this.instead);
		}
		if (!this.best.costly().isEmpty() && !mayScan) {
			throw new RejectedScanException(this.best.route().path(), clientFilter() + unused() + this.instead);
		}
		if (!this.best.sorts() && !this.query.query().permits(Permission.SORT)) {
			throw new UnsupportedQueryException(sort() + this.instead);
		}
		checkLiterals();
		checkComparisons();
	}

	/**
	 * Values that stand in the query itself are wrong in every call.
	 */
	private void checkLiterals() {
		this.query.all()
			.stream()
			.flatMap(ConditionTree::conditions)
			.forEach((condition) -> condition.criteria()
				.operands()
				.stream()
				.filter((operand) -> !(operand instanceof Placeholder))
				.forEach((operand) -> QueryBinder.coerced(condition.leaf().conversion(), operand)));
	}

	/**
	 * A choice among values counts as one comparison, as it may be divided.
	 */
	private void checkComparisons() {
		Route route = this.best.route();
		int least = leastComparisons(route.partition()) + leastComparisons(route.row())
				+ (int) this.best.service().stream().flatMap(ConditionTree::conditions).count();
		if (least > ServiceFilter.MAX_COMPARISONS && !route.path().isPoint()) {
			throw new UnsupportedQueryException("A query for " + this.entity + asked() + " needs " + least
					+ " comparisons in one filter, and the service takes " + ServiceFilter.MAX_COMPARISONS
					+ "; ask in several queries");
		}
	}

	private static int leastComparisons(KeyMatch match) {
		if (match.isComplete()) {
			return 1;
		}
		return (match.bindings().isEmpty() && match.layout().prefix().isEmpty()) ? Math.min(match.ranges().size(), 1)
				: 2;
	}

	private String allTables(RollingMapping rolling) {
		return "A query for " + this.entity + asked() + " reads all of up to " + rolling.most() + " tables: no "
				+ "condition bounds '" + rolling.time().name() + "', which says in which table an entity is. Ask for '"
				+ rolling.time().name() + "' by equality or a range, or " + ALLOW_SCAN;
	}

	private String tableScan() {
		IndexMapping index = insisted();
		KeyMapping keys = (index != null) ? index.keys() : this.query.model().keys();
		Set<String> missing = KeyMatch.missing(keys.partition(), keys.partitionLeaves(), this.query.conditions());
		boolean ignoresCase = this.query.conditions()
			.stream()
			.anyMatch((condition) -> condition.criteria().ignoreCase() && missing.contains(condition.leaf().name()));
		return "A query for " + this.entity + asked() + " reads the whole table: its conditions do not give the "
				+ "partition key \"" + keys.partition() + "\". Ask for '" + String.join("' and '", missing)
				+ "' by equality" + (ignoresCase ? " and with regard to case" : "")
				+ (isAlternative(missing)
						? " in front of the alternatives, one value for all of them, or for each alternative in a query of its own"
						: "")
				+ ((index == null && this.unused.isEmpty()) ? this.advice.forScan().map(", "::concat).orElse("") : "")
				+ ", or " + ALLOW_SCAN;
	}

	/**
	 * Whether each of several alternatives gives a part of the partition key that none of
	 * the other conditions gives.
	 */
	private boolean isAlternative(Set<String> missing) {
		return this.query.alternatives()
			.stream()
			.anyMatch((tree) -> tree instanceof AnyOf any && any
				.allDemand((condition) -> condition.isEquality() && missing.contains(condition.criteria().property())));
	}

	private String unused() {
		return this.unused.stream().map((index) -> ". The " + index).collect(Collectors.joining());
	}

	/**
	 * The index that the query insists on.
	 */
	private @Nullable IndexMapping insisted() {
		return (this.query.query().index() != null) ? this.best.route().index() : null;
	}

	private String asked() {
		Set<String> names = new LinkedHashSet<>();
		this.query.all()
			.stream()
			.flatMap(ConditionTree::conditions)
			.forEach((condition) -> names.add(condition.leaf().name()));
		IndexMapping index = insisted();
		return (names.isEmpty() ? "" : " by " + String.join(", ", names))
				+ ((index != null) ? " through the index '" + index.name() + "'" : "");
	}

	private String clientFilter() {
		ConditionTree costly = this.best.costly().get(0);
		List<Condition> conditions = costly.conditions().toList();
		Condition condition = conditions.stream()
			.filter((one) -> !one.isSaidByService(this.best.route().columns()))
			.findFirst()
			.orElse(conditions.get(0));
		String question = "A query for " + this.entity + asked();
		String asked = "'" + condition.leaf().name() + "' (" + ConditionText.of(condition) + ")";
		if (condition.leaf().place() == Place.KEY && condition.couldBeSaid()) {
			return question + " cannot use " + asked + ": it stands in the key \"" + keyOf(condition.leaf())
					+ "\" and nowhere else, and "
					+ ((costly instanceof Condition) ? whyNoRange(condition, this.best.route())
							: "here it is one of several alternatives. Ask for each of them in a query of its own")
					+ ", store it besides with @Column so that the service can filter by it, or " + ALLOW_SCAN;
		}
		return question + " has a condition on " + asked + " that the service cannot check: every row of the "
				+ words(this.best.route().path())
				+ " would be read and filtered on the client. Change the condition, or " + ALLOW_SCAN;
	}

	private static String whyNoRange(Condition condition, Route route) {
		if (route.row().ranges().contains(condition) || route.partition().ranges().contains(condition)) {
			return "the literal behind it is above letters and digits, so that the keys of lower values are not "
					+ "together. Put the property last in the key, or a space or '-' behind it";
		}
		boolean ranged = condition.isEquality() || condition.isChoice() || condition.isRange() || condition.isStart();
		return ranged ? "a part before it is not asked for by equality. Ask for the parts before it by equality"
				: "its condition is no range of keys. Change the condition";
	}

	private String keyOf(LeafProperty leaf) {
		boolean inPartition = this.query.model().keys().partitionLeaves().contains(leaf);
		return (inPartition ? this.query.model().keys().partition() : this.query.model().keys().row()).toString();
	}

	private static String words(AccessPath path) {
		return path.name().toLowerCase(Locale.ROOT).replace('_', ' ');
	}

	private String sort() {
		String orders = this.query.query().sort().stream().map(Rejections::words).collect(Collectors.joining(", "));
		return "A query for " + this.entity + asked() + " cannot be sorted by " + orders + ": "
				+ (this.ordered
						? "rows come in the order of "
								+ (this.query.isOrderedByTables() ? order() : "tables, one for each period")
								+ ". Sort by that" + advice() + ", or let"
						: "Cosmos DB for Table returns rows in no order. Let")
				+ " the client collect and sort all of it with @AllowSort or TableQuery.allowSort()";
	}

	private static String words(Sort.Order order) {
		String nulls = switch (order.getNullHandling()) {
			case NATIVE -> "";
			case NULLS_FIRST -> " with nulls first";
			case NULLS_LAST -> " with nulls last";
		};
		return order.getProperty() + (order.isIgnoreCase() ? " ignoring case" : "")
				+ (order.isDescending() ? " descending" : "") + nulls;
	}

	private String advice() {
		return (insisted() != null) ? "" : this.advice.forSort().map((advice) -> ", " + advice).orElse("");
	}

	private String order() {
		Route route = this.best.route();
		String row = "\"" + route.row().layout() + "\"";
		return (route.path() == AccessPath.TABLE_SCAN) ? "\"" + route.partition().layout() + "\" and then " + row : row;
	}

}
