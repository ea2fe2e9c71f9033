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

import org.jspecify.annotations.Nullable;

import org.springframework.dao.NonTransientDataAccessException;

/**
 * Thrown when an {@link EntityUpgrade} fails for a row, or its result cannot be stored.
 * Names the class and the version, and no value.
 *
 * @since 0.1
 */
public class FailedUpgradeException extends NonTransientDataAccessException {

	/**
	 * An exception for a row.
	 * @param type the class
	 * @param from the version of the row
	 * @param reason what is wrong, as the end of a sentence
	 * @param cause what the upgrade has thrown, if it has
	 */
	public FailedUpgradeException(Class<?> type, int from, String reason, @Nullable Throwable cause) {
		super("The EntityUpgrade of " + type.getSimpleName() + " from version " + from + " " + reason
				+ "; correct the upgrade: it must work for every row of its version", cause);
	}

}
