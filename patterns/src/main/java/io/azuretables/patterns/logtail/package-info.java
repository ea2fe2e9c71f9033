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
 * Log tail: reads the newest entries of a log in one request.
 *
 * <h2>Problem</h2> Rows come in the ascending order of their keys and no other, and the
 * newest entries of a log are wanted most.
 *
 * <h2>Row layout</h2> The row key begins with the time that is left until the end of the
 * year 9999, in 19 digits of 100 nanoseconds:
 * <table border="1">
 * <caption>Rows of one employee</caption>
 * <tr>
 * <th>PartitionKey</th>
 * <th>RowKey</th>
 * <th>Properties</th>
 * </tr>
 * <tr>
 * <td>the owner, perhaps with a bucket</td>
 * <td>2519935919999999999_7 ({@code {createdAt:desc}_{id}})</td>
 * <td>those of the entry; time and id are not stored again</td>
 * </tr>
 * </table>
 * These are the keys of the guide's {@code string.Format("{0:D19}",
 * DateTime.MaxValue.Ticks - DateTime.UtcNow.Ticks)}.
 *
 * <h2>Guarantee</h2> An entry that is appended without a time gets one that is later than
 * all that the same template has given before, clock set back or not; its identity tells
 * it from those of other processes within the same tick. A position is a key: it survives
 * restarts, and new entries do not move it.
 *
 * <h2>Cost in requests</h2> Append: 1. Latest, before, page: 1 for up to 1,000 entries,
 * however many there are. Between: 1 for 1,000 entries. With buckets: so many for each
 * bucket.
 *
 * <h2>Limits</h2> Without buckets, one partition takes all appends of an owner (the
 * service's target is 2,000 rows a second). Among processes, order is as good as their
 * clocks.
 */
@NullMarked
package io.azuretables.patterns.logtail;

import org.jspecify.annotations.NullMarked;
