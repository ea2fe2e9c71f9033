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

package io.azuretables.patterns.proof;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import io.azuretables.gateway.TableGateway;
import io.azuretables.key.TableKey;
import io.azuretables.patterns.sample.Rows;
import io.azuretables.row.AtomicBatch;
import io.azuretables.row.RowReader;
import io.azuretables.row.RowWrite;
import io.azuretables.row.TableRow;
import org.jspecify.annotations.Nullable;

/**
 * The tables that all the protocols have: entities, each in a partition of its own, and
 * index rows, each in the partition of its value.
 *
 * @param tables where they lie
 */
record Entities(TableGateway tables) {

	static final String ENTITIES = "Entities";

	static final String INDEX = "EntityIndex";

	private static final String ENTITY = "entity";

	/**
	 * Reads an entity, or a state in which there is none.
	 */
	State read(String id) {
		TableRow row = this.tables.read(ENTITIES, key(id), null, RowReader.rows());
		return new State(id, row);
	}

	@Nullable TableRow read(String table, TableKey key) {
		return this.tables.read(table, key, null, RowReader.rows());
	}

	List<TableRow> list(String table, @Nullable String filter) {
		return Rows.of(this.tables, table, filter);
	}

	void submit(List<@Nullable RowWrite> writes) {
		this.tables.submit(new AtomicBatch(ENTITIES, writes.stream().filter((write) -> write != null).toList()));
	}

	static TableKey key(String id) {
		return TableKey.of(id, ENTITY);
	}

	/**
	 * An entity as it was read.
	 *
	 * @param id the id
	 * @param row the row, or {@code null} when there is none
	 */
	record State(String id, @Nullable TableRow row) {

		@Nullable String value() {
			return text("value");
		}

		/**
		 * The token of the write that has changed the entity last.
		 */
		@Nullable String token() {
			return text("w");
		}

		/**
		 * The token of the write that has changed the value last.
		 */
		@Nullable String indexToken() {
			return (text("ix") != null) ? text("ix") : token();
		}

		private @Nullable String text(String property) {
			return (this.row != null) ? this.row.get(property, String.class) : null;
		}

		boolean isAsIn(State other) {
			String etag = (this.row != null) ? this.row.etag() : null;
			return java.util.Objects.equals(etag, (other.row != null) ? other.row.etag() : null);
		}

		/**
		 * The write that leads from this state to another one, and to nothing if there is
		 * none and shall be none.
		 */
		@Nullable RowWrite to(@Nullable String value, Map<String, String> tokens) {
			TableKey key = key(this.id);
			if (value == null) {
				return (this.row != null) ? new RowWrite.Delete(key, String.valueOf(this.row.etag())) : null;
			}
			Map<String, String> properties = new LinkedHashMap<>(tokens);
			properties.put("value", value);
			TableRow next = TableRow.of(key, properties);
			return (this.row != null) ? new RowWrite.Replace(next, String.valueOf(this.row.etag()))
					: new RowWrite.Insert(next);
		}

	}

}
