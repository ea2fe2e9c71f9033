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

/**
 * Handles the messages of one type in a queue worker. Called at least once for each,
 * perhaps several times and at the same time in several processes, in no certain order.
 * So it reads how things are and makes them as they should be, by steps that may be
 * repeated, such as those of {@link io.azuretables.patterns.queue.IdempotentSteps}; and
 * it never applies a difference.
 *
 * @param <P> the payload
 * @since 0.1
 */
@FunctionalInterface
public interface MessageHandler<P> {

	/**
	 * Does what is to be done. An exception lets it be done again later, and after some
	 * times not any more.
	 * @throws PermanentMessageException if it can never be done
	 */
	void handle(P payload, MessageContext context) throws Exception;

	/**
	 * Called instead when the write that a guarded message goes with did not happen, and
	 * cannot happen any more. There is something to do if things were prepared for it.
	 */
	default void abandoned(P payload, MessageContext context) throws Exception {
	}

}
