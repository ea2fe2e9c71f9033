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

package io.azuretables.autoconfigure.plan;

import java.util.ArrayList;
import java.util.List;

/**
 * Formats the plans of repository methods for the log, one method per line.
 *
 * @param plans the plans
 */
record PlanTable(List<MethodPlan> plans) {

	private static final List<String> HEAD = List.of("method", "path", "index", "partitioning", "requests", "filter",
			"plan");

	@Override
	public String toString() {
		List<List<String>> lines = new ArrayList<>();
		lines.add(HEAD);
		this.plans.forEach((plan) -> lines.add(cells(plan)));
		StringBuilder text = new StringBuilder();
		lines.forEach((line) -> append(line, lines, text));
		return text.toString();
	}

	private static List<String> cells(MethodPlan plan) {
		String index = plan.index();
		String name = plan.repository().getSimpleName() + "." + plan.name();
		return List.of(plan.inherited() ? name + " (inherited)" : name, plan.path().name(),
				(index != null) ? index : "", plan.partitioning().name(), plan.requests(), plan.filter(),
				plan.outline().explain());
	}

	private static void append(List<String> line, List<List<String>> lines, StringBuilder text) {
		StringBuilder padded = new StringBuilder();
		for (int i = 0; i < line.size(); i++) {
			int column = i;
			int width = lines.stream().mapToInt((one) -> one.get(column).length()).max().orElse(0);
			padded.append("  ").append(line.get(i)).append(" ".repeat(width - line.get(i).length()));
		}
		text.append('\n').append(padded.toString().stripTrailing());
	}

}
