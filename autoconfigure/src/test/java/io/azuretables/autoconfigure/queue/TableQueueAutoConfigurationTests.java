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

package io.azuretables.autoconfigure.queue;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

import io.azuretables.autoconfigure.blob.TableBlobAutoConfiguration;
import io.azuretables.autoconfigure.client.TableClientAutoConfiguration;
import io.azuretables.autoconfigure.employees.Employee;
import io.azuretables.autoconfigure.index.TableIndexAutoConfiguration;
import io.azuretables.autoconfigure.index.TableIndexStatesAutoConfiguration;
import io.azuretables.autoconfigure.internal.configuration.ConfigurationProblemException;
import io.azuretables.autoconfigure.internal.worker.WorkerChecks;
import io.azuretables.autoconfigure.template.TableTemplateAutoConfiguration;
import io.azuretables.patterns.blob.BlobStore;
import io.azuretables.patterns.blob.BlobStores;
import io.azuretables.patterns.interpartition.IndexQueue;
import io.azuretables.patterns.queue.EventuallyConsistentQueueTemplate;
import io.azuretables.patterns.queue.IdempotentSteps;
import io.azuretables.patterns.queue.QueueWorker;
import io.azuretables.patterns.queue.message.MessageHandlerRegistration;
import io.azuretables.patterns.queue.message.QueueMessage;
import io.azuretables.patterns.queue.message.TableQueueHandler;
import io.azuretables.patterns.queue.transport.EmbeddedMessageTransport;
import io.azuretables.patterns.queue.transport.QueueConnection;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.boot.autoconfigure.AutoConfigurationPackages;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.health.contributor.Status;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The queue of an application.
 */
class TableQueueAutoConfigurationTests {

