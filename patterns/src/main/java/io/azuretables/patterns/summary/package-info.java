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
 * Summaries: counts and sums over the entities of a partition, in one row.
 *
 * <h2>Problem</h2> To count the employees of a department, or to add up their salaries,
 * takes one request for each 1,000 of them. The service has no aggregates.
 *
 * <h2>Row layout</h2> A {@link io.azuretables.patterns.summary.Summary} has a row in the
 * partition of its entities, or one for each of its buckets:
 * <table border="1">
 * <caption>Two employees, and the summary of their department</caption>
 * <tr>
 * <th>PartitionKey</th>
 * <th>RowKey</th>
 * <th>Columns</th>
 * </tr>
 * <tr>
 * <td>Sales</td>
 * <td>empid_000223</td>
 * <td>salary = 52000</td>
 * </tr>
 * <tr>
 * <td>Sales</td>
 * <td>empid_000224</td>
 * <td>salary = 48000</td>
 * </tr>
 * <tr>
 * <td>Sales</td>
 * <td>sum_staff</td>
 * <td>employees = 2, salaries = 100000</td>
 * </tr>
 * </table>
 *
 * <h2>Guarantee</h2> The row changes in the transaction of the entity, whichever way the
 * entity is written, on the condition that it is as it was read: it is exact however many
 * write at the same time. A writer that was overtaken reads and plans again, which never
 * looks like a conflict of the entity. What a program writes that does not know the
 * summary is not in it until {@link io.azuretables.patterns.summary.SummaryTemplate}
 * recounts it, or {@link io.azuretables.patterns.index.IndexAdministration} all
 * partitions. A summary that is declared as new to stored entities is not read before it
 * is filled.
 *
 * <h2>Cost in requests</h2> Read: 1. Insert: 2 instead of 1. Save, update and delete: 3
 * instead of 1, of which 2 are made in parallel. Many at once: 1 read of the summary and
 * 1 transaction for up to 99 entities, and the reads of the entities as they were.
 *
 * <h2>Limits</h2> Counts, and sums of whole numbers and {@code BigDecimal}; no minimum,
 * no maximum. One table; not for a {@code @RollingTable}. Writers of one row wait for
 * each other; buckets divide them.
 */
@NullMarked
package io.azuretables.patterns.summary;

import org.jspecify.annotations.NullMarked;
