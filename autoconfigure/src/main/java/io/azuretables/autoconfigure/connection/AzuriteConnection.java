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
import java.util.function.IntUnaryOperator;

import io.azuretables.client.TableConnection;
import io.azuretables.client.TableCredential.SharedKey;

/**
 * Gives the endpoints and the well-known account of an Azurite container, for tables,
 * queues and blobs.
 */
final class AzuriteConnection {

	static final String IMAGE = "azure-storage/azurite";

	static final int BLOB_PORT = 10000;

	static final int QUEUE_PORT = 10001;

	static final int PORT = 10002;

	private static final String ACCOUNT = "devstoreaccount1";

	private AzuriteConnection() {
	}

	/**
	 * The well-known account behind a port of a host.
	 */
	static TableConnection at(String host, int port) {
		return new TableConnection(URI.create(address(host, port)), TableConnection.azurite().credential());
	}

	/**
	 * The queues and blobs of the well-known account.
	 * @param ports gives the port of the host for one of the emulator
	 */
	static String connectionString(String host, IntUnaryOperator ports) {
		SharedKey key = (SharedKey) TableConnection.azurite().credential();
		return "DefaultEndpointsProtocol=http;AccountName=" + ACCOUNT + ";AccountKey=" + key.key() + ";BlobEndpoint="
				+ address(host, ports.applyAsInt(BLOB_PORT)) + ";QueueEndpoint="
				+ address(host, ports.applyAsInt(QUEUE_PORT)) + ";";
	}

	/**
	 * Whether a service of Docker Compose publishes a port.
	 * @param ports gives the port of the host for one of the emulator
	 */
	static boolean isPublished(IntUnaryOperator ports, int port) {
		try {
			ports.applyAsInt(port);
			return true;
		}
		catch (IllegalStateException ex) {
			return false;
		}
	}

	private static String address(String host, int port) {
		return "http://" + host + ":" + port + "/" + ACCOUNT;
	}

}
