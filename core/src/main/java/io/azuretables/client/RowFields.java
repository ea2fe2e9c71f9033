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

import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

import io.azuretables.key.TableKey;
import io.azuretables.row.EdmType;
import io.azuretables.row.RowReader;
import io.azuretables.row.TableRow.RowState;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/**
 * What has been parsed of a row? Its properties wait here until the row ends, because
 * what type a value has may be said before or after it. One instance serves all rows of
 * an answer.
 */
final class RowFields {

	private static final String TYPE = "@odata.type";

	private String[] names = new String[32];

	private Object[] values = new Object[32];

	private int count;

	private final List<String> typed = new ArrayList<>();

	private final List<EdmType> types = new ArrayList<>();

	private String partitionKey = "";

	private String rowKey = "";

	private @Nullable String etag;

	private @Nullable Instant timestamp;

	void clear(TableKey key, @Nullable String newEtag) {
		Arrays.fill(this.values, 0, this.count, "");
		this.count = 0;
		this.typed.clear();
		this.types.clear();
		this.partitionKey = key.partitionKey();
		this.rowKey = key.rowKey();
		this.etag = newEtag;
		this.timestamp = null;
	}

	/**
	 * Takes the member of that name, whose value the parser stands at.
	 */
	void take(String name, JsonParser json) {
		switch (name) {
			case "PartitionKey" -> this.partitionKey = json.getString();
			case "RowKey" -> this.rowKey = json.getString();
			case "Timestamp" -> this.timestamp = IsoInstant.read(json.getStringCharacters(), json.getStringOffset(),
					json.getStringLength());
			case "odata.etag" -> this.etag = json.getString();
			default -> takeMember(name, json);
		}
	}

	private void takeMember(String name, JsonParser json) {
		if (name.endsWith(TYPE)) {
			takeType(name, EdmType.ofName(json.getString()).orElse(EdmType.STRING));
		}
		else if (name.startsWith("odata.") || json.currentToken().isStructStart()) {
			json.skipChildren();
		}
		else if (json.currentToken() != JsonToken.VALUE_NULL) {
			add(name, value(typeOf(name), json));
		}
	}

	/**
	 * Types of values that are there already are applied, others wait.
	 */
	private void takeType(String annotation, EdmType type) {
		for (int i = this.count - 1; i >= 0; i--) {
			if (isOf(annotation, this.names[i])) {
				this.values[i] = retyped(type, this.values[i]);
				return;
			}
		}
		this.typed.add(annotation);
		this.types.add(type);
	}

	private static Object retyped(EdmType type, Object value) {
		if (value instanceof String text) {
			return EdmText.read(type, text);
		}
		return (value instanceof Number number) ? JsonNumber.retyped(type, number) : value;
	}

	private @Nullable EdmType typeOf(String name) {
		for (int i = this.typed.size() - 1; i >= 0; i--) {
			if (isOf(this.typed.get(i), name)) {
				this.typed.remove(i);
				return this.types.remove(i);
			}
		}
		return null;
	}

	private static boolean isOf(String annotation, String name) {
		return annotation.length() == name.length() + TYPE.length() && annotation.startsWith(name);
	}

	private static Object value(@Nullable EdmType type, JsonParser json) {
		return switch (json.currentToken()) {
			case VALUE_TRUE -> Boolean.TRUE;
			case VALUE_FALSE -> Boolean.FALSE;
			case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> JsonNumber.read(type, json);
			default -> (type == null) ? json.getString()
					: EdmText.read(type, json.getStringCharacters(), json.getStringOffset(), json.getStringLength());
		};
	}

	private void add(String name, Object value) {
		if (this.count == this.names.length) {
			this.names = Arrays.copyOf(this.names, this.count * 2);
			this.values = Arrays.copyOf(this.values, this.count * 2);
		}
		this.names[this.count] = name;
		this.values[this.count++] = value;
	}

	/**
	 * Hands the row over.
	 */
	<T> @Nullable T end(RowReader<T> reader) {
		RowReader.Assembler<T> assembler = reader.begin();
		for (int i = 0; i < this.count; i++) {
			assembler.property(this.names[i], this.values[i]);
		}
		return assembler.end(new TableKey(this.partitionKey, this.rowKey), new RowState(this.etag, this.timestamp));
	}

}
