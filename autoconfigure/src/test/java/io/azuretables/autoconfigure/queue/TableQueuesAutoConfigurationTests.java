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
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

import io.azuretables.autoconfigure.client.StorageConnectionDetails;
import io.azuretables.autoconfigure.client.TableClientAutoConfiguration;
import io.azuretables.autoconfigure.client.TableGatewayDecorator;
import io.azuretables.autoconfigure.employees.Employee;
import io.azuretables.autoconfigure.internal.configuration.ConfigurationProblemException;
import io.azuretables.autoconfigure.internal.worker.WorkerChecks;
import io.azuretables.autoconfigure.template.TableTemplateAutoConfiguration;
import io.azuretables.gateway.ForwardingTableGateway;
import io.azuretables.gateway.TableGateway;
import io.azuretables.patterns.queue.EventuallyConsistentQueueTemplate;
import io.azuretables.patterns.queue.IdempotentSteps;
import io.azuretables.patterns.queue.QueueSweeper;
import io.azuretables.patterns.queue.QueueWorker;
import io.azuretables.patterns.queue.message.MessageHandlerRegistration;
import io.azuretables.patterns.queue.message.QueueMessage;
import io.azuretables.patterns.queue.message.TableQueueHandler;
import io.azuretables.patterns.queue.transport.QueueConnection;
import io.azuretables.row.RowPage;
import io.azuretables.row.RowReader;
import io.azuretables.row.RowRequest;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.aot.test.generate.TestGenerationContext;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.beans.factory.support.DefaultListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfigurationPackages;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.health.contributor.CompositeHealthContributor;
import org.springframework.boot.health.contributor.HealthContributor;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.health.contributor.Status;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContextInitializer;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.Lifecycle;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.aot.ApplicationContextAotGenerator;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.test.tools.CompileWithForkedClassLoader;
import org.springframework.core.test.tools.TestCompiler;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Several queues of an application.
 */
class TableQueuesAutoConfigurationTests {

	private static final Class<?>[] CONFIGURATIONS = { TableClientAutoConfiguration.class,
			TableTemplateAutoConfiguration.class, TableQueueAutoConfiguration.class, TableQueuesAutoConfiguration.class,
			TableQueueHealthAutoConfiguration.class, TableQueueMetricsAutoConfiguration.class };

