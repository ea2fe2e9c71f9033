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

package io.azuretables.test;

import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import java.util.function.ToIntFunction;

import io.azuretables.autoconfigure.client.TableGatewayDecorator;
import io.azuretables.embedded.EmbeddedTableGateway;
import io.azuretables.gateway.ForwardingTableGateway;
import io.azuretables.gateway.TableGateway;
import io.azuretables.key.TableKey;
import io.azuretables.operations.Operation;
import io.azuretables.operations.OperationObserver;
import io.azuretables.row.AtomicBatch;
import io.azuretables.row.RowPage;
import io.azuretables.row.RowReader;
import io.azuretables.row.RowRequest;
import io.azuretables.row.RowWrite;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Autowired;

/**
 * Counts the requests of templates, and the rows that their queries read. A bean in every
 * test; retries, and the creation of tables, are not counted.
 *
 * @since 0.1
 */
public final class RequestCounter implements TableGatewayDecorator, OperationObserver {

	private final AtomicInteger count = new AtomicInteger();

	private final AtomicLong rowsRead = new AtomicLong();

	private final AtomicLong returned = new AtomicLong();

	private final AtomicLong scanned = new AtomicLong();

	private final Set<EmbeddedTableGateway> stores = ConcurrentHashMap.newKeySet();

	/**
	 * How many there were since the test began, or since the last reset.
	 */
	public int count() {
		return this.count.get();
	}

	/**
	 * Begins to count again.
	 */
	public void reset() {
		this.count.set(0);
		this.rowsRead.set(0);
		this.returned.set(0);
		this.scanned.set(0);
	}

	/**
	 * How many rows were read by operations that ask for rows, those of indexes and those
	 * that were left out included.
	 */
	public long rowsRead() {
		return this.rowsRead.get();
	}

	/**
	 * How many entities these operations found: handed out, counted or deleted.
	 */
	public long returned() {
		return this.returned.get();
	}

	/**
	 * How many rows the embedded store has looked at for these operations, those that a
	 * filter left out included; 0 with another store, which does not tell.
	 */
	public long scanned() {
		return this.scanned.get();
	}

	/**
	 * The share of the rows read, or of those that the embedded store has looked at if
	 * they are more, for which an entity was found; 1 if there were no rows.
	 */
	public double density() {
		long rows = Math.max(rowsRead(), scanned());
		return (rows == 0) ? 1 : (double) returned() / rows;
	}

	/**
	 * Begins to count the rows of an operation, if it asks for rows.
	 */
	@Override
	public ObservedOperation begin(Operation operation, TableGateway gateway) {
		return (operation.path() != null) ? new CountedOperation(new RowCountingGateway(gateway), this.returned)
				: new CountedOperation(gateway, new AtomicLong());
	}

	/**
	 * Takes the stores that are beans: a decorator of the application may be between them
	 * and this counter.
	 */
	@Autowired
	void addStores(ObjectProvider<EmbeddedTableGateway> beans) {
		beans.stream().forEach(this.stores::add);
	}

	@Override
	public TableGateway decorate(TableGateway gateway) {
		if (gateway instanceof EmbeddedTableGateway store) {
			this.stores.add(store);
		}
		return new CountingTableGateway(gateway, this.count);
	}

	private static final class CountingTableGateway extends ForwardingTableGateway {

		private final AtomicInteger count;

		CountingTableGateway(TableGateway target, AtomicInteger count) {
			super(target);
			this.count = count;
		}

		@Override
		public <T> @Nullable T read(String table, TableKey key, @Nullable List<String> select, RowReader<T> reader) {
			this.count.incrementAndGet();
			return super.read(table, key, select, reader);
		}

		@Override
		public <T> RowPage<T> read(RowRequest request, RowReader<T> reader) {
			this.count.incrementAndGet();
			return super.read(request, reader);
		}

		@Override
		public @Nullable String write(String table, RowWrite write) {
			this.count.incrementAndGet();
			return super.write(table, write);
		}

		@Override
		@SuppressWarnings("NullAway") // JDK 17 reads no annotations inside generics of
										// classes
		public List<@Nullable String> submit(AtomicBatch batch) {
			this.count.incrementAndGet();
			return super.submit(batch);
		}

		@Override
		public boolean deleteTable(String table) {
			this.count.incrementAndGet();
			return super.deleteTable(table);
		}

		@Override
		public List<String> tables() {
			this.count.incrementAndGet();
			return super.tables();
		}

	}

	/**
	 * One operation.
	 *
	 * @param gateway where its requests go
	 * @param found how many entities were found
	 */
	private record CountedOperation(TableGateway gateway, AtomicLong found) implements ObservedOperation {

		@Override
		public void returned(long entities) {
			this.found.addAndGet(entities);
		}

		@Override
		public void failed(RuntimeException failure) {
		}

		@Override
		public void ended() {
		}

	}

	/**
	 * Counts the rows of one operation. Reads of the embedded store follow one another,
	 * so that each knows how many rows were looked at for it.
	 */
	private final class RowCountingGateway extends ForwardingTableGateway {

		RowCountingGateway(TableGateway target) {
			super(target);
		}

		@Override
		public <T> @Nullable T read(String table, TableKey key, @Nullable List<String> select, RowReader<T> reader) {
			return this.<@Nullable T>counting(() -> super.read(table, key, select, reader),
					(row) -> (row != null) ? 1 : 0);
		}

		@Override
		public <T> RowPage<T> read(RowRequest request, RowReader<T> reader) {
			return counting(() -> super.read(request, reader), RowPage::rowsRead);
		}

		private <R extends @Nullable Object> R counting(Supplier<R> request, ToIntFunction<R> rows) {
			R answer = RequestCounter.this.stores.isEmpty() ? request.get() : scanning(request);
			RequestCounter.this.rowsRead.addAndGet(rows.applyAsInt(answer));
			return answer;
		}

		private <R extends @Nullable Object> R scanning(Supplier<R> request) {
			synchronized (RequestCounter.this.stores) {
				long before = looked();
				R answer = request.get();
				RequestCounter.this.scanned.addAndGet(looked() - before);
				return answer;
			}
		}

		private long looked() {
			return RequestCounter.this.stores.stream().mapToLong(EmbeddedTableGateway::scanned).sum();
		}

	}

}
