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

/**
 * Wraps and unwraps data keys with another key, such as one in Azure Key Vault. Called
 * once for each data key and process, not for each value. Safe for concurrent use.
 *
 * @since 0.1
 */
public interface KeyEncryption {

	/**
	 * The identifier of the key that new data keys are wrapped with. If it cannot be
	 * read, the message shows {@code toString()} in its place.
	 */
	String currentKeyId();

	/**
	 * Wraps a data key.
	 * @param keyId the identifier of the key to wrap it with
	 * @param dataKey 32 bytes
	 */
	byte[] wrap(String keyId, byte[] dataKey);

	/**
	 * The data key that was wrapped.
	 * @param keyId the identifier of the key that it was wrapped with
	 * @throws RuntimeException if there is no such key, or what is wrapped was changed
	 */
	byte[] unwrap(String keyId, byte[] wrapped);

}
