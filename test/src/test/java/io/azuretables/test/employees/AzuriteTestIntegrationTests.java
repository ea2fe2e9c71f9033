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

package io.azuretables.test.employees;

import io.azuretables.client.HttpTableGateway;
import io.azuretables.gateway.TableGateway;
import io.azuretables.test.AzuriteTest;
import io.azuretables.test.DataTablesTest;
import io.azuretables.test.ExpectRequests;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.annotation.Autowired;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link AzuriteTest}.
 */
@DataTablesTest
@AzuriteTest
class AzuriteTestIntegrationTests {

	@Autowired
	private TableGateway gateway;

	@Autowired
	private Employees employees;

	@RepeatedTest(2)
	void beginsWithEmptyTables() {
		assertThat(this.gateway).isInstanceOf(HttpTableGateway.class);
		assertThat(this.employees.count()).isZero();
		this.employees.insert(Employee.of("Sales", 1, "Hall"));
	}

	@Test
	@ExpectRequests(max = 2)
	void findsByIndex() {
		this.employees.insert(Employee.of("Sales", 1, "Hall"));
		assertThat(this.employees.findByDepartmentAndEmail("Sales", "hall@contoso.com")).isPresent();
	}

}
