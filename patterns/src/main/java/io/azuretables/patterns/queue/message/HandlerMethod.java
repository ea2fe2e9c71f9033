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

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Future;

import org.springframework.aop.support.AopUtils;
import org.springframework.core.MethodIntrospector.MetadataLookup;
import org.springframework.core.MethodIntrospector;
import org.springframework.core.ReactiveAdapterRegistry;
import org.springframework.core.ResolvableType;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.scheduling.annotation.Async;
import org.springframework.util.ReflectionUtils;

/**
 * Calls a {@code @TableQueueHandler} method as a message handler.
 */
final class HandlerMethod implements MessageHandler<Object> {

	/**
	 * What a part becomes of which nothing is known.
	 */
	private static final Set<Class<?>> PARTS = Set.of(Object.class, String.class, Boolean.class, List.class, Map.class);

	private final Object bean;

	private final Method method;

	private HandlerMethod(Object bean, Method method) {
		this.bean = bean;
		this.method = AopUtils.selectInvocableMethod(method, bean.getClass());
		ReflectionUtils.makeAccessible(this.method);
	}

	/**
	 * The annotated methods of a bean, proxied or not.
	 */
	static List<MessageHandlerRegistration<?>> of(Object bean) {
		MetadataLookup<TableQueueHandler> lookup = (method) -> AnnotatedElementUtils.findMergedAnnotation(method,
				TableQueueHandler.class);
		Map<Method, TableQueueHandler> methods = MethodIntrospector.selectMethods(AopUtils.getTargetClass(bean),
				lookup);
		return methods.entrySet()
			.stream()
			.<MessageHandlerRegistration<?>>map((entry) -> handled(bean, entry.getKey(), entry.getValue()))
			.toList();
	}

	@SuppressWarnings("unchecked") // the payload is read as the class of the parameter
	private static MessageHandlerRegistration<Object> handled(Object bean, Method method,
			TableQueueHandler annotation) {
		String name = annotation.value();
		Class<?>[] parameters = method.getParameterTypes();
		boolean fits = parameters.length == 1 || (parameters.length == 2 && parameters[1] == MessageContext.class);
		if (!fits) {
			throw refused(method, name, ", so it takes the payload, and perhaps a MessageContext, and nothing else");
		}
		if (isAsynchronous(bean, method)) {
			throw refused(method, name, " and is asynchronous, by its type " + method.getReturnType().getSimpleName()
					+ " or by @Async: a worker does not wait for its end; return when the message is handled");
		}
		ResolvableType payload = ResolvableType.forMethodParameter(method, 0, AopUtils.getTargetClass(bean));
		if (!isReadAsItsClass(payload)) {
			throw refused(method, name, " and takes " + payload
					+ ", whose class alone does not say what is in it; take an array, or a record that holds it");
		}
		return new MessageHandlerRegistration<>(name, (Class<Object>) payload.resolve(parameters[0]),
				new HandlerMethod(bean, method), annotation.queue());
	}

	/**
	 * Whether a method may return before the message is handled.
	 */
	private static boolean isAsynchronous(Object bean, Method method) {
		Class<?> result = method.getReturnType();
		return Future.class.isAssignableFrom(result) || CompletionStage.class.isAssignableFrom(result)
				|| ReactiveAdapterRegistry.getSharedInstance().getAdapter(result) != null
				|| AnnotatedElementUtils.hasAnnotation(method, Async.class)
				|| AnnotatedElementUtils.hasAnnotation(AopUtils.getTargetClass(bean), Async.class);
	}

	private static IllegalStateException refused(Method method, String name, String why) {
		return new IllegalStateException("The method " + method.getName() + " of "
				+ method.getDeclaringClass().getSimpleName() + " handles messages of type '" + name + "'" + why);
	}

	/**
	 * Whether a payload that is read as its class, without the types of its parts, has
	 * parts of these types all the same.
	 */
	private static boolean isReadAsItsClass(ResolvableType type) {
		return Arrays.stream(type.getGenerics())
			.allMatch((part) -> PARTS.contains(part.resolve(Object.class)) && isReadAsItsClass(part));
	}

	@Override
	public void handle(Object payload, MessageContext context) throws Exception {
		try {
			if (this.method.getParameterCount() == 1) {
				this.method.invoke(this.bean, payload);
			}
			else {
				this.method.invoke(this.bean, payload, context);
			}
		}
		catch (InvocationTargetException ex) {
			ReflectionUtils.rethrowException(ex.getTargetException());
		}
	}

}
