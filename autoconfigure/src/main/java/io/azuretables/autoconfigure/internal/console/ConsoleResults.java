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

import java.beans.PropertyDescriptor;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

import io.azuretables.mapping.TablePersistentEntity;
import io.azuretables.operations.TableOperations;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.BeanUtils;
import org.springframework.util.ClassUtils;
import org.springframework.util.ReflectionUtils;

/**
 * Converts results of queries and repository methods to JSON for the web console, with
 * requests, rows and time.
 */
final class ConsoleResults {

	/**
	 * The most objects that the page gets.
	 */
	static final int SHOWN = 100;

	/**
	 * The most objects that are taken of a stream.
	 */
	static final int TAKEN = 10_000;

	private final TableOperations operations;

	private final RowDrawing drawing;

	ConsoleResults(TableOperations operations, RowDrawing drawing) {
		this.operations = operations;
		this.drawing = drawing;
	}

	/**
	 * Reads an answer to its end, or so far as the console shows how many there are: a
	 * stream reads while it is consumed.
	 */
	Result of(@Nullable Object answer) {
		Object value = (answer instanceof Optional<?> optional) ? optional.orElse(null) : answer;
		if (value == null) {
			return new Result(0, false, List.of(), null);
		}
		if (value instanceof Number || value instanceof Boolean) {
			return new Result(0, false, List.of(), String.valueOf(value));
		}
		if (value instanceof Stream<?> stream) {
			try (stream) {
				return several(stream.iterator());
			}
		}
		return (value instanceof Iterable<?> several) ? several(several.iterator())
				: several(List.of(value).iterator());
	}

	private Result several(Iterator<?> found) {
		int count = 0;
		List<Object> shown = new ArrayList<>();
		while (count < TAKEN && found.hasNext()) {
			Object one = found.next();
			count++;
			if (shown.size() < SHOWN) {
				shown.add(shown(one));
			}
		}
		return new Result(count, count == TAKEN && found.hasNext(), shown, null);
	}

	private Object shown(@Nullable Object one) {
		if (one == null) {
			return Map.of("type", "null", "properties", List.of());
		}
		TablePersistentEntity<?> entity = this.operations.converter()
			.mappingContext()
			.getPersistentEntities()
			.stream()
			.filter((type) -> type.isTable() && type.getType() == ClassUtils.getUserClass(one))
			.findFirst()
			.orElse(null);
		return (entity != null) ? ShownRow.object(entity, one, ShownRow.SHORT) : projection(one);
	}

	/**
	 * An object of any other class, by what can be read of it.
	 */
	private static Map<String, Object> projection(Object one) {
		List<Map<String, Object>> properties = new ArrayList<>();
		if (ClassUtils.isSimpleValueType(one.getClass())) {
			properties.add(Map.of("name", "value", "value", ShownRow.text(one)));
		}
		readers(one.getClass()).forEach((name, reader) -> {
			ReflectionUtils.makeAccessible(reader);
			properties.add(Map.of("name", name, "value", ShownRow.text(ReflectionUtils.invokeMethod(reader, one))));
		});
		return Map.of("type", one.getClass().getSimpleName(), "properties", properties);
	}

	private static Map<String, Method> readers(Class<?> type) {
		Map<String, Method> readers = new LinkedHashMap<>();
		if (type.isRecord()) {
			for (RecordComponent component : type.getRecordComponents()) {
				readers.put(component.getName(), component.getAccessor());
			}
		}
		else if (!ClassUtils.isSimpleValueType(type)) {
			Class<?> declared = Proxy.isProxyClass(type) ? type.getInterfaces()[0] : type;
			for (PropertyDescriptor property : BeanUtils.getPropertyDescriptors(declared)) {
				if (property.getReadMethod() != null && !property.getName().equals("class")) {
					readers.put(property.getName(), property.getReadMethod());
				}
			}
		}
		return readers;
	}

	/**
	 * What something cost, with the rows that it touched.
	 */
	Map<String, @Nullable Object> measured(Recording recording, Result result) {
		long micros = recording.micros();
		Map<String, @Nullable Object> answer = new LinkedHashMap<>();
		answer.put("micros", micros);
		answer.put("requests", recording.requests());
		answer.put("sent", recording.sent());
		answer.put("rowsRead", recording.rows());
		answer.put("entities", result.count());
		answer.put("more", result.more());
		answer.put("value", result.value());
		answer.put("objects", result.objects());
		answer.put("picture", this.drawing.around(recording.requests()));
		return answer;
	}

	/**
	 * What was returned.
	 *
	 * @param count how many objects
	 * @param more whether there are more than were counted
	 * @param objects the first of them
	 * @param value the text of a number or boolean; {@code null} for objects
	 */
	record Result(int count, boolean more, List<Object> objects, @Nullable String value) {

	}

}
