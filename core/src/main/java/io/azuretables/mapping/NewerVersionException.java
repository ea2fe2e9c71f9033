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

package io.azuretables.mapping;

import org.springframework.dao.NonTransientDataAccessException;

/**
 * Thrown when a row has a newer type version than its class has in this process, so a
 * newer release wrote it. Such a row is never written over or deleted; whether it can be
 * read is said by {@link NewerTypes}.
 *
 * @since 0.1
 */
public class NewerVersionException extends NonTransientDataAccessException {

	private final Class<?> type;

	private final int found;

	private final int known;

	/**
	 * An exception for a row.
	 * @param type the class in this process
	 * @param found the version of the row
	 * @param known the version that the class has in this process
	 */
	public NewerVersionException(Class<?> type, int found, int known) {
		super("A row of " + type.getSimpleName() + " has version " + found + ", and this process knows versions up to "
				+ known
				+ ": a newer version of the program wrote it. Let this process run the newer version; to read on, "
				+ "set azure.tables.newer-types to skip or read");
		this.type = type;
		this.found = found;
		this.known = known;
	}

	/**
	 * The class in this process.
	 */
	public Class<?> getType() {
		return this.type;
	}

	/**
	 * The version of the row.
	 */
	public int getFound() {
		return this.found;
	}

	/**
	 * The version that the class has in this process.
	 */
	public int getKnown() {
		return this.known;
	}

}
