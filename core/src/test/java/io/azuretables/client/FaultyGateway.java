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

package io.azuretables.client;

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

import io.azuretables.gateway.ForwardingTableGateway;
import io.azuretables.gateway.TableGateway;
import io.azuretables.gateway.WriteOutcomeUnknownException;
import io.azuretables.key.TableKey;
import io.azuretables.row.AtomicBatch;
import io.azuretables.row.RowPage;
import io.azuretables.row.RowReader;
import io.azuretables.row.RowRequest;
import io.azuretables.row.RowWrite;
import org.jspecify.annotations.Nullable;

import org.springframework.dao.TransientDataAccessResourceException;

/**
 * A gateway whose n-th request fails.
 */
public class FaultyGateway extends ForwardingTableGateway {

	private final AtomicInteger left;

	private final Fault fault;

	public FaultyGateway(TableGateway gateway, int request, Fault fault) {
		super(gateway);
		this.left = new AtomicInteger(request);
		this.fault = fault;
	}

	/**
	 * Whether there was an n-th request.
	 */
	public boolean hasFailed() {
		return this.left.get() <= 0;
	}

	private <R> R attempt(String table, List<TableKey> written, Supplier<R> action) {
		if (this.left.decrementAndGet() != 0) {
			return action.get();
		}
		if (this.fault.applied) {
			action.get();
		}
		TransientDataAccessResourceException failure = new TransientDataAccessResourceException("failed on purpose");
		if (this.fault.known || written.isEmpty()) {
			throw failure;
		}
		throw new WriteOutcomeUnknownException("transaction on", table, written, "", failure);
	}

	@Override
	public <T> @Nullable T read(String table, TableKey key, @Nullable List<String> select, RowReader<T> reader) {
		return attempt(table, List.of(), () -> super.read(table, key, select, reader));
	}

	@Override
	public <T> RowPage<T> read(RowRequest request, RowReader<T> reader) {
		return attempt(request.table(), List.of(), () -> super.read(request, reader));
	}

	@Override
	public @Nullable String write(String table, RowWrite write) {
		return attempt(table, List.of(write.key()), () -> super.write(table, write));
	}

	@Override
	public List<@Nullable String> submit(AtomicBatch batch) {
		return attempt(batch.table(), batch.writes().stream().map(RowWrite::key).toList(), () -> super.submit(batch));
	}

	/**
	 * How a request fails.
	 */
	public enum Fault {

		/**
		 * It is not applied, and the failure says so.
		 */
		NOT_SENT(false, true),

		/**
		 * It is applied, and the failure says that it may be.
		 */
		UNKNOWN_AND_APPLIED(true, false),

		/**
		 * It is not applied, and the failure says that it may be.
		 */
		UNKNOWN_AND_NOT_APPLIED(false, false);

		private final boolean applied;

		private final boolean known;

		Fault(boolean applied, boolean known) {
			this.applied = applied;
			this.known = known;
		}

		public boolean isApplied() {
			return this.applied;
		}

		public boolean isKnown() {
			return this.known;
		}

	}

}
