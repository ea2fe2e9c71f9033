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

package io.azuretables.benchmarks.part;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.IntFunction;

import com.azure.core.credential.AzureNamedKeyCredential;
import com.azure.data.tables.TableServiceClient;
import com.azure.data.tables.TableServiceClientBuilder;
import io.azuretables.benchmarks.figure.ThreadTimes;
import io.azuretables.benchmarks.store.Sides;
import io.azuretables.http.ApacheHttpClient;
import io.azuretables.repository.TableRepository;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.AutoConfigurationPackage;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.ComponentScan;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;
import org.springframework.data.map.repository.config.EnableMapRepositories;
import org.springframework.data.repository.CrudRepository;
import org.springframework.util.ReflectionUtils;

/**
 * Starts an application, reads one row through a repository, and prints elapsed time and
 * processor time.
 */
final class StartUpProbe {

	private static final double NANOS = 1e6;

	private StartUpProbe() {
	}

	public static void main(String[] args) throws Exception {
		long start = System.nanoTime();
		GeneratedRepositories kind = GeneratedRepositories.valueOf(args[0]);
		SpringApplication application = new SpringApplication(switch (kind) {
			case NONE -> Without.class;
			case TABLES, WITH_PATTERNS -> Tables.class;
			case KEY_VALUE -> KeyValue.class;
			case BY_HAND -> ByHand.class;
		});
		application.setDefaultProperties(Map.of("spring.main.banner-mode", "off", "logging.level.root", "off",
				"azure.tables.schema", "none", "azure.tables.connection-string",
				"DefaultEndpointsProtocol=http;AccountName=devstoreaccount1;AccountKey=" + Sides.KEY + ";TableEndpoint="
						+ args[2],
				"endpoint", args[2]));
		try (ConfigurableApplicationContext context = application.run()) {
			read(kind, context, Integer.parseInt(args[1]));
			System.out.printf(Locale.ROOT, "%.1f %.1f%n", (System.nanoTime() - start) / NANOS,
					ThreadTimes.withCompilers().total() / NANOS);
		}
		System.exit(0);
	}

	private static void read(GeneratedRepositories kind, ConfigurableApplicationContext context, int count)
			throws Exception {
		switch (kind) {
			case NONE -> {
			}
			case TABLES, WITH_PATTERNS -> find(first(context, TableRepository.class, count));
			case KEY_VALUE -> find(first(context, CrudRepository.class, count));
			case BY_HAND -> first(context, IntFunction.class, count).apply(1);
		}
	}

	private static <T> T first(ConfigurableApplicationContext context, Class<T> type, int count) {
		List<T> found = context.getBeanProvider(type).stream().toList();
		if (found.size() != count) {
			throw new IllegalStateException(found.size() + " of " + count + " repositories");
		}
		return found.get(0);
	}

	private static @Nullable Object find(Object repository) throws ReflectiveOperationException {
		Class<?> type = repository.getClass().getInterfaces()[0];
		return ReflectionUtils.invokeMethod(type.getMethod("findByDepartmentAndEmployeeId", String.class, int.class),
				repository, "Sales", 1);
	}

	/**
	 * All that Boot configures by itself.
	 */
	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	@AutoConfigurationPackage(basePackages = GeneratedRepositories.PACKAGE)
	static class Tables {

	}

	/**
	 * The same but for the tables.
	 */
	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration(excludeName = { "io.azuretables.autoconfigure.client.TableClientAutoConfiguration",
			"io.azuretables.autoconfigure.observation.TableObservationAutoConfiguration",
			"io.azuretables.autoconfigure.repository.TableRepositoriesAutoConfiguration",
			"io.azuretables.autoconfigure.template.TableTemplateAutoConfiguration" })
	static class Without {

	}

	/**
	 * Another module of Spring Data, over maps: what repositories cost by themselves.
	 */
	@Configuration(proxyBeanMethods = false)
	@EnableMapRepositories(basePackages = GeneratedRepositories.PACKAGE)
	static class KeyValue extends Without {

	}

	/**
	 * Classes over the SDK, with the HTTP client that the framework uses by default.
	 */
	@Configuration(proxyBeanMethods = false)
	@ComponentScan(GeneratedRepositories.PACKAGE)
	static class ByHand extends Without {

		@Bean
		TableServiceClient tableServiceClient(Environment environment) {
			return new TableServiceClientBuilder().endpoint(environment.getRequiredProperty("endpoint"))
				.credential(new AzureNamedKeyCredential("devstoreaccount1", Sides.KEY))
				.httpClient(new ApacheHttpClient())
				.buildClient();
		}

	}

}
