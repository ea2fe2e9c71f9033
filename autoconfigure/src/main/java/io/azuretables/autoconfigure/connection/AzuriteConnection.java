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

package io.azuretables.autoconfigure.connection;

import java.net.URI;

import io.azuretables.client.TableConnection;

/**
 * Makes the connection to an Azurite container of Testcontainers or Docker Compose.
 */
final class AzuriteConnection {

	static final String IMAGE = "azure-storage/azurite";

	static final int PORT = 10002;

	private AzuriteConnection() {
	}

	/**
	 * The well-known account behind a port of a host.
	 */
	static TableConnection at(String host, int port) {
		return new TableConnection(URI.create("http://" + host + ":" + port + "/devstoreaccount1"),
				TableConnection.azurite().credential());
	}

}
