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

import io.azuretables.autoconfigure.client.TableConnectionDetails;
import io.azuretables.autoconfigure.internal.configuration.ConfigurationProblemException;
import io.azuretables.client.TableConnection;
import org.jspecify.annotations.Nullable;
import org.testcontainers.containers.Container;

import org.springframework.boot.ssl.SslBundle;
import org.springframework.boot.testcontainers.service.connection.ContainerConnectionSource;

/**
 * Creates the {@link TableConnectionDetails} of an Azurite container of Testcontainers.
 */
class AzuriteContainerConnectionDetailsFactory extends AzuriteContainers<TableConnectionDetails> {

	@Override
	protected TableConnectionDetails getContainerConnectionDetails(ContainerConnectionSource<Container<?>> source) {
		return new AzuriteContainerConnectionDetails(source);
	}

	private static final class AzuriteContainerConnectionDetails extends ContainerConnectionDetails<Container<?>>
			implements TableConnectionDetails {

		AzuriteContainerConnectionDetails(ContainerConnectionSource<Container<?>> source) {
			super(source);
		}

		@Override
		public TableConnection getConnection() {
			Container<?> container = getContainer();
			if (!container.getExposedPorts().contains(AzuriteConnection.PORT)) {
				throw new ConfigurationProblemException(
						"The Azurite container does not expose the port of tables, " + AzuriteConnection.PORT,
						"Add the port to withExposedPorts. If the container is for queues and blobs only, write "
								+ "@ServiceConnection(name = \"azure-storage/azurite\", type = "
								+ "StorageConnectionDetails.class)");
			}
			return AzuriteConnection.at(container.getHost(), container.getMappedPort(AzuriteConnection.PORT));
		}

		@Override
		public @Nullable SslBundle getSslBundle() {
			return super.getSslBundle();
		}

	}

}
