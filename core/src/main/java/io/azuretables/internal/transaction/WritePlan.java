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

package io.azuretables.internal.transaction;

import java.util.List;

import io.azuretables.row.AtomicBatch;

/**
 * The entity group transactions for a set of writes, and which of them may run at the
 * same time. Those of one wave have no row in common and may run at the same time; waves
 * run one after the other.
 *
 * @param waves the transactions
 * @since 0.1
 */
public record WritePlan(List<List<PlannedBatch>> waves) {

	/**
	 * A transaction, and which groups are in it.
	 *
	 * @param batch the transaction
	 * @param groups the positions of the groups, in the order of their writes
	 * @param offsets where the writes of each group begin in the transaction
	 */
	public record PlannedBatch(AtomicBatch batch, List<Integer> groups, List<Integer> offsets) {

	}

}
