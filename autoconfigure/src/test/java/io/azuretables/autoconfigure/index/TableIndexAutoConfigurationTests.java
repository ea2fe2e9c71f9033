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

package io.azuretables.autoconfigure.index;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;

import io.azuretables.autoconfigure.client.TableClientAutoConfiguration;
import io.azuretables.autoconfigure.elsewhere.Traveller;
import io.azuretables.autoconfigure.internal.worker.WorkerChecks;
import io.azuretables.autoconfigure.observation.TableObservationAutoConfiguration;
import io.azuretables.autoconfigure.plan.MethodPlan;
import io.azuretables.autoconfigure.queue.TableQueueAutoConfiguration;
import io.azuretables.autoconfigure.queue.TableQueueHealthAutoConfiguration;
import io.azuretables.autoconfigure.queue.TableQueueMetricsAutoConfiguration;
import io.azuretables.autoconfigure.queue.UnsignedMessages;
import io.azuretables.autoconfigure.template.TableTemplateAutoConfiguration;
import io.azuretables.gateway.TableGateway;
import io.azuretables.internal.change.DeferredWriteCommitter;
import io.azuretables.key.TableKey;
import io.azuretables.operations.TableOperations;
import io.azuretables.patterns.index.IndexAdministration;
import io.azuretables.patterns.index.IndexOptions;
import io.azuretables.patterns.internal.message.Envelope.Header;
import io.azuretables.patterns.internal.message.Envelope;
import io.azuretables.patterns.internal.message.EnvelopeFormat;
import io.azuretables.patterns.interpartition.IndexQueue;
import io.azuretables.patterns.interpartition.InterPartitionIndexTemplate;
import io.azuretables.patterns.interpartition.InterPartitionIndexWorker.SweepTimes;
import io.azuretables.patterns.interpartition.InterPartitionIndexWorker;
import io.azuretables.patterns.interpartition.InterPartitionIndexWrites;
import io.azuretables.patterns.queue.QueueWorker;
import io.azuretables.patterns.queue.transport.MessageTransport;
import io.azuretables.patterns.queue.worker.WorkerEvents;
import io.azuretables.query.Criteria;
import io.azuretables.query.TableQuery;
import io.azuretables.repository.TableRepository;
import io.azuretables.repository.support.TableRepositoryFactory;
import io.azuretables.row.RowWrite;
import io.azuretables.write.DeferredWrites;
import io.azuretables.write.MissingDeferredWritesException;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micrometer.observation.ObservationRegistry;
import io.micrometer.observation.tck.TestObservationRegistry;
import io.micrometer.observation.tck.TestObservationRegistryAssert;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.boot.autoconfigure.AutoConfigurationPackages;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ApplicationContext;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.verify;

/**
 * Who keeps indexes in other partitions true.
 */
@ExtendWith(OutputCaptureExtension.class)
class TableIndexAutoConfigurationTests {

	private static final TableQuery IN_ROME = TableQuery.of(Criteria.where("city").is("Rome"));

	private static final TableQuery AGED_30 = TableQuery.of(Criteria.where("age").is(30));

