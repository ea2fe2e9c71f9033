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
package io.azuretables.sample;

import java.time.Instant;

import io.azuretables.mapping.PartitionKey;
import io.azuretables.mapping.RollingTable;
import io.azuretables.mapping.RowKey;
import io.azuretables.mapping.Table;
import io.azuretables.mapping.TablePeriod;

/**
 * A visit, in a table for each hour, whose key does not tell its time.
 *
 * @param page what is visited
 * @param id identifies the visit of the page
 * @param at when
 * @param seconds how long it takes
 */
@Table("Visits")
@RollingTable(period = TablePeriod.HOURLY, property = "at", retention = "PT48H")
public record Visit(@PartitionKey String page, @RowKey int id, Instant at, int seconds) {

	/**
	 * What identifies a visit, and tells its time.
	 *
	 * @param page what is visited
	 * @param id identifies the visit of the page
	 * @param at when
	 */
	public record VisitId(String page, int id, Instant at) {

	}

}
