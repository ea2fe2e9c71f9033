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

package io.azuretables.autoconfigure.internal.console;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;

import io.azuretables.gateway.ForwardingTableGateway;
import io.azuretables.gateway.TableGateway;
import io.azuretables.key.RowParts;
import io.azuretables.key.TableKey;
import io.azuretables.row.AtomicBatch;
import io.azuretables.row.RowPage;
import io.azuretables.row.RowReader;
import io.azuretables.row.RowRequest;
import io.azuretables.row.RowWrite;
import org.jspecify.annotations.Nullable;

/**
 * The requests that one call of the web console sent to the service, in the order in
 * which they ended. Requests of one operation may come from many threads.
 */
final class Recording {

	/**
	 * The most rows that a call may have read before it sends another request: a
	 * repository method may return all entities of a table at once.
	 */
	static final int ROWS = 20_000;

	/**
	 * The most requests of a call.
	 */
	static final int REQUESTS = 20_000;

	/**
	 * The most requests that are kept.
	 */
	static final int KEPT = 1000;

	/**
	 * The most keys that are kept of the rows that one request brought.
	 */
	private static final int KEYS = 1000;

	private final List<RecordedRequest> requests = new ArrayList<>();

	private final int most;

	private final long begun = System.nanoTime();

	private int sent;

	private int rows;

	private int keys;

	/**
	 * A recording of a call whose answer holds what it reads.
	 */
	Recording() {
		this(ROWS);
	}

	private Recording(int most) {
		this.most = most;
	}

	/**
	 * A recording of a call that returns a number or a boolean: it may read more rows, as
	 * it keeps none.
	 */
	static Recording counting() {
		return new Recording(Integer.MAX_VALUE);
	}

	/**
	 * The first requests.
	 */
	synchronized List<RecordedRequest> requests() {
		return List.copyOf(this.requests);
	}

	/**
	 * Refuses one more request of a call that has read enough.
	 */
	private synchronized void check() {
		if (this.rows >= this.most || this.sent >= REQUESTS) {
			throw new ConsoleException(422,
					"The call was ended after " + this.rows + " rows and " + this.sent
							+ " requests: the console runs nothing that reads more. Give it a limit, or conditions on "
							+ "keys that find less");
		}
	}

	private synchronized void add(RecordedRequest request) {
		this.sent++;
		this.rows += request.rows();
		if (this.requests.size() < KEPT) {
			boolean full = this.keys >= ROWS;
			this.requests.add(full ? request.withoutReturned() : request);
			this.keys += full ? 0 : request.returned().size();
		}
	}

	/**
	 * How many requests were sent.
	 */
	synchronized int sent() {
		return this.sent;
	}

	/**
	 * How many rows the service returned.
	 */
	synchronized int rows() {
		return this.rows;
	}

	long micros() {
		return micros(this.begun);
	}

	/**
	 * A gateway that records what it forwards.
	 */
	TableGateway in(TableGateway target) {
		return new RecordedGateway(target);
	}

	/**
	 * One request, as the script that draws rows takes it.
	 *
	 * @param service which service: always that of tables
	 * @param operation what it does
	 * @param target the table
	 * @param keys the keys that it names
	 * @param filter its filter; {@code null} for a request that has none by its kind
	 * @param rows how many rows came back, or were written
	 * @param returned the keys of the rows that came back
	 * @param leftOut the keys of those that the client leaves out of the answer
	 * @param complete whether nothing of the range is left to be read
	 * @param micros how long it took, in microseconds
	 */
	record RecordedRequest(String service, String operation, String target, List<TableKey> keys,
			@Nullable String filter, int rows, List<TableKey> returned, List<TableKey> leftOut, boolean complete,
			long micros) {

		static RecordedRequest of(String operation, String target, long micros) {
			return new RecordedRequest("table", operation, target, List.of(), null, 0, List.of(), List.of(), true,
					micros);
		}

		RecordedRequest withoutReturned() {
			return new RecordedRequest(this.service, this.operation, this.target, this.keys, this.filter, this.rows,
					List.of(), List.of(), this.complete, this.micros);
		}

	}