	private final ApplicationContextRunner tables = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(TableClientAutoConfiguration.class,
				TableTemplateAutoConfiguration.class, TableQueueAutoConfiguration.class,
				TableQueueHealthAutoConfiguration.class, TableQueueMetricsAutoConfiguration.class))
		.withInitializer((context) -> AutoConfigurationPackages
			.register((BeanDefinitionRegistry) context.getBeanFactory(), Employee.class.getPackageName()));

	private final ApplicationContextRunner embedded = this.tables.withUserConfiguration(Handlers.class)
		.withPropertyValues("azure.tables.embedded=true", "azure.tables.queue.name=work");

	@Test
	void isInMemoryIfAllAccountsAre() {
		ApplicationContextRunner accounts = new ApplicationContextRunner()
			.withConfiguration(
					AutoConfigurations.of(TableClientAutoConfiguration.class, TableTemplateAutoConfiguration.class,
							TableQueueAutoConfiguration.class, TableIndexStatesAutoConfiguration.class,
							TableIndexAutoConfiguration.class, TableBlobAutoConfiguration.class))
			.withPropertyValues("azure.tables.accounts.one.embedded=true", "azure.tables.queue.name=work",
					"azure.tables.index.queue.name=indexes");
		accounts.withPropertyValues("azure.tables.accounts.two.embedded=true").run((context) -> {
			assertThat(context).hasSingleBean(QueueConnection.class).hasSingleBean(IndexQueue.class);
			BlobStore blobs = context.getBean(BlobStores.class).container("photos");
			blobs.putIfAbsent("one", new byte[1]);
			assertThat(blobs.read("one")).isPresent();
		});
		accounts
			.withPropertyValues("azure.tables.accounts.two.account.name=two",
					"azure.tables.accounts.two.account.key=eA==")
			.run((context) -> assertThat(context).getFailure()
				.rootCause()
				.isInstanceOfSatisfying(ConfigurationProblemException.class,
						(problem) -> assertThat(problem.getAction()).contains("queue.connection-string",
								"unless azure.tables.accounts divides the tables")));
	}

	@Test
	void handlesMessagesByBeansAndMethods() {
		this.embedded.run((context) -> {
			EventuallyConsistentQueueTemplate queue = context.getBean(EventuallyConsistentQueueTemplate.class);
			Handlers handlers = context.getBean(Handlers.class);
			assertThat(context.getBean(QueueWorker.class).isRunning()).isTrue();
			assertThat(context).hasSingleBean(IdempotentSteps.class);
			queue.guarded(QueueMessage.of("bean", "a"), "Employees", "Sales",
					(transaction) -> transaction.save(Employee.of("Sales", 1, "Hall")));
			assertThat(handlers.handled.poll(20, TimeUnit.SECONDS)).isEqualTo("bean a");
			queue.send(QueueMessage.of("method", "b"));
			assertThat(handlers.handled.poll(20, TimeUnit.SECONDS)).isEqualTo("method b");
		});
	}

	@Test
	void sendsWhatWasNotSent() {
		this.embedded
			.withPropertyValues("azure.tables.queue.sweep.interval=100ms", "azure.tables.queue.worker.enabled=false")
			.run(TableQueueAutoConfigurationTests::checkSweep);
		this.embedded
			.withPropertyValues("azure.tables.queue.sweep.tables=Employees", "azure.tables.queue.sweep.interval=100ms",
					"azure.tables.queue.worker.enabled=false")
			.run(TableQueueAutoConfigurationTests::checkSweep);
	}

	private static void checkSweep(ApplicationContext context) {
		QueueConnection connection = context.getBean(QueueConnection.class);
		context.getBean(EventuallyConsistentQueueTemplate.class)
			.outbox(QueueMessage.of("bean", "a"), "Employees", "Sales",
					(transaction) -> transaction.save(Employee.of("Sales", 1, "Hall")));
		connection.queue().delete(connection.queue().receive(1, Duration.ofSeconds(30)).get(0));
		assertThat(connection.queue().depth()).isZero();
		WorkerChecks.await(() -> connection.queue().depth() > 0);
	}

	@Test
	void stopsWithTheApplication() {
		QueueWorker[] worker = new QueueWorker[1];
		this.embedded.run((context) -> worker[0] = context.getBean(QueueWorker.class));
		assertThat(worker[0].isRunning()).isFalse();
	}

	@Test
	void sendsOnlyWhereNoWorkerIsWanted() {
		this.embedded.withPropertyValues("azure.tables.queue.worker.enabled=false")
			.run((context) -> assertThat(context).hasSingleBean(EventuallyConsistentQueueTemplate.class)
				.doesNotHaveBean(QueueWorker.class)
				.doesNotHaveBean(HealthIndicator.class));
	}

	@Test
	void isNotThereWhereNoQueueIsNamedOrNoPatternsAre() {
		this.tables.withPropertyValues("azure.tables.embedded=true")
			.run((context) -> assertThat(context).hasNotFailed().doesNotHaveBean(QueueConnection.class));
		this.tables.withPropertyValues("azure.tables.embedded=true", "azure.tables.queue.name=work")
			.withClassLoader(new FilteredClassLoader("io.azuretables.patterns"))
			.run((context) -> assertThat(context).hasNotFailed().doesNotHaveBean("tableQueueConnection"));
	}

	@Test
	void takesAnEmptyNameForNone() {
		this.tables.withPropertyValues("azure.tables.embedded=true", "azure.tables.queue.name=")
			.run((context) -> assertThat(context).hasNotFailed().doesNotHaveBean(QueueConnection.class));
	}

	@Test
	void measuresNoBacklogWhereNoQueueIsConfigured() {
		this.tables.withPropertyValues("azure.tables.embedded=true")
			.withBean(MeterRegistry.class, SimpleMeterRegistry::new)
			.run((context) -> {
				MeterRegistry registry = context.getBean(MeterRegistry.class);
				context.getBeansOfType(MeterBinder.class).values().forEach((meters) -> meters.bindTo(registry));
				assertThat(registry.getMeters()).isEmpty();
			});
	}

	@Test
	void measuresWhatIsHandledAndWhatIsLeft() {
		this.embedded.withBean(MeterRegistry.class, SimpleMeterRegistry::new).run((context) -> {
			MeterRegistry registry = context.getBean(MeterRegistry.class);
			context.getBean("tableQueueBacklogMeters", MeterBinder.class).bindTo(registry);
			context.getBean(EventuallyConsistentQueueTemplate.class).send(QueueMessage.of("bean", "a"));
			context.getBean(EventuallyConsistentQueueTemplate.class).send(QueueMessage.of("bean", List.of("no text")));
			context.getBean(Handlers.class).handled.poll(20, TimeUnit.SECONDS);
			WorkerChecks.await(() -> registry.find("azure.tables.queue.handled").timer() != null
					&& registry.find("azure.tables.queue.lag").timer() != null
					&& registry.find("azure.tables.queue.poisoned").counter() != null
					&& registry.get("azure.tables.queue.poison").gauge().value() == 1
					&& registry.get("azure.tables.queue.messages").gauge().value() == 0);
			assertThat(registry.get("azure.tables.queue.handled").tag("type", "bean").timer().count()).isEqualTo(1);
			assertThat(registry.get("azure.tables.queue.lag").timer().count()).isEqualTo(1);
			assertThat(registry.get("azure.tables.queue.poison").gauge().value()).isEqualTo(1);
			assertThat(registry.get("azure.tables.queue.messages").gauge().value()).isZero();
		});
	}

	@Test
	void measuresWhatFailsAndHowLongTheNextWaits() {
		this.embedded.withBean(MeterRegistry.class, SimpleMeterRegistry::new).run((context) -> {
			MeterRegistry registry = context.getBean(MeterRegistry.class);
			context.getBean("tableQueueBacklogMeters", MeterBinder.class).bindTo(registry);
			EventuallyConsistentQueueTemplate queue = context.getBean(EventuallyConsistentQueueTemplate.class);
			queue.send(QueueMessage.of("broken", "a"));
			WorkerChecks.await(() -> registry.find("azure.tables.queue.failed")
				.tags("type", "broken", "exception", "IllegalStateException")
				.counter() != null);
			context.getBean(QueueWorker.class).stop();
			queue.send(QueueMessage.of("bean", "b"));
			Instant sent = Instant.now();
			WorkerChecks.await(() -> sent.plusMillis(1100).isBefore(Instant.now()));
			assertThat(registry.get("azure.tables.queue.oldest").gauge().value()).isBetween(1.0, 20.0);
			assertThat(registry.get("azure.tables.queue.messages").gauge().value()).isEqualTo(2);
		});
	}

	@Test
	void tellsItsHealth() {
		WorkerChecks.checkHealth(this.embedded, QueueWorker.class, "management.health.azuretablesqueue.enabled");
	}

	@Test
	void isDownWhileTheQueueGivesNoAnswerAndUpAgainThoughThereIsNothingToDo() {
		SilentTransport silent = new SilentTransport();
		EmbeddedMessageTransport poison = new EmbeddedMessageTransport(InstantSource.system());
		this.embedded.withBean(QueueConnection.class, () -> new QueueConnection(silent, poison, null))
			.withPropertyValues("azure.tables.queue.worker.poll-interval=50ms")
			.run((context) -> {
				HealthIndicator health = context.getBean(HealthIndicator.class);
				WorkerChecks.await(() -> health.health().getStatus().equals(Status.DOWN));
				assertThat(health.health().getDetails()).containsEntry("running", true)
					.hasEntrySatisfying("failure", (failure) -> assertThat(failure).asString().contains("no answer"));
				silent.answers();
				WorkerChecks.await(() -> health.health().getStatus().equals(Status.UP));
				assertThat(health.health().getDetails()).doesNotContainKey("failure");
			});
	}

	@Test
	void handlesMessagesOnVirtualThreadsWhereTheApplicationUsesThem() {
		this.embedded.withPropertyValues("spring.threads.virtual.enabled=true").run((context) -> {
			context.getBean(EventuallyConsistentQueueTemplate.class).send(QueueMessage.of("thread", ""));
			assertThat(context.getBean(Handlers.class).handled.poll(1, TimeUnit.MINUTES))
				.startsWith((Runtime.version().feature() >= 21) ? "VirtualThread[" : "Thread[queue-handler-");
		});
	}

	@Test
	void takesItsOptionsFromProperties() {
		this.embedded
			.withPropertyValues("azure.tables.queue.worker.concurrency=7", "azure.tables.queue.worker.poll-interval=2s",
					"azure.tables.queue.worker.lease.visibility=90s", "azure.tables.queue.worker.retry.failures=2")
			.run((context) -> assertThat(context.getBean(TableQueueProperties.class).worker().options())
				.satisfies((options) -> {
					assertThat(options.concurrency()).isEqualTo(7);
					assertThat(options.polls().idle()).hasSeconds(2);
					assertThat(options.lease().visibility()).isEqualTo(Duration.ofSeconds(90));
					assertThat(options.retries().failures()).isEqualTo(2);
					assertThat(options.retries().longest()).isEqualTo(Duration.ofMinutes(5));
				}));
		assertThat(new TableQueueProperties("work", "AccountKey=secret", List.of("secret"), UnsignedMessages.REJECT,
				List.of(), null, null, Map.of())
			.toString()).doesNotContain("secret");
	}

	@Test
	void saysWhatIsMissing() {
		WorkerChecks.checkMissing(this.tables.withPropertyValues("azure.tables.endpoint=http://127.0.0.1:1/a",
				"azure.tables.account.name=a", "azure.tables.account.key=a2V5", "azure.tables.queue.name=work",
				"azure.tables.queue.connection-string="), "set azure.tables.queue.connection-string");
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', value = {
			"azure.tables.connection-string=%s;TableEndpoint=http://127.0.0.1:10002/a | azure.tables.connection-string is not that of a storage account with queues, and azure.tables.queue.connection-string is not set",
			"azure.tables.queue.connection-string=%s;TableEndpoint=http://127.0.0.1:10002/a | azure.tables.queue.connection-string is not that of a storage account with queues",
			"azure.tables.queue.connection-string=secret | azure.tables.queue.connection-string is not that of a storage account with queues" })
	void saysWhichConnectionStringNamesNoQueues(String property, String message) {
		this.tables
			.withPropertyValues("azure.tables.connection-string=UseDevelopmentStorage=true",
					"azure.tables.queue.name=work",
					"azure.tables.queue.signing-keys=0123456789012345678901234567890123456789",
					property.formatted("AccountName=a;AccountKey=c2VjcmV0"))
			.run((context) -> assertThat(context).getFailure()
				.rootCause()
				.isInstanceOfSatisfying(ConfigurationProblemException.class,
						(ex) -> assertThat(ex.getAction()).contains("needs QueueEndpoint and BlobEndpoint")
							.doesNotContain("secret", "c2VjcmV0"))
				.hasMessage(message));
	}

	@Configuration(proxyBeanMethods = false)
	static class Handlers {

		private final BlockingQueue<String> handled = new LinkedBlockingQueue<>();

		@Bean
		MessageHandlerRegistration<String> bean() {
			return MessageHandlerRegistration.of("bean", String.class,
					(payload, context) -> this.handled.add("bean " + payload));
		}

		@Bean
		MessageHandlerRegistration<String> broken() {
			return MessageHandlerRegistration.of("broken", String.class, (payload, context) -> {
				throw new IllegalStateException("made to fail");
			});
		}

		@TableQueueHandler("thread")
		void tellThread(String payload) {
			this.handled.add(Thread.currentThread().toString());
		}

		@TableQueueHandler("method")
		void handle(String payload) {
			this.handled.add("method " + payload);
		}

	}

}