	private final ApplicationContextRunner tables = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(CONFIGURATIONS))
		.withInitializer((context) -> AutoConfigurationPackages
			.register((BeanDefinitionRegistry) context.getBeanFactory(), Employee.class.getPackageName()))
		.withPropertyValues("azure.tables.embedded=true", "azure.tables.queue.queues.mail.worker.concurrency=1",
				"azure.tables.queue.queues.audit.worker.concurrency=2");

	private final ApplicationContextRunner application = this.tables.withUserConfiguration(Handlers.class)
		.withPropertyValues("azure.tables.queue.name=work");

	@Test
	void handlesMessagesOfEachQueueByItsHandlers() {
		this.application.run((context) -> {
			Handlers handlers = context.getBean(Handlers.class);
			context.getBean(EventuallyConsistentQueueTemplate.class).send(QueueMessage.of("done", "1"));
			assertThat(handlers.handled.poll(20, TimeUnit.SECONDS)).isEqualTo("work 1");
			handlers.mail.send(QueueMessage.of("done", "2"));
			assertThat(handlers.handled.poll(20, TimeUnit.SECONDS)).isEqualTo("mail 2");
			handlers.audit.send(QueueMessage.of("done", "3"));
			assertThat(handlers.handled.poll(20, TimeUnit.SECONDS)).isEqualTo("audit 3");
			assertThat(context.getBeansOfType(QueueWorker.class)).hasSize(3).allSatisfy((name, worker) -> {
				assertThat(worker.isRunning()).as(name).isTrue();
			});
			assertThat(context.getBeansOfType(QueueSweeper.class)).hasSize(3);
			assertThat(context.getBeansOfType(IdempotentSteps.class)).hasSize(3);
			assertThat(context.getBeansOfType(QueueConnection.class).values()).doesNotHaveDuplicates().hasSize(3);
		});
	}

	@Test
	void needsNoQueueBesidesTheNamedOnes() {
		this.tables.withUserConfiguration(Mails.class).run((context) -> {
			assertThat(context.getBeanNamesForType(EventuallyConsistentQueueTemplate.class))
				.containsExactlyInAnyOrder("mailQueueTemplate", "auditQueueTemplate");
			context.getBean("mailQueueTemplate", EventuallyConsistentQueueTemplate.class)
				.send(QueueMessage.of("done", "1"));
			assertThat(context.getBean(Mails.class).handled().poll(20, TimeUnit.SECONDS)).isEqualTo("1");
		});
	}

	@Test
	void leavesTheQueuesOfAParentToIt() {
		this.application.run((parent) -> this.tables.withParent(parent)
			.run((child) -> assertThat(child).hasNotFailed()
				.satisfies((context) -> assertThat(context.getBeanFactory().getBeanDefinitionNames())
					.doesNotContain("mailQueueConnection", "mailQueueWorker", "namedTableQueues"))));
	}

	@Test
	void continuesAfterAPauseOfTheApplication() {
		this.application.run((context) -> {
			ConfigurableApplicationContext application = (ConfigurableApplicationContext) context
				.getSourceApplicationContext();
			application.stop();
			assertThat(context.getBeansOfType(Lifecycle.class).values()).noneMatch(Lifecycle::isRunning);
			application.start();
			assertThat(context.getBeansOfType(Lifecycle.class).values()).allMatch(Lifecycle::isRunning);
			context.getBean(Handlers.class).mail.send(QueueMessage.of("done", "2"));
			assertThat(context.getBean(Handlers.class).handled.poll(20, TimeUnit.SECONDS)).isEqualTo("mail 2");
		});
	}

	@Test
	void leavesOutAWorkerThatIsSwitchedOff() {
		this.application.withPropertyValues("azure.tables.queue.queues.mail.worker.enabled=false")
			.run((context) -> assertThat(context.getBeanNamesForType(QueueWorker.class))
				.containsExactlyInAnyOrder("tableQueueWorker", "auditQueueWorker"));
	}

	@Test
	void letsTheApplicationDefineABeanOfAQueue() {
		QueueConnection own = QueueConnection.embedded(InstantSource.system());
		this.application.withBean("mailQueueConnection", QueueConnection.class, () -> own).run((context) -> {
			context.getBean(QueueWorker.class).stop();
			context.getBean("mailQueueWorker", QueueWorker.class).stop();
			context.getBean(Handlers.class).mail.send(QueueMessage.of("done", "2"));
			assertThat(own.queue().depth()).isEqualTo(1);
		});
	}

	@Test
	void tellsTheHealthOfEachWorker() {
		this.application.run((context) -> {
			HealthContributor health = context.getBean("azuretablesqueueHealthContributor", HealthContributor.class);
			assertThat(health).isInstanceOfSatisfying(CompositeHealthContributor.class, (composite) -> {
				context.getBean("mailQueueWorker", QueueWorker.class).stop();
				assertThat(status(composite, "mail")).isEqualTo(Status.DOWN);
				assertThat(status(composite, "audit")).isEqualTo(Status.UP);
				assertThat(status(composite, "work")).isEqualTo(Status.UP);
			});
		});
	}

	private static Status status(CompositeHealthContributor composite, String queue) {
		return ((HealthIndicator) composite.getContributor(queue)).health().getStatus();
	}

	@Test
	void measuresEachQueueByItsName() {
		this.application.withBean(MeterRegistry.class, SimpleMeterRegistry::new).run((context) -> {
			MeterRegistry registry = context.getBean(MeterRegistry.class);
			context.getBean("tableQueueBacklogMeters", MeterBinder.class).bindTo(registry);
			context.getBean(Handlers.class).mail.send(QueueMessage.of("done", "2"));
			WorkerChecks.await(() -> registry.find("azure.tables.queue.handled").tag("queue", "mail").timer() != null);
			assertThat(registry.find("azure.tables.queue.handled").tag("queue", "work").timer()).isNull();
			for (String queue : List.of("work", "mail", "audit")) {
				assertThat(registry.get("azure.tables.queue.poison").tag("queue", queue).gauge().value()).isZero();
			}
		});
	}

	@Test
	void refusesAHandlerOfAQueueThatIsNotConfigured() {
		this.application.withUserConfiguration(Misspelt.class)
			.run((context) -> assertThat(context).getFailure()
				.rootCause()
				.isInstanceOfSatisfying(ConfigurationProblemException.class, (ex) -> {
					assertThat(ex).hasMessageContaining("misspelt").hasMessageContaining("'mial'");
					assertThat(ex.getAction()).contains("azure.tables.queue.queues.mial.name", "audit, mail");
				}));
		this.tables.withUserConfiguration(Handlers.class)
			.run((context) -> assertThat(context).getFailure()
				.rootCause()
				.hasMessageContaining("azure.tables.queue.name is not set"));
	}

	@ParameterizedTest
	@ValueSource(strings = { "Work", "work_queue", "wo", "-work", "work-", "wo--rk", "wörk",
			"a-name-of-fifty-seven-characters-is-longer-than-it-can-be" })
	void refusesNamesThatTheServiceDoesNotTake(String name) {
		this.application.withPropertyValues("azure.tables.queue.queues.mail.name=" + name)
			.run((context) -> assertThat(context).getFailure()
				.rootCause()
				.isInstanceOfSatisfying(ConfigurationProblemException.class, (ex) -> {
					assertThat(ex).hasMessage("'" + name
							+ "' is no name for a queue, and azure.tables.queue.queues.mail.name has this value");
					assertThat(ex.getAction()).contains("3 to 56 lower-case letters");
				}));
	}

	@Test
	void refusesTwoConfigurationsOfOneQueue() {
		this.application.withPropertyValues("azure.tables.queue.queues.mail.name=work")
			.run((context) -> assertThat(context).getFailure()
				.hasMessageContaining("The queue 'work' is configured twice, by azure.tables.queue and by "
						+ "azure.tables.queue.queues.mail"));
	}

	@Test
	void refusesQueuesOfSeveralAccountsThatAContainerHasUnderOneName() {
		ApplicationContextRunner accounts = this.application.withPropertyValues(
				"azure.tables.queue.queues.mail.name=work", "azure.tables.queue.queues.mail.connection-string=another");
		accounts.withBean(StorageConnectionDetails.class, () -> () -> null)
			.run((context) -> assertThat(context).hasNotFailed());
		accounts.withBean(StorageConnectionDetails.class, () -> () -> "container")
			.run((context) -> assertThat(context).getFailure()
				.hasMessageContaining("The queue 'work' is configured twice, by azure.tables.queue and by "
						+ "azure.tables.queue.queues.mail"));
	}

	@Test
	void refusesAQueueThatIsThePoisonQueueOfAnotherOne() {
		this.application.withPropertyValues("azure.tables.queue.queues.mail.name=work-poison")
			.run((context) -> assertThat(context).getFailure()
				.hasMessageContaining("The queue 'work-poison' is configured twice, by azure.tables.queue and by "
						+ "azure.tables.queue.queues.mail: each has a poison queue"));
		this.application
			.withPropertyValues("azure.tables.queue.queues.mail.name=work-poison",
					"azure.tables.queue.queues.mail.connection-string=another")
			.run((context) -> assertThat(context).hasNotFailed());
	}

	@Test
	void refusesTheQueueOfIndexesForMessages() {
		ApplicationContextRunner one = new ApplicationContextRunner()
			.withConfiguration(AutoConfigurations.of(CONFIGURATIONS))
			.withPropertyValues("azure.tables.embedded=true", "azure.tables.queue.name=work");
		one.withPropertyValues("azure.tables.index.queue.name=work")
			.run((context) -> assertThat(context).getFailure()
				.hasMessageContaining("The queue 'work' is configured twice, by azure.tables.queue and by "
						+ "azure.tables.index.queue"));
		one.withPropertyValues("azure.tables.index.queue.name=work-poison")
			.run((context) -> assertThat(context).getFailure().hasMessageContaining("The queue 'work-poison' is"));
		one.withPropertyValues("azure.tables.index.queue.name=indexes")
			.run((context) -> assertThat(context).hasNotFailed());
		one.withPropertyValues("azure.tables.index.queue.name=work", "azure.tables.index.queue.connection-string=other")
			.run((context) -> assertThat(context).hasNotFailed());
	}

	@Test
	void takesFromTheQueueWithoutANameWhatAQueueDoesNotSay() {
		this.tables
			.withPropertyValues("azure.tables.queue.signing-keys=k",
					"azure.tables.queue.connection-string=AccountKey=s", "azure.tables.queue.queues.mail.name=post",
					"azure.tables.queue.queues.audit.connection-string=secret",
					"azure.tables.queue.queues.audit.signing-keys=a,b",
					"azure.tables.queue.queues.audit.unsigned-messages=accept")
			.run((context) -> {
				TableQueueProperties properties = context.getBean(TableQueueProperties.class);
				assertThat(properties.queue("mail").name()).isEqualTo("post");
				assertThat(properties.queue("mail").connectionString()).isEqualTo("AccountKey=s");
				assertThat(properties.queue("mail").signingKeys()).containsExactly("k");
				assertThat(properties.queue("mail").unsignedMessages()).isEqualTo(UnsignedMessages.REJECT);
				assertThat(properties.queue("audit").name()).isEqualTo("audit");
				assertThat(properties.queue("audit").connectionString()).isEqualTo("secret");
				assertThat(properties.queue("audit").signingKeys()).containsExactly("a", "b");
				assertThat(properties.queue("audit").unsignedMessages()).isEqualTo(UnsignedMessages.ACCEPT);
				assertThat(properties.queues().toString()).doesNotContain("secret");
			});
	}

	@Test
	void letsAQueueChooseBetweenKeysAndUnsignedMessages() {
		this.tables
			.withPropertyValues("azure.tables.queue.signing-keys=k",
					"azure.tables.queue.queues.mail.unsigned-messages=accept")
			.run((context) -> {
				TableQueueProperties properties = context.getBean(TableQueueProperties.class);
				assertThat(properties.queue("mail").signingKeys()).isEmpty();
				assertThat(properties.queue("mail").unsignedMessages()).isEqualTo(UnsignedMessages.ACCEPT);
				assertThat(properties.queue("audit").signingKeys()).containsExactly("k");
				assertThat(properties.queue("audit").unsignedMessages()).isEqualTo(UnsignedMessages.REJECT);
			});
		this.tables
			.withPropertyValues("azure.tables.queue.unsigned-messages=accept",
					"azure.tables.queue.queues.mail.signing-keys=k")
			.run((context) -> {
				TableQueueProperties properties = context.getBean(TableQueueProperties.class);
				assertThat(properties.queue("mail").signingKeys()).containsExactly("k");
				assertThat(properties.queue("mail").unsignedMessages()).isEqualTo(UnsignedMessages.REJECT);
				assertThat(properties.queue("audit").unsignedMessages()).isEqualTo(UnsignedMessages.ACCEPT);
			});
	}

	@Test
	void refusesTheNameOfTheBeansOfTheQueueWithoutAName() {
		this.application.withPropertyValues("azure.tables.queue.queues.table.worker.concurrency=1")
			.run((context) -> assertThat(context).getFailure()
				.isInstanceOf(ConfigurationProblemException.class)
				.hasMessageContaining("azure.tables.queue.queues.table"));
	}

	@Test
	void refusesANameThatHealthAndMetricsCannotTellApart() {
		this.application
			.withPropertyValues("azure.tables.queue.queues.work.name=other",
					"azure.tables.queue.queues.work.worker.concurrency=1")
			.run((context) -> assertThat(context).getFailure()
				.isInstanceOf(ConfigurationProblemException.class)
				.hasMessageContaining("azure.tables.queue.name is 'work'")
				.hasMessageContaining("azure.tables.queue.queues.work"));
	}

	@Test
	void sendsRequestsOfNamedQueuesThroughDecorators() {
		List<String> reads = new CopyOnWriteArrayList<>();
		TableGatewayDecorator decorator = new TableGatewayDecorator() {

			@Override
			public TableGateway decorate(TableGateway gateway) {
				return gateway;
			}

			@Override
			public TableGateway decorateBackground(TableGateway gateway) {
				return new ForwardingTableGateway(gateway) {

					@Override
					public <T> RowPage<T> read(RowRequest request, RowReader<T> reader) {
						reads.add(request.table());
						return super.read(request, reader);
					}

				};
			}

		};
		this.application.withBean(TableGatewayDecorator.class, () -> decorator).run((context) -> {
			context.getBean(TableGateway.class).createTable("Employees");
			reads.clear();
			context.getBean(Handlers.class).mail.sweep("Employees", Duration.ofHours(1));
			assertThat(reads).contains("Employees");
		});
	}

	@Test
	@CompileWithForkedClassLoader
	void isThereAfterProcessingAheadOfTime() {
		GenericApplicationContext context = new AnnotationConfigApplicationContext();
		prepare(context);
		for (Class<?> type : CONFIGURATIONS) {
			((AnnotationConfigApplicationContext) context).register(type);
		}
		((AnnotationConfigApplicationContext) context).register(Mails.class);
		TestGenerationContext generation = new TestGenerationContext();
		var initializer = new ApplicationContextAotGenerator().processAheadOfTime(context, generation);
		generation.writeGeneratedContent();
		TestCompiler.forSystem().with(generation).compile((compiled) -> {
			@SuppressWarnings("unchecked") // the generated initializer
			ApplicationContextInitializer<GenericApplicationContext> generated = compiled
				.getInstance(ApplicationContextInitializer.class, initializer.toString());
			try (GenericApplicationContext application = new GenericApplicationContext(
					new DefaultListableBeanFactory())) {
				prepare(application);
				generated.initialize(application);
				application.refresh();
				Mails handlers = application.getBean(Mails.class);
				handlers.mail().send(QueueMessage.of("done", "1"));
				assertThat(poll(handlers.handled())).isEqualTo("1");
			}
		});
	}

	private static String poll(BlockingQueue<String> handled) {
		try {
			return handled.poll(20, TimeUnit.SECONDS);
		}
		catch (InterruptedException ex) {
			throw new IllegalStateException(ex);
		}
	}

	private static void prepare(ConfigurableApplicationContext context) {
		context.getEnvironment()
			.getPropertySources()
			.addFirst(new MapPropertySource("test",
					Map.of("azure.tables.embedded", "true", "azure.tables.queue.queues.mail.worker.concurrency", "1")));
		AutoConfigurationPackages.register((BeanDefinitionRegistry) context.getBeanFactory(),
				Employee.class.getPackageName());
	}

	@Configuration(proxyBeanMethods = false)
	static class Handlers {

		private final BlockingQueue<String> handled = new LinkedBlockingQueue<>();

		@Autowired
		@Qualifier("mail")
		private EventuallyConsistentQueueTemplate mail;

		@Autowired
		@Qualifier("audit")
		private EventuallyConsistentQueueTemplate audit;

		@Bean
		MessageHandlerRegistration<String> audited() {
			return MessageHandlerRegistration
				.of("done", String.class, (payload, context) -> this.handled.add("audit " + payload))
				.withQueue("audit");
		}

		@TableQueueHandler("done")
		void work(String payload) {
			this.handled.add("work " + payload);
		}

		@TableQueueHandler(value = "done", queue = "mail")
		void mail(String payload) {
			this.handled.add("mail " + payload);
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class Misspelt {

		@Bean
		MessageHandlerRegistration<String> misspelt() {
			return MessageHandlerRegistration.of("never", String.class, (payload, context) -> {
			}).withQueue("mial");
		}

	}

}
