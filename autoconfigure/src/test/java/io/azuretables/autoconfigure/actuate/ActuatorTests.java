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

package io.azuretables.autoconfigure.actuate;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Set;

import com.sun.net.httpserver.HttpServer;
import io.azuretables.autoconfigure.actuate.TablesEndpoint.Method;
import io.azuretables.autoconfigure.design.DesignReport;
import io.azuretables.autoconfigure.client.TableClientAutoConfiguration;
import io.azuretables.autoconfigure.employees.Employee;
import io.azuretables.autoconfigure.employees.Employees;
import io.azuretables.autoconfigure.hot.Guests;
import io.azuretables.autoconfigure.hot.Visit;
import io.azuretables.autoconfigure.hot.Visits;
import io.azuretables.autoconfigure.index.TableIndexStatesAutoConfiguration;
import io.azuretables.autoconfigure.repository.TableRepositoriesAutoConfiguration;
import io.azuretables.autoconfigure.template.TableManagedTypes;
import io.azuretables.autoconfigure.template.TableTemplateAutoConfiguration;
import io.azuretables.convert.TableConverter;
import io.azuretables.embedded.EmbeddedTableGateway;
import io.azuretables.gateway.TableGateway;
import io.azuretables.internal.change.DeferredWriteCommitter;
import io.azuretables.mapping.PartitionKey;
import io.azuretables.mapping.RowKey;
import io.azuretables.mapping.Table;
import io.azuretables.mapping.TableMappingException;
import io.azuretables.observation.PartitionShares;
import io.azuretables.operations.RowTemplate;
import io.azuretables.operations.TableNameResolver;
import io.azuretables.operations.TableTemplate;
import io.azuretables.operations.TableTemplateOptions;
import io.azuretables.patterns.index.IntraPartitionIndexTemplate;
import io.azuretables.routing.AccountRouting;
import io.azuretables.routing.RoutedTableGateway;
import io.azuretables.write.DeferredWrites;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.boot.autoconfigure.AutoConfigurationPackages;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.health.contributor.Status;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.dao.TransientDataAccessResourceException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.BDDMockito.given;
import static org.mockito.Mockito.mock;

/**
 * Tests for health and endpoint.
 */
class ActuatorTests {

