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

package io.azuretables.internal.execution;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

import io.azuretables.gateway.TableGateway;
import io.azuretables.internal.change.DeferredWrite;
import io.azuretables.internal.change.DeferredWriteCommitter;
import io.azuretables.internal.change.UnmatchedRows;
import io.azuretables.internal.conversion.IndexList;
import io.azuretables.internal.convert.RowInspection;
import io.azuretables.internal.convert.VersionedRowReader;
import io.azuretables.internal.execution.ParallelCalls.InterruptedCallsException;
import io.azuretables.internal.model.EntityModel;
import io.azuretables.internal.model.EntityModel.Discriminator;
import io.azuretables.internal.plan.QueryPlan;
import io.azuretables.internal.plan.QueryPlan.Points;
import io.azuretables.internal.plan.QueryPlan.RangeRequest;
import io.azuretables.internal.plan.QueryPlan.Ranges;
import io.azuretables.internal.plan.QueryPlan.Reading;
import io.azuretables.internal.transaction.WritePlan.PlannedBatch;
import io.azuretables.key.TableKey;
import io.azuretables.plan.RowOrder;
import io.azuretables.row.AtomicBatch;
import io.azuretables.row.RowIterator;
import io.azuretables.row.RowPage;
import io.azuretables.row.RowReader;
import io.azuretables.row.RowRequest;
import io.azuretables.row.RowWrite;
import io.azuretables.row.ServiceLimits;
import io.azuretables.row.TableRow;
import org.jspecify.annotations.Nullable;

import org.springframework.dao.DataAccessException;
import org.springframework.dao.InvalidDataAccessApiUsageException;

/**
 * Executes query plans and reads rows through the gateway.
 */
public final class PlanExecutor {

	/**
	 * How many entities are fetched by their keys before the next ones are asked for.
	 */
	private static final int FETCH_SIZE = 256;

	private final TableGateway gateway;

	private final ParallelCalls calls;

	private final @Nullable DeferredWriteCommitter deferred;

	public PlanExecutor(TableGateway gateway, ParallelCalls calls) {
		this(gateway, calls, null);
	}

	public PlanExecutor(TableGateway gateway, ParallelCalls calls, @Nullable DeferredWriteCommitter deferred) {
		this.gateway = gateway;
		this.calls = calls;
		this.deferred = deferred;
	}

	/**
	 * The answer of a plan, read while it is consumed.
	 */
	public <T> Iterator<T> execute(QueryPlan plan, String table, Readers<T> readers) {
		boolean whole = !plan.outline().fetchesEntities();
		RowReader<T> reader = reader(plan, readers);
		if (plan instanceof Points points && whole && isPlain(plan, points.reading())) {
			return keyed(plan, points.reading(), points.keys().iterator(),
					(chunk) -> read(table, chunk, points.rowSelect(), reader));
		}
		if (plan instanceof Ranges ranges && whole && isPlain(plan, ranges.reading())
				&& !plan.outline().repeatsEntities()) {
			return concatenated(ranges, table, reader);
		}
		return ordered(plan, found(plan, table, readers));
	}

	/**
	 * The answer of a plan before it is sorted in memory, read while it is consumed.
	 */
	public <T> Iterator<FoundRow<T>> found(QueryPlan plan, String table, Readers<T> readers) {
		if (plan instanceof Points points) {
			return points(points, table, readers);
		}
		if (plan instanceof Ranges ranges) {
			return ranges(ranges, table, readers);
		}
		return List.<FoundRow<T>>of().iterator();
	}

	private static <T> RowReader<T> reader(QueryPlan plan, Readers<T> readers) {
		return plan.outline().index().isPresent() ? readers.index() : readers.entity();
	}

	private <T> Iterator<FoundRow<T>> points(Points plan, String table, Readers<T> readers) {
		if (plan.outline().fetchesEntities()) {
			RowReader<FoundRow<TableKey>> keys = entityKeys(plan);
			return fetched(plan, plan.reading(), table, keyed(plan, plan.reading(), plan.keys().iterator(),
					(chunk) -> read(table, chunk, EntityKeyReader.COLUMNS, keys)), readers);
		}
		RowReader<FoundRow<T>> finding = finding(plan, plan.reading(), reader(plan, readers));
		return keyed(plan, plan.reading(), plan.keys().iterator(),
				(chunk) -> read(table, chunk, plan.rowSelect(), finding));
	}

