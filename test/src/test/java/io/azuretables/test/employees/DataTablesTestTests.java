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

import java.util.stream.Stream;

import io.azuretables.autoconfigure.client.TableConnectionDetails;
import io.azuretables.embedded.EmbeddedTableGateway;
import io.azuretables.gateway.TableGateway;
import io.azuretables.test.DataTablesTest;
import io.azuretables.test.ExpectRequests;
import io.azuretables.test.RequestCounter;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

import org.springframework.aot.generate.GeneratedFiles.Kind;
import org.springframework.aot.generate.InMemoryGeneratedFiles;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.context.ApplicationContext;
import org.springframework.test.context.aot.TestContextAotGenerator;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link DataTablesTest}.
 */
@DataTablesTest(properties = "azure.tables.account.name=contoso")
class DataTablesTestTests {

	@Autowired
	private ApplicationContext context;

	@Autowired
	private Employees employees;

	@Autowired
	private RequestCounter requests;

	@BeforeEach
	void saveWithoutBeingCounted() {
		this.employees.save(Employee.of("Marketing", 9, "Cao"));
		this.employees.save(Employee.of("Marketing", 10, "Smith"));
	}

	@Test
	void hasRepositoriesAndNothingElse() {
		assertThat(this.context.getBeansOfType(Report.class)).isEmpty();
		assertThat(this.context.getBeansOfType(TableConnectionDetails.class)).isEmpty();
		assertThat(this.context.getBean(TableGateway.class)).isInstanceOf(EmbeddedTableGateway.class);
	}

	@RepeatedTest(2)
	void beginsWithAnEmptyStore() {
		assertThat(this.employees.count()).isEqualTo(2);
		this.employees.insert(Employee.of("Sales", 1, "Hall"));
	}

	@Test
	void calls() {
		this.employees.save(new Employee("Sales", 1, "HALL@contoso.com", "Hall", null));
		assertThat(this.employees.findByDepartmentAndEmail("Sales", "hall@contoso.com")).isPresent();
	}

	@Test
	void canBeProcessedAheadOfTime() {
		InMemoryGeneratedFiles files = new InMemoryGeneratedFiles();
		new TestContextAotGenerator(files).processAheadOfTime(Stream.of(getClass()));
		assertThat(files.getGeneratedFiles(Kind.SOURCE)).anySatisfy((path, content) -> assertThat(path)
			.endsWith("io/azuretables/test/RequestCounter__TestContext001_BeanDefinitions.java"));
	}

	@Test
	@ExpectRequests(max = 1)
	void staysWithinItsBudget() {
		assertThat(this.employees.findByDepartmentAndEmail("Marketing", "cao@contoso.com")).isPresent();
		assertThat(this.requests.count()).isEqualTo(1);
	}

}
