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

package io.azuretables.write;

import org.jspecify.annotations.Nullable;

import org.springframework.dao.DuplicateKeyException;

/**
 * Thrown when a unique index already holds the key for another entity. Nothing was
 * written.
 *
 * @since 0.1
 */
public class UniqueIndexException extends DuplicateKeyException {

	private final String index;

	/**
	 * An index already holds another entity.
	 * @param entity what it is
	 * @param index the name of the index
	 * @param template the template of the key
	 * @param cause how the service says it, if it does
	 */
	public UniqueIndexException(String entity, String index, String template, @Nullable Throwable cause) {
		super("Another " + entity + " has the same key \"" + template + "\" in the unique index '" + index + "'",
				cause);
		this.index = index;
	}

	/**
	 * The name of the index.
	 */
	public String getIndex() {
		return this.index;
	}

}
