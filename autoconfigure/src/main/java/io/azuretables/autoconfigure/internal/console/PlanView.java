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

package io.azuretables.autoconfigure.internal.console;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

import io.azuretables.autoconfigure.plan.MethodPlan;
import io.azuretables.autoconfigure.plan.RepositoryPlans;
import io.azuretables.internal.model.EntityModel;
import io.azuretables.internal.model.IndexMapping;
import io.azuretables.internal.model.KeyMapping;
import io.azuretables.plan.QueryOutline;
import io.azuretables.repository.query.MethodOutline.Work;
import org.jspecify.annotations.Nullable;

/**
 * The web console's page of query plans: shows the plan of each repository method, and
 * runs methods that read.
 */
final class PlanView implements ConsoleView {

	private final RepositoryPlans plans;

	private final MethodRuns runs;

	PlanView(RepositoryPlans plans, MethodRuns runs) {
		this.plans = plans;
		this.runs = runs;
	}

	@Override
	public String name() {
		return "plans";
	}

	@Override
	public Map<String, Function<ConsoleArguments, Object>> calls() {
		return Map.of("plans", (call) -> Map.of("methods", this.plans.all().stream().map(this::shown).toList()), "run",
				this::run);
	}

	private Map<String, @Nullable Object> shown(MethodPlan plan) {
		Map<String, @Nullable Object> shown = new LinkedHashMap<>();
		shown.put("repository", plan.repository().getSimpleName());
		shown.put("id", plan.repository().getName());
		shown.put("method", plan.name());
		shown.put("inherited", plan.inherited());
		shown.put("work", plan.method().work().name());
		shown.put("requests", plan.requests());
		shown.put("partitioning", plan.partitioning().name());
		shown.putAll(outline(plan.outline()));
		List<Map<String, Object>> forms = new ArrayList<>();
		if (isRead(plan)) {
			methods(plan).stream().filter(this.runs::canRun).forEach((method) -> forms.add(this.runs.form(method)));
		}
		shown.put("forms", forms);
		return shown;
	}

	/**
	 * What is known of a query before it runs.
	 */
	static Map<String, @Nullable Object> outline(QueryOutline outline) {
		EntityModel model = EntityModel.of(outline.entity());
		KeyMapping keys = outline.indexName().flatMap(model::index).map(IndexMapping::keys).orElse(model.keys());
		Map<String, @Nullable Object> shown = new LinkedHashMap<>();
		shown.put("entity", outline.entity().getType().getSimpleName());
		shown.put("path", outline.path().name());
		shown.put("index", outline.indexName().orElse(null));
		shown.put("partitionKey", keys.partition().template().toString());
		shown.put("rowKey", keys.row().template().toString());
		shown.put("keys", outline.keys());
		shown.put("filter", outline.filter());
		shown.put("clientFilter", outline.clientFilter());
		shown.put("order", outline.order().name());
		shown.put("fetches", outline.fetchesEntities());
		shown.put("explanation", outline.explain());
		shown.put("unused", outline.unusedIndexes().stream().map(String::valueOf).toList());
		return shown;
	}

	private static boolean isRead(MethodPlan plan) {
		Work work = plan.method().work();
		return work == Work.READ || work == Work.SCROLL || work == Work.ASK;
	}

	private static List<Method> methods(MethodPlan plan) {
		return Arrays.stream(plan.repository().getMethods())
			.filter((method) -> method.getName().equals(plan.name()) && !Modifier.isStatic(method.getModifiers())
					&& !method.isBridge() && (plan.inherited() || !method.isDefault()))
			.toList();
	}

	private Object run(ConsoleArguments call) {
		String repository = call.text("repository");
		String name = call.text("method");
		MethodPlan plan = this.plans.all()
			.stream()
			.filter((one) -> one.repository().getName().equals(repository) && one.name().equals(name) && isRead(one))
			.findFirst()
			.orElseThrow(() -> new ConsoleException(404, "No repository has a method '" + name + "' that reads"));
		String signature = call.text("signature");
		Method method = methods(plan).stream()
			.filter((one) -> this.runs.canRun(one) && MethodRuns.signature(one).equals(signature))
			.findFirst()
			.orElseThrow(() -> new ConsoleException(404, "There is no method " + signature + " that can be run here"));
		return this.runs.run(plan, method, call.texts("arguments"));
	}

}
