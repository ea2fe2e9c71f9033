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

package io.azuretables.autoconfigure.internal.console;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;

import io.azuretables.autoconfigure.internal.console.TableKinds.Category;
import io.azuretables.autoconfigure.internal.console.TableKinds.RowKind;
import io.azuretables.gateway.TableGateway;
import io.azuretables.internal.model.EntityModel;
import io.azuretables.internal.model.LeafProperty;
import io.azuretables.internal.model.MappedEntity;
import io.azuretables.internal.odata.ODataFilter;
import io.azuretables.internal.odata.ODataSyntaxException;
import io.azuretables.key.KeyRange;
import io.azuretables.key.TableKey;
import io.azuretables.mapping.TablePersistentEntity;
import io.azuretables.operations.TableOperations;
import io.azuretables.row.RowPage;
import io.azuretables.row.RowPage.Continuation;
import io.azuretables.row.RowReader;
import io.azuretables.row.RowReader.Assembler;
import io.azuretables.row.RowRequest;
import io.azuretables.row.ServiceLimits;
import io.azuretables.row.TableRow;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

import org.springframework.dao.DataAccessException;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.data.mapping.PersistentPropertyAccessor;

/**
 * The web console's page of tables: shows partitions and rows, and the requests that
 * reading them took.
 */
final class TableExplorer implements ConsoleView {

	private static final String PARTITION_KEY = "PartitionKey";

	private static final String ROW_KEY = "RowKey";

	/**
	 * How many partitions one call lists, with one request for each.
	 */
	private static final int PARTITIONS = 20;

	private static final int ROWS = 50;

	private final TableGateway gateway;

	private final TableOperations operations;

	private final ConsoleRecorder recorder;

	private final @Nullable RowEdits edits;

	private final TableKinds kinds;

	/**
	 * An explorer.
	 * @param edits what changes rows; {@code null} where nothing may be changed
	 */
	TableExplorer(TableGateway gateway, TableOperations operations, ConsoleRecorder recorder,
			@Nullable RowEdits edits) {
		this.gateway = gateway;
		this.operations = operations;
		this.recorder = recorder;
		this.edits = edits;
		this.kinds = new TableKinds(operations);
	}

	@Override
	public String name() {
		return "tables";
	}

	@Override
	public Map<String, Function<ConsoleArguments, Object>> calls() {
		Map<String, Function<ConsoleArguments, Object>> calls = new HashMap<>();
		calls.put("tables", (call) -> tables());
		calls.put("partitions", this::partitions);
		calls.put("rows", this::rows);
		calls.put("row", this::row);
		calls.put("shares", this::shares);
		if (this.edits != null) {
			calls.putAll(this.edits.calls());
		}
		return calls;
	}

	/**
	 * All tables, and the kinds of rows that mapped classes have in them. One request for
	 * each 1,000 tables.
	 */
	private Object tables() {
		Recording recording = new Recording();
		List<Map<String, Object>> tables = new ArrayList<>();
		for (String table : recording.in(this.gateway).tables()) {
			tables.add(Map.of("name", table, "kinds", this.kinds.of(table).stream().map(TableExplorer::kind).toList()));
		}
		return Map.of("tables", tables, "requests", recording.requests());
	}

	private static Map<String, Object> kind(RowKind kind) {
		return Map.of("category", kind.category().name(), "label", kind.label(), "partition",
				(kind.keys() != null) ? kind.keys().partition().template().toString() : "", "row",
				(kind.keys() != null) ? kind.keys().row().template().toString() : "");
	}

	/**
	 * The next partition keys. One request for each: a row whose partition key is greater
	 * than the last one.
	 */
	private Object partitions(ConsoleArguments call) {
		Recording recording = new Recording();
		TableGateway gateway = recording.in(this.gateway);
		List<String> partitions = new ArrayList<>();
		JsonNode after = call.json().get("after");
		String last = (after != null && !after.isNull()) ? after.asString() : null;
		boolean more = true;
		while (more && partitions.size() < PARTITIONS) {
			last = next(gateway, call.text("table"), last);
			more = last != null;
			if (last != null) {
				partitions.add(last);
			}
		}
		return Map.of("partitions", partitions, "more", more, "requests", recording.requests());
	}

