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

package io.azuretables.patterns.queue.transport;

import java.time.InstantSource;

import io.azuretables.client.TableConnection;
import io.azuretables.patterns.blob.BlobStore;
import io.azuretables.patterns.blob.EmbeddedBlobStore;
import io.azuretables.patterns.blob.StorageBlobStore;
import org.jspecify.annotations.Nullable;

/**
 * A message queue with its poison queue, and the blob container for payloads that do not
 * fit into messages.
 *
 * @param queue those to be handled
 * @param poison those that cannot be
 * @param blobs payloads that do not fit into a message; {@code null} if there are to be
 * none
 * @since 0.1
 */
public record QueueConnection(MessageTransport queue, MessageTransport poison, @Nullable BlobStore blobs) {

	private static final String POISON = "-poison";

	/**
	 * Queues and blobs in memory.
	 */
	public static QueueConnection embedded(InstantSource clock) {
		return new QueueConnection(new EmbeddedMessageTransport(clock), new EmbeddedMessageTransport(clock),
				new EmbeddedBlobStore(clock));
	}

	/**
	 * Two queues of an account, of which the second one is named {@code <queue>-poison},
	 * and a container of the name of the first; created if they are not there. Where they
	 * cannot be reached the log says so, and they are created when they are used.
	 * Messages are signed with a key that is derived from that of the account.
	 * @throws IllegalArgumentException if the connection string has no account key
	 */
	public static QueueConnection connect(String connectionString, String queue) {
		return connect(connectionString, queue, MessageKeys.ofAccount(connectionString));
	}

	/**
	 * The same with other keys for the messages.
	 */
	public static QueueConnection connect(String connectionString, String queue, MessageKeys keys) {
		return created(StorageMessageTransport.connect(connectionString, queue, keys),
				StorageMessageTransport.connect(connectionString, queue + POISON, keys),
				StorageBlobStore.connect(connectionString, queue));
	}

	/**
	 * The same in the account that has the tables, and with the same credential.
	 * @throws IllegalArgumentException if the address of the tables is not of the form
	 * that has the name of the service in it, or the credential is no account key
	 */
	public static QueueConnection connect(TableConnection tables, String queue) {
		return connect(tables, queue, MessageKeys.ofAccount(tables));
	}

	/**
	 * The same with other keys for the messages.
	 * @throws IllegalArgumentException if the address of the tables is not of the form
	 * that has the name of the service in it
	 */
	public static QueueConnection connect(TableConnection tables, String queue, MessageKeys keys) {
		return created(StorageMessageTransport.connect(tables, queue, keys),
				StorageMessageTransport.connect(tables, queue + POISON, keys), StorageBlobStore.connect(tables, queue));
	}

	private static QueueConnection created(StorageMessageTransport messages, StorageMessageTransport poison,
			StorageBlobStore blobs) {
		// Each one that cannot be reached costs its attempts
		if (messages.prepare()) {
			poison.prepare();
			blobs.prepare();
		}
		return new QueueConnection(messages, poison, blobs);
	}

}
