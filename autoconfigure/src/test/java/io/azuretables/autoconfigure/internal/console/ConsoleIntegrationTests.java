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

package io.azuretables.autoconfigure.internal.console;

import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.IntStream;

import io.azuretables.autoconfigure.client.TableClientAutoConfiguration;
import io.azuretables.autoconfigure.console.TableConsoleAutoConfiguration;
import io.azuretables.autoconfigure.employees.Employee;
import io.azuretables.autoconfigure.internal.console.web.ConsoleCalls;
import io.azuretables.autoconfigure.repository.TableRepositoriesAutoConfiguration;
import io.azuretables.autoconfigure.template.TableTemplateAutoConfiguration;
import io.azuretables.client.Azurite;
import io.azuretables.operations.TableTemplate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import tools.jackson.databind.JsonNode;

import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.boot.autoconfigure.AutoConfigurationPackages;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.ssl.SslAutoConfiguration;
import org.springframework.boot.test.context.runner.WebApplicationContextRunner;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The console over a service on this machine.
 */
@ExtendWith(Azurite.LogOfFailures.class)
class ConsoleIntegrationTests {

	private final WebApplicationContextRunner application = new WebApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(SslAutoConfiguration.class, TableClientAutoConfiguration.class,
				TableTemplateAutoConfiguration.class, TableRepositoriesAutoConfiguration.class,
				TableConsoleAutoConfiguration.class))
		.withInitializer((context) -> AutoConfigurationPackages
			.register((BeanDefinitionRegistry) context.getBeanFactory(), Employee.class.getPackageName()))
		.withPropertyValues("azure.tables.connection-string=" + Azurite.storageConnectionString(),
				"azure.tables.table-name-prefix=T" + UUID.randomUUID().toString().replace("-", "").substring(0, 20),
				"azure.tables.console.enabled=true", "azure.tables.console.write=true");

	@Test
	void readsRunsAndChanges() {
		this.application.run((context) -> {
			TableTemplate template = context.getBean(TableTemplate.class);
			template.insertAll(
					IntStream.range(0, 25).mapToObj((i) -> Employee.of("D%02d".formatted(i), 1, "Hall")).toList());
			String table = template.onlyTable(Employee.class);
			ConsoleCalls console = new ConsoleCalls(context);
			JsonNode partitions = console.answer("partitions", Map.of("table", table));
			assertThat(partitions.path("partitions")).hasSize(20);
			assertThat(partitions.path("requests")).hasSize(20);
			JsonNode first = console.answer("rows", Map.of("table", table, "size", "30"));
			assertThat(first.path("rows")).hasSize(30);
			JsonNode rest = console.answer("rows", Map.of("table", table, "size", "30", "next", first.get("next")));
			assertThat(rest.path("rows")).hasSize(20);
			assertThat(rest.at("/rows/0/kind").asString()).startsWith("Employee");
			JsonNode scan = console.answer("run",
					Map.of("repository", "io.azuretables.autoconfigure.employees.Employees", "method", "findByLastName",
							"signature", "findByLastName(String)", "arguments", List.of("Hall")));
			assertThat(scan.path("requests")).hasSize(1);
			assertThat(scan.path("entities").asInt()).isEqualTo(25);
			Map<String, Object> key = ConsoleCalls.key(table, "D00", "empid_000001");
			String etag = console.answer("row", key).at("/row/etag").asString();
			Map<String, Object> edit = Map.of("table", table, "partitionKey", "D00", "rowKey", "empid_000001", "etag",
					etag, "values", Map.of("lastName", "Cao"));
			console.answer("save", edit);
			assertThat(console.problem("save", edit, 409)).contains("open it again");
			assertThat(console.answer("row", key).at("/row/properties/lastName").asString()).isEqualTo("Cao");
		});
	}

}
