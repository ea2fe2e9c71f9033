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
 * Inter-partition secondary index: look-ups by something else than the partition key.
 * <p>
 * <b>Problem.</b> An index row in another partition cannot be in the transaction of its
 * entity. The process that writes both can end in between, and others read, and write,
 * meanwhile.
 * <p>
 * <b>Rows.</b> All in the table of the entity:
 * <table>
 * <caption>Rows of the index of a write with the token {@code w}</caption>
 * <tr>
 * <th>row</th>
 * <th>row key</th>
 * <th>what it says</th>
 * </tr>
 * <tr>
 * <td>entity</td>
 * <td>its own</td>
 * <td>{@code _ix_} and the name of the index: the token of its index row</td>
 * </tr>
 * <tr>
 * <td>index row</td>
 * <td>that of the index, a space, and {@code w}</td>
 * <td>{@code _pk}, {@code _rk} of the entity, {@code _w}, copies; never changed</td>
 * </tr>
 * <tr>
 * <td>index row, unique or eventual</td>
 * <td>that of the index</td>
 * <td>the same</td>
 * </tr>
 * <tr>
 * <td>list of ids, eventual</td>
 * <td>that of the index</td>
 * <td>the ids of all entities with one value, in a column that the index names</td>
 * </tr>
 * <tr>
 * <td>token row</td>
 * <td>{@code ~t|} and {@code w}</td>
 * <td>{@code state}: {@code C} committed, {@code A} given up, for a while</td>
 * </tr>
 * </table>
 * <p>
 * <b>Guarantee.</b> At any time a look-up by a strong index finds what was committed
 * before it began, and a verified one nothing that is not so. Whatever process dies when,
 * in the end each entity has its index rows, and nothing else is left.
 * <p>
 * <b>What rests on time.</b> That a verified look-up finds nothing that is not so rests
 * on none. The rest does on one of the
 * {@link io.azuretables.patterns.index.IndexOptions.Times Times} each, minutes or a day
 * where seconds are usual. That strong look-ups miss nothing and unique keys stay unique:
 * no transaction arrives later than {@code fence} after it was given up. That a writer
 * whose answer was lost learns the truth: it asks within {@code retention}. That an
 * eventual index comes true in the end: {@code retention} after the first pass over a
 * message, when the second one begins, no other worker is still at the first. That
 * nothing is left behind: a writer that goes on after its {@code guard} does not then
 * die; if it does, a row stays that no look-up believes, until one meets it or
 * {@code rebuild} does.
 * <p>
 * <b>Cost.</b> Of a write that changes strong indexes, besides its read and its
 * transaction: one message, and one request for each index row before, and for each one
 * that is superseded after it; later about six requests of a worker. Of an eventual one:
 * one message, later about twelve requests. Of a verified look-up: one request for each
 * entity besides the pages of the index.
 * <p>
 * <b>Limits.</b> Row keys of entities begin with a literal; a unique index holds keys
 * only; a queue of its own, and a worker.
 */
@NullMarked
package io.azuretables.patterns.interpartition;

import org.jspecify.annotations.NullMarked;
