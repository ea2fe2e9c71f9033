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

package io.azuretables.autoconfigure;

import com.azure.core.http.HttpClient;
import com.azure.core.http.HttpHeaderName;
import io.azuretables.autoconfigure.employees.Employee;
import io.azuretables.client.TableGateway;
import io.azuretables.operations.TableTemplate;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationHandler;
import io.micrometer.observation.ObservationRegistry;
import io.micrometer.observation.tck.TestObservationRegistry;
import io.micrometer.observation.tck.TestObservationRegistryAssert;
import io.micrometer.observation.transport.SenderContext;
import org.junit.jupiter.api.Test;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link TableObservationAutoConfiguration}.
 */
class TableObservationAutoConfigurationTests {

	private final TestObservationRegistry registry = TestObservationRegistry.create();

	private final ApplicationContextRunner application = ContextRunners.in(Employee.class)
		.withConfiguration(AutoConfigurations.of(TableObservationAutoConfiguration.class));

	@Test
	void observesRequests() {
		this.application.withPropertyValues("azure.tables.embedded=true")
			.withBean(ObservationRegistry.class, () -> this.registry)
			.run((context) -> {
				context.getBean(TableTemplate.class).insert(Employee.of("Sales", 1, "Hall"));
				TestObservationRegistryAssert.assertThat(this.registry)
					.hasAnObservationWithAKeyValue("operation", "transaction");
			});
	}

	@Test
	void putsTheTraceIntoHeaders() {
		RecordedHttpClient http = new RecordedHttpClient();
		this.registry.observationConfig().observationHandler(new Sender());
		this.application.withPropertyValues(ContextRunners.AZURITE)
			.withBean(HttpClient.class, () -> http)
			.withBean(ObservationRegistry.class, () -> this.registry)
			.run((context) -> {
				context.getBean(TableGateway.class).createTable("Employees");
				assertThat(http.requests()).singleElement()
					.extracting((request) -> request.getHeaders().getValue(HttpHeaderName.fromString("traceparent")))
					.isEqualTo("00-1-2-01");
				TestObservationRegistryAssert.assertThat(this.registry).hasAnObservationWithAKeyValue("status", "204");
			});
	}

	@Test
	void backsOffWithoutARegistry() {
		this.application.withPropertyValues("azure.tables.embedded=true")
			.run((context) -> assertThat(context).doesNotHaveBean(TableGatewayDecorator.class));
		this.application.withPropertyValues("azure.tables.embedded=true")
			.withClassLoader(new FilteredClassLoader("io.micrometer"))
			.run((context) -> assertThat(context).hasNotFailed().doesNotHaveBean(TableGatewayDecorator.class));
	}

	private static final class Sender implements ObservationHandler<SenderContext<Object>> {

		@Override
		public void onStart(SenderContext<Object> context) {
			context.getSetter().set(context.getCarrier(), "traceparent", "00-1-2-01");
		}

		@Override
		public boolean supportsContext(Observation.Context context) {
			return context instanceof SenderContext<?>;
		}

	}

}
