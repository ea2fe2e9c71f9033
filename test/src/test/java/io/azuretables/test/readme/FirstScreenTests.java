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

package io.azuretables.test.readme;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import io.azuretables.plan.AccessPath;
import io.azuretables.test.DataTablesTest;
import io.azuretables.test.ExpectRequests;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.autoconfigure.SpringBootApplication;

import static io.azuretables.test.PlanAssertions.assertThatPlan;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * The first screen of the read-me file: what it shows works as it says, and is short.
 */
@DataTablesTest
class FirstScreenTests {

	private static final Pattern CODE = Pattern.compile("```(java|properties)\\n(.*?)```", Pattern.DOTALL);

	@Autowired
	private Employees employees;

	@BeforeEach
	void saveSomebody() {
		this.employees.save(new Employee("Sales", 223, "donh@contoso.com", "Hall", null));
	}

	@Test
	@ExpectRequests(max = 3)
	void works() {
		assertThat(this.employees.findByDepartmentAndEmployeeId("Sales", 223)).isPresent();
		assertThat(this.employees.findByDepartmentAndEmailStartingWith("Sales", "don")).hasSize(1);
		assertThat(this.employees.findByLastName("Hall")).hasSize(1);
	}

	@Test
	void hasThePathsThatItSays() {
		assertThatPlan(this.employees, "findByDepartmentAndEmployeeId").isPoint().usesNoIndex();
		assertThatPlan(this.employees, "findByDepartmentAndEmailStartingWith").isRowRange().usesIndex("email");
		assertThatPlan(this.employees, "findByLastName").hasPath(AccessPath.TABLE_SCAN);
	}

	@Test
	void needsAtMost25LinesBesidesItsImports() throws Exception {
		Matcher code = CODE.matcher(Files.readString(Path.of("../README.md")));
		StringBuilder first = new StringBuilder();
		for (int i = 0; i < 2 && code.find(); i++) {
			first.append(code.group(2));
		}
		assertThat(first).asString().contains("@Table", "interface Employees", "azure.tables.connection-string=");
		assertThat(first.toString().lines().filter((line) -> !line.isBlank() && !line.startsWith("import ")))
			.hasSizeLessThanOrEqualTo(25);
	}

	@SpringBootApplication
	static class Application {

	}

}
