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

package io.azuretables.autoconfigure.blob;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

import io.azuretables.autoconfigure.blob.PhotoConfiguration.Photo;
import io.azuretables.autoconfigure.client.TableClientAutoConfiguration;
import io.azuretables.autoconfigure.internal.configuration.ConfigurationProblemException;
import io.azuretables.autoconfigure.queue.TableQueueAutoConfiguration;
import io.azuretables.autoconfigure.queue.TableQueuesAutoConfiguration;
import io.azuretables.autoconfigure.template.TableTemplateAutoConfiguration;
import io.azuretables.gateway.TableGateway;
import io.azuretables.mapping.PartitionKey;
import io.azuretables.mapping.RowKey;
import io.azuretables.mapping.Table;
import io.azuretables.operations.TableOperations;
import io.azuretables.operations.TableTemplate;
import io.azuretables.patterns.archive.ArchiveMapping;
import io.azuretables.patterns.archive.ArchiveTemplate;
import io.azuretables.patterns.archive.ArchivedContent;
import io.azuretables.patterns.blob.BlobStore.Blob;
import io.azuretables.patterns.blob.BlobStore;
import io.azuretables.patterns.blob.BlobStores;
import io.azuretables.patterns.blob.BlobSweeper;
import io.azuretables.patterns.blob.EmbeddedBlobStore;
import io.azuretables.patterns.bloblog.BlobLogOptions;
import io.azuretables.patterns.bloblog.BlobLogTemplate;
import io.azuretables.patterns.largevalue.LargeValue;
import io.azuretables.patterns.largevalue.LargeValueCallback;
import io.azuretables.patterns.largevalue.LargeValueTemplate;
import io.azuretables.patterns.queue.EventuallyConsistentQueueTemplate;
import io.azuretables.patterns.queue.transport.QueueConnection;
import org.jspecify.annotations.Nullable;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.dao.InvalidDataAccessApiUsageException;
import org.springframework.data.annotation.Version;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Sweepers of blobs, and the callback of large values.
 */
class TableBlobAutoConfigurationTests {

	private final ApplicationContextRunner empty = new ApplicationContextRunner()
		.withConfiguration(
				AutoConfigurations.of(TableClientAutoConfiguration.class, TableTemplateAutoConfiguration.class,
						TableQueueAutoConfiguration.class, TableBlobAutoConfiguration.class))
		.withPropertyValues("azure.tables.embedded=true", "azure.tables.queue.name=work",
				"azure.tables.queue.worker.enabled=false");

	private final ApplicationContextRunner application = this.empty.withUserConfiguration(Templates.class);

	@Test
	void sweepsLargeValuesAndArchives() {
		this.application
			.withPropertyValues("azure.tables.blobs.sweep.large-values.interval=50ms",
					"azure.tables.blobs.sweep.large-values.age=0s", "azure.tables.blobs.sweep.archives.interval=50ms",
					"azure.tables.blobs.sweep.archives.age=0s")
			.run((context) -> {
				BlobStore blobs = context.getBean(BlobStore.class);
				TableTemplate template = context.getBean(TableTemplate.class);
				template.save(new Document("b", null, null));
				template.save(new Old("b", null, null));
				blobs.putIfAbsent("large/Documents/text_blob/YQ/cg/orphan", new byte[1]);
				blobs.putIfAbsent("archive/Old/Old/YQ/cg/orphan", new byte[1]);
				assertEmpty(blobs);
			});
	}

	private static void assertEmpty(BlobStore blobs) {
		Awaitility.await()
			.atMost(Duration.ofMinutes(1))
			.untilAsserted(() -> assertThat(blobs.list("")).as("blobs are still there").isEmpty());
	}

	@Test
	void givesContainersByTheirNames() {
		this.empty.run((context) -> {
			BlobStores stores = context.getBean(BlobStores.class);
			stores.container("one").putIfAbsent("a", new byte[1]);
			assertThat(stores.container("one").list("")).hasSize(1);
			assertThat(stores.container("other").list("")).isEmpty();
		});
		this.empty
			.withPropertyValues("azure.tables.embedded=false", "azure.tables.endpoint=http://127.0.0.1:1/a",
					"azure.tables.account.name=a", "azure.tables.account.key=a2V5", "azure.tables.queue.name=")
			.run((context) -> assertThatExceptionOfType(ConfigurationProblemException.class)
				.isThrownBy(() -> context.getBean(BlobStores.class).container("one"))
				.withMessageContaining("names no account with blobs"));
	}

	@Test
	void storesContentsInAContainerByItsName() {
		this.empty.withUserConfiguration(PhotoConfiguration.class).run((context) -> {
			@SuppressWarnings("unchecked")
			LargeValueTemplate<Photo> photos = context.getBean(LargeValueTemplate.class);
			Photo saved = photos.save(new Photo("a", null, null), new byte[] { 1 });
			assertThat(photos.read(saved)).contains(new byte[] { 1 });
			assertThat(context.getBean(BlobStores.class).container("photos").list("")).hasSize(1);
		});
	}

	@Test
	void sweepsPayloadsOfEachQueue() {
		this.empty.withConfiguration(AutoConfigurations.of(TableQueuesAutoConfiguration.class))
			.withPropertyValues("azure.tables.blobs.sweep.payloads.enabled=true",
					"azure.tables.blobs.sweep.payloads.interval=50ms", "azure.tables.blobs.sweep.payloads.age=0s",
					"azure.tables.queue.queues.mail.worker.enabled=false")
			.run((context) -> {
				BlobStore blobs = context.getBean("mailQueueConnection", QueueConnection.class).blobs();
				assertThat(blobs).isNotNull();
				blobs.putIfAbsent("claims/orphan", new byte[1]);
				assertEmpty(blobs);
			});
	}

