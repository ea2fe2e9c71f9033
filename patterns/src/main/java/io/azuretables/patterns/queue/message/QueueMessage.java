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

package io.azuretables.patterns.queue.message;

import org.springframework.util.Assert;

/**
 * A message to be sent to a queue: its type and its payload.
 *
 * @param type the name under which a handler is registered
 * @param payload what the handler is given
 * @since 0.1
 */
public record QueueMessage(String type, Object payload) {

	/**
	 * How the types of messages begin that patterns send to their own workers.
	 */
	public static final String RESERVED = "~";

	public QueueMessage {
		Assert.hasText(type, "A message needs a type, by which its handler is found");
		Assert.isTrue(!type.startsWith(RESERVED),
				() -> "The type '" + type + "' of a message must not begin with '" + RESERVED + "', which is reserved");
		Assert.notNull(payload, () -> "A message of type '" + type + "' needs a payload, and has null");
	}

	public static QueueMessage of(String type, Object payload) {
		return new QueueMessage(type, payload);
	}

}
