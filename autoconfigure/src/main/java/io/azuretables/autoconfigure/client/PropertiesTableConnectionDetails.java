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
import java.util.function.Supplier;

import com.azure.core.credential.TokenCredential;
import io.azuretables.autoconfigure.internal.configuration.ConfigurationProblemException;
import io.azuretables.client.TableConnection;
import io.azuretables.client.TableCredential;
import io.azuretables.client.TableCredential.Sas;
import io.azuretables.client.TableCredential.SharedKey;
import io.azuretables.client.TableCredential.Token;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.ssl.SslBundle;

/**
 * Connection details that are taken from the properties {@code azure.tables.*}. A
 * connection string wins over endpoint and account, a key over a signature, and tokens
 * are used only where there is no secret.
 */
final class PropertiesTableConnectionDetails implements TableConnectionDetails {

	private final TableConnection connection;

	private final @Nullable SslBundle sslBundle;

	PropertiesTableConnectionDetails(TableConnectionProperties properties, Supplier<@Nullable TokenCredential> tokens,
			@Nullable SslBundle sslBundle) {
		this.connection = usable(() -> connection(properties, tokens));
		this.sslBundle = sslBundle;
	}

	private static TableConnection connection(TableConnectionProperties properties,
			Supplier<@Nullable TokenCredential> tokens) {
		if (properties.connectionString() != null) {
			return TableConnection.parse(properties.connectionString());
		}
		return new TableConnection(endpoint(properties), credential(properties.account(), tokens));
	}

	/**
	 * What is made of the properties; says which ones they are if nothing can be.
	 */
	static <T> T usable(Supplier<T> connection) {
		try {
			return connection.get();
		}
		catch (IllegalArgumentException ex) {
			throw new ConfigurationProblemException(
					"The table service is configured, but not so that it can be used: " + ex.getMessage(),
					"Correct azure.tables.connection-string or, if it is not set, azure.tables.endpoint and "
							+ "the properties of azure.tables.account");
		}
	}

	static URI endpoint(TableConnectionProperties properties) {
		if (properties.endpoint() != null) {
			return properties.endpoint();
		}
		if (properties.account().name() != null) {
			return URI.create("https://" + properties.account().name() + ".table.core.windows.net");
		}
		throw new ConfigurationProblemException("No table service is configured",
				"""
						Set one of these properties:

						    azure.tables.connection-string    of a storage account or of Cosmos DB for Table, or UseDevelopmentStorage=true for the emulator on this machine
						    azure.tables.account.name         with azure.tables.account.key, azure.tables.account.sas-token or a TokenCredential
						    azure.tables.endpoint             with the same, for another address than https://<account>.table.core.windows.net
						    azure.tables.embedded=true        for a store in memory that is lost with the process""");
	}

	private static TableCredential credential(TableConnectionProperties.Account account,
			Supplier<@Nullable TokenCredential> tokens) {
		if (account.key() != null) {
			return new SharedKey(accountName(account), account.key());
		}
		if (account.sasToken() != null) {
			return new Sas(account.sasToken());
		}
		TokenCredential credential = tokens.get();
		if (credential == null) {
			throw new ConfigurationProblemException("The table service is configured without a credential",
					"Set azure.tables.account.key or azure.tables.account.sas-token, define a bean of type "
							+ TokenCredential.class.getName() + ", or add com.azure:azure-identity to the class path");
		}
		return new Token(credential, account.tokenScope());
	}

	private static String accountName(TableConnectionProperties.Account account) {
		if (account.name() == null) {
			throw new ConfigurationProblemException("A key is configured, and the name of its account is not",
					"Set azure.tables.account.name");
		}
		return account.name();
	}

	@Override
	public TableConnection getConnection() {
		return this.connection;
	}

	@Override
	public @Nullable SslBundle getSslBundle() {
		return this.sslBundle;
	}

}
