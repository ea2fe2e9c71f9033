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
package io.azuretables.patterns.interpartition;

import java.time.InstantSource;

import io.azuretables.client.TableConnection;
import io.azuretables.patterns.queue.transport.EmbeddedMessageTransport;
import io.azuretables.patterns.queue.transport.MessageKeys;
import io.azuretables.patterns.queue.transport.MessageTransport;
import io.azuretables.patterns.queue.transport.QueueConnection;
import io.azuretables.patterns.queue.transport.StorageMessageTransport;

/**
 * The queue of messages to the worker that maintains indexes in other partitions. It is
 * for nothing else.
 *
 * @param queue the messages of writes
 * @param poison messages that are not signed with a key of the queue, or cannot be read
 * @since 0.1
 */
public record IndexQueue(MessageTransport queue, MessageTransport poison) {

	private static final String POISON = "-poison";

	/**
	 * Queues in memory.
	 */
	public static IndexQueue embedded(InstantSource clock) {
		return new IndexQueue(new EmbeddedMessageTransport(clock), new EmbeddedMessageTransport(clock));
	}

	/**
	 * Two queues of an account, of which the second one is named {@code <queue>-poison};
	 * created if they are not there.
	 * @param keys sign the messages, such as {@link MessageKeys#ofAccount(String) those
	 * of the account}
	 */
	public static IndexQueue connect(String connectionString, String queue, MessageKeys keys) {
		return created(StorageMessageTransport.connect(connectionString, queue, keys),
				StorageMessageTransport.connect(connectionString, queue + POISON, keys));
	}

	/**
	 * The same in the account that has the tables, and with the same credential.
	 * @param keys sign the messages, such as
	 * {@link MessageKeys#ofAccount(TableConnection) those of the account}
	 * @throws IllegalArgumentException if the address of the tables is not of the form
	 * that has the name of the service in it
	 */
	public static IndexQueue connect(TableConnection tables, String queue, MessageKeys keys) {
		return created(StorageMessageTransport.connect(tables, queue, keys),
				StorageMessageTransport.connect(tables, queue + POISON, keys));
	}

	/**
	 * The queues as a worker uses them. Messages of writes need no blobs.
	 */
	QueueConnection connection() {
		return new QueueConnection(this.queue, this.poison, null);
	}

	private static IndexQueue created(StorageMessageTransport queue, StorageMessageTransport poison) {
		if (queue.prepare()) {
			poison.prepare();
		}
		return new IndexQueue(queue, poison);
	}

}
