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

import org.springframework.dao.OptimisticLockingFailureException;

/**
 * Thrown when a write is refused because its entity is being moved to other keys. Nothing
 * was written. A move takes some milliseconds, and about a minute if the process that
 * moves it has ended. Then read the entity again, under its old key or its new one.
 *
 * @since 0.1
 */
public class EntityMovingException extends OptimisticLockingFailureException {

	private static final long serialVersionUID = 1L;

	public EntityMovingException(String message) {
		super(message);
	}

}
