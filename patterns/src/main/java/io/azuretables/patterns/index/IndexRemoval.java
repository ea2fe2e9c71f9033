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

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

import io.azuretables.row.AtomicBatch;
import io.azuretables.row.RowWrite;
import io.azuretables.row.ServiceLimits;
import io.azuretables.row.TableRow;

import org.springframework.dao.OptimisticLockingFailureException;

/**
 * Deletes all rows of an index, a hundred in a transaction, whatever they hold.
 *
 * @param target the index
 * @param pageSize the most rows of a request
 */
record IndexRemoval(IndexTarget target, int pageSize) {

	/**
	 * Removes the rows.
	 * @return how many there were
	 */
	long run() {
		Iterator<TableRow> rows = this.target.rows(this.target.indexRows(), this.pageSize);
		List<RowWrite> writes = new ArrayList<>();
		long removed = 0;
		while (rows.hasNext()) {
			TableRow row = rows.next();
			if (!this.target.isIndexRow(row)) {
				continue;
			}
			removed++;
			boolean full = writes.size() == ServiceLimits.BATCH_WRITES;
			if (full || (!writes.isEmpty() && !writes.get(0).key().partitionKey().equals(row.key().partitionKey()))) {
				submit(writes);
				writes = new ArrayList<>();
			}
			writes.add(new RowWrite.Delete(row.key(), RowWrite.ANY));
		}
		if (!writes.isEmpty()) {
			submit(writes);
		}
		return removed;
	}

	private void submit(List<RowWrite> writes) {
		try {
			this.target.gateway().submit(new AtomicBatch(this.target.table(), writes));
		}
		catch (OptimisticLockingFailureException ex) {
			writes.forEach(this::write);
		}
	}

	private void write(RowWrite delete) {
		try {
			this.target.gateway().write(this.target.table(), delete);
		}
		catch (OptimisticLockingFailureException ex) {
			// another process has removed it
		}
	}

}
