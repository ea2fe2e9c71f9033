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

package io.azuretables.autoconfigure.denormalization;

import java.util.List;

import io.azuretables.autoconfigure.client.TableClientAutoConfiguration;
import io.azuretables.autoconfigure.queue.TableQueueAutoConfiguration;
import io.azuretables.autoconfigure.template.TableTemplateAutoConfiguration;
import io.azuretables.mapping.PartitionKey;
import io.azuretables.mapping.RowKey;
import io.azuretables.mapping.Table;
import io.azuretables.operations.TableTemplate;
import io.azuretables.patterns.denormalization.DenormalizationTemplate;
import io.azuretables.patterns.denormalization.DenormalizedCopies;
import io.azuretables.patterns.queue.EventuallyConsistentQueueTemplate;
import io.azuretables.patterns.queue.QueueWorker;
import io.azuretables.patterns.queue.message.MessageHandlerRegistration;
import io.azuretables.patterns.queue.message.MessageHandlers;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.ssl.SslAutoConfiguration;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.data.annotation.Version;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Copies that are beans.
 */
class TableDenormalizationAutoConfigurationTests {

	private final ApplicationContextRunner application = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(SslAutoConfiguration.class, TableClientAutoConfiguration.class,
				TableTemplateAutoConfiguration.class, TableDenormalizationAutoConfiguration.class))
		.withPropertyValues("azure.tables.embedded=true", "azure.tables.table-prefix=dev");

	@Test
	void keepsCopiesThatAreBeans() {
		this.application.withUserConfiguration(Ships.class).run((context) -> {
			DenormalizationTemplate copies = context.getBean(DenormalizationTemplate.class);
			Captain captain = copies.save(new Captain("north", 1, "Ahab", null));
			Ship ship = copies.save(new Ship("north", 7, 1, null, null));
			assertThat(ship.captain()).isEqualTo("Ahab");
			copies.update(Captain.class, context.getBean(TableTemplate.class).converter().key(captain),
					(one) -> new Captain("north", 1, "Ishmael", one.version()));
			assertThat(context.getBean(TableTemplate.class)
				.findAllById(Ship.class, List.of(context.getBean(TableTemplate.class).converter().key(ship))))
				.extracting(Ship::captain)
				.containsExactly("Ishmael");
		});
	}

	@Test
	void leavesOtherPartitionsToTheWorkerOfTheQueue() {
		this.application.withConfiguration(AutoConfigurations.of(TableQueueAutoConfiguration.class))
			.withUserConfiguration(Harbours.class)
			.withPropertyValues("azure.tables.queue.name=work", "azure.tables.queue.worker.enabled=false")
			.run((context) -> {
				DenormalizationTemplate copies = context.getBean(DenormalizationTemplate.class);
				copies.save(new Harbour("h1", "north", null));
				copies.save(new Berth(1, "h1", null, null));
				copies.update(Harbour.class, "h1", (one) -> new Harbour("h1", "south", one.version()));
				QueueWorker worker = new QueueWorker(context.getBean(EventuallyConsistentQueueTemplate.class),
						MessageHandlers.none().with(context.getBean(MessageHandlerRegistration.class)));
				assertThat(worker.step()).isEqualTo(3);
				assertThat(context.getBean(TableTemplate.class).findById(Berth.class, 1)).map(Berth::harbour)
					.contains("south");
			});
	}

	@Test
	void needsAQueueForOtherPartitions() {
		this.application.withUserConfiguration(Harbours.class)
			.run((context) -> assertThat(context).getFailure()
				.rootCause()
				.hasMessageContaining("Give the template a queue"));
	}

	@Test
	void failsToStartWithCopiesThatCannotBeKept() {
		this.application
			.withBean(DenormalizedCopies.class, () -> DenormalizedCopies.of(Captain.class, Ship.class, "captains"))
			.run((context) -> assertThat(context).getFailure()
				.rootCause()
				.hasMessageContaining("do not say which property of the holder has the 'port' of its source"));
	}

	@Test
	void isOffWithoutCopiesAndWithoutPatterns() {
		this.application.run((context) -> assertThat(context).doesNotHaveBean(DenormalizationTemplate.class));
		this.application.withClassLoader(new FilteredClassLoader("io.azuretables.patterns"))
			.run((context) -> assertThat(context).hasNotFailed().doesNotHaveBean("denormalizationTemplate"));
	}

	@Configuration(proxyBeanMethods = false)
	static class Ships {

		@Bean
		DenormalizedCopies<Captain, Ship> captains() {
			return DenormalizedCopies.of(Captain.class, Ship.class, "captains")
				.reference("port", "port")
				.reference("captainNumber", "number")
				.copy("captain", "name");
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class Harbours {

		@Bean
		DenormalizedCopies<Harbour, Berth> harbours() {
			return DenormalizedCopies.of(Harbour.class, Berth.class, "harbours")
				.reference("harbourId", "id")
				.copy("harbour", "name");
		}

	}

	@Table("Harbours")
	@PartitionKey("{id}")
	@RowKey("harbour")
	record Harbour(String id, String name, @Nullable @Version String version) {

	}

	@Table("Berths")
	@PartitionKey("berths")
	@RowKey("berth_{number}")
	record Berth(int number, @Nullable String harbourId, @Nullable String harbour, @Nullable @Version String version) {

	}

	@Table("Ships")
	@PartitionKey("{port}")
	@RowKey("captain_{number}")
	record Captain(String port, int number, String name, @Nullable @Version String version) {

	}

	@Table("Ships")
	@PartitionKey("{port}")
	@RowKey("ship_{number}")
	record Ship(String port, int number, @Nullable Integer captainNumber, @Nullable String captain,
			@Nullable @Version String version) {

	}

}
