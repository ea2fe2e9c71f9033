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

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

import io.azuretables.convert.TableConverter;
import io.azuretables.gateway.TableGateway;
import io.azuretables.internal.execution.LimitedIterator;
import io.azuretables.internal.execution.ParallelCalls;
import io.azuretables.internal.execution.ParallelRows;
import io.azuretables.internal.execution.PlanExecutor;
import io.azuretables.internal.plan.RowFilter;
import io.azuretables.key.RowParts;
import io.azuretables.key.TableKey;
import io.azuretables.query.Criteria;
import io.azuretables.row.AtomicBatch;
import io.azuretables.row.RowReader;
import io.azuretables.row.RowReader.Assembler;
import io.azuretables.row.RowRequest;
import io.azuretables.row.RowWrite;
import io.azuretables.row.ServiceLimits;
import io.azuretables.row.TableRow;
import org.jspecify.annotations.Nullable;

import org.springframework.dao.InvalidDataAccessApiUsageException;

/**
 * A template that reads and writes rows of tables without a mapped entity class. Rows are
 * bags of properties; it also reads entities of several classes from one table.
 * <p>
 * Tables are named as they are. What is written is one row, or one transaction of rows,
 * and nothing besides: the index rows of an entity do not follow. Safe for concurrent
 * use.
 *
 * @since 0.1
 */
public final class RowTemplate {

	private final PlanExecutor executor;

	private final TableConverter converter;

	private final Tables tables;

	private final boolean creates;

	public RowTemplate(TableGateway gateway, TableConverter converter) {
		this(gateway, converter, TableTemplateOptions.DEFAULTS);
	}

	/**
	 * Creates a template with options; their names of tables are not used.
	 */
	public RowTemplate(TableGateway gateway, TableConverter converter, TableTemplateOptions options) {
		this.tables = new Tables(gateway, options);
		this.executor = new PlanExecutor(this.tables.recreating(gateway),
				new ParallelCalls(options.concurrency(), options.threads()));
		this.converter = converter;
		this.creates = options.schema() == SchemaMode.CREATE_ON_USE;
	}

	/**
	 * Reads a row by its key. One request.
	 */
	public Optional<TableRow> read(String table, TableKey key) {
		return Optional.ofNullable(this.executor.read(ready(table), key, null, RowReader.rows()));
	}

	/**
	 * Finds the rows that meet a condition on columns, in the order of their keys. A
	 * condition that does not bound {@code PartitionKey} reads the whole table.
	 * @throws io.azuretables.plan.UnsupportedQueryException if the service cannot check
	 * the condition
	 */
	public List<TableRow> find(String table, Criteria columns, int limit) {
		return sequence(rows(table, columns, limit)).toList();
	}

	/**
	 * Streams the rows that meet a condition on columns, page by page while the stream is
	 * consumed.
	 */
	public Stream<TableRow> stream(String table, Criteria columns) {
		return sequence(rows(table, columns, Integer.MAX_VALUE));
	}

	/**
	 * Streams the rows of one segment of partitions that meet a condition on columns, in
	 * the order of their keys, page by page while the stream is consumed.
	 */
	public Stream<TableRow> stream(String table, Criteria columns, PartitionSegment segment) {
		return stream(table, within(columns, segment));
	}

	/**
	 * Streams the rows that meet a condition on columns, in no order, read by several
	 * threads while the stream is consumed, see {@link TableQueries#streamParallel}.
	 * @param segments the most segments that the partitions are divided into
	 */
	public Stream<TableRow> streamParallel(String table, Criteria columns, int segments) {
		List<Supplier<Iterator<TableRow>>> sequences = new ArrayList<>();
		segments(table, segments)
			.forEach((segment) -> sequences.add(() -> rows(table, within(columns, segment), Integer.MAX_VALUE)));
		ParallelRows<TableRow> rows = this.executor.together(sequences);
		return StreamSupport.stream(Spliterators.spliteratorUnknownSize(rows, Spliterator.NONNULL), false)
			.onClose(rows::close);
	}

	/**
	 * Divides the partitions of a table into segments of about as many rows, by the keys
	 * of some rows: four to eight requests for each segment. The segments have every
	 * partition once, whatever is written later.
	 * @param most the most segments; there are fewer if there are fewer partitions
	 */
	public List<PartitionSegment> segments(String table, int most) {
		return PartitionSegment.of(this.executor, ready(table), most);
	}

	private static Criteria within(Criteria columns, PartitionSegment segment) {
		Criteria within = columns;
		if (!segment.from().isEmpty()) {
			within = within.and(Criteria.where("PartitionKey").greaterThanOrEqual(segment.from()));
		}
		String to = segment.to();
		return (to != null) ? within.and(Criteria.where("PartitionKey").lessThan(to)) : within;
	}

	/**
	 * Streams the rows that meet a condition on columns, converted to entities.
	 * @param resolver gives the class for a row, or {@code null} to leave it out
	 */
	public Stream<Object> stream(String table, Criteria columns, Function<TableRow, @Nullable Class<?>> resolver) {
		return stream(table, columns).flatMap((row) -> {
			Class<?> type = resolver.apply(row);
			return (type != null) ? Stream.of(convert(row, type)) : Stream.empty();
		});
	}

	/**
	 * Converts a row to an entity.
	 * @param resolver gives the class for the row
	 */
	public Object convert(TableRow row, Function<TableRow, ? extends Class<?>> resolver) {
		return convert(row, Objects.requireNonNull((Class<?>) resolver.apply(row)));
	}

	private <T> T convert(TableRow row, Class<T> type) {
		RowReader<T> reader = this.converter.reader(type);
		if (!reader.parts().names().isEmpty() && row.get(RowParts.GENERATION) != null) {
			throw new InvalidDataAccessApiUsageException("This is only one of the rows of a " + type.getSimpleName()
					+ ", which has properties with @Part; read it by TableOperations");
		}
		Assembler<T> assembler = reader.begin();
		row.forEach(assembler::property);
		T entity = assembler.end(row.key(), row.etag(), row.timestamp());
		if (entity == null) {
			throw new InvalidDataAccessApiUsageException("The row does not belong to " + type.getSimpleName());
		}
		return entity;
	}

	/**
	 * Writes a row. One request.
	 * @return its new ETag, or {@code null} after a delete
	 */
	public @Nullable String write(String table, RowWrite write) {
		return submit(new AtomicBatch(table, List.of(write))).get(0);
	}

	/**
	 * Writes all rows of a batch, or none, in one entity group transaction. One request.
	 * @return their new ETags, {@code null} for deletes
	 */
	public List<@Nullable String> submit(AtomicBatch batch) {
		ready(batch.table());
		return this.executor.submit(batch);
	}

	private Iterator<TableRow> rows(String table, Criteria columns, int limit) {
		RowRequest request = RowRequest.of(ready(table), RowFilter.of(columns))
			.withTop(Math.min(limit, ServiceLimits.PAGE_SIZE));
		return new LimitedIterator<>(this.executor.rows(request, RowReader.rows()), limit);
	}

	private static Stream<TableRow> sequence(Iterator<TableRow> rows) {
		return StreamSupport
			.stream(Spliterators.spliteratorUnknownSize(rows, Spliterator.ORDERED | Spliterator.NONNULL), false);
	}

	private String ready(String table) {
		if (this.creates) {
			this.tables.create(table);
		}
		return table;
	}

}
