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
 * Logs in blobs: appends entries to blobs by period and source, and reads them back in
 * the order of time.
 *
 * <h2>Problem</h2> A table is the wrong place for logs. Keyed by time, all entries go to
 * one partition; spread over partitions, a range of time is read by asking each of them.
 *
 * <h2>Layout of blobs</h2> Each buffer is written once, as a blob of its own:
 * <table border="1">
 * <caption>Blobs of one hour</caption>
 * <tr>
 * <th>Name</th>
 * <th>Metadata</th>
 * <th>Content</th>
 * </tr>
 * <tr>
 * <td>queue/2014/07/31/1800/8c1f5e0d2b7a4693-000001.log</td>
 * <td>first, last: the times of its first and last entry; count</td>
 * <td>one line of JSON for each entry, in the order of time</td>
 * </tr>
 * </table>
 * The period is that of the times of its entries, in UTC. The writer, 16 random
 * characters, tells the blobs of a process from those of others.
 *
 * <h2>Guarantee</h2> The promise of an entry is completed when its blob is written. What
 * a crash loses are entries whose promise is not completed. A blob is written under the
 * same name at each attempt, on the condition that there is none; so no entry is there
 * twice. Blobs are written whole or not at all. An entry that arrives late is read where
 * its time belongs.
 *
 * <h2>Cost in requests</h2> Append: 1 for each buffer (1,000 entries). Between: 1 for
 * each listing, and 1 for each blob that has entries of the range.
 *
 * <h2>Limits</h2> Entries are not found by anything but source and time. An entry cannot
 * be changed. Old ones are deleted by whole periods.
 */
@NullMarked
package io.azuretables.patterns.bloblog;

import org.jspecify.annotations.NullMarked;
