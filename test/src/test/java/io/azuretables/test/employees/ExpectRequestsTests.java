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

import java.util.List;

import io.azuretables.test.DataTablesTest;
import io.azuretables.test.ExpectRequests;
import io.azuretables.test.RequestCounter;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.platform.testkit.engine.EngineTestKit;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.context.annotation.Import;

import static io.azuretables.test.PlanAssertions.assertDensity;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;
import static org.junit.platform.testkit.engine.EventConditions.event;
import static org.junit.platform.testkit.engine.EventConditions.finishedSuccessfully;
import static org.junit.platform.testkit.engine.EventConditions.finishedWithFailure;
import static org.junit.platform.testkit.engine.TestExecutionResultConditions.message;

/**
 * Tests for {@link ExpectRequests}.
 */
class ExpectRequestsTests {

	@Test
	void failsATestThatMakesMoreRequests() {
		EngineTestKit.engine("junit-jupiter")
			.selectors(selectClass(Wasteful.class))
			.execute()
			.testEvents()
			.assertThatEvents()
			.haveExactly(1, event(finishedWithFailure(
					message("Expected at most 1 requests to the table service, and there were 2"))));
	}

	@Test
	void failsATestWhoseQueriesReadInVain() {
		EngineTestKit.engine("junit-jupiter")
			.selectors(selectClass(Sparse.class))
			.execute()
			.testEvents()
			.assertThatEvents()
			.haveExactly(1, event(finishedWithFailure(message(
					"Expected that queries return at least 0.5 entities for each row, and they returned 1 for 1 rows "
							+ "read and 10 rows that the embedded store has looked at"))))
			.haveExactly(1, event(finishedSuccessfully()));
	}

	@DataTablesTest
	@Import(EmployeesApplication.class)
	static class Sparse {

		@Autowired
		private Employees employees;

		@Autowired
		private RequestCounter requests;

		@BeforeEach
		void saveEmployees() {
			for (int id = 1; id <= 10; id++) {
				this.employees.save(Employee.of("Sales", id, "Hall" + id));
			}
		}

		@Test
		@ExpectRequests(minDensity = 0.5)
		void readsAPartitionForOne() {
			assertThat(this.employees.findByDepartmentAndLastName("Sales", "Hall3")).hasSize(1);
		}

		@Test
		@ExpectRequests(max = 4, minDensity = 1)
		void readsWhatItReturns() {
			assertThat(this.employees.findByDepartmentAndEmployeeId("Sales", 3)).isPresent();
			assertThat(this.employees.findByDepartmentAndEmployeeIdIn("Sales", List.of(1, 2, 30))).hasSize(2);
			assertDensity(this.requests, 1);
			assertThat(this.requests.rowsRead()).isEqualTo(3);
			assertThat(this.requests.scanned()).isEqualTo(3);
			assertThat(this.requests.returned()).isEqualTo(3);
		}

	}

	@DataTablesTest
	@Import(EmployeesApplication.class)
	static class Wasteful {

		@Autowired
		private Employees employees;

		@Test
		@ExpectRequests(max = 1)
		void readsTwice() {
			this.employees.findByDepartmentAndEmployeeId("Sales", 1);
			this.employees.findByDepartmentAndEmployeeId("Sales", 2);
		}

	}

}
