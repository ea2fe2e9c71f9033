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

import java.util.Objects;

import io.azuretables.autoconfigure.TableConnectionDetails;
import io.azuretables.autoconfigure.TableConnectionProperties;
import io.azuretables.patterns.queue.QueueConnection;
import org.jspecify.annotations.Nullable;

import org.springframework.util.ClassUtils;

/**
 * Which queue do the properties stand for?
 *
 * @param queue those of the queue
 * @param properties those of the tables
 * @param tables where the tables are
 */
record ConfiguredQueue(TableQueueProperties queue, @Nullable TableConnectionProperties properties,
		@Nullable TableConnectionDetails tables) {

	private static final String ACTION = """
			Do one of these:

			    set azure.tables.queue.connection-string
			    set azure.tables.connection-string, that of an account which has both tables and queues
			    define a bean of type io.azuretables.patterns.queue.QueueConnection""";

	QueueConnection connect() {
		if (!ClassUtils.isPresent("com.azure.storage.queue.QueueClient", null)
				|| !ClassUtils.isPresent("com.azure.storage.blob.BlobContainerClient", null)) {
			throw new MissingQueueConnectionException("A queue is configured, and its client is not there",
					"Add com.azure:azure-storage-queue and com.azure:azure-storage-blob to the class path");
		}
		String name = Objects.requireNonNull(this.queue.name());
		String connection = connectionString();
		return (connection != null) ? QueueConnection.connect(connection, name) : beside(name);
	}

	private @Nullable String connectionString() {
		if (this.queue.connectionString() != null) {
			return this.queue.connectionString();
		}
		return (this.properties != null) ? this.properties.connectionString() : null;
	}

	/**
	 * A queue in the account that has the tables.
	 */
	private QueueConnection beside(String name) {
		if (this.tables == null) {
			throw new MissingQueueConnectionException("A queue is configured, and its storage account is not", ACTION);
		}
		try {
			return QueueConnection.connect(this.tables.getConnection(), name);
		}
		catch (IllegalArgumentException ex) {
			throw new MissingQueueConnectionException(String.valueOf(ex.getMessage()), ACTION);
		}
	}

}
