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

import io.azuretables.internal.model.IndexMapping;
import io.azuretables.patterns.index.DerivedRows.Tally;
import io.azuretables.patterns.index.IndexFinding.Kind;
import io.azuretables.row.TableRow;
import org.jspecify.annotations.Nullable;

import org.springframework.dao.DataIntegrityViolationException;

/**
 * Corrects single index rows that verification has found, while others write. Each is
 * looked at, corrected on the condition that nothing has changed meanwhile, and looked at
 * again if something has.
 *
 * @param comparison tells what is wrong with a row
 * @param correction corrects one fault
 * @param tally counts
 */
record IndexRepair(IndexComparison comparison, FaultCorrection correction, Tally tally) {

	static IndexRepair of(IndexComparison comparison, Tally tally) {
		IndexMapping index = comparison.target().rows().index();
		FaultCorrection correction = index.isList() ? new ListCorrection(comparison) : index.isIntraPartition()
				? new TransactionCorrection(comparison.target()) : new CheckedCorrection(comparison);
		return new IndexRepair(comparison, correction, tally);
	}

	/**
	 * Corrects the index rows of entities. Most of the time a suspect simply has no index
	 * row, so that is tried first.
	 */
	void entities(List<TableRow> seen) {
		List<TableRow> suspects = seen.stream().filter((row) -> !this.comparison.isAwaitingWorker(row)).toList();
		List<TableRow> rest = this.correction.insertMissing(suspects);
		for (int i = rest.size(); i < suspects.size(); i++) {
			this.tally.count(Kind.MISSING);
		}
		rest.forEach(this::entity);
	}

	private void entity(TableRow seen) {
		for (IndexFault fault = this.comparison.ofEntity(seen); fault != null; fault = this.comparison
			.ofEntity(read(seen))) {
			try {
				if (fault.finding().kind() == Kind.REFUSED || this.correction.correct(fault)) {
					this.tally.count(fault.finding().kind());
					return;
				}
			}
			catch (DataIntegrityViolationException ex) {
				// a list is full or cannot be read
				this.tally.count(Kind.REFUSED);
				return;
			}
		}
	}

	/**
	 * Removes index rows, or ids of lists, that stand for no entity.
	 */
	void indexRows(List<TableRow> seen) {
		if (this.correction instanceof ListCorrection lists) {
			lists.removeOrphans(seen).forEach((id) -> this.tally.count(Kind.ORPHANED));
		}
		else {
			seen.forEach(this::indexRow);
		}
	}

	private void indexRow(TableRow seen) {
		for (IndexFault fault = this.comparison.ofIndexRow(seen); fault != null; fault = this.comparison
			.ofIndexRow(this.comparison.target().readEntry(seen))) {
			if (this.correction.correct(fault)) {
				this.tally.count(Kind.ORPHANED);
				return;
			}
		}
	}

	private @Nullable TableRow read(TableRow seen) {
		return this.comparison.target().read(seen.key());
	}

}
