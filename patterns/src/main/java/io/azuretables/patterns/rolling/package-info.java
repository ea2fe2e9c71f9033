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
 * High-volume delete: deletes old entities by dropping their tables.
 *
 * <h2>Problem</h2> To delete a million old rows takes 1,000 requests that find them and
 * at least 10,000 transactions, at a time when new rows are written.
 *
 * <h2>Row layout</h2> A class with a {@link io.azuretables.mapping.RollingTable} has a
 * table for each hour, day or month, in UTC. Keys and rows are those of one table:
 * <table border="1">
 * <caption>Logins by day</caption>
 * <tr>
 * <th>Table</th>
 * <th>PartitionKey</th>
 * <th>RowKey</th>
 * </tr>
 * <tr>
 * <td>Logins20260131</td>
 * <td>anna</td>
 * <td>2026-01-31T23:59:59.0000000Z</td>
 * </tr>
 * <tr>
 * <td>Logins20260201</td>
 * <td>anna</td>
 * <td>2026-02-01T00:00:00.0000000Z</td>
 * </tr>
 * </table>
 *
 * <h2>Guarantee</h2> The time of an entity decides about its table, never the clock. A
 * table is dropped when its period ended longer ago than the retention and
 * {@link io.azuretables.internal.model.RollingMapping#MARGIN}; a write to it is refused
 * before that, and does not create it again. Creating and dropping can be repeated, and
 * done by several processes at the same time.
 *
 * <h2>Cost in requests</h2> Write: 1, and 1 more in each process for a table that it
 * writes first. Read: 1 for each table of the asked times and page. Drop: 1 for each
 * table, and 1 to list up to 1,000 tables of the account.
 *
 * <h2>Limits</h2> Transactions and indexes do not reach beyond a table; an index in
 * another partition is refused. A row of an old version that was dropped ends a write
 * with an {@code ExpiredPeriodException}, and with an optimistic locking failure if its
 * table was made anew.
 */
@NullMarked
package io.azuretables.patterns.rolling;

import org.jspecify.annotations.NullMarked;