	private final ApplicationContextRunner application = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(TableClientAutoConfiguration.class,
				TableTemplateAutoConfiguration.class, TableRepositoriesAutoConfiguration.class,
				TableHealthContributorAutoConfiguration.class, TablesEndpointAutoConfiguration.class));

	private final ApplicationContextRunner employees = this.application
		.withInitializer((context) -> AutoConfigurationPackages
			.register((BeanDefinitionRegistry) context.getBeanFactory(), Employee.class.getPackageName()))
		.withPropertyValues("azure.tables.embedded=true");

	@Test
	void isHealthyWhereTheStoreAnswers() {
		this.employees.run((context) -> {
			assertThat(context.getBean(HealthIndicator.class).health()).returns(Status.UP, (one) -> one.getStatus())
				.extracting((one) -> one.getDetails().get("store"))
				.isEqualTo("embedded");
			context.getBean(Employees.class).save(Employee.of("Sales", 1, "Hall"));
			assertThat(context.getBean(HealthIndicator.class).health().getStatus()).isEqualTo(Status.UP);
		});
	}

	@Test
	void isHealthyWithoutEntities() {
		this.application
			.withInitializer((context) -> AutoConfigurationPackages
				.register((BeanDefinitionRegistry) context.getBeanFactory(), "com.example.nothing"))
			.withPropertyValues("azure.tables.embedded=true")
			.run((context) -> assertThat(context.getBean(HealthIndicator.class).health().getStatus())
				.isEqualTo(Status.UP));
	}

	@Test
	void isHealthyWhereNobodyKnowsTheTenant() {
		this.employees.withBean(TableNameResolver.class, () -> (type, name) -> {
			throw new IllegalStateException("no tenant");
		})
			.run((context) -> assertThat(context.getBean(HealthIndicator.class).health().getStatus())
				.isEqualTo(Status.UP));
	}

	@Test
	void isDownWhereTheStoreDoesNotAnswer() {
		TableGateway gateway = mock();
		given(gateway.read(any(), any(), any(), any()))
			.willThrow(new TransientDataAccessResourceException("The read was refused"));
		this.employees.withBean(TableGateway.class, () -> gateway)
			.run((context) -> assertThat(context.getBean(HealthIndicator.class).health().getStatus())
				.isEqualTo(Status.DOWN));
	}

	@Test
	void isDownWhereOneOfSeveralAccountsDoesNotAnswer() {
		TableGateway west = mock();
		RoutedTableGateway routed = RoutedTableGateway.over(Map.of("east", new EmbeddedTableGateway(), "west", west),
				AccountRouting.by("east", (table, partitionKey) -> "east"));
		this.employees.withBean(TableGateway.class, () -> routed).run((context) -> {
			HealthIndicator health = context.getBean(HealthIndicator.class);
			assertThat(health.health()).returns(Status.UP, (one) -> one.getStatus())
				.extracting((one) -> one.getDetails().get("accounts"))
				.isEqualTo(Map.of("east", "UP", "west", "UP"));
			given(west.read(any(), any(), any(), any()))
				.willThrow(new TransientDataAccessResourceException("The read was refused"));
			assertThat(health.health()).returns(Status.DOWN, (one) -> one.getStatus())
				.extracting((one) -> one.getDetails().get("accounts"))
				.isEqualTo(Map.of("east", "UP", "west", "DOWN"));
		});
	}

	@ParameterizedTest
	@ValueSource(strings = { "<h1>Not Found</h1>", "", " ", "\uFEFF", "äöü" })
	void isDownWhereAnotherServerAnswers(String text) throws IOException {
		HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
		server.createContext("/", (exchange) -> {
			byte[] page = text.getBytes(StandardCharsets.UTF_8);
			exchange.sendResponseHeaders(404, (page.length > 0) ? page.length : -1);
			exchange.getResponseBody().write(page);
			exchange.close();
		});
		server.start();
		try {
			this.employees
				.withPropertyValues("azure.tables.embedded=false",
						"azure.tables.endpoint=http://127.0.0.1:" + server.getAddress().getPort(),
						"azure.tables.account.name=contoso", "azure.tables.account.key=a2V5")
				.run((context) -> assertThat(context.getBean(HealthIndicator.class).health().getStatus())
					.isEqualTo(Status.DOWN));
		}
		finally {
			server.stop(0);
		}
	}

	@Test
	void leavesHealthAloneWhereItIsSwitchedOff() {
		this.employees.withPropertyValues("management.health.azuretables.enabled=false")
			.run((context) -> assertThat(context).doesNotHaveBean(HealthIndicator.class));
	}

	@Test
	void leavesSeveralAccountsToTheApplication() {
		this.employees.withConfiguration(AutoConfigurations.of(TableIndexStatesAutoConfiguration.class))
			.withUserConfiguration(TwoAccounts.class)
			.run((context) -> {
				assertThat(context).hasNotFailed()
					.doesNotHaveBean(RowTemplate.class)
					.doesNotHaveBean(HealthIndicator.class)
					.doesNotHaveBean(IntraPartitionIndexTemplate.class);
				context.getBean(Employees.class).save(Employee.of("Sales", 1, "Hall"));
				assertThat(context.getBean("tableGateway", TableGateway.class).tables()).containsExactly("Employees");
				assertThat(context.getBean("otherGateway", TableGateway.class).tables()).isEmpty();
			});
	}

	@Test
	void takesClassesOfOneTableInSeveralAccounts() {
		this.employees.withUserConfiguration(TwoAccounts.class)
			.withBean(TableManagedTypes.class, () -> TableManagedTypes.of(Set.of(Employee.class, Worker.class)))
			.run((context) -> {
				assertThat(context).hasNotFailed();
				context.getBean(Employees.class).save(Employee.of("Sales", 1, "Hall"));
				context.getBean("otherTemplate", TableTemplate.class).save(new Worker("Sales", "empid_000001"));
				assertThatExceptionOfType(TableMappingException.class)
					.isThrownBy(() -> context.getBean("tableTemplate", TableTemplate.class)
						.save(new Worker("Sales", "empid_000001")));
			});
	}

	@Test
	void refusesClassesOfOneTableInOneAccount() {
		this.employees
			.withBean(TableManagedTypes.class, () -> TableManagedTypes.of(Set.of(Employee.class, Worker.class)))
			.run((context) -> assertThat(context).hasFailed()
				.getFailure()
				.rootCause()
				.hasMessageContaining("could have the same keys"));
	}

	@Test
	void checksTheAccountOfSeveralTemplates() {
		this.employees.withUserConfiguration(TwoTemplates.class)
			.withConfiguration(AutoConfigurations.of(TableIndexStatesAutoConfiguration.class))
			.run((context) -> assertThat(context).hasNotFailed().hasSingleBean(RowTemplate.class));
	}

	@Test
	void showsPlansWhereTheEndpointIsExposed() {
		this.employees.withPropertyValues("management.endpoints.web.exposure.include=azuretables").run((context) -> {
			TablesEndpoint endpoint = context.getBean(TablesEndpoint.class);
			assertThat(endpoint.repositories().repositories().get(Employees.class.getName()))
				.extracting(Method::name, Method::path, Method::index, Method::filter, Method::requests,
						Method::inherited)
				.contains(tuple("findByDepartmentAndEmail", "POINT", "email", "", "1", false),
						tuple("findByDepartmentAndLastName", "KIND_RANGE", null, "lastName eq ?",
								"1 per page of 1000 rows", false),
						tuple("findById", "POINT", null, "", "1", true),
						tuple("findAll", "TABLE_SCAN", null, "", "1 per page of 1000 rows of the table", true));
			assertThat(endpoint.report("design")).isNotNull()
				.extracting(DesignReport::markdown, STRING)
				.contains("Employees.findByDepartmentAndEmail | POINT | email | 1 | 1 |");
			assertThat(endpoint.report("other")).isNull();
		});
		this.employees.run((context) -> assertThat(context).doesNotHaveBean(TablesEndpoint.class));
	}

	@Test
	void reportsTheSharesOfTheBusiestPartitions() {
		PartitionShares shares = mock();
		given(shares.share("Employees")).willReturn(0.75);
		this.employees.withPropertyValues("management.endpoints.web.exposure.include=azuretables")
			.withBean(PartitionShares.class, () -> shares)
			.run((context) -> assertThat(context.getBean(TablesEndpoint.class).report("design")).isNotNull()
				.extracting((report) -> report.classes().get(0).busiest())
				.isEqualTo(0.75));
	}

	@Test
	void showsHowRowsAreSpreadOverPartitions() {
		this.application
			.withInitializer((context) -> AutoConfigurationPackages
				.register((BeanDefinitionRegistry) context.getBeanFactory(), Visit.class.getPackageName()))
			.withPropertyValues("azure.tables.embedded=true", "management.endpoints.web.exposure.include=azuretables")
			.withBean(DeferredWrites.class, () -> () -> mock(DeferredWriteCommitter.class))
			.run((context) -> {
				Map<String, List<Method>> repositories = context.getBean(TablesEndpoint.class)
					.repositories()
					.repositories();
				assertThat(repositories.get(Visits.class.getName())).extracting(Method::name, Method::partitioning)
					.contains(tuple("findByUser", "SINGLE"), tuple("findById", "APPEND"), tuple("save", "SINGLE"));
				assertThat(repositories.get(Guests.class.getName())).extracting(Method::name, Method::partitioning)
					.contains(tuple("findById", "SPREAD"), tuple("save", "SPREAD"));
			});
	}

	/**
	 * The table of the employees in another account.
	 *
	 * @param department the partition key
	 * @param text the row key
	 */
	@Table("Employees")
	@PartitionKey("{department}")
	@RowKey("{text}")
	record Worker(String department, String text) {

	}

	@Configuration(proxyBeanMethods = false)
	static class TwoAccounts {

		@Bean
		TableGateway tableGateway() {
			return new EmbeddedTableGateway();
		}

		@Bean
		TableGateway otherGateway() {
			return new EmbeddedTableGateway();
		}

		@Bean
		TableTemplate tableTemplate(TableGateway tableGateway, TableConverter converter) {
			return new TableTemplate(tableGateway, converter);
		}

		@Bean
		TableTemplate otherTemplate(TableGateway otherGateway, TableConverter converter) {
			return new TableTemplate(otherGateway, converter);
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class TwoTemplates {

		@Bean
		TableTemplate tableTemplate(TableGateway gateway, TableConverter converter) {
			return new TableTemplate(gateway, converter);
		}

		@Bean
		TableTemplate archiveTemplate(TableGateway gateway, TableConverter converter) {
			return new TableTemplate(gateway, converter,
					TableTemplateOptions.DEFAULTS.withTableNames(TableNameResolver.prefixed("Archive")));
		}

	}

}
