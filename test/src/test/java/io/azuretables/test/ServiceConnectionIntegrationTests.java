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

package io.azuretables.test;

import java.net.URI;

import io.azuretables.autoconfigure.client.TableConnectionDetails;
import io.azuretables.azurite.Azurite;
import io.azuretables.client.HttpTableGateway;
import io.azuretables.gateway.TableGateway;
import io.azuretables.test.employees.Employee;
import io.azuretables.test.employees.Employees;
import io.azuretables.test.employees.EmployeesApplication;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.testcontainers.azure.AzuriteContainer;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.TestConfiguration;
import org.springframework.boot.testcontainers.service.connection.ServiceConnection;
import org.springframework.context.annotation.Bean;
import org.springframework.test.context.ContextConfiguration;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A slice with a service connection. The container is the emulator of this machine, which
 * needs no Docker engine.
 */
@DataTablesTest
@ContextConfiguration(classes = { EmployeesApplication.class, ServiceConnectionIntegrationTests.Containers.class })
@ExtendWith(AzuriteCondition.class)
class ServiceConnectionIntegrationTests {

	@Autowired
	private TableGateway gateway;

	@Autowired
	private TableConnectionDetails details;

	@Autowired
	private Employees employees;

	@Test
	void usesTheContainerInsteadOfTheEmbeddedStore() {
		assertThat(this.gateway).isInstanceOf(HttpTableGateway.class);
		assertThat(this.details.getConnection().endpoint()).hasToString(Azurite.endpoint());
		this.employees.save(Employee.of("Connected", 1, "Hall"));
		assertThat(this.employees.findByDepartmentAndEmail("Connected", "hall@contoso.com")).isPresent();
	}

	@TestConfiguration(proxyBeanMethods = false)
	static class Containers {

		@Bean
		@ServiceConnection
		AzuriteContainer azurite() {
			return new AzuriteContainer("mcr.microsoft.com/azure-storage/azurite:3.35.0") {

				@Override
				public void start() {
				}

				@Override
				public String getHost() {
					return "127.0.0.1";
				}

				@Override
				public Integer getMappedPort(int port) {
					return URI.create(Azurite.endpoint()).getPort();
				}

			};
		}

	}

}
