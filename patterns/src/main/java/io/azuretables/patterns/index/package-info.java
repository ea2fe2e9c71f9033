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
 * Intra-partition secondary index: finds entities by other properties than their keys, in
 * one request.
 *
 * <h2>Problem</h2> Only the two keys are indexed. A query by any other property reads the
 * whole partition.
 *
 * <h2>Row layout</h2> Beside each entity lies one row for each of its indexes:
 * <table border="1">
 * <caption>Rows of one employee</caption>
 * <tr>
 * <th>PartitionKey</th>
 * <th>RowKey</th>
 * <th>Properties</th>
 * </tr>
 * <tr>
 * <td>Sales</td>
 * <td>empid_000223</td>
 * <td>those of the entity</td>
 * </tr>
 * <tr>
 * <td>Sales</td>
 * <td>email_jonesj@contoso.com</td>
 * <td>the same, or a part of them, and {@code _rk} = empid_000223</td>
 * </tr>
 * <tr>
 * <td>~indexes</td>
 * <td>~i|Employee.email</td>
 * <td>{@code State}, {@code Position}: only while the index is added or dropped, or since
 * it was</td>
 * </tr>
 * </table>
 *
 * <h2>Guarantee</h2> Every write of an entity changes its index rows in the same
 * transaction. {@code verify} reports exactly what is wrong, and nothing that a writer
 * does meanwhile. No request of {@code rebuild} makes anything worse, whatever else is
 * written and wherever it stops. Queries use an index when it is complete.
 *
 * <h2>Cost in requests</h2> Look-up: 1, or 2 where the index holds no full copy. Listing:
 * 1 for each 1,000 rows, and 1 for each entity where the index holds no full copy.
 * Verify: 1 for each 1,000 rows of either kind; if something is wrong, as many again and
 * 1 or 2 for each row under suspicion. Rebuild: verify's first pass, at most two more, 1
 * for each 50 missing rows, at most 5 for each other fault. Backfill: as rebuild, 1 for
 * each page to keep its position, and a verify.
 *
 * <h2>Limits</h2> An entity and its index rows are at most 100 rows and 4 MiB. A missing
 * row is repaired together with an empty merge of its entity, which gives the entity a
 * new ETag: who holds an older one has to read again. Other processes know of a state
 * after their next {@code refresh}.
 */
@NullMarked
package io.azuretables.patterns.index;

import org.jspecify.annotations.NullMarked;
