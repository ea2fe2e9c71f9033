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

import com.azure.security.keyvault.keys.KeyClient;
import com.azure.security.keyvault.keys.cryptography.CryptographyClient;
import com.azure.security.keyvault.keys.cryptography.models.KeyWrapAlgorithm;
import io.azuretables.encryption.KeyEncryption;

/**
 * Wraps data keys with an RSA key in Azure Key Vault, by RSA-OAEP-256. The private key
 * never leaves the vault. Needs the permissions get, wrapKey and unwrapKey.
 */
final class KeyVaultKeyEncryption implements KeyEncryption {

	private final KeyClient keys;

	private final String name;

	private final String prefix;

	/**
	 * Wraps with the newest version of a key.
	 * @param keys the client of the vault
	 * @param name the name of the key
	 */
	KeyVaultKeyEncryption(KeyClient keys, String name) {
		this.keys = keys;
		this.name = name;
		String vault = keys.getVaultUrl();
		this.prefix = (vault.endsWith("/") ? vault : vault + "/") + "keys/" + name + "/";
	}

	@Override
	public String currentKeyId() {
		return this.keys.getKey(this.name).getId();
	}

	@Override
	public byte[] wrap(String keyId, byte[] dataKey) {
		return client(keyId).wrapKey(KeyWrapAlgorithm.RSA_OAEP_256, dataKey).getEncryptedKey();
	}

	@Override
	public byte[] unwrap(String keyId, byte[] wrapped) {
		return client(keyId).unwrapKey(KeyWrapAlgorithm.RSA_OAEP_256, wrapped).getKey();
	}

	/**
	 * The identifier of the key without a version.
	 */
	@Override
	public String toString() {
		return this.prefix.substring(0, this.prefix.length() - 1);
	}

	/**
	 * The client of a version of the key, and of no other key: the identifier comes from
	 * a table, and a credential must not be sent where a row says.
	 */
	private CryptographyClient client(String keyId) {
		if (!keyId.startsWith(this.prefix)) {
			throw new IllegalArgumentException("A data key says that it is wrapped with another key than " + this.prefix
					+ "<version>; if the key was replaced, wrap the data keys anew with both keys first");
		}
		return this.keys.getCryptographyClient(this.name, keyId.substring(this.prefix.length()));
	}

}
