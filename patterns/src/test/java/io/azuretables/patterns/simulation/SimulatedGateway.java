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

package io.azuretables.patterns.simulation;

import java.util.List;
import java.util.stream.Collectors;

import io.azuretables.client.UnknownOutcome;
import io.azuretables.embedded.EmbeddedTableGateway;
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
 * The tables of a simulation: the embedded store behind a network that fails.
 */
public final class SimulatedGateway implements TableGateway {

	private static final String EMPTY = "empty!";

	private final Simulation simulation;

	private final EmbeddedTableGateway tables;

	public SimulatedGateway(Simulation simulation, String... tables) {
		this.simulation = simulation;
		this.tables = new EmbeddedTableGateway(simulation.clock());
		for (String table : tables) {
			this.tables.createTable(table);
		}
	}

	/**
	 * The tables as they are, for checks.
	 */
	public TableGateway store() {
		return this.tables;
	}

	@Override
	public <T> @Nullable T read(String table, TableKey key, @Nullable List<String> select, RowReader<T> reader) {
		return this.simulation.request(Request.read("read " + table + words(key)),
				() -> this.tables.read(table, key, select, reader));
	}

	@Override
	public <T> RowPage<T> read(RowRequest request, RowReader<T> reader) {
		return this.simulation.request(Request.page("list " + request.table() + " " + request.filter()),
				() -> page(request, reader));
	}

	private <T> RowPage<T> page(RowRequest request, RowReader<T> reader) {
		Continuation from = request.from();
		if (this.simulation.isShortPage()) {
			if (this.simulation.random().nextBoolean()) {
				return new RowPage<>(List.of(), 0, empty(from));
			}
			int top = 1 + this.simulation.random().nextInt(Math.min(request.top(), 3));
			return this.tables.read(request.withTop(top).from(full(from)), reader);
		}
		return this.tables.read(request.from(full(from)), reader);
	}

	/**
	 * A continuation that leads to where this page should have begun.
	 */
	private static Continuation empty(@Nullable Continuation from) {
		Continuation begin = full(from);
		return (begin != null) ? new Continuation(EMPTY + begin.nextPartitionKey(), begin.nextRowKey())
				: new Continuation(EMPTY, null);
	}

	private static @Nullable Continuation full(@Nullable Continuation from) {
		if (from == null || !from.nextPartitionKey().startsWith(EMPTY)) {
			return from;
		}
		String partition = from.nextPartitionKey().substring(EMPTY.length());
		return partition.isEmpty() ? null : new Continuation(partition, from.nextRowKey());
	}

	@Override
	public @Nullable String write(String table, RowWrite write) {
		return this.simulation.request(change(words(write) + " in " + table, table, List.of(write.key())),
				() -> this.tables.write(table, write));
	}

	@Override
	public List<@Nullable String> submit(AtomicBatch batch) {
		String words = batch.writes().stream().map(SimulatedGateway::words).collect(Collectors.joining(", "));
		List<TableKey> keys = batch.writes().stream().map(RowWrite::key).toList();
		return this.simulation.request(change("[" + words + "] in " + batch.table(), batch.table(), keys),
				() -> this.tables.submit(batch));
	}

	private static Request change(String words, String table, List<TableKey> keys) {
		return new Request(words, Request.Kind.CHANGE, () -> UnknownOutcome.of(table, keys));
	}

	private static String words(RowWrite write) {
		return write.getClass().getSimpleName() + words(write.key());
	}

	private static String words(TableKey key) {
		return " " + key.partitionKey() + "/" + key.rowKey();
	}

	@Override
	public boolean createTable(String table) {
		return this.simulation.request(Request.change("create " + table), () -> this.tables.createTable(table));
	}

	@Override
	public boolean deleteTable(String table) {
		return this.simulation.request(Request.change("drop " + table), () -> this.tables.deleteTable(table));
	}

	@Override
	public List<String> tables() {
		return this.simulation.request(Request.read("tables"), this.tables::tables);
	}

}
