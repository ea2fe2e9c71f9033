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
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

import com.azure.core.http.HttpClient;
import com.azure.core.http.HttpHeaderName;
import io.azuretables.autoconfigure.ContextRunners;
import io.azuretables.autoconfigure.client.TableGatewayDecorator;
import io.azuretables.autoconfigure.index.TableIndexStatesAutoConfiguration;
import io.azuretables.autoconfigure.queue.TableQueueAutoConfiguration;
import io.azuretables.autoconfigure.employees.Employee;
import io.azuretables.autoconfigure.employees.Employees;
import io.azuretables.client.RecordedHttpClient;
import io.azuretables.observation.ObservedOperations;
import io.azuretables.operations.OperationObserver;
import io.azuretables.operations.TableTemplate;
import io.azuretables.patterns.index.IndexAdministration;
import io.azuretables.patterns.queue.EventuallyConsistentQueueTemplate;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationHandler;
import io.micrometer.observation.ObservationRegistry;
import io.micrometer.observation.ObservationView;
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
	void observesOperationsAndTheirRequests() {
		this.application.withPropertyValues("azure.tables.embedded=true")
			.withBean(ObservationRegistry.class, () -> this.registry)
			.run((context) -> {
				context.getBean(TableTemplate.class).insert(Employee.of("Sales", 1, "Hall"));
				context.getBean(Employees.class).findByDepartmentAndEmail("Sales", "hall@contoso.com");
				TestObservationRegistryAssert.assertThat(this.registry)
					.hasAnObservationWithAKeyValue("operation", "insert")
					.hasAnObservationWithAKeyValue("operation", "transaction")
					.hasAnObservationWithAKeyValue("path", "POINT")
					.hasAnObservationWithAKeyValue("index", "email");
			});
	}

	/**
	 * What counts the requests of operations does not see these.
	 */
	@Test
	void observesRequestsOfQueuesAndAdministration() {
		AtomicInteger counted = new AtomicInteger();
		this.application
			.withConfiguration(
					AutoConfigurations.of(TableQueueAutoConfiguration.class, TableIndexStatesAutoConfiguration.class))
			.withPropertyValues("azure.tables.embedded=true", "azure.tables.queue.name=work",
					"azure.tables.queue.worker.enabled=false")
			.withBean(ObservationRegistry.class, () -> this.registry)
			.withBean("counter", TableGatewayDecorator.class, () -> (gateway) -> {
				counted.incrementAndGet();
				return gateway;
			})
			.run((context) -> {
				context.getBean(TableTemplate.class).insert(Employee.of("Sales", 1, "Hall"));
				counted.set(0);
				this.registry.clear();
				context.getBean(EventuallyConsistentQueueTemplate.class).sweep("Employees", Duration.ofHours(1));
				TestObservationRegistryAssert.assertThat(this.registry)
					.hasAnObservationWithAKeyValue("table", "Employees");
				this.registry.clear();
				context.getBean(IndexAdministration.class).verify(Employee.class, "email");
				TestObservationRegistryAssert.assertThat(this.registry)
					.hasAnObservationWithAKeyValue("table", "Employees");
				assertThat(counted).hasValue(0);
			});
	}

	@Test
	void countsRowsByTablePathAndIndex() {
		SimpleMeterRegistry meters = new SimpleMeterRegistry();
		this.application.withPropertyValues("azure.tables.embedded=true")
			.withBean(ObservationRegistry.class, () -> this.registry)
			.withBean(MeterRegistry.class, () -> meters)
			.run((context) -> {
				this.registry.observationConfig().observationHandler(context.getBean(RowMeters.class));
				context.getBean(TableTemplate.class).insert(Employee.of("Sales", 1, "Hall"));
				assertThat(meters.find("azure.tables.rows.read").counters()).isEmpty();
				Employees employees = context.getBean(Employees.class);
				employees.findByDepartmentAndEmail("Sales", "hall@contoso.com");
				employees.findByDepartmentAndEmployeeIdIn("Sales", List.of(1, 2));
				assertThat(meters.get("azure.tables.rows.read")
					.tags("table", "Employees", "path", "POINT", "index", "email")
					.counter()
					.count()).isEqualTo(1);
				assertThat(meters.get("azure.tables.rows.returned")
					.tags("table", "Employees", "path", "MULTI_POINT", "index", "none")
					.counter()
					.count()).isEqualTo(1);
				assertThat(meters.get("azure.tables.pages.sparse").tags("index", "email").counter().count()).isZero();
			});
		this.application.withPropertyValues("azure.tables.embedded=true")
			.withBean(ObservationRegistry.class, () -> this.registry)
			.withClassLoader(new FilteredClassLoader(MeterRegistry.class))
			.run((context) -> assertThat(context).hasNotFailed().hasSingleBean(ObservedOperations.class));
	}

	@Test
	void tellsObserversOfTheApplication() {
		List<String> operations = new ArrayList<>();
		ObservedOperations own = new ObservedOperations(ObservationRegistry.NOOP);
		this.application.withPropertyValues("azure.tables.embedded=true")
			.withBean(ObservationRegistry.class, () -> this.registry)
			.withBean(OperationObserver.class, () -> (operation, gateway) -> {
				operations.add(operation.name());
				return own.begin(operation, gateway);
			})
			.run((context) -> {
				context.getBean(TableTemplate.class).insert(Employee.of("Sales", 1, "Hall"));
				assertThat(operations).containsExactly("insert");
				assertThat(context).hasSingleBean(ObservedOperations.class);
				TestObservationRegistryAssert.assertThat(this.registry)
					.hasAnObservationWithAKeyValue("operation", "insert");
			});
	}

	@Test
	void putsTheTraceIntoTheHeadersOfRequestsInParallel() {
		RecordedHttpClient http = RecordedHttpClient.refusing(404, "ResourceNotFound");
		this.registry.observationConfig().observationHandler(new Sender());
		this.application.withPropertyValues(ContextRunners.AZURITE, "azure.tables.schema=none")
			.withBean(HttpClient.class, () -> http)
			.withBean(ObservationRegistry.class, () -> this.registry)
			.run((context) -> {
				Observation.createNotStarted("call", this.registry)
					.observe(() -> context.getBean(Employees.class)
						.findByDepartmentAndEmployeeIdIn("Sales", List.of(1, 2, 3)));
				assertThat(http.requests()).hasSize(3)
					.extracting((request) -> request.getHeaders().getValue(HttpHeaderName.fromString("traceparent")))
					.containsOnly("00-call");
				TestObservationRegistryAssert.assertThat(this.registry).hasAnObservationWithAKeyValue("status", "404");
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

	/**
	 * A tracer, whose traces are named after the observation that they begin with.
	 */
	private static final class Sender implements ObservationHandler<SenderContext<Object>> {

		@Override
		public void onStart(SenderContext<Object> context) {
			context.getSetter().set(context.getCarrier(), "traceparent", "00-" + trace(context));
		}

		private static String trace(Observation.ContextView context) {
			ObservationView parent = context.getParentObservation();
			return (parent != null) ? trace(parent.getContextView()) : context.getName();
		}

		@Override
		public boolean supportsContext(Observation.Context context) {
			return context instanceof SenderContext<?>;
		}

	}

}
