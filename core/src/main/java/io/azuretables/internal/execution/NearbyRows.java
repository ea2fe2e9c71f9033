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
package io.azuretables.internal.execution;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.NavigableSet;

import io.azuretables.internal.plan.RowFilter;
import io.azuretables.key.TableKey;
import io.azuretables.query.Criteria;
import io.azuretables.row.RowPage;
import io.azuretables.row.RowReader;
import io.azuretables.row.RowRequest;
import io.azuretables.row.ServiceLimits;
import io.azuretables.row.TableRow;
import org.jspecify.annotations.Nullable;

/**
 * Reads rows with given keys page by page where the keys are close together, instead of
 * one by one. What no page has reached is left to be read by its key.
 *
 * @param rows those that were found
 * @param left the keys that no page has reached
 */
public record NearbyRows(List<TableRow> rows, List<TableKey> left) {

	/**
	 * So many are read by their keys, wherever they lie.
	 */
	private static final int FEW = 3;

	/**
	 * Pages go on while one row in so many is wanted.
	 */
	private static final int SPARSE = 4;

	/**
	 * Reads pages as long as they are worth it.
	 * @param wanted the keys, all of one partition
	 * @param columns what is read, or {@code null} for all
	 */
	public static NearbyRows read(PlanExecutor executor, String table, NavigableSet<TableKey> wanted,
			@Nullable List<String> columns) {
		List<TableRow> found = new ArrayList<>();
		Collection<TableKey> left = wanted;
		RowRequest next = (wanted.size() > FEW && executor.isOrdered()) ? range(table, wanted).withSelect(columns)
				: null;
		while (next != null) {
			RowPage<TableRow> page = executor.page(next, RowReader.rows());
			List<TableRow> hits = page.rows().stream().filter((row) -> wanted.contains(row.key())).toList();
			found.addAll(hits);
			if (page.continuation() == null) {
				return new NearbyRows(found, List.of());
			}
			if (!page.rows().isEmpty()) {
				left = wanted.tailSet(page.rows().get(page.rows().size() - 1).key(), false);
			}
			boolean worthIt = !left.isEmpty() && hits.size() * SPARSE >= page.rowsRead();
			next = worthIt ? next.from(page.continuation()) : null;
		}
		return new NearbyRows(found, List.copyOf(left));
	}

	private static RowRequest range(String table, NavigableSet<TableKey> wanted) {
		Criteria range = Criteria.where("PartitionKey")
			.is(wanted.first().partitionKey())
			.and(Criteria.where("RowKey").between(wanted.first().rowKey(), wanted.last().rowKey()));
		return RowRequest.of(table, RowFilter.of(range)).withTop(Math.min(2 * wanted.size(), ServiceLimits.PAGE_SIZE));
	}

}
