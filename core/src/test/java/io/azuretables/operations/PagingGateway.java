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
import java.util.concurrent.atomic.AtomicLong;

import io.azuretables.gateway.ForwardingTableGateway;
import io.azuretables.gateway.TableGateway;
import io.azuretables.key.TableKey;
import io.azuretables.row.AtomicBatch;
import io.azuretables.row.RowPage;
import io.azuretables.row.RowPage.Continuation;
import io.azuretables.row.RowReader;
import io.azuretables.row.RowRequest;
import io.azuretables.row.RowWrite;
import org.jspecify.annotations.Nullable;

/**
 * A gateway whose pages are as short as the service may make them, and that counts
 * requests.
 */
final class PagingGateway extends ForwardingTableGateway {

	private static final String EMPTY = "empty:";

	private static final String LAST = "last:";

	private static final String NOTHING = "nothing";

	private volatile Paging paging = Paging.WHOLE;

	private final AtomicLong points = new AtomicLong();

	private final AtomicLong ranges = new AtomicLong();

	private final AtomicLong continued = new AtomicLong();

	private final AtomicLong rows = new AtomicLong();

	private final AtomicLong writes = new AtomicLong();

	PagingGateway(TableGateway gateway) {
		super(gateway);
	}

	void page(Paging newPaging) {
		this.paging = newPaging;
	}

	void forget() {
		List.of(this.points, this.ranges, this.continued, this.rows, this.writes).forEach((count) -> count.set(0));
	}

	/**
	 * How many requests read rows.
	 */
	long reads() {
		return this.points.get() + this.ranges.get() + this.continued.get();
	}

	/**
	 * How many of these went on where a page ended.
	 */
	long continued() {
		return this.continued.get();
	}

	/**
	 * How many rows pages had.
	 */
	long rows() {
		return this.rows.get() + this.points.get();
	}

	long writes() {
		return this.writes.get();
	}

	@Override
	public <T> @Nullable T read(String table, TableKey key, @Nullable List<String> select, RowReader<T> reader) {
		this.points.incrementAndGet();
		return super.read(table, key, select, reader);
	}

	@Override
	public <T> RowPage<T> read(RowRequest request, RowReader<T> reader) {
		Continuation from = request.from();
		((from != null) ? this.continued : this.ranges).incrementAndGet();
		if (from != null && from.nextPartitionKey().equals(LAST)) {
			return new RowPage<>(List.of(), 0, null);
		}
		boolean begun = from != null && from.nextPartitionKey().startsWith(EMPTY);
		if (this.paging.emptyPages() && !begun) {
			return new RowPage<>(List.of(), 0,
					new Continuation(EMPTY + ((from != null) ? from.nextPartitionKey() : NOTHING),
							(from != null) ? from.nextRowKey() : null));
		}
		RowRequest asked = begun ? request.from(served(from)) : request;
		RowPage<T> page = super.read(asked.withTop(Math.min(request.top(), this.paging.size())), reader);
		this.rows.addAndGet(page.rowsRead());
		boolean more = page.continuation() == null && this.paging.emptyPages();
		return more ? new RowPage<>(page.rows(), page.rowsRead(), new Continuation(LAST, null)) : page;
	}

	private static @Nullable Continuation served(Continuation from) {
		String partition = from.nextPartitionKey().substring(EMPTY.length());
		return partition.equals(NOTHING) ? null : new Continuation(partition, from.nextRowKey());
	}

	@Override
	public @Nullable String write(String table, RowWrite write) {
		this.writes.incrementAndGet();
		return super.write(table, write);
	}

	@Override
	public List<@Nullable String> submit(AtomicBatch batch) {
		this.writes.incrementAndGet();
		return super.submit(batch);
	}

	/**
	 * How the service pages.
	 *
	 * @param size the most rows of a page
	 * @param emptyPages whether a page without rows comes before each other one, and
	 * after the last one
	 */
	enum Paging {

		/**
		 * Pages are as full as they may be.
		 */
		WHOLE(1_000, false),

		/**
		 * One row for each page.
		 */
		SINGLE(1, false),

		/**
		 * Some rows for each page.
		 */
		SHORT(3, false),

		/**
		 * Some rows for each page, and pages without any.
		 */
		EMPTY(2, true);

		private final int size;

		private final boolean emptyPages;

		Paging(int size, boolean emptyPages) {
			this.size = size;
			this.emptyPages = emptyPages;
		}

		int size() {
			return this.size;
		}

		boolean emptyPages() {
			return this.emptyPages;
		}

	}

}