	private <T> Iterator<FoundRow<T>> ranges(Ranges plan, String table, Readers<T> readers) {
		if (plan.outline().fetchesEntities()) {
			Iterator<FoundRow<TableKey>> keys = plan.outline().findsLists()
					? ListedEntities.in(found(plan, table, firstRows(plan)), lists(plan),
							(further) -> read(table, further, null, RowReader.rows()))
					: found(plan, table, entityKeys(plan));
			return fetched(plan, plan.reading(), table, keys, readers);
		}
		return found(plan, table, finding(plan, plan.reading(), reader(plan, readers)));
	}

	private <T> Iterator<FoundRow<T>> found(Ranges plan, String table, RowReader<FoundRow<T>> finding) {
		Iterator<FoundRow<T>> rows = (plan.outline().order() == RowOrder.ROW_KEY) ? merged(plan, table, finding)
				: concatenated(plan, table, finding);
		return plan.outline().repeatsEntities() ? DistinctEntities.in(rows, plan, isOrdered()) : rows;
	}

	private <T> Iterator<FoundRow<T>> merged(Ranges plan, String table, RowReader<FoundRow<T>> finding) {
		List<Iterator<FoundRow<T>>> legs = new ArrayList<>();
		plan.legs().forEach((leg) -> legs.add(leg(plan, leg, table, finding)));
		return new MergingIterator<>(legs, Comparator.comparing(FoundRow::row, plan.outline().mergeOrder()));
	}

	/**
	 * Reads index rows as the keys of their entities.
	 */
	static RowReader<FoundRow<TableKey>> entityKeys(QueryPlan plan) {
		return new FilteringRowReader<>(EntityKeyReader.all(), RowInspection.NOTHING);
	}

	private static RowReader<FoundRow<TableRow>> firstRows(QueryPlan plan) {
		return new FilteringRowReader<>(lists(plan).reader(), RowInspection.NOTHING);
	}

	private static IndexList lists(QueryPlan plan) {
		return new IndexList(EntityModel.of(plan.outline().entity()), plan.outline().index().orElseThrow());
	}

	static <T> RowReader<FoundRow<T>> finding(QueryPlan plan, Reading reading, RowReader<T> reader) {
		return VersionedRowReader.of(new FilteringRowReader<>(reader, plan.outline().watch(reading.residual())),
				EntityModel.of(plan.outline().entity()), reading.select());
	}

	private static boolean isPlain(QueryPlan plan, Reading reading) {
		return reading.keepsAll() && plan.outline().order() == RowOrder.KEY;
	}

	private <T> Iterator<T> concatenated(Ranges plan, String table, RowReader<T> reader) {
		Iterator<RangeRequest> legs = plan.legs().iterator();
		return new Iterator<>() {

			private Iterator<T> rows = List.<T>of().iterator();

			@Override
			public boolean hasNext() {
				while (!this.rows.hasNext() && legs.hasNext()) {
					this.rows = leg(plan, legs.next(), table, reader);
				}
				return this.rows.hasNext();
			}

			@Override
			public T next() {
				if (!hasNext()) {
					throw new NoSuchElementException();
				}
				return this.rows.next();
			}

		};
	}

	private <T> Iterator<T> leg(Ranges plan, RangeRequest leg, String table, RowReader<T> reader) {
		boolean limited = isPlain(plan, plan.reading()) || plan.outline().order() == RowOrder.ROW_KEY;
		boolean exact = limited && plan.reading().keepsAll();
		int top = Math.min(ServiceLimits.PAGE_SIZE, exact ? plan.reading().limit() : ServiceLimits.PAGE_SIZE);
		return rows(RowRequest.of(table, leg.filter()).withTop(top).withSelect(plan.rowSelect()), reader);
	}

	/**
	 * Whether rows are read in the order of their keys.
	 */
	boolean isOrdered() {
		return !this.gateway.isUnordered();
	}

