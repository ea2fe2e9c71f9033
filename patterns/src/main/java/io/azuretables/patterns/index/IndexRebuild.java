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
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

import io.azuretables.internal.model.IndexMapping;
import io.azuretables.key.TableKey;
import io.azuretables.patterns.index.DerivedRows.Tally;
import io.azuretables.query.TableScrollPosition;
import io.azuretables.row.TableRow;
import org.jspecify.annotations.Nullable;

import org.springframework.dao.InvalidDataAccessApiUsageException;

/**
 * Rebuilds an index: writes the index row of every entity, then deletes index rows
 * without an entity. A position is a row of one of these two passes; it and what is
 * before it is done.
 */
final class IndexRebuild {

	private static final int ENTITIES = 0;

	private static final int DONE = 2;

	private final IndexComparison comparison;

	private final IndexTarget target;

	private final Tally tally = new Tally();

	private final IndexRepair repair;

	private final Consumer<IndexProgress> progress;

	/**
	 * Held while lists in other partitions are corrected: entities of many segments are
	 * in the same list.
	 */
	private final Lock lists = new ReentrantLock();

	IndexRebuild(IndexComparison comparison, Consumer<IndexProgress> progress) {
		this.comparison = comparison;
		this.target = comparison.target();
		this.repair = IndexRepair.of(comparison, this.tally);
		this.progress = progress;
	}

	IndexReport run(@Nullable TableScrollPosition from) {
		TableScrollPosition position = (from != null) ? from : at(ENTITIES, null);
		if (!position.query().equals(query())) {
			throw new InvalidDataAccessApiUsageException("The position comes from the rebuild of another index than "
					+ this.target.label() + "; use a position with its own index");
		}
		return (position.leg() < DONE) ? corrected(position) : this.tally.report();
	}

	/**
	 * Index rows that were missing are there after the first pass, and no suspects any
	 * more: to compare the two sides again is one request for each page, and to look at
	 * what was just written would be one for each row.
	 */
	private IndexReport corrected(TableScrollPosition from) {
		RowDigests digests = this.comparison.digests(this.tally);
		TableScrollPosition position = from;
		while (position.leg() < DONE && !digests.isClean()) {
			pass(position, digests);
			boolean firstPassEnds = position.leg() == ENTITIES;
			if (firstPassEnds && !this.tally.report().isClean()) {
				digests = this.comparison.digests(new Tally());
			}
			position = at(position.leg() + 1, null);
		}
		return this.tally.report();
	}

	/**
	 * Repairs entities, or index rows, from a position on.
	 */
	private void pass(TableScrollPosition from, RowDigests digests) {
		boolean entities = from.leg() == ENTITIES;
		String partition = from.nextPartitionKey();
		String row = from.nextRowKey();
		TableKey after = (partition != null && row != null) ? TableKey.of(partition, row) : null;
		this.target
			.scan(entities ? this.target.entities() : this.target.indexRows(), this.comparison.options().reading())
			.run(after, (page) -> repair(page, entities, digests), (done) -> report(at(from.leg(), done)));
		report(at(from.leg() + 1, null));
	}

	private void report(TableScrollPosition position) {
		this.progress.accept(new IndexProgress(position, this.tally.report()));
	}

	private void repair(List<TableRow> page, boolean entities, RowDigests digests) {
		List<TableRow> suspects = page.stream()
			.filter((row) -> this.target.isEntity(row) == entities)
			.flatMap((row) -> this.comparison.suspects(row, digests).stream())
			.toList();
		IndexMapping index = this.target.rows().index();
		boolean shared = index.isList() && !index.isIntraPartition();
		if (shared) {
			this.lists.lock();
		}
		try {
			if (entities) {
				this.repair.entities(suspects);
			}
			else {
				this.repair.indexRows(suspects);
			}
		}
		finally {
			if (shared) {
				this.lists.unlock();
			}
		}
	}

	/**
	 * The position behind a row of a pass; at its beginning without one.
	 */
	private TableScrollPosition at(int pass, @Nullable TableKey done) {
		return new TableScrollPosition(query(), pass, (done != null) ? done.partitionKey() : null,
				(done != null) ? done.rowKey() : null);
	}

	private String query() {
		return "rebuild " + this.target.table() + ' ' + this.target.label();
	}

}
