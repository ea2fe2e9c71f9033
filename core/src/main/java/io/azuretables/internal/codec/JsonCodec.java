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

package io.azuretables.internal.codec;

import java.util.Arrays;

import io.azuretables.internal.codec.ValueCodec.Order;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.type.TypeFactory;

import org.springframework.core.ResolvableType;

/**
 * Converts objects to JSON text for one column, and back, by Jackson. The only type that
 * knows Jackson's object mapping, so that the module works without it until a property
 * asks.
 *
 * @since 0.1
 */
public final class JsonCodec {

	private JsonCodec() {
	}

	public static ValueCodec of(ResolvableType type, Object mapper) {
		JsonMapper json = (JsonMapper) mapper;
		JavaType javaType = javaType(type, json.getTypeFactory());
		return ValueCodec.<Object, String>of(String.class, (value) -> write(json, javaType, value),
				(text) -> read(json, javaType, text), Order.NONE);
	}

	/**
	 * The type with the type parameters of a generic base class filled in. Those of a raw
	 * type are left to Jackson, as their bounds may refer to themselves.
	 */
	private static JavaType javaType(ResolvableType type, TypeFactory types) {
		if (type.isArray()) {
			return types.constructArrayType(javaType(type.getComponentType(), types));
		}
		Class<?> raw = type.resolve(Object.class);
		return type.hasResolvableGenerics() ? types.constructParametricType(raw,
				Arrays.stream(type.getGenerics()).map((generic) -> javaType(generic, types)).toArray(JavaType[]::new))
				: types.constructType(raw);
	}

	private static String write(JsonMapper json, JavaType type, Object value) {
		try {
			return json.writerFor(type).writeValueAsString(value);
		}
		catch (JacksonException ex) {
			throw new ValueRuleException("it cannot be written as JSON: " + ex.getOriginalMessage());
		}
	}

	/**
	 * Leaves out the message of Jackson, which quotes the value.
	 */
	private static Object read(JsonMapper json, JavaType type, String text) {
		try {
			return json.readValue(text, type);
		}
		catch (JacksonException ex) {
			throw new ValueRuleException("the stored JSON is not one of " + type.toCanonical() + " ("
					+ ex.getClass().getSimpleName() + " at column " + ex.getLocation().getColumnNr() + ")");
		}
	}

	public static Object defaultMapper() {
		return JsonMapper.builder().build();
	}

}
