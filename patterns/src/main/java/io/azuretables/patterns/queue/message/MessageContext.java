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

import java.time.Instant;

import io.azuretables.row.TableRow;
import org.jspecify.annotations.Nullable;

/**
 * Tells a message handler the id, type and time of its message, and whether it may
 * continue.
 *
 * @since 0.1
 */
public interface MessageContext {

	/**
	 * Returns the id of the message, the same in all its copies; for a message that
	 * belongs to a write, the token of that write.
	 */
	String id();

	String type();

	Instant sentAt();

	/**
	 * Returns how often the handler has failed for this message.
	 */
	int failures();

	/**
	 * Returns the token row, which was written in the transaction that the message
	 * belongs to.
	 */
	@Nullable TableRow tokenRow();

	/**
	 * Checks whether the handler may continue; call it before every side effect. It fails
	 * after the time of the handler, or when another worker has the message.
	 * @throws HandlingStoppedException if the handler must not go on
	 */
	void check();

}
