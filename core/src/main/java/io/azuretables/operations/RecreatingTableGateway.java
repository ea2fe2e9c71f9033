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
import java.util.function.BiPredicate;
import java.util.function.Supplier;

import io.azuretables.gateway.ForwardingTableGateway;
import io.azuretables.gateway.ServiceErrorException;
import io.azuretables.gateway.TableGateway;
import io.azuretables.key.TableKey;
import io.azuretables.row.AtomicBatch;
import io.azuretables.row.RowPage;
import io.azuretables.row.RowReader;
import io.azuretables.row.RowRequest;
import io.azuretables.row.RowWrite;
import org.jspecify.annotations.Nullable;

import org.springframework.dao.DataAccessException;
import org.springframework.dao.InvalidDataAccessResourceUsageException;

/**
 * Creates a table again that was dropped after this application had created it, and
 * repeats the request once. The service refuses a request to a missing table as a whole,
 * so that nothing is done twice. A table that is still being deleted cannot be created:
 * the request ends with the service's error.
 */
final class RecreatingTableGateway extends ForwardingTableGateway {

	private final BiPredicate<String, DataAccessException> again;

	/**
	 * A gateway that creates tables again.
	 * @param again whether a table that is missing is to be created again
	 */
	RecreatingTableGateway(TableGateway gateway, BiPredicate<String, DataAccessException> again) {
		super(gateway);
		this.again = again;
	}

	@Override
	public <T> @Nullable T read(String table, TableKey key, @Nullable List<String> select, RowReader<T> reader) {
		return repeated(table, () -> super.read(table, key, select, reader));
	}

	@Override
	public <T> RowPage<T> read(RowRequest request, RowReader<T> reader) {
		return repeated(request.table(), () -> super.read(request, reader));
	}

	@Override
	public @Nullable String write(String table, RowWrite write) {
		return repeated(table, () -> super.write(table, write));
	}

	@Override
	public List<@Nullable String> submit(AtomicBatch batch) {
		return repeated(batch.table(), () -> super.submit(batch));
	}

	private <R extends @Nullable Object> R repeated(String table, Supplier<R> request) {
		try {
			return request.get();
		}
		catch (InvalidDataAccessResourceUsageException ex) {
			if (!hasCode(ex, "TableNotFound", "TableBeingDeleted") || !this.again.test(table, ex)
					|| !hasCode(ex, "TableNotFound")) {
				throw ex;
			}
			createTable(table);
			return request.get();
		}
	}

	private static boolean hasCode(InvalidDataAccessResourceUsageException ex, String... codes) {
		return ex.getCause() instanceof ServiceErrorException error && List.of(codes).contains(error.code());
	}

}
