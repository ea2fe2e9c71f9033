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

import java.net.URI;
import java.util.ArrayList;
import java.util.List;

import io.azuretables.autoconfigure.client.TableConnectionDetails;
import io.azuretables.autoconfigure.client.TableGatewayDecorator;
import io.azuretables.autoconfigure.internal.configuration.ConfigurationProblemException;
import io.azuretables.autoconfigure.internal.configuration.VirtualThreads;
import io.azuretables.autoconfigure.internal.console.ConsoleJobs;
import io.azuretables.autoconfigure.internal.console.ConsoleRecorder;
import io.azuretables.autoconfigure.internal.console.ConsoleViews;
import io.azuretables.autoconfigure.internal.console.web.ConsoleLogin;
import io.azuretables.autoconfigure.internal.console.web.ConsoleRuntimeHints;
import io.azuretables.autoconfigure.internal.console.web.ConsoleServlet;
import io.azuretables.autoconfigure.template.TableTemplateAutoConfiguration;
import io.azuretables.client.HttpTableGateway;
import io.azuretables.embedded.EmbeddedTableGateway;
import io.azuretables.gateway.TableGateway;
import io.azuretables.observation.PartitionShares;
import io.azuretables.operations.TableOperations;
import jakarta.servlet.Servlet;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnSingleCandidate;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication.Type;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.web.context.reactive.ReactiveWebApplicationContext;
import org.springframework.boot.web.servlet.ServletRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Condition;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.context.annotation.ImportRuntimeHints;
import org.springframework.core.annotation.Order;
import org.springframework.core.env.Environment;
import org.springframework.core.type.AnnotatedTypeMetadata;
import org.springframework.scheduling.concurrent.CustomizableThreadFactory;

/**
 * Auto-configuration of the web console, a page of the application that shows its tables,
 * query plans and costs. The console is there where {@code azure.tables.console.enabled}
 * is true. It is a servlet of its own, beside whatever answers the application's
 * requests.
 *
 * @since 0.1
 */
@AutoConfiguration(after = TableTemplateAutoConfiguration.class,
		afterName = { "io.azuretables.autoconfigure.index.TableIndexAutoConfiguration",
				"io.azuretables.autoconfigure.index.TableIndexStatesAutoConfiguration",
				"io.azuretables.autoconfigure.queue.TableQueueAutoConfiguration",
				"io.azuretables.autoconfigure.denormalization.TableDenormalizationAutoConfiguration",
				"io.azuretables.autoconfigure.rolling.TableRollingAutoConfiguration" })
@ConditionalOnBooleanProperty("azure.tables.console.enabled")
@EnableConfigurationProperties(TableConsoleProperties.class)
@Import({ TableConsoleAutoConfiguration.Served.class, TableConsoleAutoConfiguration.Shares.class,
		TableConsoleAutoConfiguration.Ambiguous.class, TableConsoleAutoConfiguration.Unserved.class,
		TableConsoleAutoConfiguration.Reactive.class })
public final class TableConsoleAutoConfiguration {

	/**
	 * The console of an application with servlets.
	 */
	@Configuration(proxyBeanMethods = false)
	@ConditionalOnWebApplication(type = Type.SERVLET)
	@ConditionalOnClass({ Servlet.class, ServletRegistrationBean.class, JsonMapper.class })
	@ConditionalOnSingleCandidate(TableGateway.class)
	@ImportRuntimeHints(ConsoleRuntimeHints.class)
	static class Served {

		/**
		 * The filter chain of Spring Security, by its well-known name.
		 */
		private static final String SECURITY = "springSecurityFilterChain";

		@Bean
		@ConditionalOnMissingBean
		ConsoleRecorder tableConsoleRecorder() {
			return new ConsoleRecorder();
		}

		@Bean
		@ConditionalOnSingleCandidate(TableOperations.class)
		@ConditionalOnMissingBean
		ConsoleLogin tableConsoleLogin(TableConsoleProperties properties, TableGateway gateway,
				ObjectProvider<TableConnectionDetails> connection, ListableBeanFactory beans) {
			List<URI> services = new ArrayList<>(ConsoleViews.queues(beans));
			URI tables = service(gateway, connection.getIfUnique());
			if (tables != null) {
				services.add(tables);
			}
			return ConsoleLogin.of(services, path(properties.path()), beans.containsBean(SECURITY),
					properties.allowRemote());
		}

		@Bean
		@ConditionalOnMissingBean
		ConsoleJobs tableConsoleJobs(Environment environment) {
			CustomizableThreadFactory threads = new CustomizableThreadFactory(ConsoleJobs.THREADS);
			threads.setDaemon(true);
			return new ConsoleJobs(VirtualThreads.orElse(environment, ConsoleJobs.THREADS, threads));
		}

