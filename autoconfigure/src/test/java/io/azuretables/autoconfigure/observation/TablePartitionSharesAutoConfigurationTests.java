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

package io.azuretables.autoconfigure.observation;

import java.util.stream.Collectors;

import io.azuretables.autoconfigure.ContextRunners;
import io.azuretables.autoconfigure.client.TableGatewayDecorator;
import io.azuretables.autoconfigure.employees.Employee;
import io.azuretables.operations.TableTemplate;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.junit.jupiter.api.Test;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link TablePartitionSharesAutoConfiguration}.
 */
class TablePartitionSharesAutoConfigurationTests {

	private final ApplicationContextRunner application = ContextRunners.in(Employee.class)
		.withConfiguration(AutoConfigurations.of(TablePartitionSharesAutoConfiguration.class))
		.withPropertyValues("azure.tables.embedded=true");

	private final ApplicationContextRunner metered = this.application.withBean(MeterRegistry.class,
			SimpleMeterRegistry::new);

	@Test
	void registersAGaugeForEachTableWithoutKeys() {
		this.metered.run((context) -> {
			MeterRegistry registry = context.getBean(MeterRegistry.class);
			assertThat(registry.find("azure.tables.partition.share").gauges()).isEmpty();
			context.getBean(TableTemplate.class).insert(Employee.of("SecretDepartment", 1, "Hall"));
			assertThat(registry.get("azure.tables.partition.share").tag("table", "Employees").gauge().value())
				.isBetween(0.0, 1.0);
			assertThat(
					registry.getMeters().stream().map(Meter::getId).map(Object::toString).collect(Collectors.joining()))
				.doesNotContain("Secret");
		});
	}

	@Test
	void isOffByItsPropertyAndWithoutARegistry() {
		this.metered.withPropertyValues("azure.tables.partition-shares=false")
			.run((context) -> assertThat(context).doesNotHaveBean(TableGatewayDecorator.class));
		this.application.run((context) -> assertThat(context).doesNotHaveBean(TableGatewayDecorator.class));
		this.metered.withClassLoader(new FilteredClassLoader(MeterRegistry.class))
			.run((context) -> assertThat(context).hasNotFailed().doesNotHaveBean(TableGatewayDecorator.class));
	}

}
