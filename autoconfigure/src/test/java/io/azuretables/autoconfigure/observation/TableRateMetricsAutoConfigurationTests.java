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

import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

import io.azuretables.autoconfigure.ContextRunners;
import io.azuretables.autoconfigure.employees.Employee;
import io.azuretables.operations.RatePause;
import io.azuretables.operations.TableTemplate;
import io.azuretables.operations.TableTemplateOptions;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.junit.jupiter.api.Test;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link TableRateMetricsAutoConfiguration}, and for the rates that properties
 * set.
 */
class TableRateMetricsAutoConfigurationTests {

	private final ApplicationContextRunner application = ContextRunners.in(Employee.class)
		.withConfiguration(AutoConfigurations.of(TableRateMetricsAutoConfiguration.class))
		.withPropertyValues("azure.tables.embedded=true");

	private final ApplicationContextRunner metered = this.application.withBean(MeterRegistry.class,
			SimpleMeterRegistry::new);

	@Test
	void measuresTheWaitsOfBulkWrites() {
		this.metered
			.withPropertyValues("azure.tables.rate.enabled=true", "azure.tables.rate.partition=2000",
					"azure.tables.rate.ramp-up=0s")
			.run((context) -> {
				List<Employee> many = IntStream.range(0, 400)
					.mapToObj((i) -> Employee.of("Sales", i, "Hall" + i))
					.toList();
				context.getBean(TableTemplate.class).saveAll(many);
				assertThat(context.getBean(MeterRegistry.class)
					.get("azure.tables.rate.waits")
					.timer()
					.totalTime(TimeUnit.MILLISECONDS)).isPositive();
			});
	}

	@Test
	void setsTheRatesThatPropertiesSay() {
		this.application
			.withPropertyValues("azure.tables.rate.enabled=true", "azure.tables.rate.partition=7",
					"azure.tables.rate.account=70", "azure.tables.rate.ramp-up=1m")
			.run((context) -> {
				var rate = context.getBean(TableTemplateOptions.class).rate();
				assertThat(rate).isNotNull();
				assertThat(rate.partition()).isEqualTo(7);
				assertThat(rate.account()).isEqualTo(70);
				assertThat(rate.rampUp()).isEqualTo(Duration.ofMinutes(1));
				assertThat(rate.pause()).isSameAs(RatePause.SLEEP);
			});
	}

	@Test
	void pacesNothingUnlessItIsAsked() {
		this.metered.run((context) -> {
			assertThat(context.getBean(TableTemplateOptions.class).rate()).isNull();
			assertThat(context).doesNotHaveBean(RatePause.class);
		});
		this.metered.withPropertyValues("azure.tables.rate.enabled=true")
			.withClassLoader(new FilteredClassLoader(MeterRegistry.class))
			.run((context) -> assertThat(context).hasNotFailed().doesNotHaveBean(RatePause.class));
	}

}
