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

import io.azuretables.autoconfigure.internal.configuration.ConfigurationProblemException;
import io.azuretables.client.TableConnection;
import io.azuretables.patterns.blob.BlobStore;
import io.azuretables.patterns.blob.BlobStores;

import org.springframework.util.ClassUtils;

/**
 * Opens the blob containers that the application uses: of an Azurite container, or of the
 * storage account of the tables. Says only for a container that is asked for what is
 * missing.
 *
 * @param tables where the tables are
 */
public record ConfiguredBlobs(ConfiguredTables tables) implements BlobStores {

	@Override
	public BlobStore container(String name) {
		if (!ClassUtils.isPresent("com.azure.storage.blob.BlobContainerClient", null)) {
			throw new ConfigurationProblemException(
					"The blob container '" + name + "' is asked for, and the client of blobs is not there",
					"Add com.azure:azure-storage-blob to the class path");
		}
		try {
			return account(name).container(name);
		}
		catch (ConfigurationProblemException ex) {
			throw ex;
		}
		catch (RuntimeException ex) {
			// the SDK refuses a connection string with exceptions of many types
			throw new ConfigurationProblemException(
					"The blob container '" + name + "' is asked for, and the connection of the tables names no account "
							+ "with blobs",
					"Define a bean of type " + BlobStores.class.getName()
							+ ", or set azure.tables.connection-string to "
							+ "that of a storage account; one with TableEndpoint needs BlobEndpoint, too");
		}
	}

	private BlobStores account(String name) {
		String container = this.tables.containerConnectionString();
		String connection = (container != null) ? container : this.tables.connectionString();
		if (connection != null) {
			ConfiguredTables.checkService(connection, "blob");
			return BlobStores.connect(connection);
		}
		TableConnection beside = this.tables.connection();
		if (beside == null) {
			throw new ConfigurationProblemException(
					"The blob container '" + name + "' is asked for, and its storage account is not configured",
					"Define a bean of type " + BlobStores.class.getName() + ", or set azure.tables.connection-string, "
							+ "unless azure.tables.accounts divides the tables among several accounts");
		}
		return BlobStores.connect(beside);
	}

}
