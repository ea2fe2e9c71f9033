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

	private static final EdmType[] TYPES = EdmType.values();

	private final RowMembers members = new RowMembers();

	private final boolean timed;

	private String[] names = new String[32];

	private Object[] values = new Object[32];

	private int count;

	private final List<String> typed = new ArrayList<>();

	private final List<EdmType> types = new ArrayList<>();

	private String partition = "";

	private String partitionKey = "";

	private String rowKey = "";

	private @Nullable String etag;

	private @Nullable Instant timestamp;

	/**
	 * Fields of rows.
	 * @param timed whether timestamps are asked for
	 */
	RowFields(boolean timed) {
		this.timed = timed;
	}

	void clear(TableKey key, @Nullable String newEtag) {
		this.members.restart();
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
		switch (this.members.next(name)) {
			case PARTITION_KEY -> takePartitionKey(json);
			case ROW_KEY -> this.rowKey = isSame(this.rowKey, json) ? this.rowKey : json.getString();
			case TIMESTAMP -> takeTimestamp(json);
			case ETAG -> this.etag = json.getString();
			case TYPE -> takeType(name, type(json));
			case CONTROL -> json.skipChildren();
			case PROPERTY -> takeProperty(name, json);
		}
	}

	/**
	 * Most rows of an answer lie in the partition of the one before.
	 */
	private void takePartitionKey(JsonParser json) {
		if (!isSame(this.partition, json)) {
			this.partition = json.getString();
		}
		this.partitionKey = this.partition;
	}

	private void takeTimestamp(JsonParser json) {
		if (this.timed) {
			this.timestamp = IsoInstant.read(json.getStringCharacters(), json.getStringOffset(),
					json.getStringLength());
		}
	}

	private static EdmType type(JsonParser json) {
		char[] text = json.getStringCharacters();
		int offset = json.getStringOffset();
		int length = json.getStringLength();
		for (EdmType type : TYPES) {
			if (type.edmName().length() == length && isSame(type.edmName(), text, offset)) {
				return type;
			}
		}
		return EdmType.STRING;
	}

	private static boolean isSame(String expected, JsonParser json) {
		return json.getStringLength() == expected.length()
				&& isSame(expected, json.getStringCharacters(), json.getStringOffset());
	}

	private static boolean isSame(String expected, char[] text, int offset) {
		for (int i = 0; i < expected.length(); i++) {
			if (text[offset + i] != expected.charAt(i)) {
				return false;
			}
		}
		return true;
	}

	private void takeProperty(String name, JsonParser json) {
		if (json.currentToken().isStructStart()) {
			json.skipChildren();
		}
		else if (json.currentToken() != JsonToken.VALUE_NULL) {
			add(name, value(typeOf(name), json));
		}
	}

	/**
	 * The value comes next, or has been there already, which is seen at the end of the
	 * row.
	 */
	private void takeType(String annotation, EdmType type) {
		this.typed.add(annotation);
		this.types.add(type);
	}

	private void retype(String annotation, EdmType type) {
		for (int i = 0; i < this.count; i++) {
			if (isOf(annotation, this.names[i])) {
				this.values[i] = retyped(type, this.values[i]);
			}
		}
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
		return annotation.length() == name.length() + RowMembers.TYPE.length() && annotation.startsWith(name);
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
		for (int i = 0; i < this.typed.size(); i++) {
			retype(this.typed.get(i), this.types.get(i));
		}
		RowReader.Assembler<T> assembler = reader.begin();
		for (int i = 0; i < this.count; i++) {
			assembler.property(this.names[i], this.values[i]);
		}
		return assembler.end(new TableKey(this.partitionKey, this.rowKey), new RowState(this.etag, this.timestamp));
	}

}
