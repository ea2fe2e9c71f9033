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

package io.azuretables.autoconfigure.template;

import io.azuretables.autoconfigure.ContextRunners;
import io.azuretables.autoconfigure.employees.Employee;
import io.azuretables.autoconfigure.employees.Employees;
import io.azuretables.operations.TableOperations;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.annotation.Transactional;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.Mockito.mock;

/**
 * Tests for {@link TransactionWarning}.
 */
@ExtendWith(OutputCaptureExtension.class)
class TransactionWarningTests {

	private static final String WARNING = "is annotated with @Transactional, and there is no transaction manager";

	private final ApplicationContextRunner application = ContextRunners.in(Employee.class)
		.withPropertyValues("azure.tables.embedded=true");

	@Test
	void namesMethodsThatUseRepositories(CapturedOutput output) {
		this.application.withBean(Staff.class).run((context) -> {
			assertThat(context).hasNotFailed();
			assertThat(output).containsOnlyOnce(WARNING).contains("WARN", Staff.class.getName() + ".hire " + WARNING);
		});
	}

	@Test
	void namesClassesThatUseTemplates(CapturedOutput output) {
		this.application.withBean(Office.class)
			.run((context) -> assertThat(output).contains(Office.class.getName() + " " + WARNING));
	}

	@Test
	void leavesApplicationsWithATransactionManagerAlone(CapturedOutput output) {
		this.application.withBean(Staff.class)
			.withBean(PlatformTransactionManager.class, () -> mock(PlatformTransactionManager.class))
			.run((context) -> assertThat(output).doesNotContain(WARNING));
	}

	@Test
	void leavesBeansAloneThatUseNoTables(CapturedOutput output) {
		this.application.withBean(Elsewhere.class)
			.withBean(Reader.class)
			.run((context) -> assertThat(output).doesNotContain(WARNING));
	}

	static class Staff {

		private final Employees employees;

		Staff(Employees employees) {
			this.employees = employees;
		}

		@Transactional
		public void hire() {
			this.employees.save(Employee.of("Sales", 1, "Hall"));
		}

	}

	@Transactional
	static class Office {

		Office(TableOperations operations) {
			assertThat(operations).isNotNull();
		}

	}

	@Transactional
	static class Elsewhere {

	}

	static class Reader {

		Reader(Employees employees) {
			assertThat(employees).isNotNull();
		}

	}

}
