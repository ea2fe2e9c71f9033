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

import io.azuretables.row.TableRow;
import org.jspecify.annotations.Nullable;

/**
 * Looks up the columns of a row by name, to evaluate filters in the in-memory store. They
 * are the properties of the row and the three that every row has.
 */
final class Columns {

	static final String PARTITION_KEY = "PartitionKey";

	static final String ROW_KEY = "RowKey";

	static final String TIMESTAMP = "Timestamp";

	private Columns() {
	}

	static @Nullable Object valueOf(TableRow row, String column) {
		return switch (column) {
			case PARTITION_KEY -> row.key().partitionKey();
			case ROW_KEY -> row.key().rowKey();
			case TIMESTAMP -> row.timestamp();
			default -> row.get(column);
		};
	}

}