	private static @Nullable String next(TableGateway gateway, String table, @Nullable String last) {
		String filter = (last != null) ? PARTITION_KEY + " gt " + ODataFilter.literal(last) : null;
		RowRequest request = RowRequest.of(table, filter).withTop(1).withSelect(List.of());
		while (true) {
			RowPage<TableRow> page = gateway.read(request, RowReader.rows());
			if (!page.rows().isEmpty()) {
				return page.rows().get(0).key().partitionKey();
			}
			if (page.continuation() == null) {
				return null;
			}
			request = request.from(page.continuation());
		}
	}

	/**
	 * How the first rows of a table are divided among partitions and kinds, and their
	 * sizes. One request for each page.
	 */
	private Object shares(ConsoleArguments call) {
		Recording recording = Recording.counting();
		String table = call.text("table");
		TableShares shares = TableShares.read(recording.in(this.gateway), table, this.kinds.of(table));
		return Map.of("shares", shares, "requests", recording.requests());
	}

	/**
	 * One row, or one page of rows. One request.
	 */
	private Object rows(ConsoleArguments call) {
		Recording recording = new Recording();
		String table = call.text("table");
		JsonNode partition = call.json().get("partition");
		String rowKey = call.optional("rowKey");
		if (rowKey != null && partition != null && !partition.isNull()) {
			checkKeyAlone(call);
			TableRow row = recording.in(this.gateway)
				.read(table, new TableKey(partition.asString(), rowKey), null, RowReader.rows());
			return answer(table, (row != null) ? List.of(row) : List.of(), null, recording);
		}
		RowRequest request = RowRequest.of(table, filter(call))
			.withTop(call.number("size", ROWS, ServiceLimits.PAGE_SIZE));
		JsonNode next = call.json().get("next");
		if (next != null && next.isObject()) {
			JsonNode nextRowKey = next.get("nextRowKey");
			request = request.from(new Continuation(new ConsoleArguments(next).text("nextPartitionKey"),
					(nextRowKey != null && !nextRowKey.isNull()) ? nextRowKey.asString() : null));
		}
		RowPage<TableRow> page = recording.in(this.gateway).read(request, RowReader.rows());
		return answer(table, page.rows(), page.continuation(), recording);
	}

	private static void checkKeyAlone(ConsoleArguments call) {
		if (Stream.of("from", "to", "prefix", "filter").anyMatch((name) -> call.optional(name) != null)) {
			throw new ConsoleException(400,
					"A row is read by its key alone: clear the range and the filter, or the row key");
		}
	}

	private Map<String, @Nullable Object> answer(String table, List<TableRow> rows, @Nullable Continuation next,
			Recording recording) {
		Map<String, @Nullable Object> answer = new LinkedHashMap<>();
		answer.put("rows", shown(table, rows));
		answer.put("next", next(next));
		answer.put("requests", recording.requests());
		answer.put("micros", recording.micros());
		return answer;
	}

	/**
	 * Rows as the page shows them in lists.
	 */
	List<ShownRow> shown(String table, List<TableRow> rows) {
		List<RowKind> known = this.kinds.of(table);
		return rows.stream().map((row) -> ShownRow.of(row, TableKinds.kind(row, known), ShownRow.SHORT)).toList();
	}

	private static @Nullable Object next(@Nullable Continuation continuation) {
		if (continuation == null) {
			return null;
		}
		Map<String, @Nullable Object> next = new LinkedHashMap<>();
		next.put("nextPartitionKey", continuation.nextPartitionKey());
		next.put("nextRowKey", continuation.nextRowKey());
		return next;
	}

