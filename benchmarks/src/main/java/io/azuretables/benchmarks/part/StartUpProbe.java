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

import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.Locale;
import java.util.Map;

import com.sun.management.OperatingSystemMXBean;
import io.azuretables.repository.TableRepository;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.AutoConfigurationPackage;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.ResolvableType;

/**
 * Starts an application, asks its first repository, and prints the milliseconds since
 * {@code main}, by the clock and of the processor.
 */
final class StartUpProbe {

	private static final double NANOS = 1e6;

	private StartUpProbe() {
	}

	public static void main(String[] args) {
		OperatingSystemMXBean system = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
		long start = System.nanoTime();
		long cpu = system.getProcessCpuTime();
		boolean without = args[0].equals("0");
		SpringApplication application = new SpringApplication(without ? Without.class : With.class);
		application.setDefaultProperties(Map.of("spring.main.banner-mode", "off", "logging.level.root", "off"));
		try (ConfigurableApplicationContext context = application.run()) {
			if (!without) {
				ask(context, Integer.parseInt(args[0]));
			}
			System.out.printf(Locale.ROOT, "%.1f %.1f%n", (System.nanoTime() - start) / NANOS,
					(system.getProcessCpuTime() - cpu) / NANOS);
		}
	}

	private static void ask(ConfigurableApplicationContext context, int repositories) {
		List<TableRepository<?, ?>> found = context
			.<TableRepository<?, ?>>getBeanProvider(ResolvableType.forClass(TableRepository.class))
			.stream()
			.toList();
		if (found.size() != repositories) {
			throw new IllegalStateException(found.size() + " of " + repositories + " repositories");
		}
		found.get(0).count();
	}

	/**
	 * All that Boot configures by itself.
	 */
	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	@AutoConfigurationPackage(basePackages = GeneratedRepositories.PACKAGE)
	static class With {

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

}
