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

package io.azuretables.patterns.internal.worker;

import java.util.List;

import io.azuretables.gateway.TableGateway;
import io.azuretables.key.TableKey;
import io.azuretables.patterns.queue.message.MessageContext;
import io.azuretables.row.AtomicBatch;
import io.azuretables.row.RowPage;
import io.azuretables.row.RowReader;
import io.azuretables.row.RowRequest;
import io.azuretables.row.RowWrite;
import org.jspecify.annotations.Nullable;

/**
 * Refuses writes when the handler of a message must not go on. It is asked before every
 * request that changes something, whatever makes it. Nothing that is right depends on it;
 * fewer workers are at the same thing.
 *
 * @param gateway where the rows lie
 * @param message the message that is being handled
 */
public record LeasedGateway(TableGateway gateway, MessageContext message) implements TableGateway {

	private TableGateway checked() {
		this.message.check();
		return this.gateway;
	}

	@Override
	public <T> @Nullable T read(String table, TableKey key, @Nullable List<String> select, RowReader<T> reader) {
		return this.gateway.read(table, key, select, reader);
	}

	@Override
	public <T> RowPage<T> read(RowRequest request, RowReader<T> reader) {
		return this.gateway.read(request, reader);
	}

	@Override
	public @Nullable String write(String table, RowWrite write) {
		return checked().write(table, write);
	}

	@Override
	@SuppressWarnings("NullAway") // JDK 17 reads no annotations inside generics of
									// classes
	public List<@Nullable String> submit(AtomicBatch batch) {
		return checked().submit(batch);
	}

	@Override
	public boolean createTable(String table) {
		return checked().createTable(table);
	}

	@Override
	public boolean deleteTable(String table) {
		return checked().deleteTable(table);
	}

	@Override
	public List<String> tables() {
		return this.gateway.tables();
	}

}
