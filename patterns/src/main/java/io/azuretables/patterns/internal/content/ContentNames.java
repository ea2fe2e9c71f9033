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

package io.azuretables.patterns.internal.content;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.UUID;

import io.azuretables.key.TableKey;
import org.jspecify.annotations.Nullable;

import org.springframework.dao.InvalidDataAccessApiUsageException;

/**
 * Names the blobs in which contents of entities are stored, after the keys of the
 * entities. A name has the key of its entity in it, and no name is given twice.
 *
 * @param folder where no other class, table or property has blobs; ends with a slash
 */
public record ContentNames(String folder) {

	private static final int LONGEST_NAME = 1024;

	private static final String SEPARATOR = "/";

	private static final int PARTS = 3;

	/**
	 * A name that no blob has had.
	 * @throws InvalidDataAccessApiUsageException if the key makes it too long
	 */
	public String newName(TableKey key) {
		return name(key, UUID.randomUUID().toString());
	}

	/**
	 * The name of the blob that a write puts.
	 * @param token the token of the write
	 * @throws InvalidDataAccessApiUsageException if the key makes it too long
	 */
	public String name(TableKey key, String token) {
		String name = prefix(key) + token;
		if (name.length() > LONGEST_NAME) {
			throw new InvalidDataAccessApiUsageException("The name of a blob has at most " + LONGEST_NAME
					+ " characters, and the key of the entity makes it " + name.length() + "; use shorter keys");
		}
		return name;
	}

	/**
	 * The token of the write that has put a blob.
	 */
	public static String token(String name) {
		return name.substring(name.lastIndexOf(SEPARATOR) + 1);
	}

	/**
	 * Whether a name was given to the entity with a key.
	 */
	public boolean isNameFor(TableKey key, String name) {
		return key.equals(key(name));
	}

	/**
	 * The key of the entity that a name was given to, or {@code null} if it is none of
	 * these names.
	 */
	public @Nullable TableKey key(String name) {
		String[] parts = name.startsWith(this.folder) ? name.substring(this.folder.length()).split(SEPARATOR, -1)
				: new String[0];
		if (parts.length != PARTS || parts[2].isEmpty()) {
			return null;
		}
		try {
			return new TableKey(decoded(parts[0]), decoded(parts[1]));
		}
		catch (IllegalArgumentException ex) {
			return null;
		}
	}

	private String prefix(TableKey key) {
		return this.folder + encoded(key.partitionKey()) + SEPARATOR + encoded(key.rowKey()) + SEPARATOR;
	}

	private static String encoded(String text) {
		return Base64.getUrlEncoder().withoutPadding().encodeToString(text.getBytes(StandardCharsets.UTF_8));
	}

	private static String decoded(String text) {
		return new String(Base64.getUrlDecoder().decode(text), StandardCharsets.UTF_8);
	}

}
