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
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

import io.azuretables.key.TableKey;
import io.azuretables.patterns.index.IndexOptions.Reading;
import io.azuretables.row.AtomicBatch;
import io.azuretables.row.RowWrite;
import io.azuretables.row.ServiceLimits;
import io.azuretables.row.TableRow;

import org.springframework.dao.OptimisticLockingFailureException;

/**
 * Deletes all rows of a secondary index, a hundred in each transaction.
 *
 * @param target the index
 * @param reading how its rows are read
 */
record IndexRemoval(IndexTarget target, Reading reading) {

	/**
	 * Removes the rows.
	 * @return how many there were
	 */
	long run() {
		AtomicLong removed = new AtomicLong();
		this.target.scan(this.target.indexRows(), this.reading)
			.run((page) -> removed.addAndGet(remove(page.stream().filter(this.target::isIndexRow).toList())));
		return removed.get();
	}

	private int remove(List<TableRow> rows) {
		List<RowWrite> writes = new ArrayList<>();
		for (TableRow row : rows) {
			for (TableKey key : keys(row)) {
				boolean full = writes.size() == ServiceLimits.BATCH_WRITES;
				if (full || (!writes.isEmpty() && !writes.get(0).key().partitionKey().equals(key.partitionKey()))) {
					submit(writes);
					writes = new ArrayList<>();
				}
				writes.add(new RowWrite.Delete(key, RowWrite.ANY));
			}
		}
		if (!writes.isEmpty()) {
			submit(writes);
		}
		return rows.size();
	}

	/**
	 * A row is deleted after those that only it tells of.
	 */
	private List<TableKey> keys(TableRow row) {
		List<TableKey> keys = new ArrayList<>(this.target.further(row));
		keys.add(row.key());
		return keys;
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
