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

import org.jspecify.annotations.Nullable;

import org.springframework.dao.NonTransientDataAccessException;

/**
 * Thrown when a stored value cannot be decrypted: it was changed or copied from
 * elsewhere, or its data key is missing. Names the property and no value.
 *
 * @since 0.1
 */
public final class DecryptionException extends NonTransientDataAccessException {

	public DecryptionException(String property, String reason, @Nullable Throwable cause) {
		super("Property '" + property + "': " + reason, cause);
	}

}