	private static long micros(long begun) {
		return (System.nanoTime() - begun) / 1000;
	}

	/**
	 * The keys of the rows that one request brought.
	 */
	private static final class Keys {

		private final List<TableKey> returned = new ArrayList<>();

		private final List<TableKey> leftOut = new ArrayList<>();

		<T> @Nullable T read(TableKey key, @Nullable T row) {
			if (this.returned.size() < KEYS) {
				this.returned.add(key);
				if (row == null) {
					this.leftOut.add(key);
				}
			}
			return row;
		}

	}

	private final class RecordedGateway extends ForwardingTableGateway {

		RecordedGateway(TableGateway target) {
			super(target);
		}

		private void check() {
			Recording.this.check();
		}

		private void add(RecordedRequest request) {
			Recording.this.add(request);
		}

		@Override
		public <T> @Nullable T read(String table, TableKey key, @Nullable List<String> select, RowReader<T> reader) {
			check();
			long begun = System.nanoTime();
			Keys keys = new Keys();
			T row = super.read(table, key, select, new KeyReader<>(reader, keys));
			add(new RecordedRequest("table", "read", table, List.of(key), null, keys.returned.size(), keys.returned,
					keys.leftOut, true, micros(begun)));
			return row;
		}

		@Override
		public <T> RowPage<T> read(RowRequest request, RowReader<T> reader) {
			check();
			long begun = System.nanoTime();
			Keys keys = new Keys();
			RowPage<T> page = super.read(request, new KeyReader<>(reader, keys));
			String filter = request.filter();
			add(new RecordedRequest("table", "query", request.table(), List.of(), (filter != null) ? filter : "",
					page.rowsRead(), keys.returned, keys.leftOut, page.continuation() == null, micros(begun)));
			return page;
		}

		@Override
		public @Nullable String write(String table, RowWrite write) {
			long begun = System.nanoTime();
			return ended(() -> super.write(table, write), write.getClass().getSimpleName().toLowerCase(Locale.ROOT),
					table, List.of(write.key()), begun);
		}

		@Override
		@SuppressWarnings("NullAway") // JDK 17 reads no annotations inside generics of
										// classes
		public List<@Nullable String> submit(AtomicBatch batch) {
			long begun = System.nanoTime();
			return ended(() -> super.submit(batch), "transaction", batch.table(),
					batch.writes().stream().map(RowWrite::key).toList(), begun);
		}

		private <R extends @Nullable Object> R ended(Supplier<R> request, String operation, String table,
				List<TableKey> keys, long begun) {
			try {
				return request.get();
			}
			finally {
				add(new RecordedRequest("table", operation, table, keys, null, keys.size(), List.of(), List.of(), true,
						micros(begun)));
			}
		}

		@Override
		public boolean createTable(String table) {
			long begun = System.nanoTime();
			boolean created = super.createTable(table);
			add(RecordedRequest.of("create-table", table, micros(begun)));
			return created;
		}

		@Override
		public List<String> tables() {
			long begun = System.nanoTime();
			List<String> tables = super.tables();
			add(RecordedRequest.of("list-tables", "", micros(begun)));
			return tables;
		}

	}

	/**
	 * Notes the keys of the rows that another reader reads.
	 */
	private record KeyReader<T>(RowReader<T> reader, Keys keys) implements RowReader<T> {

		@Override
		public boolean readsTimestamp() {
			return this.reader.readsTimestamp();
		}

		@Override
		public RowParts parts() {
			return this.reader.parts();
		}

		@Override
		public Assembler<T> begin() {
			Assembler<T> assembler = this.reader.begin();
			Keys noted = this.keys;
			return new Assembler<>() {

				@Override
				public void property(String name, Object value) {
					assembler.property(name, value);
				}

				@Override
				public @Nullable T end(TableKey key, @Nullable String etag, @Nullable Instant timestamp) {
					return noted.read(key, assembler.end(key, etag, timestamp));
				}

			};
		}

	}

}
