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

import java.util.ArrayList;
import java.util.List;

import io.azuretables.key.TableKey;
import io.azuretables.row.RowReader;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/**
 * What rows does an answer hold? They are handed to the reader as they are parsed.
 */
final class RowJsonReader {

	private static final JsonFactory FACTORY = JsonFactory.builder()
		.enable(StreamReadFeature.USE_FAST_DOUBLE_PARSER)
		.build();

	private static final TableKey UNKNOWN = new TableKey("", "");

	private RowJsonReader() {
	}

	/**
	 * Reads an answer that is one row.
	 */
	static <T> @Nullable T row(Answer answer, TableKey key, RowReader<T> reader) {
		RowFields fields = new RowFields(reader.readsTimestamp());
		fields.clear(key, answer.etag());
		try (JsonParser json = parser(answer)) {
			expect(json.nextToken() == JsonToken.START_OBJECT);
			parse(json, fields);
		}
		catch (JacksonException ex) {
			throw UnreadableAnswerException.of(ex);
		}
		return fields.end(reader);
	}

	/**
	 * Reads an answer that is a list of rows.
	 */
	static <T> Rows<T> rows(Answer answer, RowReader<T> reader) {
		try (JsonParser json = parser(answer)) {
			findValue(json);
			List<T> rows = new ArrayList<>();
			RowFields fields = new RowFields(reader.readsTimestamp());
			int read = 0;
			while (next(json, fields)) {
				read++;
				T row = fields.end(reader);
				if (row != null) {
					rows.add(row);
				}
			}
			return new Rows<>(rows, read);
		}
	}

	private static void findValue(JsonParser json) {
		try {
			expect(json.nextToken() == JsonToken.START_OBJECT);
			for (String name = json.nextName(); !"value".equals(name); name = json.nextName()) {
				expect(name != null);
				json.nextToken();
				json.skipChildren();
			}
			expect(json.nextToken() == JsonToken.START_ARRAY);
		}
		catch (JacksonException ex) {
			throw UnreadableAnswerException.of(ex);
		}
	}

	private static boolean next(JsonParser json, RowFields fields) {
		try {
			if (json.nextToken() == JsonToken.END_ARRAY) {
				return false;
			}
			expect(json.currentToken() == JsonToken.START_OBJECT);
			fields.clear(UNKNOWN, null);
			parse(json, fields);
			return true;
		}
		catch (JacksonException ex) {
			throw UnreadableAnswerException.of(ex);
		}
	}

	private static void parse(JsonParser json, RowFields fields) {
		for (String name = json.nextName(); name != null; name = json.nextName()) {
			json.nextToken();
			fields.take(name, json);
		}
		expect(json.currentToken() == JsonToken.END_OBJECT);
	}

	static JsonParser parser(Answer answer) {
		byte[] body = answer.body();
		return FACTORY.createParser(ObjectReadContext.empty(), body, 0, body.length);
	}

	private static void expect(boolean condition) {
		if (!condition) {
			throw new UnreadableAnswerException("The answer is JSON, but not of the form that the service writes");
		}
	}

	/**
	 * The rows of a page.
	 *
	 * @param <T> what a row became
	 * @param rows those that the reader did not leave out
	 * @param read how many there were
	 */
	record Rows<T>(List<T> rows, int read) {

	}

}
