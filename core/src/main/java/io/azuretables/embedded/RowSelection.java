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

package io.azuretables.embedded;

import java.time.Instant;
import java.util.List;
import java.util.Set;

import io.azuretables.row.RowReader;
import io.azuretables.row.RowReader.Assembler;
import io.azuretables.row.TableRow;
import org.jspecify.annotations.Nullable;

/**
 * Applies {@code $select} in the embedded store: passes the selected properties to the
 * reader of the row. The selected properties that are present; key and ETag in any case.
 * The timestamp counts as a property here.
 *
 * @param <T> what the row becomes
 */
final class RowSelection<T> {

	private final @Nullable Set<String> names;

	private final RowReader<T> reader;

	RowSelection(@Nullable List<String> names, RowReader<T> reader) {
		this.names = (names != null) ? Set.copyOf(names) : null;
		this.reader = reader;
	}

	@Nullable T read(TableRow row) {
		Assembler<T> assembler = this.reader.begin();
		row.forEach((name, value) -> {
			if (isSelected(name)) {
				assembler.property(name, StoredValue.out(value));
			}
		});
		Instant timestamp = isSelected(Columns.TIMESTAMP) ? row.timestamp() : null;
		return assembler.end(row.key(), row.etag(), timestamp);
	}

	private boolean isSelected(String name) {
		return this.names == null || this.names.contains(name);
	}

}
