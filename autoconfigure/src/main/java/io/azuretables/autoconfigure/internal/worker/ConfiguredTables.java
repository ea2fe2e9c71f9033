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

package io.azuretables.autoconfigure.internal.worker;

import java.util.Locale;

import io.azuretables.autoconfigure.client.StorageConnectionDetails;
import io.azuretables.autoconfigure.client.TableConnectionDetails;
import io.azuretables.autoconfigure.client.TableConnectionProperties;
import io.azuretables.client.TableConnection;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.ObjectProvider;

/**
 * The configured connection to the table service; queues and blobs use the same storage
 * account by default.
 *
 * @param properties those of the tables
 * @param details how the tables are reached
 * @param storage how the queues and blobs of a container are reached
 */
public record ConfiguredTables(ObjectProvider<TableConnectionProperties> properties,
		ObjectProvider<TableConnectionDetails> details, ObjectProvider<StorageConnectionDetails> storage) {

	/**
	 * The connection string of a container, or {@code null} if there is none.
	 */
	@Nullable String containerConnectionString() {
		StorageConnectionDetails container = this.storage.getIfAvailable();
		return (container != null) ? container.getConnectionString() : null;
	}

	@Nullable String connectionString() {
		TableConnectionProperties text = this.properties.getIfAvailable();
		return (text != null) ? text.connectionString() : null;
	}

	/**
	 * Refuses a connection string that has the address of its tables and not that of
	 * another service, if the second cannot be derived from the first. The SDK would take
	 * the public cloud for it.
	 * @throws IllegalArgumentException also if the text is no connection string
	 */
	static void checkService(String connectionString, String service) {
		String text = connectionString.toLowerCase(Locale.ROOT);
		if (!text.contains(service + "endpoint=")) {
			TableConnection tables = TableConnection.parse(connectionString);
			boolean derived = text.contains("usedevelopmentstorage=true")
					|| (!tables.isCosmos() && tables.endpoint().getHost().contains(".table."));
			if (!derived) {
				throw new IllegalArgumentException("The connection string has no address of a " + service + " service");
			}
		}
	}

	@Nullable TableConnection connection() {
		TableConnectionDetails tables = this.details.getIfAvailable();
		return (tables != null) ? tables.getConnection() : null;
	}

}
