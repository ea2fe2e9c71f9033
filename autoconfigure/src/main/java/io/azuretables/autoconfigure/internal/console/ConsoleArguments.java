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

import java.util.ArrayList;
import java.util.List;

import io.azuretables.key.TableKey;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * The arguments of one call from the browser to the web console, read from its JSON.
 *
 * @param json the body of the request
 */
public record ConsoleArguments(JsonNode json) {

	String text(String name) {
		String text = optional(name);
		if (text == null) {
			throw new ConsoleException(400, "The call lacks '" + name + "'");
		}
		return text;
	}

	/**
	 * A text; {@code null} for none and for an empty one.
	 */
	@Nullable String optional(String name) {
		JsonNode value = this.json.get(name);
		if (value == null || value.isNull() || !value.isValueNode() || value.asString().isEmpty()) {
			return null;
		}
		return value.asString();
	}

	boolean is(String name) {
		JsonNode value = this.json.get(name);
		return value != null && value.isBoolean() && value.booleanValue();
	}

	int number(String name, int missing, int most) {
		String text = optional(name);
		if (text == null) {
			return missing;
		}
		try {
			int number = Integer.parseInt(text.strip());
			if (number >= 1 && number <= most) {
				return number;
			}
		}
		catch (NumberFormatException ex) {
			// below
		}
		throw new ConsoleException(400, "'" + name + "' is a number from 1 to " + most);
	}

	/**
	 * Texts that may be {@code null}, such as arguments of a method.
	 */
	List<@Nullable String> texts(String name) {
		List<@Nullable String> texts = new ArrayList<>();
		JsonNode values = this.json.get(name);
		if (values != null) {
			values.forEach((value) -> texts.add(value.isNull() ? null : value.asString()));
		}
		return texts;
	}

	/**
	 * A key, whose halves may be empty.
	 */
	TableKey key() {
		JsonNode partitionKey = this.json.get("partitionKey");
		JsonNode rowKey = this.json.get("rowKey");
		if (partitionKey == null || rowKey == null) {
			throw new ConsoleException(400, "The call lacks 'partitionKey' or 'rowKey'");
		}
		return new TableKey(partitionKey.asString(), rowKey.asString());
	}

}
