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

package io.azuretables.patterns.transfer;

import java.time.Instant;
import java.util.List;

/**
 * The result of an export, import or copy: tables, numbers of rows, and times.
 *
 * @param tables the tables
 * @param begin when reading began
 * @param end when it ended: each row is as it was at some time in between
 * @since 0.1
 */
public record TransferReport(List<TableContent> tables, Instant begin, Instant end) {

	public TransferReport {
		tables = List.copyOf(tables);
	}

	/**
	 * How many rows all tables have.
	 */
	public long rows() {
		return this.tables.stream().mapToLong(TableContent::rows).sum();
	}

	/**
	 * The content of a table.
	 *
	 * @param table the name of the table
	 * @param rows how many rows it has
	 * @param digest a sum of 64 bits over keys and properties of all rows, in hexadecimal
	 * digits
	 */
	public record TableContent(String table, long rows, String digest) {

	}

}
