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

package io.azuretables.internal.key;

/**
 * Thrown when a value cannot be written into a key, because it breaks a rule of the key's
 * format. Thrown by a {@link KeyFormat}, which does not know whose value it writes;
 * {@link KeyLayout} adds the owner and the property.
 */
final class KeyRuleException extends RuntimeException {

	KeyRuleException(String rule) {
		super(rule, null, false, false);
	}

	String rule() {
		return String.valueOf(getMessage());
	}

}
