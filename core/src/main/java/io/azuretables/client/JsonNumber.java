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

package io.azuretables.client;

import io.azuretables.row.EdmType;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonParser.NumberType;
import tools.jackson.core.JsonToken;

/**
 * What number is it? Where the service does not say, an integer of 32 bits, or a double
 * if it has a point or an exponent, or does not fit.
 */
final class JsonNumber {

	private JsonNumber() {
	}

	static Object read(@Nullable EdmType type, JsonParser json) {
		if (json.currentToken() == JsonToken.VALUE_NUMBER_FLOAT || type == EdmType.DOUBLE) {
			return json.getDoubleValue();
		}
		NumberType size = json.getNumberType();
		if (type == EdmType.INT64 && size != NumberType.BIG_INTEGER) {
			return json.getLongValue();
		}
		if (size == NumberType.INT) {
			return json.getIntValue();
		}
		return json.getDoubleValue();
	}

	/**
	 * The number, when its type is said after it.
	 */
	static Object retyped(EdmType type, Number number) {
		return switch (type) {
			case DOUBLE -> number.doubleValue();
			case INT64 -> number.longValue();
			default -> number;
		};
	}

}
