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

package io.azuretables.samples.employees;

import java.util.List;

import io.azuretables.autoconfigure.plan.RepositoryPlans;

import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/**
 * How the methods of the repositories are answered, for the page in the browser.
 */
@RestController
class PlansController {

	private final RepositoryPlans plans;

	PlansController(RepositoryPlans plans) {
		this.plans = plans;
	}

	@GetMapping("/plans")
	List<Plan> plans() {
		return this.plans.all()
			.stream()
			.map((plan) -> new Plan(plan.repository().getSimpleName() + "." + plan.name(), plan.inherited(),
					plan.path().name(), plan.requests(), plan.filter(), plan.outline().explain()))
			.toList();
	}

	/**
	 * One method.
	 *
	 * @param method its name
	 * @param inherited whether the repository inherits it
	 * @param path its access path
	 * @param requests the most requests of one call
	 * @param filter what is checked of rows besides their keys
	 * @param explanation keys and filters
	 */
	record Plan(String method, boolean inherited, String path, String requests, String filter, String explanation) {

	}

}
