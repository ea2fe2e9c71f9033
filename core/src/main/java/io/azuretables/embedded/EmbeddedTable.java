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

package io.azuretables.embedded;

import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

import io.azuretables.key.TableKey;
import io.azuretables.row.TableRow;
import org.jspecify.annotations.Nullable;

/**
 * A table of the in-memory store, with its rows in the order of their keys. Rows are
 * immutable, and all writes of a batch become visible at once: a reader sees every batch
 * whole or not at all, on a page and across reads that follow each other.
 */
final class EmbeddedTable {

	private final String name;

	private final VersionSequence versions;

	private final NavigableMap<TableKey, TableRow> rows = new TreeMap<>();

	private final ReadWriteLock lock = new ReentrantReadWriteLock();

	EmbeddedTable(String name, VersionSequence versions) {
		this.name = name;
		this.versions = versions;
	}

	/**
	 * The name as it was spelled when the table was created.
	 */
	String name() {
		return this.name;
	}

	@Nullable TableRow get(TableKey key) {
		this.lock.readLock().lock();
		try {
			return this.rows.get(key);
		}
		finally {
			this.lock.readLock().unlock();
		}
	}

	void scan(RowScan scan, TableKey from) {
		this.lock.readLock().lock();
		try {
			scan.run(this.rows, from);
		}
		finally {
			this.lock.readLock().unlock();
		}
	}

	/**
	 * Applies all changes or none.
	 * @return the new ETags, {@code null} for deletes
	 */
	List<@Nullable String> write(List<RowChange> changes) {
		changes.forEach(RowChange::checkLimits);
		this.lock.writeLock().lock();
		try {
			List<@Nullable TableRow> results = new ArrayList<>(changes.size());
			for (RowChange change : changes) {
				results.add(change.apply(this.rows.get(change.write().key()), this.versions));
			}
			return publish(changes, results);
		}
		finally {
			this.lock.writeLock().unlock();
		}
	}

	private List<@Nullable String> publish(List<RowChange> changes, List<@Nullable TableRow> results) {
		List<@Nullable String> etags = new ArrayList<>(changes.size());
		for (int i = 0; i < changes.size(); i++) {
			TableRow result = results.get(i);
			if (result != null) {
				this.rows.put(result.key(), result);
			}
			else {
				this.rows.remove(changes.get(i).write().key());
			}
			etags.add((result != null) ? result.etag() : null);
		}
		return etags;
	}

}
