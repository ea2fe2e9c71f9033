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

import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Objects;
import java.util.function.ToLongFunction;

import io.azuretables.autoconfigure.blob.TableBlobProperties.Archives;
import io.azuretables.autoconfigure.blob.TableBlobProperties.LargeValues;
import io.azuretables.autoconfigure.blob.TableBlobProperties.Logs;
import io.azuretables.autoconfigure.blob.TableBlobProperties.Payloads;
import io.azuretables.autoconfigure.client.StorageConnectionDetails;
import io.azuretables.autoconfigure.client.TableConnectionDetails;
import io.azuretables.autoconfigure.client.TableConnectionProperties;
import io.azuretables.autoconfigure.internal.worker.ConfiguredBlobs;
import io.azuretables.autoconfigure.internal.worker.ConfiguredTables;
import io.azuretables.autoconfigure.queue.TableQueueAutoConfiguration;
import io.azuretables.autoconfigure.template.TableTemplateAutoConfiguration;
import io.azuretables.convert.TableConverter;
import io.azuretables.gateway.TableGateway;
import io.azuretables.patterns.archive.ArchiveTemplate;
import io.azuretables.patterns.blob.BlobStores;
import io.azuretables.patterns.blob.BlobSweeper;
import io.azuretables.patterns.bloblog.BlobLogTemplate;
import io.azuretables.patterns.largevalue.LargeValueCallback;
import io.azuretables.patterns.largevalue.LargeValueTemplate;
import io.azuretables.patterns.queue.EventuallyConsistentQueueTemplate;

import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;

/**
 * Auto-configuration of blob containers for large values, archives and message payloads,
 * and of jobs that delete unused blobs. A callback keeps repositories from saving a large
 * value that belongs to another entity or version.
 *
 * @since 0.1
 */
@AutoConfiguration(after = { TableTemplateAutoConfiguration.class, TableQueueAutoConfiguration.class })
@ConditionalOnClass(BlobSweeper.class)
@EnableConfigurationProperties(TableBlobProperties.class)
public final class TableBlobAutoConfiguration {

	@Bean
	@ConditionalOnBean(TableGateway.class)
	@ConditionalOnMissingBean
	BlobStores tableBlobStores(TableGateway gateway, ObjectProvider<TableConnectionProperties> text,
			ObjectProvider<TableConnectionDetails> tables, ObjectProvider<StorageConnectionDetails> storage) {
		return gateway.isEmbedded() ? BlobStores.embedded(InstantSource.system())
				: new ConfiguredBlobs(new ConfiguredTables(text, tables, storage));
	}

	@Bean
	@ConditionalOnBean({ TableConverter.class, LargeValueTemplate.class })
	@ConditionalOnMissingBean
	LargeValueCallback largeValueCallback(TableConverter converter) {
		return new LargeValueCallback(converter);
	}

	@Bean
	@ConditionalOnBean(LargeValueTemplate.class)
	@ConditionalOnMissingBean(name = "largeValueSweeper")
	@ConditionalOnBooleanProperty(name = "azure.tables.blobs.sweep.large-values.enabled", matchIfMissing = true)
	BlobSweeper largeValueSweeper(ObjectProvider<LargeValueTemplate<?>> templates, TableBlobProperties properties) {
		LargeValues times = properties.sweep().largeValues();
		List<ToLongFunction<Instant>> sweeps = templates.orderedStream()
			.<ToLongFunction<Instant>>map((template) -> template::sweep)
			.toList();
		return new BlobSweeper("large values", sweeps, times.interval(), times.age());
	}

	@Bean
	@ConditionalOnBean(ArchiveTemplate.class)
	@ConditionalOnMissingBean(name = "archiveContentSweeper")
	@ConditionalOnBooleanProperty(name = "azure.tables.blobs.sweep.archives.enabled", matchIfMissing = true)
	BlobSweeper archiveContentSweeper(ObjectProvider<ArchiveTemplate<?, ?>> templates, TableBlobProperties properties) {
		Archives times = properties.sweep().archives();
		List<ToLongFunction<Instant>> sweeps = templates.orderedStream()
			.<ToLongFunction<Instant>>map((template) -> template::sweepContents)
			.toList();
		return new BlobSweeper("archives", sweeps, times.interval(), times.age());
	}

	@Bean
	@ConditionalOnMissingBean(name = "payloadSweeper")
	@ConditionalOnBooleanProperty(name = "azure.tables.blobs.sweep.payloads.enabled")
	BlobSweeper payloadSweeper(ListableBeanFactory beans, TableBlobProperties properties) {
		Payloads times = properties.sweep().payloads();
		List<ToLongFunction<Instant>> sweeps = beans.getBeansOfType(EventuallyConsistentQueueTemplate.class)
			.values()
			.stream()
			.<ToLongFunction<Instant>>map((queue) -> (before) -> queue.sweepPayloads(times.age()))
			.toList();
		return new BlobSweeper("messages", sweeps, times.interval(), times.age());
	}

	@Bean
	@ConditionalOnBean(BlobLogTemplate.class)
	@ConditionalOnMissingBean(name = "blobLogSweeper")
	@ConditionalOnProperty("azure.tables.blobs.sweep.logs.age")
	BlobSweeper blobLogSweeper(ObjectProvider<BlobLogTemplate<?>> logs, TableBlobProperties properties) {
		Logs times = properties.sweep().logs();
		List<ToLongFunction<Instant>> sweeps = logs.orderedStream()
			.<ToLongFunction<Instant>>map((log) -> log::deleteBefore)
			.toList();
		return new BlobSweeper("logs", sweeps, times.interval(), Objects.requireNonNull(times.age()));
	}

}
