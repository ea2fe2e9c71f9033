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

import io.azuretables.autoconfigure.client.StorageConnectionDetails;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.docker.compose.core.RunningService;
import org.springframework.boot.docker.compose.service.connection.DockerComposeConnectionDetailsFactory;
import org.springframework.boot.docker.compose.service.connection.DockerComposeConnectionSource;

/**
 * Creates the {@link StorageConnectionDetails}, for queues and blobs, of an Azurite
 * service of Docker Compose. The service must publish the ports of both.
 */
class AzuriteDockerComposeStorageConnectionDetailsFactory
		extends DockerComposeConnectionDetailsFactory<StorageConnectionDetails> {

	AzuriteDockerComposeStorageConnectionDetailsFactory() {
		super(AzuriteConnection.IMAGE);
	}

	@Override
	protected StorageConnectionDetails getDockerComposeConnectionDetails(DockerComposeConnectionSource source) {
		return new AzuriteDockerComposeStorageConnectionDetails(source.getRunningService());
	}

	private static final class AzuriteDockerComposeStorageConnectionDetails extends DockerComposeConnectionDetails
			implements StorageConnectionDetails {

		private final @Nullable String connectionString;

		AzuriteDockerComposeStorageConnectionDetails(RunningService service) {
			super(service);
			boolean reachable = AzuriteConnection.isPublished(service.ports()::get, AzuriteConnection.BLOB_PORT)
					&& AzuriteConnection.isPublished(service.ports()::get, AzuriteConnection.QUEUE_PORT);
			this.connectionString = reachable ? AzuriteConnection.connectionString(service.host(), service.ports()::get)
					: null;
		}

		@Override
		public @Nullable String getConnectionString() {
			return this.connectionString;
		}

	}

}