	/**
	 * Refuses what needs rows in the order of their keys, if the service has none.
	 * @param what names it in the message
	 */
	public void checkOrder(String what) {
		if (!isOrdered()) {
			throw new InvalidDataAccessApiUsageException(what + " needs rows in the order of their keys, and Cosmos DB "
					+ "for Table returns them in no order; use a storage account");
		}
	}

	/**
	 * Reads rows page by page.
	 */
	public <T> Iterator<T> rows(RowRequest request, RowReader<T> reader) {
		return isSpread(reader, request.select())
				? new PartedRows<>(this, request.table(), reader, request.select()).rows(request)
				: new RowIterator<>(request, (asked) -> page(asked, reader));
	}

	private <T> Iterator<FoundRow<T>> fetched(QueryPlan plan, Reading reading, String table,
			Iterator<FoundRow<TableKey>> rows, Readers<T> readers) {
		EntityFetch<T> entities = new EntityFetch<>(this, table, plan, finding(plan, reading, readers.entity()));
		return keyed(plan, reading, rows, (chunk) -> entities.fetch(chunk, reading));
	}

	/**
	 * Reads by key what comes in the order of the answer: as many as are wanted first,
	 * and more where some of them are not there.
	 */
	private static <K, T> Iterator<T> keyed(QueryPlan plan, Reading reading, Iterator<K> keys,
			Function<List<K>, List<T>> read) {
		boolean all = plan.outline().order() == RowOrder.MEMORY;
		return new KeyedIterator<>(keys, all ? FETCH_SIZE : Math.min(FETCH_SIZE, reading.limit()), read);
	}

	/**
	 * Sorts in memory what does not come in the order of the answer.
	 */
	public static <T> Iterator<T> ordered(QueryPlan plan, Iterator<FoundRow<T>> found) {
		if (plan.outline().order() != RowOrder.MEMORY) {
			return values(found);
		}
		List<FoundRow<T>> sorted = new ArrayList<>();
		found.forEachRemaining(sorted::add);
		sorted.sort(SortOrder.of(plan.outline().query().sort()));
		return values(sorted.iterator());
	}

	private static <T> Iterator<T> values(Iterator<FoundRow<T>> found) {
		return new Iterator<>() {

			@Override
			public boolean hasNext() {
				return found.hasNext();
			}

			@Override
			public T next() {
				return found.next().value();
			}

		};
	}

	/**
	 * Reads rows by their keys, in parallel; those that are not there are left out.
	 */
	public <T> List<T> read(String table, List<TableKey> keys, @Nullable List<String> select, RowReader<T> reader) {
		return each(keys, (key) -> read(table, key, select, reader));
	}

	/**
	 * Reads something for each argument, in parallel; what is not there is left out.
	 */
	public <A, T> List<T> each(List<A> arguments, Function<A, @Nullable T> read) {
		if (arguments.size() == 1) {
			T only = read.apply(arguments.get(0));
			return (only != null) ? List.of(only) : List.of();
		}
		List<T> rows = new ArrayList<>(arguments.size());
		for (T row : this.calls.<A, @Nullable T>map(arguments, read)) {
			if (row != null) {
				rows.add(row);
			}
		}
		return rows;
	}

	/**
	 * Reads sequences of rows at the same time, and gives what is in them in no order.
	 */
	public <T> ParallelRows<T> together(List<Supplier<Iterator<T>>> sequences) {
		return new ParallelRows<>(this.calls, sequences);
	}

	/**
	 * Reads one row, {@code null} if it is not there.
	 */
	public <T> @Nullable T read(String table, TableKey key, @Nullable List<String> select, RowReader<T> reader) {
		return isSpread(reader, select) ? new PartedRows<>(this, table, reader, select).read(key)
				: this.gateway.read(table, key, select, reader);
	}

	/**
	 * Whether a row of the type is there. Only its key is read, and what tells its type.
	 */
	public boolean exists(String table, TableKey key, EntityModel model) {
		Discriminator type = model.discriminator();
		List<String> select = (type != null) ? List.of(type.column()) : List.of();
		return read(table, key, select, EntityKeyReader.of(model)) != null;
	}

