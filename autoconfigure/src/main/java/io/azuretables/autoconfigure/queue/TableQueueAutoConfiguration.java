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

import java.util.ArrayList;
import java.util.List;

import io.azuretables.autoconfigure.client.StorageConnectionDetails;
import io.azuretables.autoconfigure.client.TableConnectionDetails;
import io.azuretables.autoconfigure.client.TableConnectionProperties;
import io.azuretables.autoconfigure.client.TableGatewayDecorator;
import io.azuretables.autoconfigure.internal.worker.ConditionalOnQueueName;
import io.azuretables.autoconfigure.internal.worker.ConfiguredTables;
import io.azuretables.autoconfigure.template.TableTemplateAutoConfiguration;
import io.azuretables.gateway.TableGateway;
import io.azuretables.operations.TableOperations;
import io.azuretables.patterns.move.MoveTemplate;
import io.azuretables.patterns.queue.EventuallyConsistentQueueTemplate;
import io.azuretables.patterns.queue.IdempotentSteps;
import io.azuretables.patterns.queue.QueueSweeper;
import io.azuretables.patterns.queue.QueueWorker;
import io.azuretables.patterns.queue.message.JsonPayloadFormat;
import io.azuretables.patterns.queue.message.QueueOptions;
import io.azuretables.patterns.queue.transport.QueueConnection;
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
 * Auto-configuration of a message queue whose messages are handled only if the table
 * write they were sent with succeeds. It has a template, a worker and a sweeper. One is
 * there when {@code azure.tables.queue.name} is set; in memory, when the tables are.
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
			ObjectProvider<TableConnectionProperties> text, ObjectProvider<TableConnectionDetails> tables,
			ObjectProvider<StorageConnectionDetails> storage) {
		return setup(properties).connect(gateway, new ConfiguredTables(text, tables, storage));
	}

	@Bean
	@ConditionalOnMissingBean
	QueueOptions tableQueueOptions(ObjectProvider<JsonMapper> mapper, TableQueueProperties properties,
			Environment environment) {
		return setup(properties).options(options(mapper), environment);
	}

	/**
	 * Options with payloads as the application writes its JSON.
	 */
	static QueueOptions options(ObjectProvider<JsonMapper> mapper) {
		JsonMapper unique = mapper.getIfUnique();
		return (unique != null) ? QueueOptions.DEFAULTS.withPayloads(new JsonPayloadFormat(unique))
				: QueueOptions.DEFAULTS;
	}

	@Bean
	@ConditionalOnMissingBean
	EventuallyConsistentQueueTemplate tableQueueTemplate(TableOperations operations, TableGateway gateway,
			QueueConnection connection, QueueOptions options, ObjectProvider<TableGatewayDecorator> decorators) {
		return new EventuallyConsistentQueueTemplate(operations, TableGatewayDecorator.background(gateway, decorators),
				connection, options);
	}

	@Bean
	@ConditionalOnMissingBean
	IdempotentSteps tableQueueSteps(TableGateway gateway, QueueConnection connection,
			ObjectProvider<TableGatewayDecorator> decorators) {
		return new IdempotentSteps(TableGatewayDecorator.background(gateway, decorators), connection.blobs());
	}

	@Bean
	@ConditionalOnMissingBean
	@ConditionalOnBooleanProperty(name = "azure.tables.queue.worker.enabled", matchIfMissing = true)
	QueueWorker tableQueueWorker(EventuallyConsistentQueueTemplate template, TableQueueProperties properties,
			ConfigurableListableBeanFactory beans, ObjectProvider<WorkerEvents> events, Environment environment) {
		return setup(properties).worker(template, new QueueHandlerBeans(beans, properties).find("", template),
				events.getIfUnique(() -> WorkerEvents.NONE), environment);
	}

	@Bean
	@ConditionalOnMissingBean
	QueueSweeper tableQueueSweeper(EventuallyConsistentQueueTemplate template, TableQueueProperties properties,
			ObjectProvider<MoveTemplate<?>> moves) {
		List<MoveTemplate<?>> own = new ArrayList<>();
		moves.orderedStream().filter((move) -> move.queue() == template).forEach(own::add);
		return setup(properties).sweeper(template, own);
	}

	private static QueueSetup setup(TableQueueProperties properties) {
		return new QueueSetup("azure.tables.queue", properties.queue());
	}

}
