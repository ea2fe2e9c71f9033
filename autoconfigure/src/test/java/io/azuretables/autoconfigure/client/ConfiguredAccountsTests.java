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

package io.azuretables.autoconfigure.client;

import java.util.List;
import java.util.Map;

import io.azuretables.autoconfigure.ContextRunners;
import io.azuretables.autoconfigure.employees.Employee;
import io.azuretables.autoconfigure.internal.configuration.ConfigurationProblemException;
import io.azuretables.embedded.EmbeddedTableGateway;
import io.azuretables.gateway.TableGateway;
import io.azuretables.operations.TableTemplate;
import io.azuretables.query.TableQuery;
import io.azuretables.routing.AccountRouting;
import io.azuretables.routing.RoutedTableGateway;
import org.junit.jupiter.api.Test;

import org.springframework.boot.test.context.runner.ApplicationContextRunner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

/**
 * Tests for several accounts that properties name.
 */
class ConfiguredAccountsTests {

	private final ApplicationContextRunner application = ContextRunners.in(Employee.class)
		.withPropertyValues("azure.tables.accounts.one.embedded=true", "azure.tables.accounts.two.embedded=true");

	@Test
	void dividesTablesAmongTheAccounts() {
		this.application.run((context) -> {
			assertThat(context.getBean(TableGateway.class)).isInstanceOf(RoutedTableGateway.class);
			TableTemplate template = context.getBean(TableTemplate.class);
			List.of("Sales", "Marketing", "Research", "Legal")
				.forEach((department) -> template.insert(Employee.of(department, 1, department)));
			assertThat(template.find(TableQuery.all().allowScan(), Employee.class)).extracting(Employee::department)
				.containsExactly("Legal", "Marketing", "Research", "Sales");
		});
	}

	@Test
	void refusesAnAccountWhosePropertiesAreAllMisspelt() {
		this.application.withPropertyValues("azure.tables.accounts.three.conection-string=x")
			.run((context) -> assertThat(context).getFailure()
				.rootCause()
				.isInstanceOfSatisfying(ConfigurationProblemException.class, (problem) -> {
					assertThat(problem)
						.hasMessage("The account 'three' of azure.tables.accounts has no property that is known");
					assertThat(problem.getAction()).contains("azure.tables.accounts.three.connection-string");
				}));
	}

	@Test
	void asksTheRoutingOfTheApplication() {
		AccountRouting routing = AccountRouting.by("test", (table, partitionKey) -> "nowhere");
		this.application.withBean(AccountRouting.class, () -> routing).run((context) -> {
			TableTemplate template = context.getBean(TableTemplate.class);
			assertThat(catchThrowable(() -> template.insert(Employee.of("A", 1, "B"))))
				.hasMessageContaining("'nowhere'");
		});
	}

	/**
	 * An application that creates its tables when it starts asks the accounts then, and
	 * any other one with its first request.
	 */
	@Test
	void failsToStartWithWrongAccountsWhereItCreatesTablesAtStart() {
		Map<String, EmbeddedTableGateway> accounts = Map.of("one", new EmbeddedTableGateway(), "two",
				new EmbeddedTableGateway());
		RoutedTableGateway.over(accounts, AccountRouting.hashed(8)).check();
		ApplicationContextRunner other = this.application.withBean(TableGateway.class,
				() -> RoutedTableGateway.over(accounts, AccountRouting.hashed(9)));
		other.withPropertyValues("azure.tables.schema=create-on-start")
			.run((context) -> assertThat(context).getFailure()
				.rootCause()
				.hasMessageContainingAll("hashed(8)", "hashed(9)"));
		other.run((context) -> {
			assertThat(context).hasNotFailed();
			assertThat(
					catchThrowable(() -> context.getBean(TableTemplate.class).insert(Employee.of("Sales", 1, "Hall"))))
				.hasMessageContainingAll("hashed(8)", "hashed(9)");
		});
	}

	@Test
	void connectsToAnAccountByItsProperties() {
		this.application
			.withPropertyValues("azure.tables.accounts.two.embedded=false",
					"azure.tables.accounts.two.account.name=two", "azure.tables.accounts.two.account.key=c2VjcmV0")
			.run((context) -> assertThat(context).hasNotFailed().hasSingleBean(RoutedTableGateway.class));
	}

	@Test
	void namesTheAccountThatCannotBeUsed() {
		this.application.withPropertyValues("azure.tables.accounts.two.embedded=false").run((context) -> {
			assertThat(context).hasFailed();
			assertThat(context).getFailure()
				.rootCause()
				.isInstanceOfSatisfying(ConfigurationProblemException.class, (problem) -> {
					assertThat(problem).hasMessageContaining("The account 'two'");
					assertThat(problem.getAction()).contains("azure.tables.accounts.two");
				});
		});
	}

	@Test
	void refusesOneServiceBesides() {
		for (String other : List.of("azure.tables.embedded=true", ContextRunners.AZURITE)) {
			this.application.withPropertyValues(other)
				.run((context) -> assertThat(context).getFailure()
					.rootCause()
					.hasMessageContaining("Several accounts are configured"));
		}
	}

	@Test
	void refusesMoreAccountsThanSlots() {
		this.application.withPropertyValues("azure.tables.routing.slots=1")
			.run((context) -> assertThat(context).getFailure().rootCause().hasMessageContaining("fewer slots"));
	}

	@Test
	void backsOffFromAGatewayOfTheApplication() {
		this.application.withBean(TableGateway.class, EmbeddedTableGateway::new)
			.run((context) -> assertThat(context).doesNotHaveBean(RoutedTableGateway.class));
	}

}
