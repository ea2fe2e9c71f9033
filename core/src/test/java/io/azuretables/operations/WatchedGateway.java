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

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Supplier;

import io.azuretables.gateway.ForwardingTableGateway;
import io.azuretables.gateway.TableGateway;
import io.azuretables.key.TableKey;
import io.azuretables.row.AtomicBatch;
import io.azuretables.row.RowPage;
import io.azuretables.row.RowReader;
import io.azuretables.row.RowRequest;
import io.azuretables.row.RowWrite;
import org.jspecify.annotations.Nullable;

/**
 * A gateway that remembers what it was asked, and can be told to fail.
 */
class WatchedGateway extends ForwardingTableGateway {

	private final AtomicInteger inFlight = new AtomicInteger();

	private final AtomicInteger mostInFlight = new AtomicInteger();

	private final List<String> requests = new CopyOnWriteArrayList<>();

	private final List<List<String>> selects = new CopyOnWriteArrayList<>();

	private final List<RowRequest> pages = new CopyOnWriteArrayList<>();

	private final List<List<RowWrite>> writes = new CopyOnWriteArrayList<>();

	private final AtomicInteger rowsRead = new AtomicInteger();

	private volatile Consumer<List<RowWrite>> beforeWrite = (rows) -> {
	};

	WatchedGateway(TableGateway gateway) {
		super(gateway);
	}

	void beforeWrite(Consumer<List<RowWrite>> action) {
		this.beforeWrite = action;
	}

	void forget() {
		this.requests.clear();
		this.selects.clear();
		this.pages.clear();
		this.writes.clear();
		this.rowsRead.set(0);
		this.mostInFlight.set(0);
	}

	/**
	 * The requests: {@code get}, {@code query}, {@code write}, {@code batch},
	 * {@code create}.
	 */
	List<String> requests() {
		return this.requests;
	}

	/**
	 * What was selected of single rows; everything is an empty list of its own.
	 */
	List<List<String>> selects() {
		return this.selects;
	}

	List<RowRequest> pages() {
		return this.pages;
	}

	List<List<RowWrite>> writes() {
		return this.writes;
	}

	int rowsRead() {
		return this.rowsRead.get();
	}

	int mostInFlight() {
		return this.mostInFlight.get();
	}

	private <R> R counted(String request, Supplier<R> action) {
		this.requests.add(request);
		this.mostInFlight.accumulateAndGet(this.inFlight.incrementAndGet(), Math::max);
		try {
			return action.get();
		}
		finally {
			this.inFlight.decrementAndGet();
		}
	}

	@Override
	public <T> @Nullable T read(String table, TableKey key, @Nullable List<String> select, RowReader<T> reader) {
		this.selects.add((select != null) ? select : List.of("*"));
		return counted("get", () -> super.read(table, key, select, reader));
	}

	@Override
	public <T> RowPage<T> read(RowRequest request, RowReader<T> reader) {
		this.pages.add(request);
		RowPage<T> page = counted("query", () -> super.read(request, reader));
		this.rowsRead.addAndGet(page.rowsRead());
		return page;
	}

	@Override
	public @Nullable String write(String table, RowWrite write) {
		this.writes.add(List.of(write));
		return counted("write", () -> {
			this.beforeWrite.accept(List.of(write));
			return super.write(table, write);
		});
	}

	@Override
	public List<@Nullable String> submit(AtomicBatch batch) {
		this.writes.add(batch.writes());
		return counted("batch", () -> {
			this.beforeWrite.accept(batch.writes());
			return super.submit(batch);
		});
	}

	@Override
	public boolean createTable(String table) {
		return counted("create", () -> super.createTable(table));
	}

}
