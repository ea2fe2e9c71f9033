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

import java.nio.charset.StandardCharsets;
import java.util.List;

import org.springframework.aot.generate.GeneratedFiles;
import org.springframework.aot.generate.GeneratedFiles.Kind;
import org.springframework.boot.json.JsonWriter;
import org.springframework.core.io.ByteArrayResource;

/**
 * Writes the plans of repository methods as a JSON file of the application.
 *
 * @param plans the plans, in the order of the file
 */
record PlanCatalogue(List<MethodPlan> plans) {

	static final String FILE = "META-INF/azure-tables/plans.json";

	private static final JsonWriter<MethodPlan> METHOD = JsonWriter.of((method) -> {
		method.add("repository", (plan) -> plan.repository().getName());
		method.add("method", MethodPlan::name);
		method.add("inherited", MethodPlan::inherited);
		method.add("path", (plan) -> plan.path().name());
		method.add("index", MethodPlan::index).whenNotNull();
		method.add("partitioning", (plan) -> plan.partitioning().name());
		method.add("filter", MethodPlan::filter).whenHasLength();
		method.add("requests", MethodPlan::requests);
		method.add("explanation", (plan) -> plan.outline().explain());
	});

	/**
	 * Writes the file. Where contexts of several tests are processed, the last one stays.
	 */
	void write(GeneratedFiles files) {
		files.handleFile(Kind.RESOURCE, FILE,
				(file) -> file.override(new ByteArrayResource(json().getBytes(StandardCharsets.UTF_8))));
	}

	/**
	 * One method in each line, so that versions can be compared line by line.
	 */
	private String json() {
		StringBuilder json = new StringBuilder("[");
		for (MethodPlan plan : this.plans) {
			json.append((json.length() > 1) ? ",\n" : "\n").append(METHOD.writeToString(plan));
		}
		return json.append("\n]\n").toString();
	}

}
