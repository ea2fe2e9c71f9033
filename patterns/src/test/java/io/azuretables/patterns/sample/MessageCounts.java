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

package io.azuretables.patterns.sample;

import java.time.LocalDate;

import io.azuretables.mapping.PartitionKey;
import io.azuretables.mapping.RowKey;
import io.azuretables.mapping.Series;
import io.azuretables.mapping.Table;

/**
 * The messages of an employee on one day, by hour.
 */
// tag::counts[]
@Table("MessageCounts")
@PartitionKey("{department}")
@RowKey("series_{employeeId:6}_{day:desc}")
public record MessageCounts(String department, int employeeId, LocalDate day,
		@Series(column = "h{slot:2}", slots = 24) int[] perHour) {

	// end::counts[]

	/**
	 * The counts of an employee on a day, before there are any.
	 */
	public static MessageCounts of(int employeeId, LocalDate day) {
		return new MessageCounts("Sales", employeeId, day, new int[24]);
	}

}
