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
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

import io.azuretables.internal.condition.ConditionText;
import io.azuretables.internal.condition.KeyMatch;
import io.azuretables.internal.condition.KeyMatch.Binding;
import io.azuretables.internal.condition.TimeBounds;
import io.azuretables.internal.model.EntityModel;
import io.azuretables.internal.model.LeafProperty;
import io.azuretables.internal.model.RollingMapping;
import io.azuretables.query.TableQuery;

/**
 * Formats the plan of a query without values as one line: access path, keys, filters,
 * order. The text is stable and shows no values.
 */
final class OutlineExplanation {

	private final BindableOutline outline;

	private final Route route;

	OutlineExplanation(BindableOutline outline) {
		this.outline = outline;
		this.route = outline.way().route();
	}

	String text() {
		int limit = this.outline.query().limit();
		return identity() + ((limit != TableQuery.UNLIMITED) ? "; limit " + limit : "");
	}

	/**
	 * The same, whatever the limit.
	 */
	String identity() {
		List<String> parts = new ArrayList<>();
		String index = this.outline.index().map((used) -> " by index " + used.name()).orElse("");
		parts.add(this.outline.path() + " on " + this.outline.entity().tableName() + index);
		add("", tables(), parts);
		parts.add(keys());
		add("filter ", filter(), parts);
		add("client filter ", clientFilter(), parts);
		add("select ", selected(), parts);
		add("", order(), parts);
		this.outline.index()
			.filter((used) -> !used.isIntraPartition())
			.ifPresent((used) -> parts.add(String.valueOf(used.consistency())));
		add("", this.outline.findsLists() ? "lists of ids" : "", parts);
		add("", fetching(), parts);
		add("", (this.outline.parts() > 0) ? (1 + this.outline.parts()) + " rows per entity" : "", parts);
		this.outline.unusedIndexes().forEach((unused) -> parts.add("unused " + unused.reason()));
		return String.join("; ", parts);
	}

	private String tables() {
		RollingMapping rolling = EntityModel.of(this.outline.entity()).rolling();
		if (rolling == null) {
			return "";
		}
		String each = rolling.period().name().toLowerCase(Locale.ROOT) + " tables";
		return TimeBounds.isBounded(this.outline.query().criteria(), rolling)
				? "in the " + each + " of '" + rolling.time() + "'" : "in all " + each;
	}

	String keys() {
		return "partition " + key(this.route.partition()) + "; row " + key(this.route.row());
	}

	String filter() {
		return ConditionText.of(this.outline.way().service());
	}

	String clientFilter() {
		return ConditionText.of(this.outline.way().client());
	}

	private static void add(String label, String text, List<String> parts) {
		if (!text.isEmpty()) {
			parts.add(label + text);
		}
	}

	private static String key(KeyMatch match) {
		String template = match.layout().template().toString().stripTrailing();
		List<String> conditions = new ArrayList<>();
		for (int i = 0; i < match.bindings().size(); i++) {
			Binding binding = match.bindings().get(i);
			if (binding.condition() == null) {
				conditions.add("every bucket of " + match.layout().part(i).buckets());
			}
			else {
				conditions.add(ConditionText.of(binding.condition()));
			}
		}
		match.ranges().forEach((condition) -> conditions.add(ConditionText.of(condition)));
		return template + (conditions.isEmpty() ? "" : " with " + String.join(" and ", conditions));
	}

	private String fetching() {
		boolean elsewhere = this.outline.index().filter((used) -> !used.isIntraPartition()).isPresent();
		if (this.outline.fetchesEntities()) {
			return (elsewhere || this.outline.findsLists()) ? "entities verified by key, 1 request each"
					: "entities fetched by key";
		}
		return elsewhere ? "copies UNVERIFIED, no request but for pages" : "";
	}

	private String selected() {
		Set<LeafProperty> selected = this.outline.resolved().selected();
		return (selected == null) ? ""
				: selected.stream().map(LeafProperty::name).sorted().collect(Collectors.joining(", "));
	}

	private String order() {
		if (this.outline.query().sort().isUnsorted()) {
			return "";
		}
		return switch (this.outline.order()) {
			case KEY -> "sorted by key";
			case ROW_KEY -> "merged by row key";
			case MEMORY -> "sorted in memory";
		};
	}

}