	/**
	 * The filter of a call: a partition, a range or beginning of row keys, and a
	 * condition as text, each if it is given.
	 */
	private static @Nullable String filter(ConsoleArguments call) {
		ODataFilter filter = new ODataFilter();
		JsonNode partition = call.json().get("partition");
		if (partition != null && !partition.isNull()) {
			filter.isWithin(PARTITION_KEY, KeyRange.point(partition.asString()));
		}
		String from = call.optional("from");
		String to = call.optional("to");
		String prefix = call.optional("prefix");
		String rowKey = call.optional("rowKey");
		if (rowKey != null) {
			filter.isWithin(ROW_KEY, KeyRange.point(rowKey));
		}
		if (prefix != null) {
			filter.isWithin(ROW_KEY, KeyRange.prefix(prefix));
		}
		if (from != null || to != null) {
			filter.isWithin(ROW_KEY, KeyRange.between((from != null) ? from : "", to));
		}
		String condition = call.optional("filter");
		if (condition != null) {
			try {
				filter.and(ODataFilter.parse(condition));
			}
			catch (ODataSyntaxException ex) {
				throw new ConsoleException(400, "The filter cannot be read: " + ex.getMessage());
			}
		}
		return filter.text();
	}

	/**
	 * One row with all of its text, and the entity that it is or stands for. One request
	 * for the row; an entity of several rows takes more.
	 */
	private Object row(ConsoleArguments call) {
		Recording recording = new Recording();
		String table = call.text("table");
		TableRow row = recording.in(this.gateway).read(table, call.key(), null, RowReader.rows());
		if (row == null) {
			throw new ConsoleException(404, "The row is not there any more");
		}
		RowKind kind = TableKinds.kind(row, this.kinds.of(table));
		Map<String, @Nullable Object> answer = new LinkedHashMap<>();
		answer.put("row", ShownRow.of(row, kind, ShownRow.LONG));
		answer.put("size", ServiceLimits.sizeOf(row));
		answer.put("entity", ShownRow.key(TableKinds.owner(row)));
		TablePersistentEntity<?> type = kind.entity();
		if (type != null && kind.category() == Category.ENTITY) {
			try {
				Object entity = entity(type, table, row, recording);
				answer.put("object", (entity != null) ? ShownRow.object(type, entity, ShownRow.LONG) : null);
				answer.put("index", (entity != null) ? indexRows(type, entity) : List.of());
			}
			catch (DataAccessException ex) {
				answer.put("unreadable", ex.getMessage());
			}
		}
		answer.put("requests", recording.requests());
		return answer;
	}

	private <T> @Nullable T entity(TablePersistentEntity<T> type, String table, TableRow row, Recording recording) {
		RowReader<T> reader = this.operations.converter().reader(type.getType());
		if (!reader.parts().names().isEmpty()) {
			return this.recorder.record(recording, () -> this.kinds.in(type, table).findById(type.getType(), row.key()))
				.orElse(null);
		}
		Assembler<T> assembler = reader.begin();
		row.forEach(assembler::property);
		return assembler.end(row.key(), row.etag(), row.timestamp());
	}

	/**
	 * The keys under which indexes find an entity, as its values say. No request.
	 */
	@SuppressWarnings("NullAway") // JDK 17 reads no annotations inside generics of
									// classes
	private static List<Map<String, Object>> indexRows(TablePersistentEntity<?> type, Object entity) {
		List<Map<String, Object>> rows = new ArrayList<>();
		PersistentPropertyAccessor<?> accessor = MappedEntity.of(type).values(entity);
		Function<LeafProperty, @Nullable Object> values = (leaf) -> leaf.valueIn(accessor);
		EntityModel.of(type).indexes().forEach((index) -> {
			boolean omitted = index.omitted().stream().anyMatch((leaf) -> values.apply(leaf) == null);
			if (!omitted) {
				try {
					TableKey key = index.keys().encode(values);
					rows.add(Map.of("index", index.name(), "partitionKey", key.partitionKey(), "rowKey", key.rowKey()));
				}
				catch (DataIntegrityViolationException ex) {
					// the index has no row for the entity
				}
			}
		});
		return rows;
	}

}
