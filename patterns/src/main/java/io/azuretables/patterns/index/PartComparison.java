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

package io.azuretables.patterns.index;

import java.util.Collection;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

import io.azuretables.gateway.TableGateway;
import io.azuretables.internal.execution.SegmentedScan;
import io.azuretables.internal.odata.ODataFilter;
import io.azuretables.internal.time.ConflictRetries;
import io.azuretables.key.KeyRange;
import io.azuretables.key.RowParts.Generation;
import io.azuretables.key.RowParts;
import io.azuretables.key.TableKey;
import io.azuretables.patterns.index.IndexFinding.Kind;
import io.azuretables.patterns.index.IndexOptions.Reading;
import io.azuretables.query.Criteria;
import io.azuretables.row.RowIterator;
import io.azuretables.row.RowReader;
import io.azuretables.row.RowRequest;
import io.azuretables.row.RowWrite;
import io.azuretables.row.TableRow;
import org.jspecify.annotations.Nullable;

import org.springframework.dao.OptimisticLockingFailureException;

/**
 * Verifies entities with {@code @Part} properties: compares their additional rows with
 * the main rows that name them. Reads parts page by page with the main rows of the same
 * range, and then main rows with their parts; what seems to be wrong is read once more,
 * row by row.
 */
final class PartComparison {

	private static final ConflictRetries RETRIES = new ConflictRetries(5);

	private static final List<String> COLUMNS = List.of("PartitionKey", "RowKey", RowParts.GENERATION);

	private final TableGateway gateway;

	private final String table;

	private final String prefix;

	private final Reading reading;

	private final Map<Kind, Long> found = new EnumMap<>(Kind.class);

	private final AtomicLong entities = new AtomicLong();

	private final AtomicLong parts = new AtomicLong();

	/**
	 * A comparison.
	 * @param prefix what the row keys of the entities begin with
	 */
	PartComparison(TableGateway gateway, String table, String prefix, Reading reading) {
		this.gateway = gateway;
		this.table = table;
		this.prefix = prefix;
		this.reading = reading;
	}

	/**
	 * Compares all rows once.
	 * @param fault takes what is wrong, by one thread at a time
	 */
	IndexReport run(Consumer<Fault> fault) {
		pages(RowParts.ROWS + this.prefix, (page) -> compareParts(page, fault));
		pages(this.prefix, (page) -> compareMains(page, fault));
		return new IndexReport(this.entities.get(), this.parts.get(), this.found);
	}

	private void pages(String rowKeys, Consumer<List<TableRow>> page) {
		new SegmentedScan(this.gateway, this.reading.calls(),
				RowRequest.of(this.table, null).withTop(this.reading.pageSize()).withSelect(COLUMNS),
				Criteria.where("RowKey").startingWith(rowKeys), KeyRange.all())
			.run(page);
	}

	private void compareParts(List<TableRow> page, Consumer<Fault> fault) {
		this.parts.addAndGet(page.size());
		Map<TableKey, TableRow> mains = rows(page.stream().map((part) -> Part.of(part.key()).main()).toList());
		for (TableRow row : page) {
			Part part = Part.of(row.key());
			// a missing part is found with its main row
			if (kind(mains.get(part.main()), part, row) != null) {
				check(part, fault, false);
			}
		}
	}

	private void compareMains(List<TableRow> page, Consumer<Fault> fault) {
		this.entities.addAndGet(page.size());
		TreeSet<TableKey> wanted = new TreeSet<>();
		page.forEach((main) -> names(main).forEach((name) -> wanted.add(RowParts.key(main.key(), name))));
		Map<TableKey, TableRow> found = rows(wanted);
		wanted.stream().filter((key) -> !found.containsKey(key)).forEach((key) -> check(Part.of(key), fault, true));
	}

	private static List<String> names(@Nullable TableRow main) {
		Generation generation = (main != null) ? Generation.of(main.get(RowParts.GENERATION)) : null;
		return (generation != null) ? generation.parts() : List.of();
	}

