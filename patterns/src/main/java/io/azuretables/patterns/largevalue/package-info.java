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
 * Large values: keeps the content of a property in a blob that is written and deleted
 * with its entity.
 *
 * <h2>Problem</h2> A property has at most 64 KiB, and a row at most 1 MiB. A blob beside
 * the row is not in its transaction: written too late it is missing, deleted too early
 * too.
 *
 * <h2>Row layout</h2> The property {@code photo} is of type
 * {@link io.azuretables.patterns.largevalue.LargeValue}:
 * <table border="1">
 * <caption>Row of an employee, and the blob of the photo</caption>
 * <tr>
 * <th>PartitionKey</th>
 * <th>RowKey</th>
 * <th>Properties</th>
 * </tr>
 * <tr>
 * <td>Sales</td>
 * <td>empid_000223</td>
 * <td>photo_blob = large/Employees/photo_blob/U2FsZXM/ZW1waWRfMDAwMjIz/ and a token,
 * photo_size, photo_sha</td>
 * </tr>
 * </table>
 * A blob is written once, never changed, and named by one entity only.
 *
 * <h2>Guarantee</h2> Each blob that a row names is there with its content, whenever a
 * process ends. The blob is written first, then the entity by its version, and then the
 * blob that was replaced is deleted, if the entity was certainly saved. What is in doubt
 * stays for the sweep. With a queue, a hidden message goes out first, and a token row is
 * in the transaction of the entity; a worker deletes the blob that is not named.
 *
 * <h2>Cost in requests</h2> Save 3, or 2 if nothing is replaced; open 1 after the entity
 * was read; remove and delete 2. Sweep: 1 for 5,000 blobs, and 1 for each blob that is a
 * day old. With a queue: save 3, a worker 2 and 1 to forget the token row.
 *
 * <h2>Limits</h2> A save that takes longer than the sweep's age loses its blob. A blob is
 * not copied when its entity gets other keys, other than by an archive. An insert that is
 * applied late, after its entity was made and deleted, is back without its blob.
 */
@NullMarked
package io.azuretables.patterns.largevalue;

import org.jspecify.annotations.NullMarked;
