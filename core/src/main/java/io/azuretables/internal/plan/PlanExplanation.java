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

import io.azuretables.internal.plan.QueryPlan.Nothing;
import io.azuretables.internal.plan.QueryPlan.Points;
import io.azuretables.internal.plan.QueryPlan.RangeRequest;
import io.azuretables.internal.plan.QueryPlan.Ranges;
import io.azuretables.key.TableKey;
import org.jspecify.annotations.Nullable;

/**
 * Formats the plan of a query with its values, for {@code explain}. The outline comes
 * first, then the requests.
 */
final class PlanExplanation {

	private final QueryPlan plan;

	PlanExplanation(QueryPlan plan) {
		this.plan = plan;
	}

	String text() {
		List<String> lines = new ArrayList<>();
		lines.add(this.plan.outline().explain());
		if (!(this.plan instanceof Nothing)) {
			lines.add("  requests: " + this.plan.requestBound());
		}
		if (this.plan instanceof Points points) {
			points.keys().forEach((key) -> lines.add(read(key)));
			addSelect(points.rowSelect(), lines);
		}
		else if (this.plan instanceof Ranges ranges) {
			ranges.legs().forEach((leg) -> lines.add(query(leg)));
			addSelect(ranges.rowSelect(), lines);
		}
		else {
			lines.add("  no request: nothing can meet the conditions");
		}
		return String.join("\n", lines);
	}

	private static String read(TableKey key) {
		return "  get (PartitionKey='" + key.partitionKey() + "',RowKey='" + key.rowKey() + "')";
	}

	private static String query(RangeRequest leg) {
		return "  query $filter=" + orAll(leg.filter());
	}

	private static String orAll(@Nullable String filter) {
		return (filter != null) ? filter : "(all rows)";
	}

	private static void addSelect(@Nullable List<String> select, List<String> lines) {
		if (select != null) {
			lines.add("  $select=" + (select.isEmpty() ? "(keys only)" : String.join(",", select)));
		}
	}

}
