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
 * Registers a {@link MessageHandler} for a type of messages, with the class of their
 * payload. As a bean it is all that a handler needs.
 *
 * @param <P> the payload
 * @param name the type of the messages
 * @param payload the class of their payloads
 * @param handler what is done for them
 * @param queue the queue that has them, as in {@link TableQueueHandler#queue()}
 * @since 0.1
 */
public record MessageHandlerRegistration<P>(String name, Class<P> payload, MessageHandler<P> handler, String queue) {

	public static <P> MessageHandlerRegistration<P> of(String name, Class<P> payload, MessageHandler<P> handler) {
		return new MessageHandlerRegistration<>(name, payload, handler, "");
	}

	/**
	 * The same for messages of a queue of {@code azure.tables.queue.queues}.
	 */
	public MessageHandlerRegistration<P> withQueue(String queue) {
		return new MessageHandlerRegistration<>(this.name, this.payload, this.handler, queue);
	}

}
