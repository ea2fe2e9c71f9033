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

package io.azuretables.autoconfigure.console;

import io.azuretables.autoconfigure.employees.Employee;

import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.AutoConfigurationPackage;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;

/**
 * An application with a web server, as Boot makes it.
 */
@SpringBootConfiguration(proxyBeanMethods = false)
@EnableAutoConfiguration
@AutoConfigurationPackage(basePackageClasses = Employee.class)
public class ConsoleApplication {

	/**
	 * Starts it with the embedded store, on this machine only.
	 * @param sources configuration besides
	 */
	public static ConfigurableApplicationContext start(Class<?>[] sources, String... properties) {
		return new SpringApplicationBuilder(ConsoleApplication.class).sources(sources)
			.web(WebApplicationType.SERVLET)
			.properties("server.address=127.0.0.1", "server.port=0", "azure.tables.embedded=true",
					"spring.main.banner-mode=off", "server.tomcat.threads.max=8")
			.properties(properties)
			.run();
	}

	public static ConfigurableApplicationContext start(String... properties) {
		return start(new Class<?>[0], properties);
	}

	public static int port(ConfigurableApplicationContext context) {
		return context.getEnvironment().getRequiredProperty("local.server.port", Integer.class);
	}

}
