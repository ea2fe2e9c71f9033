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

import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import io.azuretables.autoconfigure.internal.console.TableKinds.RowKind;
import io.azuretables.gateway.TableGateway;
import io.azuretables.row.RowPage;
import io.azuretables.row.RowReader;
import io.azuretables.row.RowRequest;
import io.azuretables.row.ServiceLimits;
import io.azuretables.row.TableRow;

/**
 * Statistics for the web console: how many of the first rows of a table belong to each
 * partition and kind of row.
 *
 * @param rows how many rows were read
 * @param bytes their bytes, by the formula of the service
 * @param more whether the table has more rows
 * @param partitions the largest partitions
 * @param otherPartitions how many other partitions there are
 * @param kinds the kinds of rows
 */
record TableShares(long rows, long bytes, boolean more, List<Part> partitions, int otherPartitions, List<Part> kinds) {

	/**
	 * The most pages that are read.
	 */
	static final int PAGES = 20;

	/**
	 * The most partitions that are named.
	 */
	static final int NAMED = 10;

	/**
	 * Reads up to {@value #PAGES} pages. One request each.
	 */
	static TableShares read(TableGateway gateway, String table, List<RowKind> known) {
		Map<String, Part> partitions = new HashMap<>();
		Map<String, Part> kinds = new LinkedHashMap<>();
		RowRequest request = RowRequest.of(table, null);
		boolean more = true;
		for (int pages = 0; more && pages < PAGES; pages++) {
			RowPage<TableRow> page = gateway.read(request, RowReader.rows());
			for (TableRow row : page.rows()) {
				Part one = new Part(row.key().partitionKey(), 1, ServiceLimits.sizeOf(row), ServiceLimits.sizeOf(row));
				partitions.merge(one.name(), one, Part::and);
				kinds.merge(TableKinds.kind(row, known).label(), one, Part::and);
			}
			more = page.continuation() != null;
			request = request.from(page.continuation());
		}
		List<Part> largest = partitions.values()
			.stream()
			.sorted(Comparator.comparingLong(Part::rows).reversed().thenComparing(Part::name))
			.toList();
		List<Part> named = kinds.entrySet().stream().map((kind) -> kind.getValue().called(kind.getKey())).toList();
		return new TableShares(named.stream().mapToLong(Part::rows).sum(), named.stream().mapToLong(Part::bytes).sum(),
				more, largest.subList(0, Math.min(NAMED, largest.size())), Math.max(0, largest.size() - NAMED), named);
	}

	/**
	 * Some of the rows.
	 *
	 * @param name a partition key, or the name of a kind
	 * @param rows how many
	 * @param bytes their bytes
	 * @param largest the bytes of the largest one
	 */
	record Part(String name, long rows, long bytes, long largest) {

		Part and(Part other) {
			return new Part(this.name, this.rows + other.rows, this.bytes + other.bytes,
					Math.max(this.largest, other.largest));
		}

		Part called(String newName) {
			return new Part(newName, this.rows, this.bytes, this.largest);
		}

	}

}
