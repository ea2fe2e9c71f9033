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
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

import io.azuretables.autoconfigure.internal.console.Recording.RecordedRequest;
import io.azuretables.gateway.TableGateway;
import io.azuretables.internal.odata.ODataFilter;
import io.azuretables.internal.odata.ODataSyntaxException;
import io.azuretables.key.KeyRange;
import io.azuretables.key.TableKey;
import io.azuretables.query.Criteria;
import io.azuretables.query.Criteria.Comparison;
import io.azuretables.query.Operator;
import io.azuretables.row.RowReader;
import io.azuretables.row.RowRequest;
import io.azuretables.row.TableRow;
import org.jspecify.annotations.Nullable;

/**
 * Reads the rows around those of a query, so that the web console can draw which part of
 * a partition the query read. Its own requests do not count as requests of the call.
 */
final class RowDrawing {

	/**
	 * The most partitions that are drawn.
	 */
	private static final int PARTITIONS = 4;

	/**
	 * The most rows from the beginning of a partition, and from the beginning of a range.
	 */
	private static final int ROWS = 60;

	private final TableGateway gateway;

	private final TableExplorer explorer;

	RowDrawing(TableGateway gateway, TableExplorer explorer) {
		this.gateway = gateway;
		this.explorer = explorer;
	}

	/**
	 * The tables and rows around what was touched.
	 */
	Map<String, Object> around(List<RecordedRequest> requests) {
		Set<Place> places = new LinkedHashSet<>();
		for (RecordedRequest request : requests) {
			places.addAll(places(request));
		}
		boolean more = places.size() > PARTITIONS;
		Map<String, Map<TableKey, TableRow>> tables = new LinkedHashMap<>();
		places.stream().limit(PARTITIONS).forEach((place) -> read(place, tables));
		List<Map<String, Object>> drawn = new ArrayList<>();
		tables.forEach((table, rows) -> drawn
			.add(Map.of("name", table, "rows", this.explorer.shown(table, List.copyOf(rows.values())))));
		return Map.of("tables", drawn, "blobs", List.of(), "more", more);
	}

	private void read(Place place, Map<String, Map<TableKey, TableRow>> tables) {
		Map<TableKey, TableRow> rows = tables.computeIfAbsent(place.table(), (table) -> new TreeMap<>());
		List<TableRow> first = rows(place.table(), place.partition(), "");
		first.forEach((row) -> rows.put(row.key(), row));
		boolean beyond = first.size() == ROWS && first.get(ROWS - 1).key().rowKey().compareTo(place.from()) < 0;
		if (place.partition() != null && beyond) {
			rows(place.table(), place.partition(), place.from()).forEach((row) -> rows.put(row.key(), row));
		}
	}

	private List<TableRow> rows(String table, @Nullable String partition, String from) {
		ODataFilter filter = new ODataFilter();
		if (partition != null) {
			filter.isWithin("PartitionKey", KeyRange.point(partition));
			filter.isWithin("RowKey", KeyRange.between(from, null));
		}
		return this.gateway.read(RowRequest.of(table, filter.text()).withTop(ROWS), RowReader.rows()).rows();
	}

	private static List<Place> places(RecordedRequest request) {
		if (request.target().isEmpty() || (request.filter() == null && request.keys().isEmpty())) {
			return List.of();
		}
		if (request.filter() == null) {
			return request.keys()
				.stream()
				.map((key) -> new Place(request.target(), key.partitionKey(), key.rowKey()))
				.toList();
		}
		try {
			Criteria filter = request.filter().isEmpty() ? Criteria.ALL : ODataFilter.parse(request.filter());
			return List.of(place(request.target(), filter));
		}
		catch (ODataSyntaxException ex) {
			return List.of(new Place(request.target(), null, ""));
		}
	}

	private static Place place(String table, Criteria filter) {
		String partition = null;
		String from = "";
		List<? extends Criteria> all = (filter instanceof Criteria.And and) ? and.conditions() : List.of(filter);
		for (Criteria one : all) {
			if (one instanceof Comparison comparison && comparison.value() instanceof String value) {
				boolean lower = comparison.operator() == Operator.EQ || comparison.operator() == Operator.GE
						|| comparison.operator() == Operator.GT;
				if (comparison.property().equals("PartitionKey") && comparison.operator() == Operator.EQ) {
					partition = value;
				}
				else if (comparison.property().equals("RowKey") && lower) {
					from = value;
				}
			}
		}
		return new Place(table, partition, from);
	}

	/**
	 * Where a request reads.
	 *
	 * @param table the table
	 * @param partition the partition; {@code null} for several
	 * @param from the first row key
	 */
	private record Place(String table, @Nullable String partition, String from) {

		/**
		 * A partition is drawn once.
		 */
		@Override
		public boolean equals(@Nullable Object other) {
			return other instanceof Place that && this.table.equals(that.table)
					&& ((this.partition != null) ? this.partition.equals(that.partition) : that.partition == null);
		}

		@Override
		public int hashCode() {
			return this.table.hashCode();
		}

	}

}
