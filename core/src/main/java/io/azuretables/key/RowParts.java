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
package io.azuretables.key;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

import org.jspecify.annotations.Nullable;

/**
 * Describes how the columns of an entity with {@code @Part} properties are divided among
 * its rows. The rows lie in one partition, that of a part under the row key
 * {@code ~p|<row key>|<name>}. The parts that an entity has are named in its main row, so
 * that a class can get another one: an entity whose main row names none has none.
 *
 * @param names the names of the parts
 * @param columns the part of each column, empty for the main row
 * @param others the part of all other columns, {@code null} for the main row
 * @since 0.1
 */
public record RowParts(Set<String> names, Map<String, String> columns, @Nullable String others) {

	/**
	 * All columns are in one row.
	 */
	public static final RowParts NONE = new RowParts(Set.of(), Map.of(), null);

	/**
	 * What the row keys of parts begin with.
	 */
	public static final String ROWS = "~p|";

	/**
	 * The column with the {@link Generation} of an entity, in its main row and its parts.
	 */
	public static final String GENERATION = "_g";

	private static final char SEPARATOR = '|';

	/**
	 * The part of a column, {@code null} for the main row. Columns whose names begin with
	 * an underscore, such as those of this module, are in the main row.
	 */
	public @Nullable String part(String column) {
		String part = this.columns.get(column);
		if (part == null) {
			return column.startsWith("_") ? null : this.others;
		}
		return part.isEmpty() ? null : part;
	}

	/**
	 * The parts that are read for some columns.
	 * @param select the columns, or {@code null} for all
	 */
	public Set<String> read(@Nullable List<String> select) {
		if (select == null || this.names.isEmpty()) {
			return this.names;
		}
		Set<String> read = new LinkedHashSet<>();
		for (String column : select) {
			String part = part(column);
			if (part != null) {
				read.add(part);
			}
		}
		return read;
	}

	/**
	 * The key of the row of a part.
	 * @param main the key of the main row
	 */
	public static TableKey key(TableKey main, String part) {
		return new TableKey(main.partitionKey(), rowKey(main.rowKey(), part));
	}

	private static String rowKey(String main, String part) {
		return ROWS + main + SEPARATOR + part;
	}

	/**
	 * What tells that rows were written together. It changes with each write of several
	 * rows, and not with one that sets columns of a single row.
	 *
	 * @param token the token of the write
	 * @param parts the parts that the entity has, empty in the row of a part
	 */
	public record Generation(String token, List<String> parts) {

		/**
		 * The generation that the column of a row says, {@code null} if there is none.
		 */
		public static @Nullable Generation of(@Nullable Object value) {
			if (!(value instanceof String text)) {
				return null;
			}
			List<String> words = List.of(text.split(" "));
			return new Generation(words.get(0), words.subList(1, words.size()));
		}

		@Override
		public String toString() {
			return this.parts.isEmpty() ? this.token : this.token + ' ' + String.join(" ", this.parts);
		}

	}

}
