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
 * Ownership of sets of partitions by one process each.
 *
 * <h2>Problem</h2> Several processes work on the entities of a table. If each works on
 * all, they disturb one another; if each works on a fixed set, the set of one that died
 * is left.
 *
 * <h2>Row layout</h2>
 * <table border="1">
 * <caption>Rows of one group</caption>
 * <tr>
 * <th>PartitionKey</th>
 * <th>RowKey</th>
 * <th>Properties</th>
 * </tr>
 * <tr>
 * <td>~owners|orders</td>
 * <td>0000 to 000F</td>
 * <td>owner, epoch, _w</td>
 * </tr>
 * <tr>
 * <td>~owners|orders</td>
 * <td>m|(process)</td>
 * <td>owner, _w: the process is alive</td>
 * </tr>
 * </table>
 *
 * <h2>Guarantee</h2> No two processes ever own a slot with the same epoch. Each slot has
 * an owner again within two leases after a process died, and at once after one was
 * stopped. Processes have as many slots as one another, or one more. Two processes may
 * believe for a moment that they own a slot, if one of them stood still; only the epoch
 * tells them apart.
 *
 * <h2>Cost in requests</h2> Every third of a lease: 2, and 1 for each slot that is owned,
 * taken or given back.
 *
 * <h2>Limits</h2> 256 slots. Clocks of processes are not compared, but must run at the
 * same speed.
 */
@NullMarked
package io.azuretables.patterns.ownership;

import org.jspecify.annotations.NullMarked;
