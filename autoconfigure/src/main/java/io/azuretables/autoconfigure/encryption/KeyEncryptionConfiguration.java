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

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;

import com.azure.core.credential.TokenCredential;
import com.azure.core.http.HttpClient;
import com.azure.security.keyvault.keys.KeyClient;
import com.azure.security.keyvault.keys.KeyClientBuilder;
import io.azuretables.autoconfigure.internal.configuration.ConfigurationProblemException;
import io.azuretables.autoconfigure.internal.configuration.TokenCredentials;
import io.azuretables.encryption.KeyEncryption;
import io.azuretables.encryption.LocalKeyEncryption;
import io.azuretables.http.ApacheHttpClient;

import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.util.StringUtils;

/**
 * Configures the {@link KeyEncryption}, which encrypts data keys by a key in Azure Key
 * Vault or by local keys. The nested configurations are imported one after the other; the
 * first one that applies is the only one.
 */
class KeyEncryptionConfiguration {

	/**
	 * Refuses two keys: data keys that are wrapped with one of them could not be read.
	 */
	private static void refuseBoth(TableEncryptionProperties properties) {
		if (StringUtils.hasText(properties.keyVault().key()) && StringUtils.hasText(properties.local().currentKey())) {
			throw new ConfigurationProblemException(
					"azure.tables.encryption.key-vault.key and azure.tables.encryption.local.current-key are both set, "
							+ "and only one key can wrap data keys",
					"Remove one of them: keep the key that existing data keys are wrapped with. To replace it with the "
							+ "other, define a bean of type KeyEncryption that knows both, and call "
							+ "EncryptionTemplate.rewrap first");
		}
	}

	@Configuration(proxyBeanMethods = false)
	@ConditionalOnMissingBean(KeyEncryption.class)
	@ConditionalOnClass(KeyClient.class)
	@ConditionalOnProperty("azure.tables.encryption.key-vault.key")
	static class Vault {

		@Bean
		KeyVaultKeyEncryption tableKeyEncryption(TableEncryptionProperties properties, ListableBeanFactory beans,
				ObjectProvider<HttpClient> httpClient) {
			refuseBoth(properties);
			URI url = key(Objects.requireNonNull(properties.keyVault().key()));
			TokenCredential credential = new TokenCredentials(beans).find();
			if (credential == null) {
				throw new ConfigurationProblemException(
						"azure.tables.encryption.key-vault.key is set, and there is no credential for Azure Key Vault",
						"Add com.azure:azure-identity, or define a bean of type TokenCredential");
			}
			KeyClient client = new KeyClientBuilder().vaultUrl("https://" + url.getAuthority())
				.credential(credential)
				.httpClient(httpClient.getIfUnique(ApacheHttpClient::new))
				.buildClient();
			return new KeyVaultKeyEncryption(client, url.getPath().split("/")[2]);
		}

		private static URI key(String text) {
			try {
				URI url = new URI(text);
				if ("https".equals(url.getScheme()) && url.getHost() != null
						&& url.getPath().matches("/keys/[^/]+/?")) {
					return url;
				}
			}
			catch (URISyntaxException ex) {
				// below
			}
			throw new ConfigurationProblemException(
					"azure.tables.encryption.key-vault.key is no URL of a key in Azure Key Vault",
					"Set it to the URL of the key without its version, such as "
							+ "https://contoso.vault.azure.net/keys/tables");
		}

	}

	@Configuration(proxyBeanMethods = false)
	@ConditionalOnMissingBean(KeyEncryption.class)
	@ConditionalOnProperty("azure.tables.encryption.local.current-key")
	static class Local {

		@Bean
		LocalKeyEncryption tableKeyEncryption(TableEncryptionProperties properties) {
			refuseBoth(properties);
			Map<String, byte[]> keys = new HashMap<>();
			properties.local().keys().forEach((name, key) -> keys.put(name, decoded(name, key)));
			try {
				return new LocalKeyEncryption(keys, Objects.requireNonNull(properties.local().currentKey()));
			}
			catch (IllegalArgumentException ex) {
				throw new ConfigurationProblemException("azure.tables.encryption.local: " + ex.getMessage(),
						"Set azure.tables.encryption.local.keys.<name> to a key, and azure.tables.encryption.local"
								+ ".current-key to its name");
			}
		}

		private static byte[] decoded(String name, String key) {
			try {
				return Base64.getDecoder().decode(key);
			}
			catch (IllegalArgumentException ex) {
				throw new ConfigurationProblemException("azure.tables.encryption.local.keys." + name + " is not Base64",
						"Set it to 32 random bytes in Base64, such as openssl rand -base64 32 gives");
			}
		}

	}

}
