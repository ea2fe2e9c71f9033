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

import io.azuretables.test.DataTablesTest;
import io.azuretables.test.ExpectRequests;
import org.junit.jupiter.api.Test;
import org.junit.platform.testkit.engine.EngineTestKit;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.context.annotation.Import;

import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;
import static org.junit.platform.testkit.engine.EventConditions.event;
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
