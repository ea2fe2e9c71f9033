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

package io.azuretables.autoconfigure.client;

import java.net.URI;

import io.azuretables.autoconfigure.internal.configuration.ConfigurationProblemException;
import io.azuretables.client.TableConnection;
import org.jspecify.annotations.Nullable;

/**
 * The address of the table service, if one is configured although the in-memory store is
 * used; only a local one is allowed.
 *
 * @param endpoint its address, or {@code null} for none
 */
record ConfiguredService(@Nullable URI endpoint) {

	static ConfiguredService of(TableConnectionProperties properties) {
		if (!properties.isServiceNamed()) {
			return new ConfiguredService(null);
		}
		String connectionString = properties.connectionString();
		return new ConfiguredService(PropertiesTableConnectionDetails
			.usable(() -> (connectionString != null) ? TableConnection.parse(connectionString).endpoint()
					: PropertiesTableConnectionDetails.endpoint(properties)));
	}

	/**
	 * Refuses a service that is not an emulator: on this machine, or under a name that
	 * only a local network knows.
	 */
	void refuseProduction() {
		if (this.endpoint != null && !isLocal(this.endpoint.getHost())) {
			throw new ConfigurationProblemException(
					"The embedded store was asked for by azure.tables.embedded, and " + server(this.endpoint)
							+ " was configured too. Nothing would reach the service",
					"Remove azure.tables.embedded to use the service, or remove azure.tables.connection-string, "
							+ "azure.tables.endpoint and azure.tables.account to use the embedded store");
		}
	}

	/**
	 * The service without the rest of its address, which may be a signature, or a
	 * connection string in the wrong property.
	 */
	private static String server(URI endpoint) {
		return (endpoint.getHost() != null) ? "the service at " + endpoint.getScheme() + "://" + endpoint.getHost()
				: "a service";
	}

	private static boolean isLocal(@Nullable String host) {
		return host != null && (host.startsWith("127.") || host.startsWith("[") || host.endsWith(".localhost")
				|| host.endsWith(".internal") || host.indexOf('.') < 0);
	}

}
