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

import io.azuretables.autoconfigure.ContextRunners;
import io.azuretables.autoconfigure.employees.Employee;
import io.azuretables.autoconfigure.internal.configuration.ConfigurationProblemException;
import io.azuretables.gateway.SecondaryRegion;
import io.azuretables.key.TableKey;
import io.azuretables.operations.TableTemplate;
import io.azuretables.query.ReadRegion;
import org.junit.jupiter.api.Test;

import org.springframework.boot.test.context.runner.ApplicationContextRunner;

import static java.time.Duration.ofMinutes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/**
 * Tests for the secondary region that properties ask for.
 */
class SecondaryRegionTests {

	private final ApplicationContextRunner application = ContextRunners.in(Employee.class)
		.withPropertyValues("azure.tables.account.name=contoso", "azure.tables.account.key=c2VjcmV0");

	@Test
	void givesTheTemplateASecondaryRegion() {
		this.application.withPropertyValues("azure.tables.secondary.enabled=true").run((context) -> {
			assertThat(context).hasSingleBean(SecondaryRegion.class);
			assertThat(context.getBean(TableTemplate.class).reading(ReadRegion.SECONDARY, ofMinutes(1))).isNotNull();
		});
	}

	@Test
	void readsTheEmbeddedStoreAsItsOwnSecondaryRegion() {
		ContextRunners.in(Employee.class)
			.withPropertyValues("azure.tables.embedded=true", "azure.tables.secondary.enabled=true")
			.run((context) -> {
				TableTemplate template = context.getBean(TableTemplate.class);
				template.insert(Employee.of("Sales", 1, "Hall"));
				assertThat(template.reading(ReadRegion.SECONDARY, ofMinutes(1))
					.findById(Employee.class, new TableKey("Sales", "empid_000001"))).isPresent();
			});
	}

	@Test
	void refusesSeveralAccounts() {
		ContextRunners.in(Employee.class)
			.withPropertyValues("azure.tables.accounts.one.embedded=true", "azure.tables.accounts.two.embedded=true",
					"azure.tables.secondary.enabled=true")
			.run((context) -> assertThat(context).getFailure()
				.rootCause()
				.isInstanceOf(ConfigurationProblemException.class)
				.hasMessageContaining("secondary regions of several accounts are not read"));
	}

	@Test
	void hasNoneUnlessItIsAsked() {
		this.application.run((context) -> {
			assertThat(context).doesNotHaveBean(SecondaryRegion.class);
			TableTemplate template = context.getBean(TableTemplate.class);
			assertThatIllegalStateException().isThrownBy(() -> template.reading(ReadRegion.SECONDARY, ofMinutes(1)))
				.withMessageContaining("azure.tables.secondary.enabled");
		});
	}

	@Test
	void asksForAnAddressThatItCannotDerive() {
		ApplicationContextRunner elsewhere = this.application.withPropertyValues("azure.tables.secondary.enabled=true",
				"azure.tables.endpoint=https://tables.contoso.com");
		elsewhere.run((context) -> assertThat(context).getFailure()
			.rootCause()
			.hasMessageContaining("The secondary region is to be read"));
		elsewhere.withPropertyValues("azure.tables.secondary.endpoint=https://elsewhere.contoso.com")
			.run((context) -> assertThat(context).hasNotFailed().hasSingleBean(SecondaryRegion.class));
	}

}
