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

import java.util.UUID;

/**
 * The key format of UUIDs: their usual lower-case text. They sort as this text, not by
 * Java's signed comparison.
 */
record UuidKeyFormat() implements KeyFormat {

	private static final int LENGTH = 36;

	@Override
	public void write(Object value, StringBuilder key) {
		key.append(value);
	}

	@Override
	public Object read(KeyCursor key) {
		String text = key.take(LENGTH);
		try {
			UUID uuid = UUID.fromString(text);
			if (uuid.toString().equals(text)) {
				return uuid;
			}
		}
		catch (IllegalArgumentException ex) {
			// answered below, as for a UUID in another spelling
		}
		throw key.unreadable("a UUID in lower case was expected");
	}

}
