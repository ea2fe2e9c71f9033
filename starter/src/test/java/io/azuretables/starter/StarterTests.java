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

package io.azuretables.starter;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import io.azuretables.autoconfigure.plan.RepositoryPlans;
import io.azuretables.callback.BeforeConvertCallback;
import io.azuretables.key.TableKey;
import io.azuretables.mapping.Json;
import io.azuretables.mapping.PartitionKey;
import io.azuretables.mapping.RowKey;
import io.azuretables.mapping.SecondaryIndex;
import io.azuretables.mapping.Table;
import io.azuretables.operations.RowTemplate;
import io.azuretables.operations.TableTemplate;
import io.azuretables.repository.TableRepository;
import io.azuretables.repository.config.EnableTableAuditing;
import io.azuretables.repository.config.EnableTableRepositories;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.data.annotation.CreatedBy;
import org.springframework.data.annotation.LastModifiedDate;
import org.springframework.data.annotation.Version;
import org.springframework.data.domain.AuditorAware;
import org.springframework.transaction.event.TransactionalEventListener;
import org.springframework.util.ClassUtils;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * An application that has the starter and nothing else. The class path of this module is
 * that of such an application, JUnit and AssertJ besides.
 */
class StarterTests {

	@Test
	void needsNothingElse() {
		try (ConfigurableApplicationContext context = SpringApplication.run(Application.class,
				"--azure.tables.embedded=true")) {
			Employees employees = context.getBean(Employees.class);
			Employee saved = employees
				.save(new Employee("Sales", 1, "HALL@contoso.com", List.of("Java", "SQL"), null, null, null));
			assertThat(saved.createdBy()).isEqualTo("cao");
			assertThat(saved.changedAt()).isNotNull();
			assertThat(employees.findByDepartmentAndEmailStartingWith("Sales", "hall")).map(Employee::skills)
				.containsExactly(List.of("Java", "SQL"));
			assertThat(
					context.getBean(TableTemplate.class).findById(Employee.class, TableKey.of("Sales", "empid_000001")))
				.map(Employee::email)
				.contains("hall@contoso.com");
			assertThat(context.getBean(RepositoryPlans.class).all()).isNotEmpty();
			assertThat(context.getBeansOfType(RowTemplate.class)).hasSize(1);
		}
	}

	/**
	 * As the page on writing says of applications without transaction management.
	 */
	@Test
	void callsNoTransactionalEventListeners() {
		try (ConfigurableApplicationContext context = SpringApplication.run(Application.class,
				"--azure.tables.embedded=true")) {
			context.publishEvent("hired");
			assertThat(context.getBean(Listener.class).heard).isEmpty();
		}
	}

	@Test
	void isTestedWithNothingElse() {
		assertThat(List.of("org.springframework.test.context.TestContext", "org.mockito.Mockito",
				"io.micrometer.core.instrument.MeterRegistry", "org.springframework.web.client.RestClient"))
			.noneMatch((type) -> ClassUtils.isPresent(type, null));
	}

	@Table("Employees")
	@PartitionKey("{department}")
	@RowKey("empid_{employeeId:6}")
	@SecondaryIndex(name = "email", rowKey = "email_{email}")
	record Employee(String department, int employeeId, String email, @Json List<String> skills,
			@CreatedBy @Nullable String createdBy, @LastModifiedDate @Nullable Instant changedAt,
			@Version @Nullable String etag) {

	}

	interface Employees extends TableRepository<Employee, TableKey> {

		List<Employee> findByDepartmentAndEmailStartingWith(String department, String prefix);

	}

	@SpringBootApplication
	@EnableTableAuditing
	@EnableTableRepositories(considerNestedRepositories = true)
	static class Application {

		@Bean
		Listener listener() {
			return new Listener();
		}

		@Bean
		AuditorAware<String> user() {
			return () -> Optional.of("cao");
		}

		@Bean
		BeforeConvertCallback<Employee> lowerCaseEmail() {
			return new LowerCaseEmail();
		}

	}

	static class Listener {

		private final List<String> heard = new ArrayList<>();

		@TransactionalEventListener
		void onHired(String event) {
			this.heard.add(event);
		}

	}

	static class LowerCaseEmail implements BeforeConvertCallback<Employee> {

		@Override
		public Employee onBeforeConvert(Employee entity, String table) {
			return new Employee(entity.department(), entity.employeeId(), entity.email().toLowerCase(), entity.skills(),
					entity.createdBy(), entity.changedAt(), entity.etag());
		}

	}

}
