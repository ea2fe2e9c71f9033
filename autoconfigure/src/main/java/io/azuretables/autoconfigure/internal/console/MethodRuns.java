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

package io.azuretables.autoconfigure.internal.console;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

import io.azuretables.autoconfigure.plan.MethodPlan;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.BeanFactory;
import org.springframework.core.DefaultParameterNameDiscoverer;
import org.springframework.core.MethodParameter;
import org.springframework.core.ResolvableType;
import org.springframework.core.convert.ConversionFailedException;
import org.springframework.core.convert.ConversionService;
import org.springframework.core.convert.TypeDescriptor;
import org.springframework.data.domain.Limit;
import org.springframework.data.domain.PageRequest;
import org.springframework.data.domain.Pageable;
import org.springframework.data.domain.ScrollPosition;
import org.springframework.data.domain.Sort;
import org.springframework.util.ClassUtils;
import org.springframework.util.ReflectionUtils;

/**
 * Runs repository methods for the web console, and converts the arguments that the user
 * typed to the types of the parameters.
 */
final class MethodRuns {

	private static final List<Class<?>> SPECIAL = List.of(Limit.class, Pageable.class, Sort.class,
			ScrollPosition.class);

	private static final int PAGE = 20;

	private final BeanFactory beans;

	private final ConversionService conversions;

	private final ConsoleRecorder recorder;

	private final ConsoleResults results;

	MethodRuns(BeanFactory beans, ConversionService conversions, ConsoleRecorder recorder, ConsoleResults results) {
		this.beans = beans;
		this.conversions = conversions;
		this.recorder = recorder;
		this.results = results;
	}

	/**
	 * Whether all arguments can be made of text.
	 */
	boolean canRun(Method method) {
		for (int i = 0; i < method.getParameterCount(); i++) {
			if (!canConvert(new MethodParameter(method, i))) {
				return false;
			}
		}
		return true;
	}

	private boolean canConvert(MethodParameter parameter) {
		return SPECIAL.contains(parameter.getParameterType()) || (parameter.getParameterType() != Object.class
				&& parameter.getParameterType() != Class.class
				&& this.conversions.canConvert(TypeDescriptor.valueOf(String.class), new TypeDescriptor(parameter)));
	}

	static String signature(Method method) {
		return method.getName() + Arrays.stream(method.getParameterTypes())
			.map(Class::getSimpleName)
			.collect(Collectors.joining(", ", "(", ")"));
	}

	/**
	 * What the page asks for to run a method.
	 */
	Map<String, Object> form(Method method) {
		List<Map<String, Object>> parameters = new ArrayList<>();
		for (int i = 0; i < method.getParameterCount(); i++) {
			MethodParameter parameter = new MethodParameter(method, i);
			parameter.initParameterNameDiscovery(new DefaultParameterNameDiscoverer());
			String name = parameter.getParameterName();
			parameters.add(Map.of("name", (name != null) ? name : "argument " + (i + 1), "type",
					ResolvableType.forMethodParameter(parameter).toString().replaceAll("[a-z]\\w*\\.", ""), "hint",
					hint(parameter.getParameterType())));
		}
		return Map.of("signature", signature(method), "parameters", parameters);
	}

	private static String hint(Class<?> type) {
		if (type == Limit.class || type == Pageable.class) {
			return "how many, " + PAGE + " if empty";
		}
		if (type == Sort.class) {
			return "such as lastName,desc";
		}
		if (type == ScrollPosition.class) {
			return "empty for the beginning";
		}
		return (Iterable.class.isAssignableFrom(type) || type.isArray()) ? "values with commas between" : "";
	}

	/**
	 * Calls a method of a repository, as the application does.
	 */
	Map<String, @Nullable Object> run(MethodPlan plan, Method method, List<@Nullable String> texts) {
		@Nullable Object[] arguments = new @Nullable Object[method.getParameterCount()];
		if (texts.size() != arguments.length) {
			throw new ConsoleException(400,
					signature(method) + " takes " + arguments.length + " arguments, not " + texts.size());
		}
		for (int i = 0; i < arguments.length; i++) {
			arguments[i] = argument(new MethodParameter(method, i), texts.get(i), plan.repository());
		}
		Object repository = this.beans.getBean(plan.repository());
		Recording recording = isCounted(method.getReturnType()) ? Recording.counting() : new Recording();
		ConsoleResults.Result result = this.recorder.record(recording,
				() -> this.results.of(invoke(method, repository, arguments)));
		Map<String, @Nullable Object> answer = new LinkedHashMap<>(this.results.measured(recording, result));
		answer.put("bound", plan.requests());
		return answer;
	}

	private static boolean isCounted(Class<?> returned) {
		Class<?> type = ClassUtils.resolvePrimitiveIfNecessary(returned);
		return type == Boolean.class || Number.class.isAssignableFrom(type);
	}

	private @Nullable Object argument(MethodParameter parameter, @Nullable String text, Class<?> repository) {
		Class<?> type = parameter.getParameterType();
		String given = (text != null) ? text.strip() : "";
		if (type == Limit.class) {
			return Limit.of(given.isEmpty() ? PAGE : number(given));
		}
		if (type == Pageable.class) {
			return PageRequest.ofSize(given.isEmpty() ? PAGE : number(given));
		}
		if (type == Sort.class) {
			return sort(given);
		}
		if (type == ScrollPosition.class) {
			return ScrollPosition.keyset();
		}
		try {
			return this.conversions.convert((text != null) ? text : "", TypeDescriptor.valueOf(String.class),
					new TypeDescriptor(parameter.withContainingClass(repository)));
		}
		catch (ConversionFailedException ex) {
			throw new ConsoleException(400, "The argument " + (parameter.getParameterIndex() + 1) + " cannot be made a "
					+ type.getSimpleName());
		}
	}

	private static int number(String text) {
		try {
			return Integer.parseInt(text);
		}
		catch (NumberFormatException ex) {
			throw new ConsoleException(400, "'" + text + "' is no number");
		}
	}

	/**
	 * An order that is written as {@code property} or {@code property,desc}.
	 */
	static Sort sort(String text) {
		if (text.isBlank()) {
			return Sort.unsorted();
		}
		String[] parts = text.split(",");
		Sort sort = Sort.by(parts[0].strip());
		return (parts.length > 1 && parts[1].strip().equalsIgnoreCase("desc")) ? sort.descending() : sort;
	}

	private static @Nullable Object invoke(Method method, Object repository, @Nullable Object[] arguments) {
		try {
			return method.invoke(repository, arguments);
		}
		catch (InvocationTargetException ex) {
			ReflectionUtils.rethrowRuntimeException(ex.getTargetException());
		}
		catch (IllegalAccessException ex) {
			ReflectionUtils.rethrowRuntimeException(ex);
		}
		throw new IllegalStateException();
	}

}
