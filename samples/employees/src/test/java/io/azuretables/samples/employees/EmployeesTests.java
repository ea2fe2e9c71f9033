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

import io.azuretables.plan.AccessPath;
import io.azuretables.test.DataTablesTest;
import io.azuretables.test.ExpectRequests;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.annotation.Autowired;

import static io.azuretables.test.PlanAssertions.assertNoHotPartitions;
import static io.azuretables.test.PlanAssertions.assertNoScans;
import static io.azuretables.test.PlanAssertions.assertThatPlan;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for the repositories.
 */
@DataTablesTest
class EmployeesTests {

	@Autowired
	private Employees employees;

	@Autowired
	private Reviews reviews;

	@Autowired
	private Departments departments;

	@BeforeEach
	void saveEmployees() {
		this.employees.saveAll(List.of(new Employee("Sales", 1, "hall@contoso.com", "Hall", 34, null),
				new Employee("Sales", 2, "cao@contoso.com", "Cao", 40, null)));
		this.reviews.saveAll(List.of(new Review("Sales", 1, 2025, 4, "", null, null),
				new Review("Sales", 1, 2026, 5, "", null, null)));
	}

	// tag::slice[]
	@Test
	void readsNoWholeTable() {
		assertNoScans(this.employees, this.reviews, this.departments);
	}

	@Test
	void writesToNoHotPartition() {
		assertNoHotPartitions(this.employees, this.reviews, this.departments);
	}

	@Test
	void readsByKeysOnly() {
		assertThatPlan(this.employees, "findByDepartmentAndEmployeeId").isPoint();
		assertThatPlan(this.employees, "findByDepartmentAndEmail").isPoint().usesIndex("email");
		assertThatPlan(this.employees, "findByDepartmentAndEmailStartingWith").isRowRange().usesIndex("email");
		assertThatPlan(this.employees, "findByDepartment").isNoWorseThan(AccessPath.KIND_RANGE);
		assertThatPlan(this.reviews, "findByDepartmentAndEmployeeIdAndYearBetween").isRowRange();
	}

	@Test
	@ExpectRequests(max = 2)
	void findsEmployeesWithOneRequestEach() {
		assertThat(this.employees.findByDepartmentAndEmployeeId("Sales", 2)).map(Employee::lastName).contains("Cao");
		assertThat(this.employees.findByDepartmentAndEmail("Sales", "hall@contoso.com")).isPresent();
	}
	// end::slice[]

	@Test
	void tellsReviewsFromEmployees() {
		assertThat(this.reviews.findByDepartmentAndEmployeeId("Sales", 1)).extracting(Review::year)
			.containsExactly(2025, 2026);
		assertThat(this.employees.findAll()).hasSize(2);
	}

}
