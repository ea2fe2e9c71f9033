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
 * Moves of entities to other keys: in one transaction within a partition, and safe
 * against crashes and other writers across partitions.
 *
 * <h2>Problem</h2> The key of a row cannot be changed. To insert the entity anew and then
 * delete it shows it twice, and loses what is changed in between; to delete it first
 * loses it if the process ends.
 *
 * <h2>Row layout</h2> An employee on the way from Sales to Marketing:
 * <table border="1">
 * <caption>Rows after the insert, before the delete</caption>
 * <tr>
 * <th>PartitionKey</th>
 * <th>RowKey</th>
 * <th>Properties</th>
 * </tr>
 * <tr>
 * <td>Sales</td>
 * <td>empid_000223</td>
 * <td>those of the employee, _m = the token of the move, _to =
 * Marketing/empid_000223</td>
 * </tr>
 * <tr>
 * <td>Marketing</td>
 * <td>empid_000223</td>
 * <td>those of the employee</td>
 * </tr>
 * <tr>
 * <td>Marketing</td>
 * <td>~t| and the token</td>
 * <td>that the move happened; for ten minutes</td>
 * </tr>
 * </table>
 *
 * <h2>Guarantee</h2> Whenever a process ends, the entity is in one place as far as writes
 * are concerned: the marked row is refused by every write, and the token row says whether
 * it still counts. No acknowledged update or delete is lost. A move that is refused
 * leaves the entity with its content; its version is another one. At rest there is one
 * row and no mark. Index rows and summaries change with the rows.
 *
 * <h2>Cost in requests</h2> Within a partition 1, or what a save takes. Across partitions
 * 4: message, mark, insert, delete. A worker later 3, and those of its message. Refused
 * at the mark 3, at the insert 8. {@code find} 1, and 4 to 5 while the entity moves. Each
 * write of a {@link io.azuretables.mapping.Movable} class that names no version takes 1
 * more.
 *
 * <h2>Limits</h2> Needs a version, a literal at the beginning of the row key, and no
 * index that is unique across partitions, no large value, no part and no rolling table.
 * Between insert and delete, lists and look-ups of the old partition still show the
 * entity, and summaries of both partitions count it. Programs without this module do not
 * see marks.
 */
@NullMarked
package io.azuretables.patterns.move;

import org.jspecify.annotations.NullMarked;
