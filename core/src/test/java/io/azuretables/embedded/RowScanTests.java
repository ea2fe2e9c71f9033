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

package io.azuretables.embedded;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;

import io.azuretables.internal.odata.ODataFilter;
import io.azuretables.key.TableKey;
import io.azuretables.query.Criteria;
import io.azuretables.row.TableRow;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A scan finds what a look at every row finds, and looks at fewer.
 */
class RowScanTests {

	private static final TableKey START = TableKey.of("", "");

	private static final List<String> OPERATORS = List.of("eq", "ne", "lt", "le", "gt", "ge");

	@Test
	void findsWhatALookAtEveryRowFinds() {
		Random random = new Random(42);
		for (int i = 0; i < 2000; i++) {
			NavigableMap<TableKey, TableRow> rows = rows(random);
			Criteria criteria = ODataFilter.parse(filter(random, 3));
			List<TableRow> expected = rows.values()
				.stream()
				.filter((row) -> criteria.matches((column) -> Columns.valueOf(row, column)))
				.toList();
			assertThat(pages(rows, criteria, 1 + random.nextInt(5))).as("%s", criteria).isEqualTo(expected);
		}
	}

	private static List<TableRow> pages(NavigableMap<TableKey, TableRow> rows, Criteria criteria, int top) {
		List<TableRow> found = new ArrayList<>();
		TableKey position = START;
		while (position != null) {
			RowScan scan = new RowScan(criteria, KeyBounds.ALL, top);
			scan.run(rows, position);
			assertThat(scan.found()).hasSizeLessThanOrEqualTo(top);
			found.addAll(scan.found());
			position = scan.next();
		}
		return found;
	}

	private static NavigableMap<TableKey, TableRow> rows(Random random) {
		NavigableMap<TableKey, TableRow> rows = new TreeMap<>();
		int count = random.nextInt(30);
		for (int i = 0; i < count; i++) {
			TableKey key = TableKey.of(text(random), text(random));
			rows.put(key, TableRow.of(key, Map.of("S", text(random))));
		}
		return rows;
	}

	private static String filter(Random random, int depth) {
		if (depth == 0 || random.nextInt(4) == 0) {
			String column = List.of("PartitionKey", "RowKey", "S").get(random.nextInt(3));
			return column + " " + OPERATORS.get(random.nextInt(6)) + " '" + text(random) + "'";
		}
		String word = (random.nextInt(3) == 0) ? " or " : " and ";
		String not = (random.nextInt(6) == 0) ? "not " : "";
		return not + "(" + filter(random, depth - 1) + word + filter(random, depth - 1) + ")";
	}

	private static String text(Random random) {
		return "abc".repeat(2).substring(random.nextInt(3), 3 + random.nextInt(2));
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
			S eq 'x'                                                      | 10000
			PartitionKey eq '50'                                          | 101
			PartitionKey eq '50' and RowKey eq '50'                       | 2
			PartitionKey eq '50' and RowKey ge '50' and RowKey lt '60'    | 11
			PartitionKey ge '50' and PartitionKey lt '52'                 | 201
			RowKey eq '50'                                                | 300
			PartitionKey eq '50' and PartitionKey eq '51'                 | 0
			PartitionKey eq '500'                                         | 1
			""")
	void visitsOnlyRowsWithinTheBoundsAndTheirNeighbours(String filter, int visited) {
		AtomicInteger visits = new AtomicInteger();
		NavigableMap<TableKey, TableRow> rows = new CountingRows(visits);
		for (int partition = 0; partition < 100; partition++) {
			for (int row = 0; row < 100; row++) {
				TableKey key = TableKey.of("%02d".formatted(partition), "%02d".formatted(row));
				rows.put(key, TableRow.of(key, Map.of()));
			}
		}
		RowScan scan = new RowScan(ODataFilter.parse(filter), KeyBounds.ALL, 1000);
		scan.run(rows, START);
		assertThat(visits).hasValue(visited);
		assertThat(scan.scanned()).isBetween(scan.found().size(), visited);
	}

}
