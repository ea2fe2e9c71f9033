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

package io.azuretables.samples.guide;

import java.util.List;
import java.util.Map;

/**
 * The rows and blobs that are stored at one moment, for display.
 *
 * @param tables the tables and their rows
 * @param blobs the blobs
 */
record Picture(List<Table> tables, List<Blob> blobs) {

	/**
	 * A table.
	 *
	 * @param name its name
	 * @param rows its rows in the order of their keys
	 */
	record Table(String name, List<Row> rows) {

	}

	/**
	 * A row as it is stored.
	 *
	 * @param partitionKey its partition
	 * @param rowKey its key in the partition
	 * @param properties the text of its properties, by name
	 */
	record Row(String partitionKey, String rowKey, Map<String, String> properties) {

	}

	/**
	 * A blob.
	 *
	 * @param name its name
	 * @param size how many bytes it has
	 */
	record Blob(String name, long size) {

	}

}
