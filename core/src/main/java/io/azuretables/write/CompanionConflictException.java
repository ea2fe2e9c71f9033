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

import org.springframework.dao.ConcurrencyFailureException;
import org.springframework.dao.DataAccessException;

/**
 * Thrown when other writers kept changing a row that must be written with an entity, such
 * as a summary row. Nothing was written, and the entity itself has not been changed: the
 * write can be repeated as it is.
 *
 * @since 0.1
 */
public final class CompanionConflictException extends ConcurrencyFailureException {

	private static final long serialVersionUID = 1L;

	/**
	 * A conflict.
	 * @param name the name of the class of the entity
	 * @param cause how the service says it
	 */
	public CompanionConflictException(String name, DataAccessException cause) {
		super("The " + name + " was not written: a row that changes with it was changed by other writers each time "
				+ "since it was read. Write it again, later or with more conflict retries", cause);
	}

}
