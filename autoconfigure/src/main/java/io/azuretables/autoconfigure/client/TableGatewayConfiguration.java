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

package io.azuretables.autoconfigure.client;

import java.time.Instant;
import java.util.concurrent.Executor;

import com.azure.core.http.HttpClient;
import com.azure.core.http.policy.HttpPipelinePolicy;
import com.azure.data.tables.TableServiceClient;
import com.azure.data.tables.TableServiceClientBuilder;
import io.azuretables.autoconfigure.internal.configuration.ConfigurationProblemException;
import io.azuretables.autoconfigure.internal.configuration.TokenCredentials;
import io.azuretables.client.HttpTableGateway;
import io.azuretables.client.TableClientOptions;
import io.azuretables.embedded.EmbeddedTableGateway;
import io.azuretables.gateway.SecondaryRegion;
import io.azuretables.gateway.TableGateway;
import io.azuretables.routing.AccountRouting;
import io.azuretables.routing.RoutedTableGateway;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnSingleCandidate;
import org.springframework.boot.ssl.NoSuchSslBundleException;
import org.springframework.boot.ssl.SslBundle;
import org.springframework.boot.ssl.SslBundles;
import org.springframework.boot.thread.Threading;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Lazy;
import org.springframework.core.env.Environment;
import org.springframework.core.task.VirtualThreadTaskExecutor;
import org.springframework.util.StringUtils;

/**
 * Configures the client of the table service, a bean of type {@code TableGateway}: over
 * HTTP, or in memory. The nested configurations are imported one after the other; only
 * the first one that applies is used.
 */
class TableGatewayConfiguration {

	private static final Log logger = LogFactory.getLog(TableClientAutoConfiguration.class);

	@Configuration(proxyBeanMethods = false)
	@ConditionalOnMissingBean({ TableGateway.class, TableConnectionDetails.class })
	@Conditional(OnAccountsCondition.class)
	static class Routed {

		@Bean
		RoutedTableGateway tableGateway(TableAccountsProperties accounts, TableConnectionProperties connection,
				TableClientProperties client, TableSecondaryProperties secondary,
				ObjectProvider<AccountRouting> routing, ListableBeanFactory beans, ObjectProvider<SslBundles> bundles,
				ObjectProvider<HttpClient> httpClient, ObjectProvider<HttpPipelinePolicy> policies,
				Environment environment) {
			if (secondary.enabled()) {
				throw new ConfigurationProblemException(
						"azure.tables.secondary.enabled is true, and tables are divided among the accounts of "
								+ "azure.tables.accounts: secondary regions of several accounts are not read",
						"Remove azure.tables.secondary.enabled, or configure one account");
			}
			SslBundle bundle = Http.sslBundle(client.ssl().bundle(), bundles);
			ConfiguredAccounts configured = new ConfiguredAccounts(accounts, connection,
					OnAccountsCondition.accounts(environment));
			return configured.gateway(routing.getIfUnique(), (name, account) -> {
				if (account.embedded()) {
					return new EmbeddedTableGateway();
				}
				TableConnectionDetails details = new PropertiesTableConnectionDetails(account,
						new TokenCredentials(beans)::find, bundle);
				return HttpTableGateway.connect(new ClientOptions(details, client).with(httpClient.getIfUnique(),
						policies.orderedStream().toList(), Http.virtualThreads(environment)));
			});
		}

	}

	@Configuration(proxyBeanMethods = false)
	@ConditionalOnMissingBean({ TableGateway.class, TableConnectionDetails.class })
	@ConditionalOnBooleanProperty("azure.tables.embedded")
	static class Embedded {

		@Bean
		EmbeddedTableGateway tableGateway(TableConnectionProperties properties) {
			if (!properties.embedded()) {
				throw new ConfigurationProblemException(
						"The application was processed ahead of time with azure.tables.embedded=true, and runs without it",
						"Which store is used was decided when the application was processed. Process it again without "
								+ "azure.tables.embedded to use a service, or set azure.tables.embedded=true");
			}
			ConfiguredService.of(properties).refuseProduction();
			logger.info("Using the embedded table store: everything in it is lost when this process ends. "
					+ "Configure a connection and remove azure.tables.embedded to use a service");
			return new EmbeddedTableGateway();
		}

	}

