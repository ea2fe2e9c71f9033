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
import java.util.function.Consumer;

import io.azuretables.patterns.index.IndexComparison.Tally;
import io.azuretables.query.TableScrollPosition;
import io.azuretables.row.RowPage;
import io.azuretables.row.RowPage.Continuation;
import io.azuretables.row.TableRow;
import org.jspecify.annotations.Nullable;

import org.springframework.dao.InvalidDataAccessApiUsageException;

/**
 * Makes an index true in two passes: first every entity gets its index row, then index
 * rows that stand for no entity go. A position is a page of one of these two passes; what
 * lies before it is done.
 */
final class IndexRebuild {

	private static final int ENTITIES = 0;

	private static final int DONE = 2;

	private final IndexComparison comparison;

	private final IndexTarget target;

	private final Tally tally = new Tally();

	private final IndexRepair repair;

	private final Consumer<IndexProgress> progress;

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
					+ this.target.label() + "; a position goes with its index");
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
		String partition = from.nextPartitionKey();
		Continuation place = (partition != null) ? new Continuation(partition, from.nextRowKey()) : null;
		while (position.leg() < DONE && !digests.isClean()) {
			place = page(position.leg() == ENTITIES, place, digests);
			TableScrollPosition next = at((place != null) ? position.leg() : position.leg() + 1, place);
			this.progress.accept(new IndexProgress(next, this.tally.report()));
			boolean firstPassEnds = position.leg() == ENTITIES && next.leg() != ENTITIES;
			if (firstPassEnds && !this.tally.report().isClean()) {
				digests = this.comparison.digests(new Tally());
			}
			position = next;
		}
		return this.tally.report();
	}

	/**
	 * Repairs a page.
	 * @param entities whether of entities, or of index rows
	 * @param place where it begins; it remembers the pages before, so that a service that
	 * leads in a circle is found out
	 * @return where the next one begins
	 */
	private @Nullable Continuation page(boolean entities, @Nullable Continuation place, RowDigests digests) {
		RowPage<TableRow> page = this.target.page(entities ? this.target.entities() : this.target.indexRows(),
				this.comparison.options().pageSize(), place);
		List<TableRow> suspects = page.rows()
			.stream()
			.filter((row) -> this.target.isEntity(row) == entities)
			.flatMap((row) -> this.comparison.suspects(row, digests).stream())
			.toList();
		if (entities) {
			this.repair.entities(suspects);
		}
		else {
			suspects.forEach(this.repair::indexRow);
		}
		return page.continuation();
	}

	private TableScrollPosition at(int pass, @Nullable Continuation next) {
		return new TableScrollPosition(query(), pass, (next != null) ? next.nextPartitionKey() : null,
				(next != null) ? next.nextRowKey() : null);
	}

	private String query() {
		return "rebuild " + this.target.table() + ' ' + this.target.label();
	}

}