	/**
	 * The rows that are there of some keys, and others between them. One range for each
	 * partition.
	 */
	private Map<TableKey, TableRow> rows(Collection<TableKey> keys) {
		Map<String, TreeSet<String>> partitions = new TreeMap<>();
		keys.forEach((key) -> partitions.computeIfAbsent(key.partitionKey(), (partition) -> new TreeSet<>())
			.add(key.rowKey()));
		Map<TableKey, TableRow> rows = new HashMap<>();
		partitions.forEach((partition, rowKeys) -> {
			Criteria range = Criteria.where("PartitionKey")
				.is(partition)
				.and(Criteria.where("RowKey").greaterThanOrEqual(rowKeys.first()))
				.and(Criteria.where("RowKey").lessThanOrEqual(rowKeys.last()));
			RowRequest request = RowRequest.of(this.table, ODataFilter.write(range)).withSelect(COLUMNS);
			new RowIterator<>(request, (next) -> this.gateway.read(next, RowReader.rows()))
				.forEachRemaining((row) -> rows.put(row.key(), row));
		});
		return rows;
	}

	/**
	 * Reads main row and part again, until no writer came in between.
	 */
	private void check(Part part, Consumer<Fault> fault, boolean missing) {
		int attempt = 0;
		do {
			attempt++;
			TableRow main = read(part.main());
			TableRow row = read(part.key());
			Kind kind = kind(main, part, row);
			if (kind == null || (kind == Kind.MISSING) != missing) {
				return;
			}
			if (Objects.equals(generation(main), generation(read(part.main())))) {
				synchronized (this.found) {
					this.found.merge(kind, 1L, Long::sum);
					fault.accept(new Fault(new IndexFinding(kind, part.main(), part.key()), row));
				}
				return;
			}
		}
		while (RETRIES.again(attempt));
	}

	private static @Nullable Object generation(@Nullable TableRow row) {
		return (row != null) ? row.get(RowParts.GENERATION) : null;
	}

	private @Nullable TableRow read(TableKey key) {
		return this.gateway.read(this.table, key, null, RowReader.rows());
	}

	/**
	 * What is wrong with a part; {@code null} if nothing is.
	 */
	private static @Nullable Kind kind(@Nullable TableRow main, Part part, @Nullable TableRow row) {
		if (!names(main).contains(part.name())) {
			return (row != null) ? Kind.ORPHANED : null;
		}
		if (row == null) {
			return Kind.MISSING;
		}
		Generation generation = Generation.of(generation(main));
		return (generation != null && generation.token().equals(generation(row))) ? null : Kind.STALE;
	}

	/**
	 * Deletes a part that no entity names, unless it was written since it was read.
	 */
	void delete(Fault fault) {
		TableRow row = fault.row();
		if (fault.finding().kind() == Kind.ORPHANED && row != null) {
			try {
				this.gateway.write(this.table, new RowWrite.Delete(row.key(), Objects.requireNonNull(row.etag())));
			}
			catch (OptimisticLockingFailureException ex) {
				// an entity has got the part, or another process has deleted it
			}
		}
	}

	/**
	 * A part that is wrong.
	 *
	 * @param finding what is wrong
	 * @param row the part as it is, if it is there
	 */
	record Fault(IndexFinding finding, @Nullable TableRow row) {

	}

	/**
	 * A part of an entity.
	 *
	 * @param main the key of the main row
	 * @param name the name of the part
	 */
	private record Part(TableKey main, String name) {

		static Part of(TableKey key) {
			String rowKey = key.rowKey();
			int end = rowKey.lastIndexOf('|');
			return new Part(new TableKey(key.partitionKey(), rowKey.substring(RowParts.ROWS.length(), end)),
					rowKey.substring(end + 1));
		}

		TableKey key() {
			return RowParts.key(this.main, this.name);
		}

	}

}
