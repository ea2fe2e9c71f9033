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

package io.azuretables.client.internal.protocol;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

import io.azuretables.internal.json.JsonCursor;
import io.azuretables.internal.json.RowFields;
import io.azuretables.internal.json.UnreadableResponseException;
import io.azuretables.key.TableKey;
import io.azuretables.row.RowReader;
import org.jspecify.annotations.Nullable;

/**
 * Reads rows from the JSON of a response. They are handed to the reader as they are
 * parsed.
 */
final class RowJsonReader {

	private RowJsonReader() {
	}

	/**
	 * Reads an answer that is one row, the one that was asked for.
	 */
	static <T> @Nullable T row(TableResponse answer, TableKey key, RowReader<T> reader) {
		JsonCursor json = new JsonCursor(answer.body());
		RowFields fields = new RowFields(reader.readsTimestamp());
		fields.clear(key, answer.etag());
		parse(json, fields);
		json.end();
		return fields.end(reader);
	}

	/**
	 * Reads an answer that is a list of rows.
	 */
	static <T> Rows<T> rows(TableResponse answer, RowReader<T> reader) {
		return list(answer, (json) -> rows(json, reader));
	}

	/**
	 * Reads an answer that is a list of tables, which are their names.
	 */
	static List<String> tables(TableResponse answer) {
		return list(answer, RowJsonReader::tables);
	}

	private static <L> L list(TableResponse answer, Function<JsonCursor, L> items) {
		JsonCursor json = new JsonCursor(answer.body());
		L list = null;
		for (boolean more = json.enter('{', '}'); more; more = json.next('}')) {
			json.name();
			if (list == null && json.isText("value")) {
				list = items.apply(json);
			}
			else {
				json.skip();
			}
		}
		json.end();
		if (list == null) {
			throw new UnreadableResponseException("The answer is JSON, but not of the form that the service writes");
		}
		return list;
	}

	private static <T> Rows<T> rows(JsonCursor json, RowReader<T> reader) {
		List<T> rows = new ArrayList<>();
		RowFields fields = new RowFields(reader.readsTimestamp());
		int read = 0;
		for (boolean more = json.enter('[', ']'); more; more = json.next(']')) {
			read++;
			fields.clear(null, null);
			parse(json, fields);
			T row = fields.end(reader);
			if (row != null) {
				rows.add(row);
			}
		}
		return new Rows<>(rows, read);
	}

	private static List<String> tables(JsonCursor json) {
		List<String> names = new ArrayList<>();
		for (boolean more = json.enter('[', ']'); more; more = json.next(']')) {
			names.add(table(json));
		}
		return names;
	}

	private static String table(JsonCursor json) {
		String name = null;
		for (boolean more = json.enter('{', '}'); more; more = json.next('}')) {
			json.name();
			if (json.isText("TableName")) {
				json.text();
				name = json.string();
			}
			else {
				json.skip();
			}
		}
		if (name == null) {
			throw new UnreadableResponseException("The answer lists a table without a name");
		}
		return name;
	}

	private static void parse(JsonCursor json, RowFields fields) {
		for (boolean more = json.enter('{', '}'); more; more = json.next('}')) {
			fields.take(json);
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
