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

package io.azuretables.autoconfigure;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;
import ch.qos.logback.core.Appender;
import ch.qos.logback.core.AppenderBase;
import com.sun.net.httpserver.HttpServer;
import io.azuretables.autoconfigure.employees.Employee;
import io.azuretables.operations.TableTemplate;
import io.azuretables.patterns.blob.BlobStores;
import io.azuretables.patterns.queue.EventuallyConsistentQueueTemplate;
import io.azuretables.patterns.queue.message.QueueMessage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.slf4j.LoggerFactory;

import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.AutoConfigurationPackages;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.condition.ConditionEvaluationReport;
import org.springframework.boot.autoconfigure.ssl.SslAutoConfiguration;
import org.springframework.boot.context.annotation.ImportCandidates;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ConfigurableApplicationContext;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * That an application with all parts shows no secret of its configuration: in logs of any
 * level, in exceptions, in the health, and in the texts of beans.
 */
class SecretsInApplicationTests {

	private static final String ACCOUNT_KEY = "dG9wc2VjcmV0LWFjY291bnQta2V5";

	private static final String SIGNATURE = "c2lnbmF0dXJlLW9mLXRoZS1zYXM";

	private static final String LOCAL_KEY = "TE9DQUxLRVlMT0NBTEtFWUxPQ0FMS0VZTE9DQUxLRVk=";

	private static final String[] SECRETS = { ACCOUNT_KEY, SIGNATURE, LOCAL_KEY, "LOCALKEY", "topsecret",
			"signing-secret", "web-secret", "proxy-secret", "SharedKey acc", "SharedKeyLite", "payload-secret" };

	private final StringBuffer shown = new StringBuffer();

	private final Logger root = (Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);

	private final List<Appender<ILoggingEvent>> others = new ArrayList<>();

	private final Map<Logger, Level> levels = new HashMap<>();

	private final AppenderBase<ILoggingEvent> appender = new AppenderBase<>() {

		@Override
		protected void append(ILoggingEvent event) {
			boolean ours = event.getLoggerName().startsWith("io.azuretables.") && event.getLevel() == Level.TRACE;
			if (!ours) {
				String failure = (event.getThrowableProxy() != null)
						? ThrowableProxyUtil.asString(event.getThrowableProxy()) : "";
				SecretsInApplicationTests.this.shown
					.append(event.getLoggerName() + ": " + event.getFormattedMessage() + "\n" + failure);
			}
		}

	};

	@BeforeEach
	void listen() {
		this.root.iteratorForAppenders().forEachRemaining(this.others::add);
		this.others.forEach(this.root::detachAppender);
		this.appender.start();
		this.root.addAppender(this.appender);
		((LoggerContext) LoggerFactory.getILoggerFactory()).getLoggerList()
			.stream()
			.filter((logger) -> logger.getLevel() != null)
			.forEach((logger) -> this.levels.put(logger, logger.getLevel()));
		this.levels.keySet().forEach((logger) -> logger.setLevel(Level.TRACE));
	}

	@AfterEach
	void listenNoMore() {
		this.root.detachAppender(this.appender);
		this.others.forEach(this.root::addAppender);
		this.levels.forEach(Logger::setLevel);
	}

	@ParameterizedTest
	@CsvSource({ "403, AccountKey", "200, AccountKey", "302, AccountKey", "403, SharedAccessSignature",
			"200, SharedAccessSignature" })
	void showsNoSecret(int status, String credential) throws IOException {
		HttpServer server = server(status);
		try {
			String address = "http://127.0.0.1:" + server.getAddress().getPort() + "/acc";
			String secret = credential.equals("AccountKey") ? ACCOUNT_KEY : "sv=2024-11-04&ss=tqb&sig=" + SIGNATURE;
			application(
					"DefaultEndpointsProtocol=http;AccountName=acc;" + credential + "=" + secret + ";TableEndpoint="
							+ address + ";QueueEndpoint=" + address + ";BlobEndpoint=" + address,
					server.getAddress().getPort())
				.run((context) -> {
					if (context.getStartupFailure() != null) {
						note(context.getStartupFailure());
						return;
					}
					use(context.getSourceApplicationContext(ConfigurableApplicationContext.class));
				});
		}
		finally {
			server.stop(0);
		}
		assertThat(this.shown.toString()).as("a probe of the test")
			.contains("com.azure", "TableQueueProperties[", "Proxy[host=");
		assertThat(this.shown.toString().lines().filter((line) -> Stream.of(SECRETS).anyMatch(line::contains)))
			.isEmpty();
	}