	/**
	 * Reports index rows that a look-up has met without an entity.
	 */
	void unmatched(UnmatchedRows rows) {
		if (this.deferred != null) {
			this.deferred.unmatched(this.gateway, rows);
		}
	}

	/**
	 * Commits a transaction together with what it changes in other partitions.
	 */
	public <T> Optional<T> commit(List<DeferredWrite> writes, Function<List<RowWrite>, T> transaction) {
		return Objects.requireNonNull(this.deferred).commit(this.gateway, writes, transaction);
	}

	/**
	 * Reads one page.
	 */
	public <T> RowPage<T> page(RowRequest request, RowReader<T> reader) {
		return isSpread(reader, request.select())
				? new PartedRows<>(this, request.table(), reader, request.select()).page(request)
				: this.gateway.read(request, reader);
	}

	private static boolean isSpread(RowReader<?> reader, @Nullable List<String> select) {
		return !reader.parts().read(select).isEmpty();
	}

	/**
	 * Writes rows together; one row by itself costs less than a transaction.
	 * @return their ETags
	 */
	public List<@Nullable String> submit(String table, List<RowWrite> writes) {
		return (writes.size() == 1) ? Collections.singletonList(this.gateway.write(table, writes.get(0)))
				: this.gateway.submit(new AtomicBatch(table, writes));
	}

	/**
	 * Writes the rows of a transaction; one row by itself costs less.
	 * @return their ETags
	 */
	public List<@Nullable String> submit(AtomicBatch batch) {
		return (batch.writes().size() == 1) ? submit(batch.table(), batch.writes()) : this.gateway.submit(batch);
	}

	/**
	 * Submits transactions that have no row in common, in parallel; what has not begun
	 * when the caller is interrupted, is left out.
	 * @return what became of each, in their order
	 */
	public List<BatchOutcome> submit(List<PlannedBatch> batches) {
		return this.calls.<PlannedBatch, BatchOutcome>map(batches, this::submit,
				(batch) -> new BatchOutcome(batch, List.of(), new InterruptedCallsException()));
	}

	private BatchOutcome submit(PlannedBatch planned) {
		try {
			return new BatchOutcome(planned, submit(planned.batch()), null);
		}
		catch (DataAccessException ex) {
			return new BatchOutcome(planned, List.of(), ex);
		}
	}

	/**
	 * What becomes of the rows of a query: of those of the entity, and of those of an
	 * index.
	 *
	 * @param <T> what a row becomes
	 * @param entity reads rows of the entity
	 * @param index reads rows of an index as those of the entity
	 */
	public record Readers<T>(RowReader<T> entity, RowReader<T> index) {

	}

	/**
	 * What became of a transaction.
	 *
	 * @param batch the transaction
	 * @param etags the ETags of its rows
	 * @param failure why it was not applied, or {@code null} if it was
	 */
	public record BatchOutcome(PlannedBatch batch, List<@Nullable String> etags,
			@Nullable DataAccessException failure) {

	}

	/**
	 * Reads in chunks what is asked for by key, each larger than the one before.
	 *
	 * @param <K> what it is asked for by
	 * @param <T> what a row becomes
	 */
	private static final class KeyedIterator<K, T> implements Iterator<T> {

		private final Iterator<K> keys;

		private int size;

		private final Function<List<K>, List<T>> read;

		private Iterator<T> chunk = List.<T>of().iterator();

		KeyedIterator(Iterator<K> keys, int size, Function<List<K>, List<T>> read) {
			this.keys = keys;
			this.size = size;
			this.read = read;
		}

		@Override
		public boolean hasNext() {
			while (!this.chunk.hasNext() && this.keys.hasNext()) {
				List<K> next = new ArrayList<>();
				while (next.size() < this.size && this.keys.hasNext()) {
					next.add(this.keys.next());
				}
				this.size = Math.min(FETCH_SIZE, 2 * this.size);
				this.chunk = this.read.apply(next).iterator();
			}
			return this.chunk.hasNext();
		}

		@Override
		public T next() {
			if (!hasNext()) {
				throw new NoSuchElementException();
			}
			return this.chunk.next();
		}

	}

}
