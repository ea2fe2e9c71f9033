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

package io.azuretables.patterns.transfer;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

import io.azuretables.gateway.TableGateway;
import io.azuretables.operations.PartitionSegment;
import io.azuretables.internal.execution.PlanExecutor;
import io.azuretables.row.TableRow;
import org.jspecify.annotations.Nullable;

/**
 * Writes a table as comma-separated values, for spreadsheets. There is no way back: types
 * are lost, and an empty text looks like no value.
 *
 * @since 0.1
 */
public final class CsvExport {

	private static final String END = "\r\n";

	private final PlanExecutor executor;

	/**
	 * An export of the tables of a store.
	 */
	public CsvExport(TableGateway gateway) {
		this.executor = new PlanExecutor(gateway, TransferOptions.DEFAULTS.calls());
	}

	/**
	 * Writes the rows of a table in the order of their keys, with a line of names first.
	 * Two requests for each 1,000 rows: the rows are read once to know all columns.
	 * @return how many rows there were
	 */
	public long write(String table, Appendable to) {
		Set<String> columns = new TreeSet<>();
		read(table).forEachRemaining((row) -> columns.addAll(row.properties().keySet()));
		return write(table, List.copyOf(columns), to);
	}

	/**
	 * Writes some columns of the rows of a table, besides their keys. One request for
	 * each 1,000 rows.
	 * @return how many rows there were
	 */
	public long write(String table, List<String> columns, Appendable to) {
		List<String> names = new ArrayList<>(List.of("PartitionKey", "RowKey"));
		names.addAll(columns);
		line(names.stream().map(CsvExport::text).toList(), to);
		long rows = 0;
		for (Iterator<TableRow> all = read(table); all.hasNext(); rows++) {
			TableRow row = all.next();
			List<String> values = new ArrayList<>(List.of(text(row.key().partitionKey()), text(row.key().rowKey())));
			columns.forEach((column) -> values.add(value(row.get(column))));
			line(values, to);
		}
		return rows;
	}

	private Iterator<TableRow> read(String table) {
		return ExportedRows.all(table).read(this.executor, PartitionSegment.ALL, null).iterator().next();
	}

	private static void line(List<String> values, Appendable to) {
		try {
			to.append(String.join(",", values)).append(END);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private static String value(@Nullable Object value) {
		if (value == null) {
			return "";
		}
		if (value instanceof byte[] bytes) {
			return text(Base64.getEncoder().encodeToString(bytes));
		}
		return (value instanceof String text) ? text(text) : value.toString();
	}

	/**
	 * A text as spreadsheets read it: in quotes where it has to be, and never as a
	 * formula.
	 */
	private static String text(String text) {
		boolean formula = !text.isEmpty() && "=+-@\t\r".indexOf(text.charAt(0)) >= 0;
		String harmless = formula ? "'" + text : text;
		boolean plain = harmless.chars().noneMatch((c) -> c == ',' || c == '"' || c == '\n' || c == '\r');
		return plain ? harmless : '"' + harmless.replace("\"", "\"\"") + '"';
	}

}
