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

import java.util.UUID;

import io.azuretables.client.HttpTableGateway;
import io.azuretables.gateway.TableGateway;
import io.azuretables.azurite.Azurite;
import io.azuretables.test.AzuriteTest;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.env.Environment;
import org.springframework.web.client.RestClient;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The service as it is started with the profiles that use a service, which is the
 * emulator here.
 */
@AzuriteTest
class ProfilesIntegrationTests {

	@ParameterizedTest
	@CsvSource({ "azurite, AZURITE_CONNECTION_STRING", "azure, AZURE_STORAGE_CONNECTION_STRING" })
	void usesTheServiceOfTheProfile(String profile, String variable) {
		String department = UUID.randomUUID().toString();
		try (ConfigurableApplicationContext context = new SpringApplicationBuilder(EmployeesApplication.class)
			.profiles(profile)
			.run("--server.port=0", "--" + variable + "=" + Azurite.connectionString())) {
			assertThat(context.getBean(TableGateway.class)).isInstanceOf(HttpTableGateway.class);
			RestClient client = RestClient.create("http://localhost:" + port(context.getEnvironment()));
			assertThat(client.post()
				.uri("/import")
				.header("Content-Type", "text/csv")
				.body(department + ",1,hall@contoso.com,Hall,34")
				.retrieve()
				.body(String.class)).contains("\"written\":1");
			assertThat(client.get()
				.uri("/departments/{department}/employees?email=hall@contoso.com", department)
				.retrieve()
				.body(String.class)).contains("\"lastName\":\"Hall\"");
			assertThat(client.get().uri("/actuator/health").retrieve().body(String.class))
				.contains("\"azuretables\":{\"details\":{\"store\":\"http\"}");
		}
	}

	private static String port(Environment environment) {
		return environment.getRequiredProperty("local.server.port");
	}

}
