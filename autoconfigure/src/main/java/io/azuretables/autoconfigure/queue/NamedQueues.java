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
import java.util.Map;
import java.util.TreeMap;

import io.azuretables.autoconfigure.client.StorageConnectionDetails;
import io.azuretables.autoconfigure.client.TableConnectionDetails;
import io.azuretables.autoconfigure.client.TableConnectionProperties;
import io.azuretables.autoconfigure.client.TableGatewayDecorator;
import io.azuretables.autoconfigure.internal.worker.ConfiguredTables;
import io.azuretables.autoconfigure.internal.worker.QueueEvents;
import io.azuretables.gateway.TableGateway;
import io.azuretables.operations.TableOperations;
import io.azuretables.patterns.move.MoveTemplate;
import io.azuretables.patterns.queue.EventuallyConsistentQueueTemplate;
import io.azuretables.patterns.queue.IdempotentSteps;
import io.azuretables.patterns.queue.QueueSweeper;
import io.azuretables.patterns.queue.QueueWorker;
import io.azuretables.patterns.queue.message.QueueOptions;
import io.azuretables.patterns.queue.transport.QueueConnection;
import io.azuretables.patterns.queue.worker.WorkerEvents;
import tools.jackson.databind.json.JsonMapper;

import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.core.env.Environment;

/**
 * Creates the beans of all queues that are configured below
 * {@code azure.tables.queue.queues}. Its methods are the factory methods of
 * {@link NamedQueueRegistrar}.
 */
final class NamedQueues {

	private final TableQueueProperties properties;

	private final TableOperations operations;

	private final TableGateway gateway;

	private final ConfigurableListableBeanFactory beans;

	private final Environment environment;

	NamedQueues(TableQueueProperties properties, TableOperations operations, TableGateway gateway,
			ConfigurableListableBeanFactory beans, Environment environment) {
		this.properties = properties;
		this.operations = operations;
		this.gateway = gateway;
		this.beans = beans;
		this.environment = environment;
	}

	QueueConnection connection(String queue) {
		return setup(queue).connect(this.gateway,
				new ConfiguredTables(this.beans.getBeanProvider(TableConnectionProperties.class),
						this.beans.getBeanProvider(TableConnectionDetails.class),
						this.beans.getBeanProvider(StorageConnectionDetails.class)));
	}

	EventuallyConsistentQueueTemplate template(String queue, QueueConnection connection) {
		QueueOptions options = this.beans.getBeanProvider(QueueOptions.class)
			.getIfUnique(() -> TableQueueAutoConfiguration.options(this.beans.getBeanProvider(JsonMapper.class)));
		return new EventuallyConsistentQueueTemplate(this.operations, background(), connection,
				setup(queue).options(options, this.environment));
	}

	IdempotentSteps steps(String queue, QueueConnection connection) {
		return new IdempotentSteps(background(), connection.blobs());
	}

	QueueWorker worker(String queue, EventuallyConsistentQueueTemplate template) {
		WorkerEvents events = this.beans.getBeanProvider(WorkerEvents.class).getIfUnique(() -> WorkerEvents.NONE);
		return setup(queue).worker(template, new QueueHandlerBeans(this.beans, this.properties).find(queue, template),
				(events instanceof QueueEvents each) ? each.of(queue) : events, this.environment);
	}

	QueueSweeper sweeper(String queue, EventuallyConsistentQueueTemplate template) {
		List<MoveTemplate<?>> moves = new ArrayList<>();
		this.beans.getBeanProvider(MoveTemplate.class)
			.orderedStream()
			.filter((move) -> move.queue() == template)
			.forEach(moves::add);
		return setup(queue).sweeper(template, moves);
	}

	/**
	 * The workers that run in this application, by the names of their queues.
	 */
	Map<String, QueueWorker> workers() {
		Map<String, QueueWorker> workers = new TreeMap<>();
		this.properties.queues().keySet().forEach((queue) -> {
			if (this.beans.containsBean(queue + NamedQueueRegistrar.WORKER)) {
				workers.put(queue, this.beans.getBean(queue + NamedQueueRegistrar.WORKER, QueueWorker.class));
			}
		});
		return workers;
	}

	private TableGateway background() {
		return TableGatewayDecorator.background(this.gateway, this.beans.getBeanProvider(TableGatewayDecorator.class));
	}

	private QueueSetup setup(String queue) {
		return new QueueSetup("azure.tables.queue.queues." + queue, this.properties.queue(queue));
	}

}
