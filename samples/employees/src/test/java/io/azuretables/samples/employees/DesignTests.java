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

import java.nio.file.Path;
import java.util.List;

import io.azuretables.autoconfigure.design.DesignOptions;
import io.azuretables.autoconfigure.design.DesignReport;
import io.azuretables.operations.TableOperations;
import io.azuretables.test.DataTablesTest;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.annotation.Autowired;

import static io.azuretables.test.PlanAssertions.assertDesignReport;
import static io.azuretables.test.PlanAssertions.designReport;

/**
 * Compares the design of the tables with the committed report.
 */
// tag::report[]
@DataTablesTest
class DesignTests {

	@Autowired
	private ListableBeanFactory beans;

	@Autowired
	private TableOperations tables;

	@Test
	void isTheCommittedOne() {
		Employee typical = new Employee("Sales", 42, "ada.lovelace@contoso.com", "Lovelace", 36, null);
		DesignOptions options = DesignOptions.DEFAULTS.withSizes(Employee.class, List.of(this.tables.sizeOf(typical)))
			.withStored(Employee.class, 100_000)
			.withCalls("Employees.findByDepartmentAndEmail", 3_000_000)
			.withCalls("Employees.insert", 20_000);
		DesignReport report = designReport(this.beans, "io.azuretables.samples.employees", options);
		assertDesignReport(report, Path.of("design.md"));
	}

}
// end::report[]
