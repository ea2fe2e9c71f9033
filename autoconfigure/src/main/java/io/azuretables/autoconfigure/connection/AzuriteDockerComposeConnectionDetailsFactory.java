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
import io.azuretables.client.TableConnection;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.docker.compose.core.RunningService;
import org.springframework.boot.docker.compose.service.connection.DockerComposeConnectionDetailsFactory;
import org.springframework.boot.docker.compose.service.connection.DockerComposeConnectionSource;

/**
 * Creates the {@link TableConnectionDetails} of an Azurite service of Docker Compose. A
 * service that does not publish the port of tables has none: it serves blobs or queues of
 * other parts of the application.
 */
class AzuriteDockerComposeConnectionDetailsFactory
		extends DockerComposeConnectionDetailsFactory<TableConnectionDetails> {

	AzuriteDockerComposeConnectionDetailsFactory() {
		super(AzuriteConnection.IMAGE);
	}

	@Override
	protected @Nullable TableConnectionDetails getDockerComposeConnectionDetails(DockerComposeConnectionSource source) {
		RunningService service = source.getRunningService();
		return AzuriteConnection.isPublished(service.ports()::get, AzuriteConnection.PORT)
				? new AzuriteDockerComposeConnectionDetails(service) : null;
	}

	private static final class AzuriteDockerComposeConnectionDetails extends DockerComposeConnectionDetails
			implements TableConnectionDetails {

		private final TableConnection connection;

		AzuriteDockerComposeConnectionDetails(RunningService service) {
			super(service);
			this.connection = AzuriteConnection.at(service.host(), service.ports().get(AzuriteConnection.PORT));
		}

		@Override
		public TableConnection getConnection() {
			return this.connection;
		}

	}

}
