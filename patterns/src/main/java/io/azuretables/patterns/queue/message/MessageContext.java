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
	 * Tells the message from all others, in all its copies; for a message that goes with
	 * a write, the token of that write.
	 */
	String id();

	String type();

	Instant sentAt();

	/**
	 * How often the handler has failed for this message.
	 */
	int failures();

	/**
	 * The row that was written together with what the message goes with.
	 */
	@Nullable TableRow tokenRow();

	/**
	 * To be called before every side effect: after the time of the handler, or when
	 * another worker has the message, there should be none any more.
	 * @throws HandlingStoppedException if the handler must not go on
	 */
	void check();

}
