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

package io.azuretables.autoconfigure.encryption;

import java.time.Duration;
import java.util.List;
import java.util.Map;

import io.azuretables.autoconfigure.internal.configuration.PropertyChecks;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Configuration properties of the encryption of entity properties.
 *
 * @param keyTable The table that holds the wrapped data keys of all tables. Created when
 * the first value is encrypted. It has the prefix of "azure.tables.table-name-prefix",
 * too; a bean of type TableNameResolver does not change it.
 * @param refresh Time after which an instance reads data keys again. Until then, it does
 * not use a data key that another instance has made by a rotation.
 * @param readPlainValues Whether values can be read that were stored before their
 * properties were encrypted. Set it to false when all entities are encrypted: until then,
 * a plain value that another program stores is accepted.
 * @param keyVault A key in Azure Key Vault that wraps data keys.
 * @param local Keys in the configuration that wrap data keys, for tests and samples.
 * @since 0.1
 */
@ConfigurationProperties("azure.tables.encryption")
public record TableEncryptionProperties(@DefaultValue("encryptionkeys") String keyTable,
		@DefaultValue("1h") Duration refresh, @DefaultValue("false") boolean readPlainValues,
		@DefaultValue KeyVault keyVault, @DefaultValue Local local) {

	public TableEncryptionProperties {
		PropertyChecks.tableNames("key-table", List.of(keyTable));
		PropertyChecks.notNegative("refresh", refresh);
	}

	/**
	 * Properties of Azure Key Vault.
	 *
	 * @param key The URL of an RSA key that wraps data keys, without its version, such as
	 * https://contoso.vault.azure.net/keys/tables. Needs
	 * com.azure:azure-security-keyvault-keys.
	 */
	public record KeyVault(@Nullable String key) {

	}

	/**
	 * Properties of local keys.
	 *
	 * @param keys Keys of 32 bytes in Base64, by names. Keep a key as long as data keys
	 * are wrapped with it.
	 * @param currentKey The name of the key that new data keys are wrapped with.
	 */
	public record Local(@DefaultValue Map<String, String> keys, @Nullable String currentKey) {

		/**
		 * The names only.
		 */
		@Override
		public String toString() {
			return "Local[keys=" + this.keys.keySet() + ", currentKey=" + this.currentKey + "]";
		}

	}

}
