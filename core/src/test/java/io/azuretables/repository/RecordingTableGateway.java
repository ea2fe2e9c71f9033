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

package io.azuretables.repository;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

import io.azuretables.embedded.EmbeddedTableGateway;
import io.azuretables.gateway.ForwardingTableGateway;
import io.azuretables.key.TableKey;
import io.azuretables.row.AtomicBatch;
import io.azuretables.row.RowPage;
import io.azuretables.row.RowReader;
import io.azuretables.row.RowRequest;
import io.azuretables.row.RowWrite;
import org.jspecify.annotations.Nullable;

/**
 * The embedded store, which notes what is asked of it.
 */
class RecordingTableGateway extends ForwardingTableGateway {

	private final List<String> requests = new CopyOnWriteArrayList<>();

	RecordingTableGateway() {
		super(new EmbeddedTableGateway());
	}

	/**
	 * The requests since the last call.
	 */
	List<String> requests() {
		List<String> noted = List.copyOf(this.requests);
		this.requests.clear();
		return noted;
	}

	void note(String request) {
		this.requests.add(request);
	}

	@Override
	public <T> @Nullable T read(String table, TableKey key, @Nullable List<String> select, RowReader<T> reader) {
		note("get " + key.partitionKey() + " " + key.rowKey() + selected(select));
		return super.read(table, key, select, reader);
	}

	@Override
	public <T> RowPage<T> read(RowRequest request, RowReader<T> reader) {
		note("query " + request.filter() + selected(request.select()));
		return super.read(request, reader);
	}

	private static String selected(@Nullable List<String> select) {
		return (select != null) ? " $select=" + String.join(",", select) : "";
	}

	@Override
	public @Nullable String write(String table, RowWrite write) {
		note(write.getClass().getSimpleName() + " " + write.key().partitionKey() + " " + write.key().rowKey());
		return super.write(table, write);
	}

	@Override
	public List<@Nullable String> submit(AtomicBatch batch) {
		note("batch of " + batch.writes().size());
		return super.submit(batch);
	}

}
