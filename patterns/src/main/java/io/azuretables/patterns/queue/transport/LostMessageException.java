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

package io.azuretables.patterns.queue.transport;

import org.springframework.dao.ConcurrencyFailureException;

/**
 * Thrown when a message was deleted, or received by another worker, while this one
 * handled it. What was done for it may be done twice.
 *
 * @since 0.1
 */
public class LostMessageException extends ConcurrencyFailureException {

	public LostMessageException(String message, Throwable cause) {
		super(message, cause);
	}

	public LostMessageException(String message) {
		super(message);
	}

}
