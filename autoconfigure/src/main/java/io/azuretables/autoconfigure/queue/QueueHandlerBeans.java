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

package io.azuretables.autoconfigure.queue;

import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

import io.azuretables.autoconfigure.internal.configuration.ConfigurationProblemException;
import io.azuretables.patterns.largevalue.LargeValueTemplate;
import io.azuretables.patterns.move.MoveTemplate;
import io.azuretables.patterns.queue.EventuallyConsistentQueueTemplate;
import io.azuretables.patterns.queue.message.MessageHandlerRegistration;
import io.azuretables.patterns.queue.message.MessageHandlers;
import io.azuretables.patterns.queue.message.TableQueueHandler;

import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.core.MethodIntrospector;
import org.springframework.core.MethodIntrospector.MetadataLookup;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.core.annotation.AnnotationUtils;
import org.springframework.util.StringUtils;

/**
 * Finds the beans with methods that handle messages of a queue. Those of type
 * {@link MessageHandlerRegistration}, those with methods that are annotated with
 * {@link TableQueueHandler}, those that move entities, and those that write large values
 * with the queue. Refuses handlers of a queue that is not configured.
 */
final class QueueHandlerBeans {

	private final ConfigurableListableBeanFactory beans;

	private final Set<String> queues = new TreeSet<>();

	QueueHandlerBeans(ConfigurableListableBeanFactory beans, TableQueueProperties properties) {
		this.beans = beans;
		this.queues.addAll(properties.queues().keySet());
		if (StringUtils.hasText(properties.name())) {
			this.queues.add("");
		}
	}

	/**
	 * The handlers of a queue.
	 * @param queue its name in {@code azure.tables.queue.queues}, or an empty text
	 */
	MessageHandlers find(String queue, EventuallyConsistentQueueTemplate template) {
		MessageHandlers handlers = MessageHandlers.none();
		for (Map.Entry<String, MessageHandlerRegistration<?>> bean : registrations().entrySet()) {
			MessageHandlerRegistration<?> type = bean.getValue();
			if (checked(type.queue(), bean.getKey()).equals(queue)) {
				handlers = handlers.with(type);
			}
		}
		for (MoveTemplate<?> moves : this.beans.getBeansOfType(MoveTemplate.class).values()) {
			if (moves.queue() == template) {
				handlers = handlers.with(moves.handler());
			}
		}
		for (LargeValueTemplate<?> values : this.beans.getBeansOfType(LargeValueTemplate.class).values()) {
			if (values.queue().filter((own) -> own == template).isPresent()) {
				handlers = handlers.with(values.handler().orElseThrow());
			}
		}
		for (String name : this.beans.getBeanNamesForType(Object.class, true, false)) {
			Class<?> type = this.beans.getType(name, false);
			if (type != null && queues(type, name).contains(queue)) {
				handlers = handlers.withMethodsOf(this.beans.getBean(name), queue);
			}
		}
		return handlers;
	}

	@SuppressWarnings({ "unchecked", "rawtypes" }) // a map of raw types is one of
													// wildcards
	private Map<String, MessageHandlerRegistration<?>> registrations() {
		return (Map) this.beans.getBeansOfType(MessageHandlerRegistration.class);
	}

	/**
	 * The queues that methods of a bean name.
	 */
	private Set<String> queues(Class<?> type, String bean) {
		if (!AnnotationUtils.isCandidateClass(type, TableQueueHandler.class)) {
			return Set.of();
		}
		MetadataLookup<TableQueueHandler> annotation = (method) -> AnnotatedElementUtils.findMergedAnnotation(method,
				TableQueueHandler.class);
		return MethodIntrospector.selectMethods(type, annotation)
			.values()
			.stream()
			.map((handler) -> checked(handler.queue(), bean))
			.collect(Collectors.toSet());
	}

	private String checked(String queue, String bean) {
		if (this.queues.contains(queue)) {
			return queue;
		}
		throw new ConfigurationProblemException(queue.isEmpty()
				? "The bean '" + bean + "' handles messages and names no queue, and azure.tables.queue.name is not set"
				: "The bean '" + bean + "' handles messages of the queue '" + queue + "', which is not configured",
				"""
						Do one of these:

						    set azure.tables.queue.%s
						    name one of these queues in @TableQueueHandler(queue = ...) or MessageHandlerRegistration.withQueue: %s"""
					.formatted(queue.isEmpty() ? "name" : "queues." + queue + ".name", this.queues));
	}

}
