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

import org.springframework.dao.InvalidDataAccessResourceUsageException;

/**
 * Thrown when the time of an entity is too old or too far ahead for the tables of its
 * {@code @RollingTable} class. Its table was dropped, or may be dropped any time, or is
 * more than a period ahead. Nothing was written.
 *
 * @since 0.1
 */
public class ExpiredPeriodException extends InvalidDataAccessResourceUsageException {

	private static final long serialVersionUID = 1L;

	public ExpiredPeriodException(String message, @Nullable Throwable cause) {
		super(message, cause);
	}

}
