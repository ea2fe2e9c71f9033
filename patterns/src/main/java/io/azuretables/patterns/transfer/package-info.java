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
 * Export, import and copy of tables.
 *
 * <h2>Problem</h2> The service has no backup of tables, and no command that copies one. A
 * loop that reads and writes forgets types, begins anew after each failure, and takes
 * hours.
 *
 * <h2>Files</h2>
 * <table border="1">
 * <caption>Files of one export</caption>
 * <tr>
 * <th>File</th>
 * <th>Content</th>
 * </tr>
 * <tr>
 * <td>plan.json</td>
 * <td>the tables and their segments; the first file</td>
 * </tr>
 * <tr>
 * <td>Employees/0003-000000.jsonl.gz</td>
 * <td>rows of the segment 3, one line of JSON each, with types as in requests</td>
 * </tr>
 * <tr>
 * <td>Employees/0003-000001.last.jsonl.gz</td>
 * <td>the last rows of the segment 3</td>
 * </tr>
 * <tr>
 * <td>manifest.json</td>
 * <td>format and version, begin and end, all files with their hashes, rows and digests;
 * the last file</td>
 * </tr>
 * </table>
 *
 * <h2>Guarantee</h2> What has a manifest is complete: each row that was there all the
 * time from begin to end is in it once, as it was at some time in between. Rows that were
 * written meanwhile are in it or not: it is no snapshot. With the option
 * {@code fuzzy=false} the rows of each file are of one moment. An import writes nothing
 * if a file is missing or was changed. Both can be stopped at any request and repeated.
 * ETags and timestamps are not restored.
 *
 * <h2>Cost in requests</h2> Export: 1 for each 1,000 rows, and 4 to 8 for each segment.
 * Import: 1 for up to 100 rows of a partition. Copy: both. CSV: 2 for each 1,000 rows.
 *
 * <h2>Limits</h2> Rows of one partition are exported by one thread. Index rows are
 * exported as rows: run {@code IndexAdministration.verify} after an import if the tables
 * were written while they were exported. CSV cannot be imported.
 */
@NullMarked
package io.azuretables.patterns.transfer;

import org.jspecify.annotations.NullMarked;
