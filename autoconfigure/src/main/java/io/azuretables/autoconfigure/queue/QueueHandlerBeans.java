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

import io.azuretables.patterns.move.MoveTemplate;
import io.azuretables.patterns.queue.message.MessageHandlerRegistration;
import io.azuretables.patterns.queue.message.MessageHandlers;
import io.azuretables.patterns.queue.message.TableQueueHandler;

import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.core.MethodIntrospector;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.core.annotation.AnnotationUtils;
import org.springframework.util.ReflectionUtils.MethodFilter;

/**
 * Finds the beans that handle messages. Those of type {@link MessageHandlerRegistration},
 * those with methods that are annotated with {@link TableQueueHandler}, and those that
 * move entities.
 */
final class QueueHandlerBeans {

	private final ConfigurableListableBeanFactory beans;

	QueueHandlerBeans(ConfigurableListableBeanFactory beans) {
		this.beans = beans;
	}

	MessageHandlers find() {
		MessageHandlers handlers = MessageHandlers.none();
		for (MessageHandlerRegistration<?> type : this.beans.getBeansOfType(MessageHandlerRegistration.class)
			.values()) {
			handlers = handlers.with(type);
		}
		for (MoveTemplate<?> moves : this.beans.getBeansOfType(MoveTemplate.class).values()) {
			handlers = handlers.with(moves.handler());
		}
		for (String name : this.beans.getBeanNamesForType(Object.class, true, false)) {
			Class<?> type = this.beans.getType(name, false);
			if (type != null && handles(type)) {
				handlers = handlers.withMethodsOf(this.beans.getBean(name));
			}
		}
		return handlers;
	}

	private static boolean handles(Class<?> type) {
		MethodFilter annotated = (method) -> AnnotatedElementUtils.hasAnnotation(method, TableQueueHandler.class);
		return AnnotationUtils.isCandidateClass(type, TableQueueHandler.class)
				&& !MethodIntrospector.selectMethods(type, annotated).isEmpty();
	}

}
