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

package io.azuretables.patterns.interpartition;

import java.util.EnumMap;
import java.util.Map;
import java.util.function.Consumer;

import io.azuretables.patterns.index.IndexFault;
import io.azuretables.patterns.index.IndexFinding;
import io.azuretables.patterns.index.IndexFinding.Kind;
import io.azuretables.patterns.index.IndexProgress;
import io.azuretables.patterns.index.IndexReport;
import io.azuretables.patterns.index.IndexTarget;
import io.azuretables.query.Criteria;
import io.azuretables.query.TableScrollPosition;
import io.azuretables.row.RowPage;
import io.azuretables.row.RowPage.Continuation;
import io.azuretables.row.ServiceLimits;
import io.azuretables.row.TableRow;
import org.jspecify.annotations.Nullable;

import org.springframework.dao.InvalidDataAccessApiUsageException;

/**
 * In which order are the two sides of an index looked at? First every entity, whether it
 * has its index row, then every index row, whether it stands for an entity. A position is
 * a page of one of the two; what lies before it is done.
 */
final class IndexPass {

	private static final int ENTITIES = 0;

	private static final int DONE = 2;

	private final IndexMending mending;

	private final Map<Kind, Long> found = new EnumMap<>(Kind.class);

	private TableScrollPosition position;

	private long entities;

	private long indexRows;

	IndexPass(IndexMending mending, @Nullable TableScrollPosition from) {
		this.mending = mending;
		this.position = (from != null) ? from : at(ENTITIES, null);
		if (!this.position.query().equals(query())) {
			throw new InvalidDataAccessApiUsageException("The position comes from the rebuild of another index than "
					+ target().label() + "; a position goes with its index");
		}
	}

	private IndexTarget target() {
		return this.mending.audit().target();
	}

	IndexReport verify(Consumer<IndexFinding> findings) {
		while (this.position.leg() < DONE) {
			page((entity) -> report(this.mending.audit().ofEntity(entity), findings),
					(indexRow) -> report(this.mending.audit().ofIndexRow(indexRow), findings));
		}
		return report();
	}

	private void report(@Nullable IndexFault fault, Consumer<IndexFinding> findings) {
		if (fault != null) {
			count(fault.finding().kind());
			findings.accept(fault.finding());
		}
	}

	IndexReport rebuild(Consumer<IndexProgress> progress) {
		while (this.position.leg() < DONE) {
			page((entity) -> count(this.mending.entity(entity)),
					(indexRow) -> count(this.mending.indexRow(indexRow) ? Kind.ORPHANED : null));
			progress.accept(new IndexProgress(this.position, report()));
		}
		return report();
	}

	private void count(@Nullable Kind kind) {
		if (kind != null) {
			this.found.merge(kind, 1L, Long::sum);
		}
	}

	private IndexReport report() {
		return new IndexReport(this.entities, this.indexRows, this.found);
	}

	private void page(Consumer<TableRow> entity, Consumer<TableRow> indexRow) {
		boolean first = this.position.leg() == ENTITIES;
		Criteria kind = first ? target().entities() : target().indexRows();
		String partition = this.position.nextPartitionKey();
		RowPage<TableRow> page = target().page(kind, ServiceLimits.PAGE_SIZE,
				(partition != null) ? new Continuation(partition, this.position.nextRowKey()) : null);
		for (TableRow row : page.rows()) {
			if (first && target().isEntity(row)) {
				this.entities++;
				entity.accept(row);
			}
			else if (!first && target().isIndexRow(row)) {
				this.indexRows++;
				indexRow.accept(row);
			}
		}
		boolean last = page.continuation() == null;
		this.position = at(last ? this.position.leg() + 1 : this.position.leg(), page.continuation());
	}

	private TableScrollPosition at(int pass, @Nullable Continuation next) {
		return new TableScrollPosition(query(), pass, (next != null) ? next.nextPartitionKey() : null,
				(next != null) ? next.nextRowKey() : null);
	}

	private String query() {
		return "rebuild " + target().table() + ' ' + target().label();
	}

}
