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

import org.testcontainers.azure.AzuriteContainer;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.test.context.TestConfiguration;
import org.springframework.boot.testcontainers.service.connection.ServiceConnection;
import org.springframework.context.annotation.Bean;

/**
 * Starts the service with Azurite in a container of Testcontainers.
 */
class TestEmployeesApplication {

	public static void main(String[] args) {
		application().run(args);
	}

	static SpringApplication.Augmented application() {
		return SpringApplication.from(EmployeesApplication::main)
			.with(Containers.class)
			.withAdditionalProfiles("containers");
	}

	/**
	 * The container that the service uses.
	 */
	@TestConfiguration(proxyBeanMethods = false)
	static class Containers {

		static final String IMAGE = "mcr.microsoft.com/azure-storage/azurite:3.35.0";

		@Bean
		@ServiceConnection
		AzuriteContainer azurite() {
			return new AzuriteContainer(IMAGE);
		}

	}

}
