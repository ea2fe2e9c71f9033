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

package io.azuretables.patterns.transfer;

import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.stream.Stream;

import io.azuretables.internal.execution.PlanExecutor;
import io.azuretables.internal.model.EntityModel;
import io.azuretables.internal.plan.BindableOutline;
import io.azuretables.internal.plan.QueryPlan.Ranges;
import io.azuretables.internal.plan.QueryPlanner;
import io.azuretables.internal.plan.RowFilter;
import io.azuretables.key.KeyRange;
import io.azuretables.key.TableKey;
import io.azuretables.mapping.TablePersistentEntity;
import io.azuretables.operations.PartitionSegment;
import io.azuretables.operations.TableTemplate;
import io.azuretables.query.Criteria;
import io.azuretables.query.TableQuery;
import io.azuretables.row.RowRequest;
import io.azuretables.row.TableRow;
import org.jspecify.annotations.Nullable;

import org.springframework.dao.InvalidDataAccessApiUsageException;

/**
 * The rows of a table that an export reads: all, or those of the entities of a class.
 *
 * @param table the name of the table
 * @param type the name of the class, or empty for all rows
 * @param entities a query for the entities of the class, or {@code null} for all rows
 */
record ExportedRows(String table, String type, @Nullable BindableOutline entities) {

	static ExportedRows all(String table) {
		return new ExportedRows(table, "", null);
	}

	/**
	 * The rows of the entities of a class, without their index rows.
	 * @param template names the table
	 * @throws InvalidDataAccessApiUsageException if the entities are not one row each
	 */
	static ExportedRows of(TableTemplate template, Class<?> type) {
		TablePersistentEntity<?> entity = template.converter().entity(type);
		if (!EntityModel.of(entity).parts().names().isEmpty()) {
			throw new InvalidDataAccessApiUsageException(
					"The entities of " + type.getSimpleName() + " are several rows each, by @Part; export their table");
		}
		BindableOutline outline = new QueryPlanner((model, index) -> false).outline(entity,
				TableQuery.all().allowScan());
		if (!(outline.bind() instanceof Ranges ranges) || ranges.legs().size() != 1) {
			throw new InvalidDataAccessApiUsageException("The entities of " + type.getSimpleName()
					+ " are found by several queries, such as one for each version; export their table");
		}
		return new ExportedRows(template.onlyTable(type), type.getName(), outline);
	}

	/**
	 * Reads the rows of a segment in the order of their keys.
	 * @param after the row that was read last, or {@code null} for the first one
	 */
	Stream<Iterator<TableRow>> read(PlanExecutor executor, PartitionSegment segment, @Nullable TableKey after) {
		if (this.entities != null) {
			return entities(this.entities, executor, segment, after);
		}
		if (after == null) {
			return Stream.of(rows(executor, within(segment.from(), segment.to())));
		}
		Criteria partition = Criteria.where("PartitionKey").is(after.partitionKey());
		Criteria others = Criteria.where("PartitionKey").greaterThan(after.partitionKey());
		return Stream
			.of(partition.and(Criteria.where("RowKey").greaterThan(after.rowKey())),
					others.and(within("", segment.to())))
			.map((criteria) -> rows(executor, criteria));
	}

	private static Criteria within(String from, @Nullable String to) {
		Criteria begin = from.isEmpty() ? Criteria.ALL : Criteria.where("PartitionKey").greaterThanOrEqual(from);
		return (to != null) ? begin.and(Criteria.where("PartitionKey").lessThan(to)) : begin;
	}

	private Iterator<TableRow> rows(PlanExecutor executor, Criteria criteria) {
		return executor.rows(RowRequest.of(this.table, RowFilter.of(criteria)), RowLines.ROWS);
	}

	/**
	 * The rows of a class; those of the last partition up to the last row are read once
	 * more.
	 */
	private Stream<Iterator<TableRow>> entities(BindableOutline outline, PlanExecutor executor,
			PartitionSegment segment, @Nullable TableKey after) {
		String from = (after != null) ? after.partitionKey() : segment.from();
		if (!(outline.bind(new KeyRange(from, segment.to())) instanceof Ranges ranges)) {
			return Stream.empty();
		}
		return ranges.legs().stream().map((leg) -> {
			Iterator<TableRow> rows = executor.rows(RowRequest.of(this.table, leg.filter()), RowLines.ROWS);
			return (after == null) ? rows : new RowsAfter(rows, after);
		});
	}

	/**
	 * Leaves out rows up to one of them.
	 */
	private static final class RowsAfter implements Iterator<TableRow> {

		private final Iterator<TableRow> rows;

		private final TableKey after;

		private Iterator<TableRow> first = Collections.emptyIterator();

		private boolean begun;

		RowsAfter(Iterator<TableRow> rows, TableKey after) {
			this.rows = rows;
			this.after = after;
		}

		@Override
		public boolean hasNext() {
			while (!this.begun && this.rows.hasNext()) {
				TableRow row = this.rows.next();
				if (row.key().compareTo(this.after) > 0) {
					this.first = List.of(row).iterator();
					this.begun = true;
				}
			}
			return this.first.hasNext() || this.rows.hasNext();
		}

		@Override
		public TableRow next() {
			return (hasNext() && this.first.hasNext()) ? this.first.next() : this.rows.next();
		}

	}

}
