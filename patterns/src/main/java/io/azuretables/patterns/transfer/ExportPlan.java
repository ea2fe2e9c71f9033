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

import org.jspecify.annotations.Nullable;
import org.springframework.dao.InvalidDataAccessResourceUsageException;

import java.util.List;

import io.azuretables.operations.PartitionSegment;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/**
 * The first file of an export: lists its tables and their segments, so that a stopped
 * export can be continued. An export that is repeated goes on by it.
 *
 * @param begin when the export began
 * @param fuzzy whether files may have rows of several moments
 * @param tables the tables
 */
record ExportPlan(String begin, boolean fuzzy, List<PlannedTable> tables) {

	static final String FILE = "plan.json";

	private static final JsonMapper JSON = JsonMapper.builder().build();

	byte[] write() {
		return JSON.writerWithDefaultPrettyPrinter().writeValueAsBytes(this);
	}

	/**
	 * Reads the plan of an export that was begun.
	 * @throws InvalidDataAccessResourceUsageException if it is none
	 */
	static ExportPlan read(byte[] content, TransferLocation location) {
		try {
			ExportPlan plan = JSON.readValue(content, ExportPlan.class);
			if (plan != null && plan.isWhole()) {
				return plan;
			}
		}
		catch (JacksonException ex) {
			throw unreadable(location, ex);
		}
		throw unreadable(location, null);
	}

	/**
	 * The names of the tables.
	 */
	List<String> names() {
		return this.tables.stream().map(PlannedTable::table).toList();
	}

	private boolean isWhole() {
		return Manifest.isTime(this.begin) && this.tables != null && this.tables.stream()
			.allMatch((table) -> table != null && table.table() != null && table.type() != null && table.isCovered());
	}

	private static InvalidDataAccessResourceUsageException unreadable(TransferLocation location,
			@Nullable Throwable cause) {
		return new InvalidDataAccessResourceUsageException(
				"The " + FILE + " in " + location + " cannot be read; name another place, or delete what is there",
				cause);
	}

	/**
	 * A table that is exported.
	 *
	 * @param table the name of the table
	 * @param type the class whose entities alone are exported; empty for all rows
	 * @param segments the segments of its partitions
	 */
	record PlannedTable(String table, String type, List<PartitionSegment> segments) {

		/**
		 * Whether each segment begins where the one before it ends.
		 */
		boolean isCovered() {
			String from = "";
			for (PartitionSegment segment : (this.segments != null) ? this.segments : List.<PartitionSegment>of()) {
				if (segment == null || !segment.from().equals(from)) {
					return false;
				}
				from = segment.to();
			}
			return this.segments != null && !this.segments.isEmpty() && from == null;
		}

	}

}
