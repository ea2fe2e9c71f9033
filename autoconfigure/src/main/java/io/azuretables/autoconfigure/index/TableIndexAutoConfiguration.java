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

import java.util.Objects;

import io.azuretables.autoconfigure.client.StorageConnectionDetails;
import io.azuretables.autoconfigure.client.TableConnectionDetails;
import io.azuretables.autoconfigure.client.TableConnectionProperties;
import io.azuretables.autoconfigure.client.TableGatewayDecorator;
import io.azuretables.autoconfigure.index.TableIndexProperties.Queue;
import io.azuretables.autoconfigure.internal.configuration.VirtualThreads;
import io.azuretables.autoconfigure.internal.worker.ConditionalOnQueueName;
import io.azuretables.autoconfigure.internal.worker.ConfiguredKeys;
import io.azuretables.autoconfigure.internal.worker.ConfiguredQueue;
import io.azuretables.autoconfigure.internal.worker.ConfiguredTables;
import io.azuretables.autoconfigure.queue.UnsignedMessages;
import io.azuretables.autoconfigure.template.TableTemplateAutoConfiguration;
import io.azuretables.gateway.TableGateway;
import io.azuretables.operations.TableOperations;
import io.azuretables.patterns.index.IndexOptions;
import io.azuretables.patterns.interpartition.IndexQueue;
import io.azuretables.patterns.interpartition.InterPartitionIndexTemplate;
import io.azuretables.patterns.interpartition.InterPartitionIndexWorker;
import io.azuretables.patterns.interpartition.InterPartitionIndexWrites;
import io.azuretables.patterns.queue.worker.QueueWorkerOptions;
import io.azuretables.patterns.queue.worker.WorkerEvents;
import io.azuretables.write.DeferredWrites;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.core.env.Environment;

/**
 * Auto-configuration of secondary indexes whose rows are in other partitions than their
 * entities: writers, queue and worker. Writers, worker and queue are there when
 * {@code azure.tables.index.queue.name} is set; in memory, when the tables are.
 *
 * @since 0.1
 */
@AutoConfiguration(after = TableTemplateAutoConfiguration.class)
@ConditionalOnClass(InterPartitionIndexTemplate.class)
@ConditionalOnBean({ TableGateway.class, TableOperations.class })
@ConditionalOnQueueName("azure.tables.index.queue.name")
@EnableConfigurationProperties(TableIndexProperties.class)
public final class TableIndexAutoConfiguration {

	private static final Log logger = LogFactory.getLog(TableIndexAutoConfiguration.class);

	private static final String PREFIX = "azure.tables.index.queue";

	/**
	 * Not a candidate for who wants the events of a queue.
	 */
	static final String EVENTS = "tableIndexWorkerEvents";

	@Bean
	@ConditionalOnMissingBean
	IndexQueue tableIndexQueue(TableGateway gateway, TableIndexProperties properties, IndexOptions options,
			ObjectProvider<TableConnectionProperties> text, ObjectProvider<TableConnectionDetails> tables,
			ObjectProvider<StorageConnectionDetails> storage) {
		Queue queue = properties.queue();
		ConfiguredQueue.checkName(PREFIX, Objects.requireNonNull(queue.name()));
		if (gateway.isEmbedded()) {
			return IndexQueue.embedded(options.clock());
		}
		ConfiguredKeys keys = new ConfiguredKeys(PREFIX, queue.signingKeys(),
				queue.unsignedMessages() == UnsignedMessages.ACCEPT);
		return new ConfiguredQueue(Objects.requireNonNull(queue.name()), queue.connectionString(), keys,
				new ConfiguredTables(text, tables, storage))
			.connectIndexQueue();
	}

	@Bean
	@ConditionalOnMissingBean(DeferredWrites.class)
	InterPartitionIndexWrites tableIndexWrites(TableGateway gateway, IndexQueue queue, IndexOptions options,
			TableIndexProperties properties) {
		if (!properties.worker().enabled()) {
			logger.info("This application writes indexes in other partitions, and does not run their worker: "
					+ "azure.tables.index.worker.enabled is false. Let another application run the worker of the queue '"
					+ properties.queue().name() + "'; without one, eventually consistent indexes are not updated, and "
					+ "superseded index rows are never removed");
		}
		return new InterPartitionIndexWrites(queue.queue(), options);
	}

	@Bean
	@ConditionalOnMissingBean
	InterPartitionIndexTemplate tableIndexTemplate(TableOperations operations, TableGateway gateway, IndexQueue queue,
			IndexOptions options, ObjectProvider<TableGatewayDecorator> decorators) {
		return new InterPartitionIndexTemplate(operations, TableGatewayDecorator.background(gateway, decorators), queue,
				options);
	}

	@Bean
	@ConditionalOnMissingBean
	@ConditionalOnBooleanProperty(name = "azure.tables.index.worker.enabled", matchIfMissing = true)
	InterPartitionIndexWorker tableIndexWorker(InterPartitionIndexTemplate indexes, TableIndexProperties properties,
			@Qualifier(EVENTS) ObjectProvider<WorkerEvents> events, Environment environment) {
		return new InterPartitionIndexWorker(indexes,
				properties.worker()
					.options()
					.withThreads(VirtualThreads.orElse(environment, "index-handler-",
							QueueWorkerOptions.DEFAULTS.threads())),
				properties.sweep().times(), events.getIfAvailable(() -> WorkerEvents.NONE));
	}

}
