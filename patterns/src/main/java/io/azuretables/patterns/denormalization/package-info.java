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
 * Denormalisation: copies of properties of one entity in other entities, kept equal.
 *
 * <h2>Problem</h2> The name of the lead is wanted with each team. To read it from the
 * lead takes a request more for each team; a copy in the team saves it, and is wrong as
 * soon as the lead has another name.
 *
 * <h2>Row layout</h2> Nothing but the columns of the copies in their holders:
 * <table border="1">
 * <caption>A source and two holders</caption>
 * <tr>
 * <th>PartitionKey</th>
 * <th>RowKey</th>
 * <th>Columns</th>
 * </tr>
 * <tr>
 * <td>Sales</td>
 * <td>empid_000001</td>
 * <td>name = Ann</td>
 * </tr>
 * <tr>
 * <td>Sales</td>
 * <td>team_north</td>
 * <td>leadId = 1, leadName = Ann</td>
 * </tr>
 * <tr>
 * <td>Sales</td>
 * <td>team_south</td>
 * <td>leadId = 1, leadName = Ann</td>
 * </tr>
 * </table>
 *
 * <h2>Guarantee</h2> Sources and holders are written by
 * {@link io.azuretables.patterns.denormalization.DenormalizationTemplate}. In one
 * partition, a copy is equal to its source at any time: one transaction changes a source
 * and all its holders. A holder that is written gives its source a new version, so that a
 * write of the source that has not seen the holder fails. In other partitions, copies are
 * equal at rest, whatever process ends when: a guarded message goes with each write of a
 * source or a holder, and its handler reads holders, then their source, and writes each
 * holder if it is as it was read. What other programs write is found by {@code verify}
 * and corrected by {@code rebuild} of
 * {@link io.azuretables.patterns.index.IndexAdministration}.
 *
 * <h2>Cost in requests</h2> Save a source: 1 query for its holders and 1 transaction.
 * Save a holder: 1 read of the source and 1 transaction. In other partitions 3 for a
 * source and 4 for a holder; later 2 for each 100 holders, and 1 for each of them. Read:
 * none besides the holder.
 *
 * <h2>Limits</h2> Both classes have a version. A transaction takes up to 94 holders
 * without index rows; more are left to a worker. No copies of copies.
 */
@NullMarked
package io.azuretables.patterns.denormalization;

import org.jspecify.annotations.NullMarked;
