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

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;

import io.azuretables.autoconfigure.client.TableClientAutoConfiguration;
import io.azuretables.autoconfigure.elsewhere.Traveller;
import io.azuretables.autoconfigure.template.TableTemplateAutoConfiguration;
import io.azuretables.client.Azurite;
import io.azuretables.gateway.TableGateway;
import io.azuretables.internal.change.DeferredWrite;
import io.azuretables.internal.change.DeferredWriteCommitter;
import io.azuretables.operations.TableOperations;
import io.azuretables.operations.TableTemplateOptions;
import io.azuretables.patterns.index.IndexAdministration;
import io.azuretables.patterns.index.IndexOptions.Times;
import io.azuretables.patterns.index.IndexOptions;
import io.azuretables.patterns.interpartition.IndexQueue;
import io.azuretables.patterns.interpartition.InterPartitionIndexTemplate;
import io.azuretables.patterns.interpartition.InterPartitionIndexWrites;
import io.azuretables.query.Criteria;
import io.azuretables.query.TableQuery;
import io.azuretables.row.RowReader;
import io.azuretables.row.RowRequest;
import io.azuretables.row.RowWrite;
import io.azuretables.row.TableRow;
import io.azuretables.write.DeferredWrites;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.boot.autoconfigure.AutoConfigurationPackages;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Two applications on the emulator: one writes and stops half-way, the other one has
 * nothing but the worker.
 */
@ExtendWith({ Azurite.LogOfFailures.class, OutputCaptureExtension.class })
class TableIndexWorkerIntegrationTests {

	private static final Duration PATIENCE = Duration.ofSeconds(90);

	private final String run = UUID.randomUUID().toString().replace("-", "");

	private final ApplicationContextRunner application = new ApplicationContextRunner()
		.withConfiguration(
				AutoConfigurations.of(TableClientAutoConfiguration.class, TableTemplateAutoConfiguration.class,
						TableIndexAutoConfiguration.class, TableIndexStatesAutoConfiguration.class))
		.withInitializer((context) -> AutoConfigurationPackages
			.register((BeanDefinitionRegistry) context.getBeanFactory(), Traveller.class.getPackageName()))
		.withPropertyValues("azure.tables.connection-string=" + Azurite.storageConnectionString(),
				"azure.tables.table-name-prefix=T" + this.run.substring(0, 20),
				"azure.tables.index.queue.name=" + this.run, "azure.tables.index.worker.poll-interval=1s",
				"azure.tables.index.sweep.interval=1s", "azure.tables.index.sweep.overdue=3s")
		.withUserConfiguration(Shortened.class);

	@Test
	void bringsIndexesToRestAfterWritersThatStoppedHalfWay(CapturedOutput output) {
		this.application.withPropertyValues("azure.tables.index.worker.enabled=false")
			.withUserConfiguration(HalfWay.class)
			.run((context) -> {
				TableOperations operations = context.getBean(TableOperations.class);
				operations.insert(new Traveller("Sales", 1, "Rome", 30));
				operations.save(new Traveller("Sales", 1, "Oslo", 40));
				assertThatExceptionOfType(Stopped.class)
					.isThrownBy(() -> operations.insert(new Traveller("Sales", HalfWay.UNWRITTEN, "Bern", 50)));
				assertThat(indexRows(context.getBean(TableGateway.class), table(operations))).as("all of them strong")
					.hasSize(3)
					.allMatch((row) -> row.key().rowKey().startsWith("city_"));
			});
		this.application.run((context) -> {
			TableOperations operations = context.getBean(TableOperations.class);
			InterPartitionIndexTemplate indexes = context.getBean(InterPartitionIndexTemplate.class);
			TableGateway gateway = context.getBean(TableGateway.class);
			awaitRest(gateway, table(operations), indexes);
			assertThat(indexRows(gateway, table(operations))).extracting((row) -> row.key().partitionKey())
				.containsExactly("age", "city_Oslo");
			Traveller hall = new Traveller("Sales", 1, "Oslo", 40);
			assertThat(operations.find(TableQuery.of(Criteria.where("city").is("Oslo")), Traveller.class))
				.containsExactly(hall);
			assertThat(operations.find(TableQuery.of(Criteria.where("age").is(40)), Traveller.class))
				.containsExactly(hall);
			IndexAdministration administration = context.getBean(IndexAdministration.class);
			assertThat(administration.verify(Traveller.class, "city").isClean()).isTrue();
			assertThat(administration.verify(Traveller.class, "age").isClean()).isTrue();
		});
		assertThat(output).as("a warning for each request").doesNotContainIgnoringCase("content-length");
	}

	private String table(TableOperations operations) {
		return "T" + this.run.substring(0, 20) + operations.converter().entity(Traveller.class).tableName();
	}

	private static List<TableRow> rows(TableGateway gateway, String table) {
		return new ArrayList<>(gateway.read(RowRequest.of(table, null), RowReader.rows()).rows());
	}

	private static List<TableRow> indexRows(TableGateway gateway, String table) {
		return rows(gateway, table).stream().filter((row) -> !row.key().partitionKey().equals("Sales")).toList();
	}

	private static void awaitRest(TableGateway gateway, String table, InterPartitionIndexTemplate indexes) {
		long end = System.nanoTime() + PATIENCE.toNanos();
		while (indexes.depth() > 0
				|| rows(gateway, table).stream().anyMatch((row) -> row.key().rowKey().startsWith("~t|"))) {
			assertThat(System.nanoTime()).as("%s", rows(gateway, table)).isLessThan(end);
			LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(200));
		}
	}

	/**
	 * Everything happens in seconds.
	 */
	@Configuration(proxyBeanMethods = false)
	static class Shortened {

		@Bean
		IndexOptions options(TableTemplateOptions template) {
			return IndexOptions.DEFAULTS.withTableNames(template.tableNames())
				.withTimes(new Times(Duration.ofSeconds(1), Duration.ofSeconds(2), Duration.ofSeconds(2),
						Duration.ofSeconds(3)));
		}

	}

	/**
	 * A writer that never gets to what comes after its transaction, and once not to the
	 * transaction.
	 */
	@Configuration(proxyBeanMethods = false)
	static class HalfWay {

		static final int UNWRITTEN = 2;

		@Bean
		DeferredWrites writes(IndexQueue queue, IndexOptions options) {
			DeferredWriteCommitter whole = DeferredWriteCommitter
				.of(new InterPartitionIndexWrites(queue.queue(), options));
			DeferredWriteCommitter half = new DeferredWriteCommitter() {

				@Override
				public <T> Optional<T> commit(TableGateway through, List<DeferredWrite> changes,
						Function<List<RowWrite>, T> transaction) {
					AtomicReference<T> committed = new AtomicReference<>();
					try {
						return whole.commit(through, changes, (tokenRows) -> {
							if (!changes.get(0).entity().rowKey().endsWith("2")) {
								committed.set(transaction.apply(tokenRows));
							}
							throw new Stopped();
						});
					}
					catch (Stopped ex) {
						if (committed.get() == null) {
							throw ex;
						}
						return Optional.of(committed.get());
					}
				}

			};
			return () -> half;
		}

	}

	/**
	 * As if the process was gone.
	 */
	static final class Stopped extends Error {

		private static final long serialVersionUID = 1L;

	}

}