	private void use(ConfigurableApplicationContext context) {
		for (String name : context.getBeanDefinitionNames()) {
			attempt(() -> {
				Object bean = context.getBean(name);
				this.shown.append(name + " " + bean + "\n");
				if (bean instanceof HealthIndicator health) {
					this.shown.append(health.health() + "\n");
				}
			});
		}
		ConditionEvaluationReport.get(context.getBeanFactory())
			.getConditionAndOutcomesBySource()
			.forEach((source, outcomes) -> StreamSupport.stream(outcomes.spliterator(), false)
				.forEach((outcome) -> this.shown.append(outcome.getOutcome().getMessage() + "\n")));
		requests(context);
	}

	private void requests(ConfigurableApplicationContext context) {
		attempt(() -> context.getBean(TableTemplate.class).insert(Employee.of("HR", 1, "Hall")));
		attempt(() -> context.getBean(EventuallyConsistentQueueTemplate.class)
			.send(QueueMessage.of("note", "payload-secret")));
		attempt(() -> context.getBean(EventuallyConsistentQueueTemplate.class)
			.send(QueueMessage.of("note", "payload-secret".repeat(10_000))));
		attempt(() -> context.getBean(BlobStores.class)
			.container("container")
			.putIfAbsent("blob", "payload-secret".getBytes(StandardCharsets.UTF_8)));
		attempt(() -> context.getBean(BlobStores.class).container("container").read("blob"));
		attempt(() -> context.getBean(BlobStores.class).container("container").list("blob").toList());
	}

	private void attempt(Runnable action) {
		try {
			action.run();
		}
		catch (RuntimeException ex) {
			note(ex);
		}
	}

	private void note(Throwable failure) {
		for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
			this.shown.append(cause + "\n");
		}
	}

	private static ApplicationContextRunner application(String connectionString, int port) {
		Class<?>[] all = StreamSupport.stream(ImportCandidates.load(AutoConfiguration.class, null).spliterator(), false)
			.filter((name) -> name.startsWith("io.azuretables."))
			.map(SecretsInApplicationTests::type)
			.toArray(Class<?>[]::new);
		return new ApplicationContextRunner().withConfiguration(AutoConfigurations.of(SslAutoConfiguration.class))
			.withConfiguration(AutoConfigurations.of(all))
			.withInitializer((context) -> AutoConfigurationPackages
				.register((BeanDefinitionRegistry) context.getBeanFactory(), Employee.class.getPackageName()))
			.withPropertyValues(properties(connectionString, port));
	}

	private static String[] properties(String connectionString, int port) {
		return new String[] { "azure.tables.connection-string=" + connectionString, "azure.tables.account.name=acc",
				"azure.tables.account.key=" + ACCOUNT_KEY, "azure.tables.account.sas-token=sig=" + SIGNATURE,
				"azure.tables.client.retry.attempts=2", "azure.tables.client.retry.backoff.base=1ms",
				"azure.tables.client.proxy.host=127.0.0.1", "azure.tables.client.proxy.port=" + port,
				"azure.tables.client.proxy.username=me", "azure.tables.client.proxy.password=proxy-secret",
				"azure.tables.queue.name=work", "azure.tables.queue.connection-string=" + connectionString,
				"azure.tables.queue.signing-keys=signing-secret-0123456789-0123456789",
				"azure.tables.queue.queues.second.signing-keys=signing-secret-second-0123456789-0123456789",
				"azure.tables.queue.worker.poll-interval=50ms", "azure.tables.index.queue.name=index",
				"azure.tables.index.queue.signing-keys=signing-secret-index-0123456789-0123456789",
				"azure.tables.index.worker.poll-interval=50ms", "azure.tables.web.secret=web-secret",
				"azure.tables.encryption.local.current-key=first",
				"azure.tables.encryption.local.keys.first=" + LOCAL_KEY };
	}

	private static Class<?> type(String name) {
		try {
			return Class.forName(name);
		}
		catch (ClassNotFoundException ex) {
			throw new IllegalStateException(ex);
		}
	}

	private static HttpServer server(int status) throws IOException {
		HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
		server.createContext("/", (exchange) -> {
			exchange.getRequestBody().readAllBytes();
			exchange.getResponseHeaders().set("x-ms-request-id", "1");
			exchange.getResponseHeaders().set("Location", "http://127.0.0.1:1/elsewhere");
			byte[] body = (status == 403)
					? "<?xml version=\"1.0\"?><Error><Code>AuthorizationFailure</Code><Message>No</Message></Error>"
						.getBytes(StandardCharsets.UTF_8)
					: "<html>".getBytes(StandardCharsets.UTF_8);
			if (status == 403) {
				exchange.getResponseHeaders().set("x-ms-error-code", "AuthorizationFailure");
			}
			exchange.sendResponseHeaders(status, body.length);
			exchange.getResponseBody().write(body);
			exchange.close();
		});
		server.start();
		return server;
	}

}
