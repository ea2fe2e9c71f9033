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

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Holds the handlers of a queue worker by the type of their messages. Immutable.
 *
 * @since 0.1
 */
public final class MessageHandlers {

	private final Map<String, MessageHandlerRegistration<?>> types;

	private MessageHandlers(Map<String, MessageHandlerRegistration<?>> types) {
		this.types = Map.copyOf(types);
	}

	public static MessageHandlers none() {
		return new MessageHandlers(Map.of());
	}

	/**
	 * These and one more.
	 * @throws IllegalStateException if there is one for the type already
	 */
	public MessageHandlers with(MessageHandlerRegistration<?> type) {
		Map<String, MessageHandlerRegistration<?>> more = new HashMap<>(this.types);
		if (more.put(type.name(), type) != null) {
			throw new IllegalStateException("There are two handlers for messages of type '" + type.name() + "'");
		}
		return new MessageHandlers(more);
	}

	/**
	 * These and one more, such as a lambda.
	 */
	public <P> MessageHandlers with(String name, Class<P> payload, MessageHandler<P> handler) {
		return with(MessageHandlerRegistration.of(name, payload, handler));
	}

	/**
	 * These and the methods of an object that are annotated with
	 * {@link TableQueueHandler} and name no queue.
	 */
	public MessageHandlers withMethodsOf(Object bean) {
		return withMethodsOf(bean, "");
	}

	/**
	 * These and the methods of an object that are annotated with
	 * {@link TableQueueHandler} and name this queue.
	 */
	public MessageHandlers withMethodsOf(Object bean, String queue) {
		MessageHandlers all = this;
		for (MessageHandlerRegistration<?> type : HandlerMethod.of(bean)) {
			if (type.queue().equals(queue)) {
				all = all.with(type);
			}
		}
		return all;
	}

	/**
	 * The names of all types.
	 */
	public Set<String> names() {
		return new TreeSet<>(this.types.keySet());
	}

	/**
	 * The handler of a type; empty if there is none.
	 */
	public Optional<MessageHandlerRegistration<?>> find(String name) {
		return Optional.ofNullable(this.types.get(name));
	}

}
