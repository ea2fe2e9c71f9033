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

package io.azuretables.convert;

import java.lang.reflect.Type;

import io.azuretables.convert.ValueCodec.Order;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.json.JsonMapper;

/**
 * Values as text of JSON. The only type that knows Jackson's object mapping, so that the
 * module works without it until a property asks.
 */
final class JsonCodec {

	private JsonCodec() {
	}

	static ValueCodec of(Type type, Object mapper) {
		JsonMapper json = (JsonMapper) mapper;
		JavaType javaType = json.constructType(type);
		return ValueCodec.<Object, String>of(String.class, (value) -> write(json, javaType, value),
				(text) -> json.readValue(text, javaType), Order.NONE);
	}

	private static String write(JsonMapper json, JavaType type, Object value) {
		try {
			return json.writerFor(type).writeValueAsString(value);
		}
		catch (JacksonException ex) {
			throw new IllegalArgumentException("it cannot be written as JSON: " + ex.getOriginalMessage(), ex);
		}
	}

	static Object defaultMapper() {
		return JsonMapper.builder().build();
	}

}
