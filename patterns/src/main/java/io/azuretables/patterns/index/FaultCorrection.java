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

package io.azuretables.patterns.index;

import java.util.List;

import io.azuretables.row.TableRow;

/**
 * Repairs faults of a secondary index, by writes that are safe beside concurrent writers.
 */
sealed interface FaultCorrection permits TransactionCorrection, CheckedCorrection, ListCorrection {

	/**
	 * Inserts the index rows of entities that may have none, many in a request.
	 * @return the entities of which each is to be looked at by itself
	 */
	List<TableRow> insertMissing(List<TableRow> entities);

	/**
	 * Corrects a fault.
	 * @return whether it is corrected; otherwise another writer has changed a row, and
	 * the fault is to be looked at again
	 */
	boolean correct(IndexFault fault);

}
