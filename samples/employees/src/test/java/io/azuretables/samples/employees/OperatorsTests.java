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

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import com.jayway.jsonpath.JsonPath;
import io.azuretables.test.AutoConfigureDataTables;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.web.client.RestClient;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What operators see over HTTP: health, plans and metrics.
 */
@SpringBootTest(webEnvironment = WebEnvironment.RANDOM_PORT)
@AutoConfigureDataTables
class OperatorsTests {

	@LocalServerPort
	private int port;

	@Autowired
	private Employees employees;

	@BeforeEach
	void useTheRepository() {
		this.employees.save(new Employee("Sales", 1, "hall@contoso.com", "Hall", 34, null));
		this.employees.findByDepartmentAndEmail("Sales", "hall@contoso.com");
		this.employees.findByDepartmentAndEmail("Sales", "nobody@contoso.com");
	}

	@Test
	void seeWhetherTheStoreAnswers() {
		String health = get("/actuator/health");
		assertThat(JsonPath.<String>read(health, "$.components.azuretables.status")).isEqualTo("UP");
		assertThat(JsonPath.<String>read(health, "$.components.azuretables.details.store")).isEqualTo("embedded");
	}

	@Test
	void seeHowMethodsAreAnswered() {
		String method = "$.repositories['" + Employees.class.getName() + "'][?(@.name=='findByDepartmentAndEmail')]";
		String plans = get("/actuator/azuretables");
		assertThat(JsonPath.<List<Object>>read(plans, method + "['path','index','filter','requests']"))
			.hasToString("[{\"path\":\"POINT\",\"index\":\"email\",\"filter\":\"\",\"requests\":\"1\"}]");
		assertThat(JsonPath.<List<String>>read(plans, method + ".explanation").get(0))
			.contains("row email_{email} with email eq ?");
		assertThat(JsonPath.<List<Object>>read(plans, "$.repositories..[?(@.name=='findAll')]['inherited','path']"))
			.contains(Map.of("inherited", true, "path", "TABLE_SCAN"));
	}

	@Test
	void seeHowOftenRepositoriesAreCalled() {
		assertThat(count("spring.data.repository.invocations", "repository:Employees",
				"method:findByDepartmentAndEmail", "state:SUCCESS"))
			.isGreaterThanOrEqualTo(2);
	}

	@Test
	void seeWhatOperationsAndRequestsCost() {
		String[] byEmail = { "table:Employees", "operation:findOne", "path:POINT", "index:email" };
		assertThat(count("azure.tables.operations", with(byEmail, "status:ok"))).isPositive();
		assertThat(count("azure.tables.operations", with(byEmail, "status:not-found", "error:none"))).isPositive();
		assertThat(count("azure.tables.requests", "table:Employees", "operation:read", "error:none")).isPositive();
	}

	private static String[] with(String[] tags, String... more) {
		List<String> all = new ArrayList<>(List.of(tags));
		all.addAll(List.of(more));
		return all.toArray(String[]::new);
	}

	private double count(String metric, String... tags) {
		String found = get("/actuator/metrics/" + metric + "?tag=" + String.join("&tag=", tags));
		return JsonPath.<List<Double>>read(found, "$.measurements[?(@.statistic=='COUNT')].value").get(0);
	}

	private String get(String path) {
		return String
			.valueOf(RestClient.create("http://localhost:" + this.port).get().uri(path).retrieve().body(String.class));
	}

}
