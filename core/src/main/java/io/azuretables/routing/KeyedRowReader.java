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

package io.azuretables.routing;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

import io.azuretables.key.RowParts;
import io.azuretables.key.TableKey;
import io.azuretables.routing.KeyedRowReader.KeyedRow;
import io.azuretables.row.RowReader;
import org.jspecify.annotations.Nullable;

/**
 * Keeps parsed rows with their keys, so that pages of several accounts can be merged in
 * key order.
 *
 * @param reader the reader of the answer
 */
record KeyedRowReader(RowReader<?> reader) implements RowReader<KeyedRow> {

	@Override
	public boolean readsTimestamp() {
		return this.reader.readsTimestamp();
	}

	@Override
	public RowParts parts() {
		return this.reader.parts();
	}

	@Override
	public Assembler<KeyedRow> begin() {
		List<String> names = new ArrayList<>();
		List<Object> values = new ArrayList<>();
		return new Assembler<>() {

			@Override
			public void property(String name, Object value) {
				names.add(name);
				values.add(value);
			}

			@Override
			public KeyedRow end(TableKey key, @Nullable String etag, @Nullable Instant timestamp) {
				return new KeyedRow(key, names, values, etag, timestamp);
			}

		};
	}

	/**
	 * A row as it was parsed.
	 */
	record KeyedRow(TableKey key, List<String> names, List<Object> values, @Nullable String etag,
			@Nullable Instant timestamp) {

		<T> @Nullable T read(RowReader<T> reader) {
			RowReader.Assembler<T> assembler = reader.begin();
			for (int i = 0; i < this.names.size(); i++) {
				assembler.property(this.names.get(i), this.values.get(i));
			}
			return assembler.end(this.key, this.etag, this.timestamp);
		}

	}

}
