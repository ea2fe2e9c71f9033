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

import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

import io.azuretables.gateway.TableGateway;
import io.azuretables.internal.model.EntityModel;
import io.azuretables.internal.model.RollingMapping;
import io.azuretables.mapping.TablePersistentEntity;
import io.azuretables.operations.TableOperations;
import io.azuretables.operations.TableTemplate;
import io.azuretables.row.RowPage;
import io.azuretables.row.RowReader;
import io.azuretables.row.RowRequest;
import io.azuretables.row.ServiceLimits;
import io.azuretables.row.TableRow;

/**
 * The web console's page of tables that are divided by time ({@code @RollingTable}):
 * their periods, and when each can be dropped.
 */
final class PeriodView implements ConsoleView {

	/**
	 * The most pages that are read to count the rows of a table.
	 */
	private static final int PAGES = 50;

	private final TableGateway gateway;

	private final TableOperations operations;

	private final TableKinds kinds;

	PeriodView(TableGateway gateway, TableOperations operations) {
		this.gateway = gateway;
		this.operations = operations;
		this.kinds = new TableKinds(operations);
	}

	boolean isNeeded() {
		return this.operations instanceof TableTemplate
				&& this.kinds.entities().stream().anyMatch((entity) -> EntityModel.of(entity).rolling() != null);
	}

	@Override
	public String name() {
		return "periods";
	}

	@Override
	public Map<String, Function<ConsoleArguments, Object>> calls() {
		return Map.of("periods", (call) -> periods(), "period-size", this::size);
	}

	/**
	 * The tables that are there. One request for each class.
	 */
	private Object periods() {
		List<Map<String, Object>> periods = new ArrayList<>();
		for (TablePersistentEntity<?> entity : this.kinds.entities()) {
			RollingMapping rolling = EntityModel.of(entity).rolling();
			if (rolling != null) {
				String name = this.kinds.table(entity);
				for (String table : ((TableTemplate) this.operations).rollingTables(entity.getType()).existing()) {
					rolling.start(name, table).ifPresent((start) -> periods.add(shown(entity, table, start, rolling)));
				}
			}
		}
		return Map.of("periods", periods);
	}

	private static Map<String, Object> shown(TablePersistentEntity<?> entity, String table, Instant start,
			RollingMapping rolling) {
		Instant end = rolling.end(start);
		Map<String, Object> shown = new LinkedHashMap<>();
		shown.put("entity", entity.getType().getSimpleName());
		shown.put("table", table);
		shown.put("start", start.toString());
		shown.put("end", end.toString());
		shown.put("dropped", end.plus(rolling.retention()).plus(RollingMapping.MARGIN).toString());
		return shown;
	}

	/**
	 * Counts the rows of a table and their bytes, index rows included. One request for
	 * each 1,000 rows.
	 */
	private Object size(ConsoleArguments call) {
		RowRequest request = RowRequest.of(call.text("table"), null);
		Recording recording = Recording.counting();
		TableGateway recorded = recording.in(this.gateway);
		long rows = 0;
		long bytes = 0;
		boolean more = true;
		for (int pages = 0; more && pages < PAGES; pages++) {
			RowPage<TableRow> page = recorded.read(request, RowReader.rows());
			rows += page.rowsRead();
			bytes += page.rows().stream().mapToLong(ServiceLimits::sizeOf).sum();
			more = page.continuation() != null;
			request = request.from(page.continuation());
		}
		return new Size(rows, bytes, more, recording.requests().size());
	}

	/**
	 * The size of a table.
	 *
	 * @param rows how many rows were counted
	 * @param bytes their bytes, by the formula of the service
	 * @param more whether there are more
	 * @param requests how many requests that took
	 */
	record Size(long rows, long bytes, boolean more, int requests) {

	}

}
