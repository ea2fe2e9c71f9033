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

package io.azuretables.observation;

import java.util.List;
import java.util.function.Supplier;
import java.util.function.ToIntFunction;

import io.azuretables.gateway.ForwardingTableGateway;
import io.azuretables.gateway.TableGateway;
import io.azuretables.key.TableKey;
import io.azuretables.row.AtomicBatch;
import io.azuretables.row.RowPage;
import io.azuretables.row.RowReader;
import io.azuretables.row.RowRequest;
import io.azuretables.row.RowWrite;
import io.micrometer.observation.Observation;
import org.jspecify.annotations.Nullable;

/**
 * Forwards the requests of one template operation to the table service, and counts them
 * for its Micrometer observation.
 */
final class OperationGateway extends ForwardingTableGateway {

	private final Observation operation;

	private final TableOperationContext context;

	OperationGateway(TableGateway target, Observation operation, TableOperationContext context) {
		super(target);
		this.operation = operation;
		this.context = context;
	}

	@Override
	public <T> @Nullable T read(String table, TableKey key, @Nullable List<String> select, RowReader<T> reader) {
		return this.<@Nullable T>within(table, () -> super.read(table, key, select, reader),
				(row) -> this.context.read((row != null) ? 1 : 0));
	}

	@Override
	public <T> RowPage<T> read(RowRequest request, RowReader<T> reader) {
		this.context.page();
		return within(request.table(), () -> super.read(request, reader), (page) -> {
			if (page.continuation() != null && page.rowsRead() < request.top()) {
				this.context.sparsePage();
			}
			return this.context.read(page.rowsRead());
		});
	}

	@Override
	public @Nullable String write(String table, RowWrite write) {
		return this.<@Nullable String>within(table, () -> super.write(table, write), (etag) -> 1);
	}

	@Override
	@SuppressWarnings("NullAway") // JDK 17 reads no annotations inside generics of
									// classes
	public List<@Nullable String> submit(AtomicBatch batch) {
		return within(batch.table(), () -> super.submit(batch), (etags) -> etags.size());
	}

	private <R extends @Nullable Object> R within(String table, Supplier<R> request, ToIntFunction<R> rows) {
		this.context.requested(table);
		try (Observation.Scope scope = this.operation.openScope()) {
			R answer = request.get();
			this.context.answered(rows.applyAsInt(answer));
			return answer;
		}
	}

}
