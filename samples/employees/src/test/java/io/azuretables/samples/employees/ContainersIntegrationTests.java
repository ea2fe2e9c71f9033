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

package io.azuretables.samples.employees;

import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;

import io.azuretables.azurite.Azurite;
import io.azuretables.client.HttpTableGateway;
import io.azuretables.gateway.TableGateway;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.testcontainers.azure.AzuriteContainer;
import org.testcontainers.junit.jupiter.EnabledIfDockerAvailable;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.test.context.TestConfiguration;
import org.springframework.boot.testcontainers.service.connection.ServiceConnection;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The service with a container at development time: with the emulator of this machine in
 * its place, and in Docker where there is an engine.
 */
class ContainersIntegrationTests {

	@Test
	void usesTheContainerInsteadOfTheEmbeddedStore() {
		check(SpringApplication.from(EmployeesApplication::main)
			.with(Emulator.class)
			.withAdditionalProfiles("containers"));
	}

	@Test
	void composesTheImageThatTestsUse() throws Exception {
		String file = Files.readString(Path.of("compose.yaml"));
		assertThat(file).contains("image: " + TestEmployeesApplication.Containers.IMAGE)
			.contains("127.0.0.1::10000", "127.0.0.1::10001", "127.0.0.1::10002");
	}

	private static void check(SpringApplication.Augmented application) {
		try (ConfigurableApplicationContext context = application.run("--server.port=0").getApplicationContext()) {
			assertThat(context.getBean(TableGateway.class)).isInstanceOf(HttpTableGateway.class);
			Employees employees = context.getBean(Employees.class);
			String department = UUID.randomUUID().toString();
			employees.save(new Employee(department, 1, "hall@contoso.com", "Hall", 34, null));
			assertThat(employees.findByDepartmentAndEmail(department, "hall@contoso.com")).isPresent();
		}
	}

	@Nested
	@EnabledIfDockerAvailable
	class WithDocker {

		@Test
		void startsTheImage() {
			check(TestEmployeesApplication.application());
		}

	}

	@TestConfiguration(proxyBeanMethods = false)
	static class Emulator {

		@Bean
		@ServiceConnection
		AzuriteContainer azurite() {
			return new AzuriteContainer(TestEmployeesApplication.Containers.IMAGE) {

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
