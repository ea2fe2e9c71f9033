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

package io.azuretables.internal.json;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

import io.azuretables.internal.json.RowMembers.Member;
import io.azuretables.key.TableKey;
import io.azuretables.row.EdmType;
import io.azuretables.row.RowReader;
import org.jspecify.annotations.Nullable;

/**
 * Collects the properties of a row while its JSON is parsed. They are kept until the row
 * ends, since the type of a value may come before or after it. One instance serves all
 * rows of an answer.
 */
public final class RowFields {

	private static final EdmType[] TYPES = EdmType.values();

	/**
	 * The most members of a row: twice what 2,000 properties with their types are, which
	 * the emulator takes; the service takes 252. An answer with more is not the
	 * service's, and costs more to read the more types stand ahead of their values.
	 */
	private static final int MOST_MEMBERS = 8_192;

	private final RowMembers members = new RowMembers();

	private final boolean timed;

	private String[] names = new String[32];

	private Object[] values = new Object[32];

	private int count;

	private int read;

	private final List<String> typed = new ArrayList<>();

	private final List<EdmType> types = new ArrayList<>();

	private @Nullable TableKey asked;

	private String partition = "";

	private String rowKey = "";

	private boolean hasPartitionKey;

	private boolean hasRowKey;

	private @Nullable String etag;

	private @Nullable Instant timestamp;

	/**
	 * Fields of rows.
	 * @param timed whether timestamps are asked for
	 */
	public RowFields(boolean timed) {
		this.timed = timed;
	}

	/**
	 * Begins a row.
	 * @param key the key that was asked for, or {@code null} if any may come
	 */
	public void clear(@Nullable TableKey key, @Nullable String newEtag) {
		this.members.restart();
		Arrays.fill(this.values, 0, this.count, "");
		this.count = 0;
		this.read = 0;
		this.typed.clear();
		this.types.clear();
		this.asked = key;
		this.partition = (key != null) ? key.partitionKey() : this.partition;
		this.rowKey = (key != null) ? key.rowKey() : "";
		this.hasPartitionKey = false;
		this.hasRowKey = false;
		this.etag = newEtag;
		this.timestamp = null;
	}

	/**
	 * Takes the member that comes next.
	 */
	public void take(JsonCursor json) {
		if (++this.read > MOST_MEMBERS) {
			throw new UnreadableResponseException("The answer holds a row of more than " + MOST_MEMBERS + " members");
		}
		Member member = this.members.next(json);
		char next = json.peek();
		switch (member.kind()) {
			case PROPERTY -> takeProperty(member.property(), next, json);
			case CONTROL -> json.skip();
			default -> takeText(member, next, json);
		}
	}

	private void takeText(Member member, char next, JsonCursor json) {
		if (next != '"') {
			json.skip();
			return;
		}
		json.text();
		switch (member.kind()) {
			case PARTITION_KEY -> takePartitionKey(json);
			case ROW_KEY -> takeRowKey(json);
			case ETAG -> this.etag = json.string();
			case TYPE -> takeType(member.property(), type(json));
			default -> takeTimestamp(json);
		}
	}

	/**
	 * Most rows of an answer lie in the partition of the one before.
	 */
	private void takePartitionKey(JsonCursor json) {
		if (!json.isText(this.partition)) {
			this.partition = json.string();
		}
		this.hasPartitionKey = true;
	}

	private void takeRowKey(JsonCursor json) {
		if (!json.isText(this.rowKey)) {
			this.rowKey = json.string();
		}
		this.hasRowKey = true;
	}

	private void takeTimestamp(JsonCursor json) {
		if (this.timed) {
			this.timestamp = (json.value(EdmType.DATE_TIME) instanceof Instant instant) ? instant : null;
		}
	}

	private static EdmType type(JsonCursor json) {
		for (EdmType type : TYPES) {
			if (json.isText(type.edmName())) {
				return type;
			}
		}
		return EdmType.STRING;
	}

	private void takeProperty(String name, char next, JsonCursor json) {
		switch (next) {
			case '"' -> {
				json.text();
				EdmType type = typeOf(name);
				add(name, (type != null) ? json.value(type) : json.string());
			}
			case 't', 'f' -> add(name, json.truth());
			case 'n', '{', '[' -> json.skip();
			default -> add(name, json.number(typeOf(name)));
		}
	}

	/**
	 * The value comes next, or has been there already, which is seen at the end of the
	 * row.
	 */
	private void takeType(String property, EdmType type) {
		this.typed.add(property);
		this.types.add(type);
	}

	private void retype(String property, EdmType type) {
		for (int i = 0; i < this.count; i++) {
			if (property.equals(this.names[i])) {
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

	/**
	 * The type that was said of a property. Values follow their types in the same order,
	 * so the first one is mostly it.
	 */
	private @Nullable EdmType typeOf(String name) {
		for (int i = 0; i < this.typed.size(); i++) {
			if (this.typed.get(i).equals(name)) {
				this.typed.remove(i);
				return this.types.remove(i);
			}
		}
		return null;
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
	 * Hands the row over. Its keys are always asked for, so what has none is no row.
	 */
	public <T> @Nullable T end(RowReader<T> reader) {
		if (!this.hasPartitionKey || !this.hasRowKey) {
			throw new UnreadableResponseException("The answer holds a row without keys");
		}
		for (int i = 0; i < this.typed.size(); i++) {
			retype(this.typed.get(i), this.types.get(i));
		}
		TableKey key = key();
		RowReader.Assembler<T> assembler = reader.begin();
		for (int i = 0; i < this.count; i++) {
			assembler.property(this.names[i], this.values[i]);
		}
		return assembler.end(key, this.etag, this.timestamp);
	}

	/**
	 * The key of the row, which is the one that was asked for: the texts are mostly the
	 * same objects then.
	 */
	private TableKey key() {
		if (this.asked == null) {
			return new TableKey(this.partition, this.rowKey);
		}
		if (!this.asked.partitionKey().equals(this.partition) || !this.asked.rowKey().equals(this.rowKey)) {
			throw new UnreadableResponseException(
					"The answer is a row with another key than the one that was asked for");
		}
		return this.asked;
	}

}
