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

/**
 * Data series: keeps the values of a period in one row, and sets each without reading.
 *
 * <h2>Problem</h2> 24 values of a day that are always read together are 24 rows and as
 * much to read, if each is an entity.
 *
 * <h2>Row layout</h2> The property {@code perHour} is annotated with
 * {@code @Series(column = "h{slot:2}", slots = 24)}:
 * <table border="1">
 * <caption>Row of one employee and day</caption>
 * <tr>
 * <th>PartitionKey</th>
 * <th>RowKey</th>
 * <th>Properties</th>
 * </tr>
 * <tr>
 * <td>Sales</td>
 * <td>series_000223_2026-01-01 ({@code series_{employeeId:6}_{day}})</td>
 * <td>h00 … h23, those that were set; _w where the class has a version or an index; _ops
 * after {@code add}</td>
 * </tr>
 * </table>
 *
 * <h2>Guarantee</h2> A write is one row by one request: all or nothing. {@code put} has
 * no condition, and writers of different slots never disturb each other; of the same slot
 * the last one wins. {@code add} takes effect exactly once for an operation, whatever
 * answers are lost and however often it is repeated: the row remembers its last 128
 * operations. After both the row has another version.
 *
 * <h2>Cost in requests</h2> Put and putAll: 1. Add: 2, and 2 for each conflict. Read: 1.
 * Latest: 1 for up to 1,000 rows. Where the class has an index or an {@code @EntityType},
 * put costs 2.
 *
 * <h2>Limits</h2> 250 columns in a row with a series. An operation that is repeated after
 * 128 others of its row counts twice. A whole entity that is saved writes all slots, with
 * the values that it was read with, and forgets the operations. Queries have no
 * conditions on slots; indexes do not contain them.
 */
@NullMarked
package io.azuretables.patterns.series;

import org.jspecify.annotations.NullMarked;