		@Bean
		@ConditionalOnSingleCandidate(TableOperations.class)
		@ConditionalOnMissingBean(name = "tableConsole")
		ServletRegistrationBean<ConsoleServlet> tableConsole(TableConsoleProperties properties, TableGateway gateway,
				ObjectProvider<TableConnectionDetails> connection, ConsoleRecorder recorder, ConsoleLogin login,
				ConsoleJobs jobs, ListableBeanFactory beans) {
			URI service = service(gateway, connection.getIfUnique());
			ConsoleViews views = new ConsoleViews(beans, recorder, jobs, properties.write());
			ServletRegistrationBean<ConsoleServlet> registration = new ServletRegistrationBean<>(
					new ConsoleServlet(login, views::views, (service != null) ? service.getHost() : "embedded store",
							properties.write()),
					path(properties.path()) + "/*");
			registration.setName("azureTablesConsole");
			return registration;
		}

		/**
		 * The address of the service; {@code null} for the embedded store. Where it is
		 * not known, the console takes it for one on another machine.
		 */
		private static @Nullable URI service(TableGateway gateway, @Nullable TableConnectionDetails connection) {
			if (gateway instanceof EmbeddedTableGateway) {
				return null;
			}
			return (gateway instanceof HttpTableGateway && connection != null) ? connection.getConnection().endpoint()
					: URI.create("https://unknown.invalid");
		}

		private static String path(String path) {
			String plain = path.endsWith("/") ? path.substring(0, path.length() - 1) : path;
			if (!plain.matches("(/[A-Za-z0-9._~-]+)+")) {
				throw new ConfigurationProblemException(
						"azure.tables.console.path is '" + path + "', which is no path for the console",
						"Begin it with '/', and name at least one folder of letters, digits, '-', '_', '.' and '~', "
								+ "such as /azure-tables");
			}
			return plain;
		}

	}

	/**
	 * Measures the shares of the busiest partitions for the console where no meters do.
	 */
	@Configuration(proxyBeanMethods = false)
	@ConditionalOnWebApplication(type = Type.SERVLET)
	@ConditionalOnMissingBean(PartitionShares.class)
	@ConditionalOnBooleanProperty(name = "azure.tables.partition-shares", matchIfMissing = true)
	static class Shares {

		@Bean
		@ConditionalOnMissingBean
		PartitionShares tableConsoleShares() {
			return new PartitionShares((table) -> {
			});
		}

		@Bean
		@ConditionalOnMissingBean(name = "tableConsoleShareDecorator")
		@Order(10)
		TableGatewayDecorator tableConsoleShareDecorator(PartitionShares shares) {
			return shares::measured;
		}

	}

	/**
	 * Refuses the console where it cannot choose what to show.
	 */
	@Configuration(proxyBeanMethods = false)
	@ConditionalOnWebApplication(type = Type.SERVLET)
	@ConditionalOnBean(TableGateway.class)
	static class Ambiguous {

		@Bean
		@ConditionalOnMissingBean(name = "tableConsoleChoice")
		SmartInitializingSingleton tableConsoleChoice(ObjectProvider<TableOperations> operations) {
			return () -> {
				if (operations.getIfUnique() == null && operations.stream().findAny().isPresent()) {
					throw new ConfigurationProblemException(
							"azure.tables.console.enabled is true, and the application has several beans of type "
									+ "TableOperations, of which the console shows one",
							"Mark one of them as @Primary, or remove azure.tables.console.enabled");
				}
			};
		}

	}

	/**
	 * Says what is missing.
	 */
	@Configuration(proxyBeanMethods = false)
	@ConditionalOnWebApplication(type = Type.SERVLET)
	@ConditionalOnMissingClass("tools.jackson.databind.json.JsonMapper")
	static class Unserved {

		@Bean
		@ConditionalOnMissingBean(name = "tableConsoleProblem")
		SmartInitializingSingleton tableConsoleProblem() {
			throw new ConfigurationProblemException(
					"azure.tables.console.enabled is true, and Jackson 3, which the web console needs, is not on the class "
							+ "path",
					"Add the dependency tools.jackson.core:jackson-databind, or remove azure.tables.console.enabled");
		}

	}

	/**
	 * Refuses the console in a reactive application.
	 */
	@Configuration(proxyBeanMethods = false)
	@Conditional(OnReactiveContext.class)
	static class Reactive {

		@Bean
		@ConditionalOnMissingBean(name = "tableConsoleProblem")
		SmartInitializingSingleton tableConsoleProblem() {
			throw new ConfigurationProblemException(
					"azure.tables.console.enabled is true in a reactive web application, and the console is a servlet",
					"Remove azure.tables.console.enabled, or set spring.main.web-application-type to servlet where "
							+ "Spring MVC is on the class path");
		}

	}

	/**
	 * Matches in the context of a reactive application.
	 */
	static class OnReactiveContext implements Condition {

		@Override
		public boolean matches(ConditionContext context, AnnotatedTypeMetadata metadata) {
			return context.getResourceLoader() instanceof ReactiveWebApplicationContext;
		}

	}

}
