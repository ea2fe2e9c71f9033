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

package io.azuretables.patterns.sample;

import java.lang.ref.WeakReference;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongConsumer;

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
 * Counts requests and rows, lets others act before each request, and stops at a given
 * one: before it, or after it was done.
 */
public final class MeteredGateway extends ForwardingTableGateway {

	private final AtomicLong requests = new AtomicLong();

	private final AtomicLong rows = new AtomicLong();

	private final Queue<WeakReference<?>> pages = new ConcurrentLinkedQueue<>();

	private volatile long stopAt = Long.MAX_VALUE;

	private volatile boolean applied;

	private volatile LongConsumer others = (request) -> {
	};

	public MeteredGateway(TableGateway gateway) {
		super(gateway);
	}

	/**
	 * Forgets what was counted.
	 */
	public void reset() {
		this.requests.set(0);
		this.rows.set(0);
		this.pages.clear();
		this.stopAt = Long.MAX_VALUE;
		this.others = (request) -> {
		};
	}

	/**
	 * Stops at a request, counted from 1.
	 * @param afterwards whether the request is done first
	 */
	public void stopAt(long request, boolean afterwards) {
		reset();
		this.stopAt = request;
		this.applied = afterwards;
	}

	/**
	 * Lets somebody act before each request, counted from 1.
	 */
	public void beforeEach(LongConsumer action) {
		reset();
		this.others = action;
	}

	public long requests() {
		return this.requests.get();
	}

	public long rows() {
		return this.rows.get();
	}

	/**
	 * How many of the pages that were read are still held by somebody, as far as their
	 * first rows tell.
	 */
	public long pagesInMemory() {
		System.gc();
		return this.pages.stream().filter((row) -> row.get() != null).count();
	}

	private void before() {
		this.others.accept(this.requests.get() + 1);
		if (this.requests.incrementAndGet() >= this.stopAt && !(this.applied && this.requests.get() == this.stopAt)) {
			throw new Stopped();
		}
	}

	private <T extends @Nullable Object> T after(T answer) {
		if (this.requests.get() >= this.stopAt) {
			throw new Stopped();
		}
		return answer;
	}

	@Override
	public <T> @Nullable T read(String table, TableKey key, @Nullable List<String> select, RowReader<T> reader) {
		before();
		T row = super.read(table, key, select, reader);
		this.rows.addAndGet((row != null) ? 1 : 0);
		return after(row);
	}

	@Override
	public <T> RowPage<T> read(RowRequest request, RowReader<T> reader) {
		before();
		RowPage<T> page = super.read(request, reader);
		this.rows.addAndGet(page.rowsRead());
		page.rows()
			.stream()
			.limit(1)
			.filter((row) -> !(row instanceof String)) // the key of a sample
			.forEach((row) -> this.pages.add(new WeakReference<>(row)));
		return after(page);
	}

	@Override
	public @Nullable String write(String table, RowWrite write) {
		before();
		return after(super.write(table, write));
	}

	@Override
	public List<@Nullable String> submit(AtomicBatch batch) {
		before();
		return after(super.submit(batch));
	}

	/**
	 * The process is gone.
	 */
	public static final class Stopped extends Error {

		private static final long serialVersionUID = 1L;

	}

}