	private final ApplicationContextRunner tables = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(TableClientAutoConfiguration.class,
				TableTemplateAutoConfiguration.class, TableIndexAutoConfiguration.class,
				TableIndexHealthAutoConfiguration.class, TableIndexMetricsAutoConfiguration.class,
				TableQueueAutoConfiguration.class, TableQueueHealthAutoConfiguration.class,
				TableQueueMetricsAutoConfiguration.class, TableIndexStatesAutoConfiguration.class))
		.withInitializer((context) -> AutoConfigurationPackages
			.register((BeanDefinitionRegistry) context.getBeanFactory(), Traveller.class.getPackageName()));

	private final ApplicationContextRunner embedded = this.tables.withPropertyValues("azure.tables.embedded=true",
			"azure.tables.index.queue.name=index");

	@Test
	void keepsIndexesTrueByThemselves() {
		this.embedded.withPropertyValues("azure.tables.table-name-prefix=my").run((context) -> {
			TableOperations operations = context.getBean(TableOperations.class);
			Traveller hall = operations.save(new Traveller("Sales", 1, "Rome", 30));
			assertThat(operations.find(IN_ROME, Traveller.class)).containsExactly(hall);
			WorkerChecks.await(() -> operations.find(AGED_30, Traveller.class).equals(List.of(hall)));
			assertThat(context.getBean(IndexAdministration.class).verify(Traveller.class, "city").isClean()).isTrue();
		});
	}

	/**
	 * The row of the index, and the transaction.
	 */
	@Test
	void observesWhatAWriteDoesForItsIndexes() {
		TestObservationRegistry registry = TestObservationRegistry.create();
		this.embedded.withConfiguration(AutoConfigurations.of(TableObservationAutoConfiguration.class))
			.withPropertyValues("azure.tables.index.worker.enabled=false")
			.withBean(ObservationRegistry.class, () -> registry)
			.run((context) -> {
				context.getBean(TableOperations.class).insert(new Traveller("Sales", 1, "Rome", 30));
				TestObservationRegistryAssert.assertThat(registry)
					.hasObservationWithNameEqualTo("azure.tables.operations")
					.that()
					.hasHighCardinalityKeyValue("requests", "2");
			});
	}

	/**
	 * What the design report says is what is sent.
	 */
	@Test
	void saysHowManyRequestsWritesTake() {
		TestObservationRegistry registry = TestObservationRegistry.create();
		this.embedded.withConfiguration(AutoConfigurations.of(TableObservationAutoConfiguration.class))
			.withPropertyValues("azure.tables.index.worker.enabled=false")
			.withBean(ObservationRegistry.class, () -> registry)
			.run((context) -> {
				TableRepositoryFactory factory = new TableRepositoryFactory(context.getBean(TableOperations.class));
				List<MethodPlan> plans = new ArrayList<>();
				factory.addRepositoryProxyPostProcessor((proxy, information) -> factory.inheritedOutlines(information)
					.forEach((method) -> plans.add(new MethodPlan(Travellers.class, method, true))));
				Travellers travellers = factory.getRepository(Travellers.class);
				Traveller hall = new Traveller("Sales", 1, "Rome", 30);
				travellers.insert(hall);
				assertThat(requests("insert", plans)).isEqualTo(counted(registry));
				travellers.save(hall);
				assertThat(requests("save", plans)).isEqualTo(counted(registry));
			});
	}

	private static long requests(String method, List<MethodPlan> plans) {
		return plans.stream()
			.filter((plan) -> plan.name().equals(method))
			.findFirst()
			.orElseThrow()
			.requests(1, 1)
			.orElseThrow();
	}

	private static long counted(TestObservationRegistry registry) {
		AtomicLong requests = new AtomicLong();
		TestObservationRegistryAssert.assertThat(registry)
			.hasObservationWithNameEqualTo("azure.tables.operations")
			.that()
			.satisfies((observation) -> requests
				.set(Long.parseLong(observation.getHighCardinalityKeyValue("requests").getValue())));
		registry.clear();
		return requests.get();
	}

	interface Travellers extends TableRepository<Traveller, TableKey> {

	}

	@Test
	void failsWhereNoQueueIsNamed() {
		this.tables.withPropertyValues("azure.tables.embedded=true")
			.run((context) -> assertThat(context).getFailure()
				.rootCause()
				.isInstanceOf(MissingDeferredWritesException.class));
		this.tables.withPropertyValues("azure.tables.embedded=true", "azure.tables.index.queue.name= ")
			.run((context) -> assertThat(context).getFailure()
				.rootCause()
				.isInstanceOf(MissingDeferredWritesException.class));
		this.embedded.withClassLoader(new FilteredClassLoader("io.azuretables.patterns"))
			.run((context) -> assertThat(context).getFailure()
				.rootCause()
				.isInstanceOf(MissingDeferredWritesException.class));
	}

	@Test
	void refusesANameThatTheServiceDoesNotTake() {
		this.tables.withPropertyValues("azure.tables.embedded=true", "azure.tables.index.queue.name=Index")
			.run((context) -> assertThat(context).getFailure()
				.rootCause()
				.hasMessage("'Index' is no name for a queue, and azure.tables.index.queue.name has this value"));
	}

	@Test
	void saysThatAnotherApplicationMustRunTheWorker(CapturedOutput output) {
		this.embedded.run((context) -> assertThat(output).doesNotContain("does not run their worker"));
		this.embedded.withPropertyValues("azure.tables.index.worker.enabled=false")
			.run((context) -> assertThat(output).containsOnlyOnce("does not run their worker")
				.contains("INFO", "the worker of the queue 'index'"));
	}

	@Test
	void writesOnlyWhereNoWorkerIsWanted() {
		this.embedded.withPropertyValues("azure.tables.index.worker.enabled=false").run((context) -> {
			assertThat(context).hasSingleBean(InterPartitionIndexTemplate.class)
				.doesNotHaveBean(InterPartitionIndexWorker.class)
				.doesNotHaveBean(HealthIndicator.class);
			context.getBean(TableOperations.class).save(new Traveller("Sales", 1, "Rome", 30));
			assertThat(context.getBean(InterPartitionIndexTemplate.class).depth()).isPositive();
		});
	}

	@Test
	void startsPausesAndStopsWithTheApplication() {
		InterPartitionIndexWorker[] worker = new InterPartitionIndexWorker[1];
		this.embedded.run((context) -> {
			worker[0] = context.getBean(InterPartitionIndexWorker.class);
			assertThat(worker[0].isRunning()).isTrue();
			worker[0].pause();
			assertThat(worker[0].status().paused()).isTrue();
			worker[0].resume();
			assertThat(worker[0].status().paused()).isFalse();
		});
		assertThat(worker[0].isRunning()).isFalse();
	}

	@Test
	void leavesRoomForBeansOfTheApplication() {
		DeferredWrites writes = () -> mock(DeferredWriteCommitter.class);
		MessageTransport transport = mock(MessageTransport.class);
		this.embedded.withPropertyValues("azure.tables.index.worker.enabled=false")
			.withBean(DeferredWrites.class, () -> writes)
			.withBean(IndexQueue.class, () -> new IndexQueue(transport, mock(MessageTransport.class)))
			.withBean(IndexOptions.class, () -> IndexOptions.DEFAULTS)
			.run((context) -> {
				assertThat(context).hasSingleBean(IndexQueue.class)
					.doesNotHaveBean(InterPartitionIndexWrites.class)
					.hasSingleBean(IndexOptions.class);
				context.getBean(InterPartitionIndexTemplate.class).depth();
				verify(transport).depth();
			});
	}

	@Test
	void measuresIndexesApartFromTheQueue() {
		this.embedded.withPropertyValues("azure.tables.queue.name=work")
			.withBean(MeterRegistry.class, SimpleMeterRegistry::new)
			.run((context) -> {
				assertThat(context).hasSingleBean(QueueWorker.class).hasSingleBean(InterPartitionIndexWorker.class);
				MeterRegistry registry = context.getBean(MeterRegistry.class);
				context.getBeansOfType(MeterBinder.class).values().forEach((meters) -> meters.bindTo(registry));
				MessageTransport queue = context.getBean(IndexQueue.class).queue();
				Envelope unknown = Envelope.of(new Header("id", "~unknown", Instant.now(), null), "");
				queue.send(new EnvelopeFormat(queue.signature()).write(unknown), Duration.ZERO);
				queue.send("forged", Duration.ZERO);
				context.getBean(TableOperations.class).save(new Traveller("Sales", 1, "Rome", 30));
				WorkerChecks.await(() -> registry.find("azure.tables.index.handled").timer() != null
						&& registry.find("azure.tables.index.lag").timer() != null
						&& registry.find("azure.tables.index.failed").counter() != null
						&& registry.find("azure.tables.index.poisoned").counter() != null
						&& context.getBean(IndexQueue.class).poison().depth() == 1);
				assertThat(registry.get("azure.tables.index.handled").tag("table", "Travellers").timer().count())
					.isPositive();
				assertThat(registry.get("azure.tables.index.failed").tag("table", "~unknown").counter().count())
					.isPositive();
				assertThat(registry.get("azure.tables.index.messages").gauge().value()).isPositive();
				assertThat(registry.get("azure.tables.index.oldest").gauge().value()).as("nothing is overdue").isZero();
				WorkerChecks.await(() -> registry.get("azure.tables.index.poison").gauge().value() == 1);
				assertThat(registry.get("azure.tables.index.repairs").functionCounter().count()).isZero();
				assertThat(registry.get("azure.tables.queue.messages").gauge().value()).isZero();
				context.getBean(WorkerEvents.class).failed("bean", new IllegalStateException());
				assertThat(registry.get("azure.tables.queue.failed").counter().count()).isEqualTo(1);
			});
	}

	@Test
	void measuresHowLongSomethingHasBeenOverdue() {
		AtomicReference<Duration> passed = new AtomicReference<>(Duration.ZERO);
		Instant start = Instant.now();
		InstantSource time = () -> start.plus(passed.get());
		this.embedded.withBean(MeterRegistry.class, SimpleMeterRegistry::new)
			.withBean(IndexOptions.class, () -> IndexOptions.DEFAULTS.withClock(time.withZone(ZoneOffset.UTC)))
			.run((context) -> {
				context.getBean(InterPartitionIndexWorker.class).stop();
				MeterRegistry registry = context.getBean(MeterRegistry.class);
				context.getBeansOfType(MeterBinder.class).values().forEach((meters) -> meters.bindTo(registry));
				context.getBean(TableOperations.class).delete(written(context));
				context.getBean(InterPartitionIndexTemplate.class).poll(Duration.ofSeconds(30));
				passed.set(Duration.ofMinutes(5));
				assertThat(registry.get("azure.tables.index.oldest").gauge().value())
					.as("four minutes since its writer gave up")
					.isEqualTo(240);
			});
	}

	private static Traveller written(ApplicationContext context) {
		return context.getBean(TableOperations.class).save(new Traveller("Sales", 1, "Rome", 30));
	}

	@Test
	void countsWhatLookUpsHandToWorkers() {
		Clock tomorrow = Clock.offset(Clock.systemUTC(), Duration.ofDays(1));
		this.embedded.withBean(MeterRegistry.class, SimpleMeterRegistry::new)
			.withBean(IndexOptions.class, () -> IndexOptions.DEFAULTS.withClock(tomorrow))
			.withPropertyValues("azure.tables.index.worker.enabled=false")
			.run((context) -> {
				MeterRegistry registry = context.getBean(MeterRegistry.class);
				context.getBeansOfType(MeterBinder.class).values().forEach((meters) -> meters.bindTo(registry));
				TableOperations operations = context.getBean(TableOperations.class);
				operations.save(new Traveller("Sales", 1, "Rome", 30));
				context.getBean(TableGateway.class)
					.write("Travellers", new RowWrite.Delete(TableKey.of("Sales", "id_0000000001"), RowWrite.ANY));
				assertThat(operations.find(IN_ROME, Traveller.class)).isEmpty();
				assertThat(registry.get("azure.tables.index.repairs").functionCounter().count()).isEqualTo(1);
			});
	}

	@Test
	void tellsItsHealth() {
		WorkerChecks.checkHealth(this.embedded, InterPartitionIndexWorker.class,
				"management.health.azuretablesindex.enabled");
	}

	@Test
	void takesItsOptionsFromProperties() {
		this.embedded
			.withPropertyValues("azure.tables.index.worker.concurrency=7", "azure.tables.index.worker.poll-interval=3s",
					"azure.tables.index.worker.lease.visibility=90s", "azure.tables.index.sweep.interval=2h",
					"azure.tables.index.sweep.overdue=3h", "azure.tables.index.read-repairs=0")
			.run((context) -> {
				assertThat(context.getBean(IndexOptions.class).repairs()).isZero();
				TableIndexProperties properties = context.getBean(TableIndexProperties.class);
				assertThat(properties.worker().options()).satisfies((options) -> {
					assertThat(options.concurrency()).isEqualTo(7);
					assertThat(options.polls().idle()).isEqualTo(Duration.ofSeconds(3));
					assertThat(options.lease().visibility()).isEqualTo(Duration.ofSeconds(90));
				});
				assertThat(properties.sweep().times())
					.isEqualTo(new SweepTimes(Duration.ofHours(2), Duration.ofHours(3)));
			});
		assertThat(new TableIndexProperties.Queue("index", "AccountKey=secret", List.of("secret"),
				UnsignedMessages.REJECT, List.of())
			.toString()).doesNotContain("secret");
	}

	@Test
	void saysWhatIsMissing() {
		WorkerChecks.checkMissing(this.tables.withPropertyValues("azure.tables.endpoint=http://127.0.0.1:1/a",
				"azure.tables.account.name=a", "azure.tables.account.key=a2V5", "azure.tables.index.queue.name=index"),
				"set azure.tables.index.queue.connection-string",
				"type io.azuretables.patterns.interpartition.IndexQueue");
	}

}
