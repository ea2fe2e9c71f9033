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

import io.azuretables.autoconfigure.client.TableClientAutoConfiguration;
import io.azuretables.autoconfigure.client.TableGatewayDecorator;
import io.azuretables.autoconfigure.template.TableTemplateAutoConfiguration;
import io.azuretables.gateway.TableGateway;
import io.azuretables.observation.ObservedOperations;
import io.azuretables.observation.ObservedTableGateway;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.observation.ObservationRegistry;

import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.annotation.Order;

/**
 * Auto-configuration of Micrometer observations: of template operations, and of requests
 * to the table service. It needs an {@link ObservationRegistry}. Traces go on in the
 * headers of the requests.
 *
 * @since 0.1
 */
@AutoConfiguration(before = { TableClientAutoConfiguration.class, TableTemplateAutoConfiguration.class },
		afterName = { "org.springframework.boot.micrometer.observation.autoconfigure.ObservationAutoConfiguration",
				"org.springframework.boot.micrometer.metrics.autoconfigure.CompositeMeterRegistryAutoConfiguration" })
@ConditionalOnClass(ObservationRegistry.class)
@ConditionalOnBean(ObservationRegistry.class)
public final class TableObservationAutoConfiguration {

	@Bean
	@ConditionalOnMissingBean
	ObservedOperations tableOperationObserver(ObservationRegistry registry) {
		return new ObservedOperations(registry);
	}

	@Bean
	@ConditionalOnMissingBean(name = "observedTableGateway")
	@Order(0)
	TableGatewayDecorator observedTableGateway(ObservationRegistry registry) {
		return new ObservedRequests(registry);
	}

	@Bean
	@ConditionalOnMissingBean(name = "tableTracePropagation")
	TracePropagation tableTracePropagation(ObservationRegistry registry) {
		return new TracePropagation(registry);
	}

	/**
	 * Counts rows where there are meters.
	 */
	@Configuration(proxyBeanMethods = false)
	@ConditionalOnClass(MeterRegistry.class)
	@ConditionalOnBean(MeterRegistry.class)
	static class Meters {

		@Bean
		@ConditionalOnMissingBean
		RowMeters tableRowMeters(MeterRegistry registry) {
			return new RowMeters(registry);
		}

	}

	/**
	 * Observes the requests of the template, and those that belong to no operation.
	 *
	 * @param registry takes the observations
	 */
	private record ObservedRequests(ObservationRegistry registry) implements TableGatewayDecorator {

		@Override
		public TableGateway decorate(TableGateway gateway) {
			return new ObservedTableGateway(gateway, this.registry);
		}

		@Override
		public TableGateway decorateBackground(TableGateway gateway) {
			return decorate(gateway);
		}

		@Override
		public TableGateway decorateSecondary(TableGateway gateway) {
			return ObservedTableGateway.ofSecondary(gateway, this.registry);
		}

	}

}
