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

package io.azuretables.gateway;

import java.util.List;

import io.azuretables.key.TableKey;
import io.azuretables.row.AtomicBatch;
import io.azuretables.row.RowPage;
import io.azuretables.row.RowReader;
import io.azuretables.row.RowRequest;
import io.azuretables.row.RowWrite;
import org.jspecify.annotations.Nullable;

/**
 * Sends requests to a table service, by one method for each kind of request. The one port
 * between this module and a store: the service over HTTP, or the same in memory.
 * <p>
 * Each method is one request, apart from retries. Errors are Spring's
 * {@link org.springframework.dao.DataAccessException DataAccessExceptions}. A gateway is
 * safe for concurrent use.
 *
 * @since 0.1
 */
public interface TableGateway {

	/**
	 * Reads one row.
	 * @param select the properties to return, or {@code null} for all
	 * @return what the reader made of it, or {@code null} when there is no such row
	 */
	<T> @Nullable T read(String table, TableKey key, @Nullable List<String> select, RowReader<T> reader);

	/**
	 * Reads one page of rows.
	 */
	<T> RowPage<T> read(RowRequest request, RowReader<T> reader);

	/**
	 * Writes one row.
	 * @return the new ETag, or {@code null} after a delete
	 */
	@Nullable String write(String table, RowWrite write);

	/**
	 * Writes all rows of a batch, or none.
	 * @return the new ETags in the order of the writes, {@code null} for deletes, and for
	 * unconditional writes that another writer has overwritten before the answer was
	 * known
	 */
	List<@Nullable String> submit(AtomicBatch batch);

	/**
	 * Creates a table.
	 * @return whether it did not exist before
	 */
	boolean createTable(String table);

	/**
	 * Deletes a table.
	 * @return whether it existed, and was not being deleted already
	 */
	boolean deleteTable(String table);

	/**
	 * Whether all rows are in the memory of this process. Then queues and blobs of Spring
	 * Boot are, too.
	 */
	default boolean isEmbedded() {
		return false;
	}

	/**
	 * Whether the rows of a page, and those of one page after another, come in no order,
	 * as those of Cosmos DB for Table. A storage account returns them in the order of
	 * their keys.
	 */
	default boolean isUnordered() {
		return false;
	}

	/**
	 * Whether the lists of an index with the layout {@code BLOB_LIST} are kept in blobs.
	 */
	default boolean keepsBlobLists() {
		return false;
	}

	/**
	 * Names the account of a partition where tables are divided among several accounts,
	 * so that each account has a rate of its own; empty with one account.
	 */
	default String account(String table, String partitionKey) {
		return "";
	}

	/**
	 * The names of all tables.
	 */
	List<String> tables();

}
