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
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

import io.azuretables.key.KeyLayout;
import io.azuretables.mapping.LeafProperty;
import io.azuretables.mapping.LeafProperty.Place;
import io.azuretables.plan.QueryPlanner.Assessment;
import io.azuretables.query.Criteria;
import io.azuretables.query.TableQuery.Permission;

import org.springframework.data.domain.Sort;

/**
 * Why is the best way not good enough, and what would be? The messages that users meet
 * when their context does not start.
 */
final class Rejections {

	private final ResolvedQuery query;

	private final Assessment best;

	private final String entity;

	Rejections(ResolvedQuery query, Assessment best) {
		this.query = query;
		this.best = best;
		this.entity = query.entity().getType().getSimpleName();
	}

	void check() {
		boolean mayScan = this.query.query().permits(Permission.SCAN);
		if (this.best.route().path() == AccessPath.TABLE_SCAN && !mayScan) {
			throw new RejectedScanException(AccessPath.TABLE_SCAN, tableScan());
		}
		if (!this.best.costly().isEmpty() && !mayScan) {
			throw new RejectedScanException(this.best.route().path(), clientFilter());
		}
		if (!this.best.sorts() && !this.query.query().permits(Permission.SORT)) {
			throw new UnsupportedQueryException(sort());
		}
	}

	private String tableScan() {
		KeyLayout partition = this.query.model().keys().partition();
		String missing = partition.template()
			.properties()
			.stream()
			.filter((name) -> this.query.conditions()
				.stream()
				.noneMatch((condition) -> condition.leaf().name().equals(name) && condition.isEquality()))
			.collect(Collectors.joining("' and '", "'", "'"));
		return "A query for " + this.entity + asked()
				+ " reads the whole table: nothing gives the partition, which is \"" + partition + "\". Ask for "
				+ missing + " by equality too" + indexAcrossPartitions() + ", or say that it may with @AllowScan";
	}

	private String asked() {
		Set<String> names = new LinkedHashSet<>();
		this.query.conditions().forEach((condition) -> names.add(condition.leaf().name()));
		this.query.alternatives()
			.forEach((criteria) -> this.query.conditionsIn(criteria)
				.forEach((condition) -> names.add(condition.leaf().name())));
		return names.isEmpty() ? "" : " by " + String.join(", ", names);
	}

	private String indexAcrossPartitions() {
		return this.query.conditions()
			.stream()
			.filter(Condition::isEquality)
			.findFirst()
			.map((condition) -> ", declare an index across partitions such as @SecondaryIndex(name = \""
					+ condition.leaf().name() + "\", partitionKey = \"" + condition.leaf().name() + "_{"
					+ condition.leaf().name() + "}\", rowKey = \"" + ownKeys("_") + "\")")
			.orElse("");
	}

	private String clientFilter() {
		Criteria costly = this.best.costly().get(0);
		List<Condition> conditions = this.query.conditionsIn(costly);
		Condition condition = conditions.stream()
			.filter((one) -> !one.isSaidByService(this.best.route().columns()))
			.findFirst()
			.orElse(conditions.get(0));
		LeafProperty leaf = condition.leaf();
		if (leaf.place() == Place.KEY && (condition.isEquality() || condition.isRange() || condition.isChoice())
				&& !condition.criteria().ignoreCase()) {
			return "A query for " + this.entity + asked() + " cannot use '" + leaf.name() + "': it stands in the key \""
					+ keyOf(leaf)
					+ "\" behind a part that is not asked for by equality, and nowhere else. Ask for the parts before "
					+ "it by equality, store it besides with @Column so that the service can filter by it, or let the "
					+ "client filter with @AllowScan";
		}
		return "A query for " + this.entity + asked() + " has a condition on '" + leaf.name() + "' ("
				+ ConditionText.of(condition.criteria()) + ") that the service cannot check: every row of the "
				+ words(this.best.route().path())
				+ " would be read and filtered on the client. Change the condition, or let the client filter with "
				+ "@AllowScan(reason = \"…\")";
	}

	private String keyOf(LeafProperty leaf) {
		boolean inPartition = this.query.model().keys().partitionLeaves().contains(leaf);
		return (inPartition ? this.query.model().keys().partition() : this.query.model().keys().row()).toString();
	}

	private static String words(AccessPath path) {
		return path.name().toLowerCase().replace('_', ' ');
	}

	private String sort() {
		String orders = this.query.query()
			.sort()
			.stream()
			.map((order) -> order.getProperty() + (order.isDescending() ? " descending" : ""))
			.collect(Collectors.joining(", "));
		return "A query for " + this.entity + asked() + " cannot be sorted by " + orders
				+ ": rows come in the order of \"" + this.best.route().row().layout()
				+ "\". Sort by that, declare an index such as @SecondaryIndex(name = \"" + sortProperty()
				+ "\", rowKey = \"" + sortTemplate()
				+ "\", sparse = false), or let the client collect and sort all of it with @AllowSort";
	}

	private String sortProperty() {
		return this.query.query().sort().stream().findFirst().map(Sort.Order::getProperty).orElse("");
	}

	private String sortTemplate() {
		List<String> parts = new ArrayList<>();
		for (Sort.Order order : this.query.query().sort()) {
			boolean text = this.query.leaf(order.getProperty()).conversion().keyType() == String.class;
			parts.add("{" + order.getProperty() + ((order.isDescending() && !text) ? ":desc}" : "}"));
		}
		return sortProperty() + "_" + String.join(" ", parts) + " " + ownKeys(" ");
	}

	private String ownKeys(String separator) {
		return this.query.model()
			.keys()
			.row()
			.template()
			.parts()
			.stream()
			.map(Object::toString)
			.collect(Collectors.joining(separator));
	}

}
