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
import java.util.concurrent.atomic.AtomicInteger;

import io.azuretables.autoconfigure.client.TableGatewayDecorator;
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
 * Counts the requests of templates. A bean in every test; retries, and the creation of
 * tables, are not counted.
 *
 * @since 0.1
 */
public final class RequestCounter implements TableGatewayDecorator {

	private final AtomicInteger count = new AtomicInteger();

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
	}

	@Override
	public TableGateway decorate(TableGateway gateway) {
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

}
