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

package io.azuretables.encryption;

import java.security.GeneralSecurityException;
import java.util.HashMap;
import java.util.Map;

import javax.crypto.Cipher;
import javax.crypto.spec.SecretKeySpec;

/**
 * Wraps data keys with keys that the application holds itself, by AES Key Wrap (RFC
 * 3394). For tests and samples: whoever reads the memory or the configuration of the
 * application has the keys.
 *
 * @since 0.1
 */
public final class LocalKeyEncryption implements KeyEncryption {

	private static final int KEY_LENGTH = 32;

	private final Map<String, SecretKeySpec> keys = new HashMap<>();

	private final String currentKeyId;

	/**
	 * Wraps with one of several keys.
	 * @param keys keys of 32 bytes by their identifiers
	 * @param currentKeyId the identifier of the one for new data keys
	 */
	public LocalKeyEncryption(Map<String, byte[]> keys, String currentKeyId) {
		keys.forEach((id, key) -> {
			if (key.length != KEY_LENGTH) {
				throw new IllegalArgumentException("The key '" + id + "' has " + key.length + " bytes; a key has "
						+ KEY_LENGTH + ". Make one with: openssl rand -base64 32");
			}
			this.keys.put(id, new SecretKeySpec(key, "AES"));
		});
		if (!this.keys.containsKey(currentKeyId)) {
			throw new IllegalArgumentException("There is no key '" + currentKeyId
					+ "' to wrap data keys with; the keys are " + this.keys.keySet());
		}
		this.currentKeyId = currentKeyId;
	}

	@Override
	public String currentKeyId() {
		return this.currentKeyId;
	}

	@Override
	public byte[] wrap(String keyId, byte[] dataKey) {
		try {
			Cipher cipher = cipher(Cipher.WRAP_MODE, keyId);
			return cipher.wrap(new SecretKeySpec(dataKey, "AES"));
		}
		catch (GeneralSecurityException ex) {
			throw new IllegalStateException("The key '" + keyId + "' does not wrap a data key", ex);
		}
	}

	@Override
	public byte[] unwrap(String keyId, byte[] wrapped) {
		try {
			return cipher(Cipher.UNWRAP_MODE, keyId).unwrap(wrapped, "AES", Cipher.SECRET_KEY).getEncoded();
		}
		catch (GeneralSecurityException ex) {
			throw new IllegalStateException("The key '" + keyId + "' does not unwrap a data key", ex);
		}
	}

	private Cipher cipher(int mode, String keyId) throws GeneralSecurityException {
		SecretKeySpec key = this.keys.get(keyId);
		if (key == null) {
			throw new IllegalStateException("There is no key '" + keyId + "'; the keys are " + this.keys.keySet());
		}
		Cipher cipher = Cipher.getInstance("AESWrap");
		cipher.init(mode, key);
		return cipher;
	}

}