	/**
	 * The secondary region of an embedded store, also of one that is no bean of this
	 * configuration.
	 */
	@Configuration(proxyBeanMethods = false)
	@ConditionalOnSingleCandidate(EmbeddedTableGateway.class)
	@ConditionalOnBooleanProperty("azure.tables.secondary.enabled")
	static class EmbeddedSecondary {

		/**
		 * The same store, which is never behind itself.
		 */
		@Bean
		@ConditionalOnMissingBean
		SecondaryRegion tableSecondaryRegion(EmbeddedTableGateway gateway) {
			return new SecondaryRegion(gateway, Instant::now);
		}

	}

	@Configuration(proxyBeanMethods = false)
	@ConditionalOnMissingBean(TableGateway.class)
	static class Http {

		@Bean
		@ConditionalOnMissingBean(TableConnectionDetails.class)
		PropertiesTableConnectionDetails tableConnectionDetails(TableConnectionProperties properties,
				TableClientProperties client, ListableBeanFactory beans, ObjectProvider<SslBundles> bundles) {
			if (properties.embedded()) {
				throw new ConfigurationProblemException(
						"The application was processed ahead of time without azure.tables.embedded=true, and runs with it",
						"Which store is used was decided when the application was processed. Process it again with "
								+ "azure.tables.embedded=true, or remove the property and configure a service");
			}
			return new PropertiesTableConnectionDetails(properties, new TokenCredentials(beans)::find,
					sslBundle(client.ssl().bundle(), bundles));
		}

		static @Nullable SslBundle sslBundle(@Nullable String name, ObjectProvider<SslBundles> bundles) {
			if (!StringUtils.hasText(name)) {
				return null;
			}
			try {
				return bundles.getObject().getBundle(name);
			}
			catch (NoSuchSslBundleException ex) {
				throw new ConfigurationProblemException(
						"azure.tables.client.ssl.bundle is '" + name + "', and there is no SSL bundle of this name",
						"Configure it below spring.ssl.bundle, or correct azure.tables.client.ssl.bundle");
			}
		}

		@Bean
		HttpTableGateway tableGateway(TableConnectionDetails details, TableClientProperties properties,
				ObjectProvider<HttpClient> httpClient, ObjectProvider<HttpPipelinePolicy> policies,
				Environment environment) {
			ClientOptions options = new ClientOptions(details, properties);
			return HttpTableGateway.connect(options.with(httpClient.getIfUnique(), policies.orderedStream().toList(),
					virtualThreads(environment)));
		}

		@Bean
		@ConditionalOnMissingBean
		@ConditionalOnBooleanProperty("azure.tables.secondary.enabled")
		SecondaryRegion tableSecondaryRegion(TableConnectionDetails details, TableClientProperties properties,
				TableSecondaryProperties secondary, ObjectProvider<HttpClient> httpClient,
				ObjectProvider<HttpPipelinePolicy> policies, Environment environment) {
			TableClientOptions options = new ClientOptions(details, properties).with(httpClient.getIfUnique(),
					policies.orderedStream().toList(), virtualThreads(environment));
			return HttpTableGateway
				.connect(new TableClientOptions(secondary.connection(options.connection()), options.transport(),
						options.retry()))
				.asSecondary();
		}

		/**
		 * The threads of requests that do not block their callers.
		 */
		static @Nullable Executor virtualThreads(Environment environment) {
			return Threading.VIRTUAL.isActive(environment) ? new VirtualThreadTaskExecutor("azure-tables-http-") : null;
		}

	}

	@Configuration(proxyBeanMethods = false)
	@ConditionalOnSingleCandidate(HttpTableGateway.class)
	@ConditionalOnMissingBean(TableServiceClient.class)
	static class Sdk {

		/**
		 * Lazy, since no part of this module uses it, and the SDK makes proxies for it.
		 */
		@Bean
		@Lazy
		TableServiceClient tableServiceClient(HttpTableGateway gateway,
				ObjectProvider<TableServiceClientBuilderCustomizer> customizers) {
			TableServiceClientBuilder builder = gateway.serviceClientBuilder();
			customizers.orderedStream().forEach((customizer) -> customizer.customize(builder));
			return builder.buildClient();
		}

	}

}
