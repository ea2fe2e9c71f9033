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
package io.azuretables.test.employees;

import io.azuretables.autoconfigure.client.TableGatewayDecorator;
import io.azuretables.gateway.ForwardingTableGateway;
import io.azuretables.test.DataTablesTest;
import io.azuretables.test.RequestCounter;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.TestConfiguration;
import org.springframework.context.annotation.Bean;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * An application whose own decorator is between the counter and the store.
 */
@DataTablesTest
class DecoratedStoreTests {

	@Autowired
	private Employees employees;

	@Autowired
	private RequestCounter requests;

	@Test
	void countsTheRowsThatTheStoreHasLookedAt() {
		for (int id = 1; id <= 10; id++) {
			this.employees.save(Employee.of("Sales", id, "Hall" + id));
		}
		this.requests.reset();
		assertThat(this.employees.findByDepartmentAndLastName("Sales", "Hall3")).hasSize(1);
		assertThat(this.requests.scanned()).isEqualTo(10);
		assertThat(this.requests.density()).isEqualTo(0.1);
	}

	@TestConfiguration(proxyBeanMethods = false)
	static class Decorated {

		@Bean
		TableGatewayDecorator forwarding() {
			return (gateway) -> new ForwardingTableGateway(gateway) {
			};
		}

	}

}
