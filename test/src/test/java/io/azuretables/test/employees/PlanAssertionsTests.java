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

import io.azuretables.plan.AccessPath;
import io.azuretables.test.DataTablesTest;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.annotation.Autowired;

import static io.azuretables.test.PlanAssertions.assertNoHotPartitions;
import static io.azuretables.test.PlanAssertions.assertNoScans;
import static io.azuretables.test.PlanAssertions.assertThatPlan;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * Tests for {@link io.azuretables.test.PlanAssertions}.
 */
@DataTablesTest
class PlanAssertionsTests {

	@Autowired
	private ListableBeanFactory beans;

	@Autowired
	private Employees employees;

	@Autowired
	private Visits visits;

	@Test
	void knowsPathsAndIndexes() {
		assertThatPlan(this.employees, "findByDepartmentAndEmployeeId").isPoint().usesNoIndex();
		assertThatPlan(this.employees, "findByDepartmentAndEmail").isPoint().usesIndex("email");
		assertThatPlan(this.employees, "findByDepartmentAndEmailStartingWith").isRowRange()
			.usesIndex("email")
			.isExplainedBy("{department}");
		assertThatPlan(this.employees, "findByDepartmentAndLastName").isNoWorseThan(AccessPath.KIND_RANGE);
	}

	@Test
	void failsForAnotherPlan() {
		fails(() -> assertThatPlan(this.employees, "findByLastName").isPoint(), "Expected the path POINT");
		fails(() -> assertThatPlan(this.employees, "findByLastName").isRowRange(), "TABLE_SCAN on Employees");
		fails(() -> assertThatPlan(this.employees, "findByLastName").isNoWorseThan(AccessPath.KIND_RANGE),
				"or a better one");
		fails(() -> assertThatPlan(this.employees, "findByLastName").usesIndex("email"), "Expected the index 'email'");
		fails(() -> assertThatPlan(this.employees, "findByDepartmentAndEmail").usesNoIndex(), "Expected no index");
		fails(() -> assertThatPlan(this.employees, "findByLastName").isExplainedBy("nothing"), "Expected 'nothing'");
		fails(() -> assertThatPlan(this.employees, "findByNothing"), "no method 'findByNothing'");
	}

	@Test
	void findsScans() {
		fails(() -> assertNoScans(this.employees), "Employees.findByLastName");
		fails(() -> assertNoScans(this.beans, "io.azuretables.test"), "Employees.findByLastName");
		assertNoScans(this.beans, "io.azuretables.test.emp");
	}

	@Test
	void findsHotPartitions() {
		fails(() -> assertNoHotPartitions(this.employees, this.visits), "Visit writes to a hot partition");
		fails(() -> assertNoHotPartitions(this.beans, "io.azuretables.test"), "Visit writes to a hot partition");
		assertNoHotPartitions(this.employees);
		assertNoHotPartitions(this.beans, "io.azuretables.test.emp");
	}

	@Test
	void takesRepositoriesOnly() {
		assertThatIllegalArgumentException().isThrownBy(() -> assertNoHotPartitions("employees"));
		assertThatIllegalArgumentException().isThrownBy(() -> assertNoScans("employees"));
	}

	private static void fails(ThrowingCallable assertion, String message) {
		assertThatExceptionOfType(AssertionError.class).isThrownBy(assertion).withMessageContaining(message);
	}

}
