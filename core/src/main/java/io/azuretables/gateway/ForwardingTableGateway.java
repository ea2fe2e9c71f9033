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
 * A base class for gateways that change some requests and forward all others to another
 * gateway. Subclasses override the requests that they count, observe, repeat or refuse.
 *
 * @since 0.1
 */
public class ForwardingTableGateway implements TableGateway {

	private final TableGateway target;

	/**
	 * A gateway in front of another one.
	 * @param target takes the requests
	 */
	public ForwardingTableGateway(TableGateway target) {
		this.target = target;
	}

	@Override
	public <T> @Nullable T read(String table, TableKey key, @Nullable List<String> select, RowReader<T> reader) {
		return this.target.read(table, key, select, reader);
	}

	@Override
	public <T> RowPage<T> read(RowRequest request, RowReader<T> reader) {
		return this.target.read(request, reader);
	}

	@Override
	public @Nullable String write(String table, RowWrite write) {
		return this.target.write(table, write);
	}

	@Override
	public List<@Nullable String> submit(AtomicBatch batch) {
		return this.target.submit(batch);
	}

	@Override
	public boolean createTable(String table) {
		return this.target.createTable(table);
	}

	@Override
	public boolean deleteTable(String table) {
		return this.target.deleteTable(table);
	}

	@Override
	public boolean isEmbedded() {
		return this.target.isEmbedded();
	}

	@Override
	public boolean isUnordered() {
		return this.target.isUnordered();
	}

	@Override
	public boolean keepsBlobLists() {
		return this.target.keepsBlobLists();
	}

	@Override
	public String account(String table, String partitionKey) {
		return this.target.account(table, partitionKey);
	}

	@Override
	public List<String> tables() {
		return this.target.tables();
	}

}
