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

import java.util.List;

import io.azuretables.autoconfigure.client.StorageConnectionDetails;
import org.jspecify.annotations.Nullable;
import org.testcontainers.containers.Container;

import org.springframework.boot.testcontainers.service.connection.ContainerConnectionSource;

/**
 * Creates the {@link StorageConnectionDetails}, for queues and blobs, of an Azurite
 * container of Testcontainers. The container must expose the ports of both when it
 * starts.
 */
class AzuriteContainerStorageConnectionDetailsFactory extends AzuriteContainers<StorageConnectionDetails> {

	@Override
	protected StorageConnectionDetails getContainerConnectionDetails(ContainerConnectionSource<Container<?>> source) {
		return new AzuriteContainerStorageConnectionDetails(source);
	}

	private static final class AzuriteContainerStorageConnectionDetails extends ContainerConnectionDetails<Container<?>>
			implements StorageConnectionDetails {

		AzuriteContainerStorageConnectionDetails(ContainerConnectionSource<Container<?>> source) {
			super(source);
		}

		@Override
		public @Nullable String getConnectionString() {
			Container<?> container = getContainer();
			List<Integer> exposed = container.getExposedPorts();
			boolean reachable = exposed.contains(AzuriteConnection.BLOB_PORT)
					&& exposed.contains(AzuriteConnection.QUEUE_PORT);
			return reachable ? AzuriteConnection.connectionString(container.getHost(), container::getMappedPort) : null;
		}

	}

}
