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

package io.azuretables.operations;

import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

import io.azuretables.convert.RelatedRow;
import io.azuretables.internal.plan.RelatedPlan;
import io.azuretables.internal.plan.RelatedPlanner;
import io.azuretables.internal.write.EntityLifecycle;
import io.azuretables.mapping.TablePersistentEntity;
import io.azuretables.operations.OperationExecution.OperationContext;
import io.azuretables.plan.QueryOutline;
import io.azuretables.plan.UnsupportedQueryException;
import io.azuretables.query.Criteria;
import io.azuretables.row.RowReader;
import io.azuretables.row.RowRequest;

/**
 * Reads entities of several classes by one range of rows: one request for each 1,000
 * rows, whatever their classes. Get it from {@link TableOperations#related}.
 * <p>
 * The key templates must prove that the rows are adjacent. All of them are held in
 * memory, and rows that change between two pages are read as they are then.
 *
 * @since 0.1
 */
public final class RelatedQueries {

	private final OperationExecution execution;

	private final List<Class<?>> types;

	private final List<TablePersistentEntity<?>> entities;

	private final RelatedPlanner planner;

	private final RowReader<RelatedRow> reader;

	RelatedQueries(OperationExecution execution, List<Class<?>> types) {
		this.execution = execution;
		this.types = types;
		EntityLifecycle lifecycle = execution.lifecycle();
		this.entities = types.stream()
			.<TablePersistentEntity<?>>map((type) -> lifecycle.converter().entity(type))
			.toList();
		this.entities.forEach(lifecycle::indexes);
		this.planner = new RelatedPlanner(this.entities);
		this.reader = lifecycle.converter().relatedReader(types);
	}

	/**
	 * Reads the entities that meet conditions.
	 * @param conditions one value for each part of the partition key, and for parts of
	 * the row key from the left, by the properties of the first class
	 * @throws UnsupportedQueryException if one range does not hold just these entities
	 */
	public Related read(Criteria conditions) {
		RelatedPlan plan = plan(conditions);
		Related related = new Related(this.types);
		String filter = plan.filter();
		if (filter == null) {
			return related;
		}
		String table = table();
		return this.execution.perform(() -> new Operation("related", plan.path(), null),
				(context) -> read(RowRequest.of(table, filter), related, context));
	}

	private Related read(RowRequest request, Related related, OperationContext context) {
		Iterator<RelatedRow> rows = context.executor().rows(request, this.reader);
		while (rows.hasNext()) {
			RelatedRow row = rows.next();
			Class<?> type = row.type();
			if (type == null) {
				related.skip();
			}
			else {
				Object entity = Objects.requireNonNull(row.entity());
				context.returned(1);
				related.add(type, this.execution.lifecycle().read(entity, request.table()));
			}
		}
		return related;
	}

	/**
	 * Describes as text how the entities are read: the range, its cost, the cost of a
	 * query for each class instead, and other classes whose rows may be read in vain.
	 * @throws UnsupportedQueryException if one range does not hold just these entities
	 */
	public String explain(Criteria conditions) {
		return plan(conditions).explain();
	}

	/**
	 * Returns the plan of a read without its values; the values may be placeholders. It
	 * is the outline of the range that the query for one of the classes would read.
	 * @throws UnsupportedQueryException if one range never holds just these entities
	 */
	public QueryOutline outline(Criteria conditions) {
		return this.planner.outline(conditions, known());
	}

	private RelatedPlan plan(Criteria conditions) {
		return this.planner.plan(conditions, known());
	}

	private Collection<TablePersistentEntity<?>> known() {
		return this.execution.lifecycle().converter().mappingContext().getPersistentEntities();
	}

	/**
	 * The only table, which a resolver of names may have divided.
	 */
	private String table() {
		Tables tables = this.execution.tables();
		Stream<String> names = this.entities.stream().map(tables::name).distinct();
		if (names.count() > 1) {
			throw new UnsupportedQueryException(this.types.stream().map(Class::getSimpleName).toList()
					+ " cannot be read by one range: the TableNameResolver gives them different tables");
		}
		return tables.ready(this.entities.get(0));
	}

}
