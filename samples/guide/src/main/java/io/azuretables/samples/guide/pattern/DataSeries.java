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

package io.azuretables.samples.guide.pattern;

import java.time.LocalDate;
import java.util.Map;

import io.azuretables.mapping.PartitionKey;
import io.azuretables.mapping.RowKey;
import io.azuretables.mapping.Series;
import io.azuretables.mapping.Table;
import io.azuretables.operations.TableTemplate;
import io.azuretables.patterns.series.DataSeriesTemplate;
import io.azuretables.samples.guide.Pattern;
import io.azuretables.samples.guide.Scenario;

import org.springframework.core.annotation.Order;
import org.springframework.stereotype.Component;

/**
 * Shows the values of a day in one row.
 */
@Component
@Order(10)
class DataSeries implements Pattern {

	private static final MessageCounts DAY = new MessageCounts("Sales", 223, LocalDate.of(2026, 1, 1), new int[24]);

	private final DataSeriesTemplate<MessageCounts> counts;

	DataSeries(TableTemplate template) {
		this.counts = new DataSeriesTemplate<>(template, MessageCounts.class, "perHour");
	}

	@Override
	public Scenario scenario() {
		return Scenario
			.of("data-series", "Data series", "DataSeries",
					"24 values of a day that are read together are 24 rows if each is an entity.")
			.step("Put the messages of 13 o'clock", "One insert-or-merge, without reading: the row need not be there.",
					() -> put(Map.of(13, 5)))
			.step("Put those of 14 and 15 o'clock", "Only these columns change. Writers of other hours do not wait.",
					() -> put(Map.of(14, 7, 15, 2)))
			.step("Add one to 13 o'clock, as operation message-4711",
					"To add, the row is read and replaced by its version; it remembers the operation.",
					() -> add("message-4711"))
			.step("Add it again, as the same operation", "The row knows the operation: nothing is written.",
					() -> add("message-4711"))
			.step("Read the day", "24 values, one row, one request.", () -> this.counts.read(DAY));
	}

	private Object put(Map<Integer, Integer> values) {
		this.counts.putAll(DAY, values);
		return values;
	}

	private Object add(String operation) {
		this.counts.add(DAY, 13, 1, operation);
		return operation;
	}

	@Table("DataSeries")
	@PartitionKey("{department}")
	@RowKey("series_{employeeId:6}_{day}")
	record MessageCounts(String department, int employeeId, LocalDate day,
			@Series(column = "h{slot:2}", slots = 24) int[] perHour) {

	}

}
