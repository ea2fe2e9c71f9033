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

import java.time.InstantSource;
import java.util.HashSet;
import java.util.Objects;
import java.util.Set;

import io.azuretables.autoconfigure.client.TableConnectionDetails;
import io.azuretables.autoconfigure.client.TableConnectionProperties;
import io.azuretables.autoconfigure.internal.configuration.VirtualThreads;
import io.azuretables.autoconfigure.internal.worker.ConditionalOnQueueName;
import io.azuretables.autoconfigure.internal.worker.ConfiguredKeys;
import io.azuretables.autoconfigure.internal.worker.ConfiguredQueue;
import io.azuretables.autoconfigure.internal.worker.ConfiguredTables;
import io.azuretables.autoconfigure.queue.TableQueueProperties.Sweep;
import io.azuretables.autoconfigure.template.TableTemplateAutoConfiguration;
import io.azuretables.embedded.EmbeddedTableGateway;
import io.azuretables.gateway.TableGateway;
import io.azuretables.operations.TableOperations;
import io.azuretables.patterns.move.MoveTemplate;
import io.azuretables.patterns.queue.EventuallyConsistentQueueTemplate;
import io.azuretables.patterns.queue.IdempotentSteps;
import io.azuretables.patterns.queue.QueueSweeper;
import io.azuretables.patterns.queue.QueueWorker;
import io.azuretables.patterns.queue.message.JsonPayloadFormat;
import io.azuretables.patterns.queue.message.MessageHandlers;
import io.azuretables.patterns.queue.message.QueueOptions;
import io.azuretables.patterns.queue.transport.QueueConnection;
import io.azuretables.patterns.queue.worker.QueueWorkerOptions;
import io.azuretables.patterns.queue.worker.WorkerEvents;
import tools.jackson.databind.json.JsonMapper;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.core.env.Environment;

/**
 * Auto-configuration of the queue of messages and its worker. One is there when {@code
 * azure.tables.queue.name} is set; in memory, when the tables are.
 *
 * @since 0.1
 */
@AutoConfiguration(after = TableTemplateAutoConfiguration.class)
@ConditionalOnClass(EventuallyConsistentQueueTemplate.class)
@ConditionalOnBean({ TableGateway.class, TableOperations.class })
@ConditionalOnQueueName("azure.tables.queue.name")
@EnableConfigurationProperties(TableQueueProperties.class)
public final class TableQueueAutoConfiguration {

	@Bean
	@ConditionalOnMissingBean
	QueueConnection tableQueueConnection(TableGateway gateway, TableQueueProperties properties,
			ObjectProvider<TableConnectionProperties> text, ObjectProvider<TableConnectionDetails> tables) {
		if (gateway instanceof EmbeddedTableGateway) {
			return QueueConnection.embedded(InstantSource.system());
		}
		ConfiguredKeys keys = new ConfiguredKeys("azure.tables.queue", properties.signingKeys(),
				properties.unsignedMessages() == UnsignedMessages.ACCEPT);
		return new ConfiguredQueue(Objects.requireNonNull(properties.name()), properties.connectionString(), keys,
				new ConfiguredTables(text, tables))
			.connect();
	}

	@Bean
	@ConditionalOnMissingBean
	QueueOptions tableQueueOptions(ObjectProvider<JsonMapper> mapper, TableQueueProperties properties) {
		QueueOptions options = QueueOptions.DEFAULTS.withTables(properties.tables()::contains);
		JsonMapper unique = mapper.getIfUnique();
		return (unique != null) ? options.withPayloads(new JsonPayloadFormat(unique)) : options;
	}

	@Bean
	@ConditionalOnMissingBean
	EventuallyConsistentQueueTemplate tableQueueTemplate(TableOperations operations, TableGateway gateway,
			QueueConnection connection, QueueOptions options) {
		return new EventuallyConsistentQueueTemplate(operations, gateway, connection, options);
	}

	@Bean
	@ConditionalOnMissingBean
	IdempotentSteps tableQueueSteps(TableGateway gateway, QueueConnection connection) {
		return new IdempotentSteps(gateway, connection.blobs());
	}

	@Bean
	@ConditionalOnMissingBean
	@ConditionalOnBooleanProperty(name = "azure.tables.queue.worker.enabled", matchIfMissing = true)
	QueueWorker tableQueueWorker(EventuallyConsistentQueueTemplate template, TableQueueProperties properties,
			ConfigurableListableBeanFactory beans, ObjectProvider<WorkerEvents> events, Environment environment) {
		MessageHandlers handlers = new QueueHandlerBeans(beans).find();
		return new QueueWorker(template, handlers, properties.worker()
			.options()
			.withThreads(VirtualThreads.orElse(environment, "queue-handler-", QueueWorkerOptions.DEFAULTS.threads())),
				events.getIfUnique(() -> WorkerEvents.NONE));
	}

	@Bean
	@ConditionalOnMissingBean
	QueueSweeper tableQueueSweeper(EventuallyConsistentQueueTemplate template, TableQueueProperties properties,
			ObjectProvider<MoveTemplate<?>> moves) {
		Sweep sweep = properties.sweep();
		return new QueueSweeper(() -> sweep.tables().isEmpty() ? tables(template, properties) : sweep.tables(),
				(table) -> template.sweep(table, sweep.interval()) + moves.orderedStream()
					.filter((move) -> move.table().equals(table))
					.mapToLong((move) -> move.sweep(sweep.interval()))
					.sum(),
				sweep.interval());
	}

	/**
	 * All tables that messages may go with writes to.
	 */
	private static Set<String> tables(EventuallyConsistentQueueTemplate template, TableQueueProperties properties) {
		Set<String> tables = new HashSet<>(template.tables());
		tables.addAll(properties.tables());
		return tables;
	}

}