	@Test
	void sweepsPayloadsIfItIsTold() {
		this.application
			.withPropertyValues("azure.tables.blobs.sweep.payloads.enabled=true",
					"azure.tables.blobs.sweep.payloads.interval=50ms", "azure.tables.blobs.sweep.payloads.age=0s")
			.run((context) -> {
				BlobStore blobs = context.getBean(QueueConnection.class).blobs();
				blobs.putIfAbsent("claims/orphan", new byte[1]);
				assertEmpty(blobs);
			});
	}

	@Test
	void leavesPayloadsAloneAndTheRestForADay() {
		this.application.run((context) -> {
			assertThat(context.getBeansOfType(BlobSweeper.class)).containsOnlyKeys("largeValueSweeper",
					"archiveContentSweeper");
			assertThat(context.getBeansOfType(BlobSweeper.class).values()).allMatch(BlobSweeper::isRunning);
			TableBlobProperties properties = context.getBean(TableBlobProperties.class);
			assertThat(properties.sweep().largeValues().age()).hasDays(1);
			assertThat(properties.sweep().archives().age()).hasDays(1);
			assertThat(properties.sweep().payloads().age()).hasDays(30);
		});
	}

	@Test
	void deletesOldLogsIfItIsTold() {
		BlobStore logs = new EmbeddedBlobStore(InstantSource.system());
		ApplicationContextRunner logging = this.empty.withBean("log", BlobLogTemplate.class,
				() -> new BlobLogTemplate<>(logs, Instant.class, (time) -> time, BlobLogOptions.DEFAULTS));
		logging.run((context) -> assertThat(context).doesNotHaveBean(BlobSweeper.class));
		logging
			.withPropertyValues("azure.tables.blobs.sweep.logs.interval=50ms", "azure.tables.blobs.sweep.logs.age=30d")
			.run((context) -> {
				@SuppressWarnings("unchecked")
				BlobLogTemplate<Instant> log = context.getBean(BlobLogTemplate.class);
				log.append("old", Instant.now().minus(Duration.ofDays(32)));
				log.append("new", Instant.now());
				log.flush();
				Awaitility.await()
					.atMost(Duration.ofMinutes(1))
					.untilAsserted(() -> assertThat(logs.list("")).singleElement()
						.extracting(Blob::name, InstanceOfAssertFactories.STRING)
						.startsWith("new/"));
			});
	}

	@Test
	void isNotThereWhereItIsSwitchedOffOrNothingNeedsIt() {
		this.application
			.withPropertyValues("azure.tables.blobs.sweep.large-values.enabled=false",
					"azure.tables.blobs.sweep.archives.enabled=false")
			.run((context) -> assertThat(context).doesNotHaveBean(BlobSweeper.class));
		this.empty.run((context) -> assertThat(context).hasNotFailed()
			.doesNotHaveBean(BlobSweeper.class)
			.doesNotHaveBean(LargeValueCallback.class));
		this.application.withPropertyValues("azure.tables.blobs.sweep.archives.interval=0s")
			.run((context) -> assertThat(context).hasFailed());
	}

	@Test
	void refusesAForeignValue() {
		this.application.run((context) -> {
			TableTemplate template = context.getBean(TableTemplate.class);
			@SuppressWarnings("unchecked")
			LargeValueTemplate<Document> texts = context.getBean(LargeValueTemplate.class);
			Document saved = texts.save(new Document("a", null, null), new byte[1]);
			assertThatExceptionOfType(InvalidDataAccessApiUsageException.class)
				.isThrownBy(() -> template.save(new Document("b", saved.text(), null)));
		});
	}

	/**
	 * An application with an archive and large values.
	 */
	@Configuration(proxyBeanMethods = false)
	static class Templates {

		@Bean
		BlobStore blobs() {
			return new EmbeddedBlobStore(InstantSource.system());
		}

		@Bean
		LargeValueTemplate<Document> texts(TableOperations operations, TableGateway gateway, BlobStore blobs) {
			return new LargeValueTemplate<>(operations, gateway, blobs, Document.class, "text");
		}

		@Bean
		ArchiveTemplate<Document, Old> archive(TableOperations operations, EventuallyConsistentQueueTemplate queue,
				BlobStore blobs) {
			return new ArchiveTemplate<>(operations, queue,
					ArchiveMapping
						.of(Document.class, Old.class, (document) -> new Old(document.id(), null, null),
								(old) -> new Document(old.id(), null, null))
						.withContent(new ArchivedContent<>(blobs, (document) -> new byte[1], Old::content,
								(old, name) -> new Old(old.id(), name, old.version()))));
		}

	}

	/**
	 * An entity with a large value.
	 */
	@Table("Documents")
	@PartitionKey("{id}")
	@RowKey("r")
	record Document(String id, @Nullable LargeValue text, @Version @Nullable String version) {

	}

	/**
	 * An archived entity.
	 */
	@Table("Old")
	@PartitionKey("{id}")
	@RowKey("r")
	record Old(String id, @Nullable String content, @Version @Nullable String version) {

	}

}
