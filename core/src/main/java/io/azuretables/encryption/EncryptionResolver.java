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

import io.azuretables.key.TableKey;

/**
 * Decides which properties are encrypted, as an alternative to the annotation
 * {@code @Encrypted}. It decides for writing only: reading a property that it concerns
 * takes encrypted and plain values.
 *
 * @since 0.1
 */
public interface EncryptionResolver {

	/**
	 * Whether values of a property may be encrypted. Asked once, when the application
	 * starts: queries and keys refuse such a property.
	 * @param entity the class of the entity
	 * @param property the name of the property; in a nested object, the path to it
	 */
	boolean concerns(Class<?> entity, String property);

	/**
	 * Whether the value of a property that is concerned is encrypted in one row. Asked at
	 * each write, and for each stored value that is verified or encrypted again: those in
	 * another form than it says are outdated.
	 * @param row the key of the entity
	 */
	default boolean isEncrypted(TableKey row, String property) {
		return true;
	}

}
