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

import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.StringUtils;

/**
 * Configuration properties of the connection to the table service: connection string, or
 * endpoint and credential.
 *
 * @param connectionString Connection string of a storage account or of Cosmos DB for
 * Table, or "UseDevelopmentStorage=true" for the emulator. Takes precedence over endpoint
 * and account.
 * @param endpoint Address of the table service. Derived from the account name by default.
 * @param account The account, and the secret to use it with. Without a secret, tokens of
 * Microsoft Entra ID are used.
 * @param embedded Whether to use a store in memory instead of a service.
 * @since 0.1
 */
@ConfigurationProperties("azure.tables")
public record TableConnectionProperties(@Nullable String connectionString, @Nullable URI endpoint,
		@DefaultValue Account account, @DefaultValue("false") boolean embedded) {

	/**
	 * A text without characters is that of a variable that is not set.
	 */
	public TableConnectionProperties {
		connectionString = given(connectionString);
	}

	private static @Nullable String given(@Nullable String text) {
		return StringUtils.hasText(text) ? text : null;
	}

	/**
	 * Whether any of the properties names a service.
	 */
	boolean isServiceNamed() {
		return this.connectionString != null || this.endpoint != null || this.account.name() != null;
	}

	/**
	 * Shows no secrets.
	 */
	@Override
	public String toString() {
		return "TableConnectionProperties[endpoint=" + this.endpoint + ", account=" + this.account + ", embedded="
				+ this.embedded + "]";
	}

	/**
	 * The name and key of a storage account.
	 *
	 * @param name Name of the storage account.
	 * @param key Access key of the account, in Base64.
	 * @param sasToken Shared access signature, which is used if no key is set.
	 * @param tokenScope Scope of the access tokens to request. The scope of the public
	 * cloud by default.
	 */
	public record Account(@Nullable String name, @Nullable String key, @Nullable String sasToken,
			@Nullable String tokenScope) {

		public Account {
			name = given(name);
			key = given(key);
			sasToken = given(sasToken);
			tokenScope = given(tokenScope);
		}

		@Override
		public String toString() {
			return "Account[name=" + this.name + "]";
		}

	}

}
