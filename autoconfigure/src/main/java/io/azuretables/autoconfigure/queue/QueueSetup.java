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
import java.util.List;
import java.util.Objects;
import java.util.Set;

import io.azuretables.autoconfigure.internal.configuration.VirtualThreads;
import io.azuretables.autoconfigure.internal.worker.ConfiguredKeys;
import io.azuretables.autoconfigure.internal.worker.ConfiguredQueue;
import io.azuretables.autoconfigure.internal.worker.ConfiguredTables;
import io.azuretables.autoconfigure.queue.TableQueueProperties.Queue;
import io.azuretables.autoconfigure.queue.TableQueueProperties.Sweep;
import io.azuretables.gateway.TableGateway;
import io.azuretables.patterns.move.MoveTemplate;
import io.azuretables.patterns.queue.EventuallyConsistentQueueTemplate;
import io.azuretables.patterns.queue.QueueSweeper;
import io.azuretables.patterns.queue.QueueWorker;
import io.azuretables.patterns.queue.message.MessageHandlers;
import io.azuretables.patterns.queue.message.QueueOptions;
import io.azuretables.patterns.queue.transport.QueueConnection;
import io.azuretables.patterns.queue.worker.QueueWorkerOptions;
import io.azuretables.patterns.queue.worker.WorkerEvents;

import org.springframework.core.env.Environment;

/**
 * Makes the connection, worker and sweeper of one queue from its properties.
 *
 * @param prefix how its properties begin
 * @param queue its properties
 */
record QueueSetup(String prefix, Queue queue) {

	QueueConnection connect(TableGateway gateway, ConfiguredTables tables) {
		ConfiguredQueue.checkName(this.prefix, Objects.requireNonNull(this.queue.name()));
		if (gateway.isEmbedded()) {
			return QueueConnection.embedded(InstantSource.system());
		}
		ConfiguredKeys keys = new ConfiguredKeys(this.prefix, this.queue.signingKeys(),
				this.queue.unsignedMessages() == UnsignedMessages.ACCEPT);
		return new ConfiguredQueue(Objects.requireNonNull(this.queue.name()), this.queue.connectionString(), keys,
				tables)
			.connect();
	}

	/**
	 * These options for the tables of this queue, with the threads of the application.
	 */
	QueueOptions options(QueueOptions options, Environment environment) {
		return options.withTables(this.queue.tables()::contains)
			.withThreads(VirtualThreads.orElse(environment, "table-sweep-", options.threads()));
	}

	QueueWorker worker(EventuallyConsistentQueueTemplate template, MessageHandlers handlers, WorkerEvents events,
			Environment environment) {
		return new QueueWorker(template, handlers, this.queue.worker()
			.options()
			.withThreads(VirtualThreads.orElse(environment, "queue-handler-", QueueWorkerOptions.DEFAULTS.threads())),
				events);
	}

	/**
	 * A sweeper of the tables of the queue, and of moves that the queue finishes.
	 */
	QueueSweeper sweeper(EventuallyConsistentQueueTemplate template, List<MoveTemplate<?>> moves) {
		Sweep sweep = this.queue.sweep();
		return new QueueSweeper(() -> sweep.tables().isEmpty() ? tables(template) : sweep.tables(),
				(table) -> template.sweep(table, sweep.interval()) + moves.stream()
					.filter((move) -> move.table().equals(table))
					.mapToLong((move) -> move.sweep(sweep.interval()))
					.sum(),
				sweep.interval());
	}

	/**
	 * All tables that messages may go with writes to.
	 */
	private Set<String> tables(EventuallyConsistentQueueTemplate template) {
		Set<String> tables = new HashSet<>(template.tables());
		tables.addAll(this.queue.tables());
		return tables;
	}

}
