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
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;

import io.azuretables.internal.model.ReservedColumns;
import io.azuretables.internal.plan.RowFilter;
import io.azuretables.internal.time.ConflictRetries;
import io.azuretables.key.RowParts;
import io.azuretables.key.RowParts.Generation;
import io.azuretables.key.TableKey;
import io.azuretables.mapping.PartialEntityException;
import io.azuretables.query.Criteria;
import io.azuretables.row.RowIterator;
import io.azuretables.row.RowPage;
import io.azuretables.row.RowReader;
import io.azuretables.row.RowReader.Assembler;
import io.azuretables.row.RowRequest;
import io.azuretables.row.ServiceLimits;
import io.azuretables.row.TableRow;
import org.jspecify.annotations.Nullable;

/**
 * Reads entities that are divided among several rows because of their size
 * ({@code @Part}), and joins their rows. The main row is read first and its parts after
 * it, so that its version is never newer than they are. Rows that were not written
 * together are read again, a few times.
 *
 * @param <T> what an entity becomes
 */
final class PartedRows<T> {

	private static final ConflictRetries RETRIES = new ConflictRetries(5);

	/**
	 * The parts of so many entities are read first, before the size of any is known.
	 */
	private static final int FIRST = 32;

	/**
	 * The bytes of parts that are read at a time, if their sizes are as before.
	 */
	private static final long BYTES = 8L * 1024 * 1024;

	private final PlanExecutor executor;

	private final String table;

	private final RowReader<T> reader;

	private final RowParts parts;

	private final @Nullable List<String> select;

	/**
	 * Rows with parts.
	 * @param select the columns that are read, of which some are in parts; {@code null}
	 * for all
	 */
	PartedRows(PlanExecutor executor, String table, RowReader<T> reader, @Nullable List<String> select) {
		this.executor = executor;
		this.table = table;
		this.reader = reader;
		this.parts = reader.parts();
		this.select = select;
	}

	@Nullable T read(TableKey key) {
		TableRow whole = whole(() -> this.executor.read(this.table, key, mainColumns(), mains()), 1);
		return (whole != null) ? assembled(this.reader.begin(), whole) : null;
	}

	/**
	 * Reads a page. A row of it that is not there any more, or does not meet the filter
	 * any more when it is read again, is begun and not ended by the reader.
	 */
	RowPage<T> page(RowRequest request) {
		RowPage<TableRow> page = mainPage(request);
		return new RowPage<>(joined(request, page.rows(), partsOf(page.rows())), page.rowsRead(), page.continuation());
	}

	/**
	 * Reads main rows page by page, and the parts of some of them at a time: of as many
	 * as are wanted next, and take no more memory than is allowed.
	 */
	Iterator<T> rows(RowRequest request) {
		Iterator<List<TableRow>> pages = new RowIterator<>(request, (asked) -> {
			RowPage<TableRow> page = mainPage(asked);
			return new RowPage<>(List.of(page.rows()), page.rowsRead(), page.continuation());
		});
		return new Entities(request, pages);
	}

	private RowPage<TableRow> mainPage(RowRequest request) {
		return this.executor.page(request.withSelect(mainColumns()), mains());
	}

	private List<T> joined(RowRequest request, List<TableRow> mains, Map<TableKey, TableRow> found) {
		List<T> rows = new ArrayList<>(mains.size());
		for (TableRow main : mains) {
			Assembler<T> assembler = this.reader.begin();
			TableRow joined = joined(main, found);
			TableRow whole = (joined != null) ? joined : again(request, main.key());
			T value = (whole != null) ? assembled(assembler, whole) : null;
			if (value != null) {
				rows.add(value);
			}
		}
		return rows;
	}

	private @Nullable TableRow again(RowRequest request, TableKey key) {
		String filter = RowFilter
			.of(Criteria.where("PartitionKey").is(key.partitionKey()).and(Criteria.where("RowKey").is(key.rowKey())));
		RowRequest one = RowRequest
			.of(this.table, (request.filter() != null) ? filter + " and (" + request.filter() + ")" : filter)
			.withSelect(mainColumns());
		RETRIES.again(1);
		return whole(() -> {
			Iterator<TableRow> rows = this.executor.rows(one, mains());
			return rows.hasNext() ? rows.next() : null;
		}, 2);
	}

	/**
	 * Reads a main row and its parts until they were written together.
	 * @return {@code null} if the main row is not there
	 */
	private @Nullable TableRow whole(Supplier<@Nullable TableRow> mainRow, int first) {
		for (int attempt = first;; attempt++) {
			TableRow main = mainRow.get();
			TableRow whole = (main != null) ? joined(main, partsOf(List.of(main))) : null;
			if (main == null || whole != null) {
				return whole;
			}
			if (!RETRIES.again(attempt)) {
				throw new PartialEntityException(this.table, attempt, this.parts.names());
			}
		}
	}

	/**
	 * The columns that are read of the main row.
	 */
	private @Nullable List<String> mainColumns() {
		if (this.select == null) {
			return null;
		}
		List<String> columns = new ArrayList<>(
				this.select.stream().filter((column) -> this.parts.part(column) == null).toList());
		columns.add(RowParts.GENERATION);
		return columns;
	}

	/**
	 * The parts of an entity that are read. A property that was in another part when the
	 * entity was written may be in any.
	 */
	private List<String> read(TableRow main) {
		Generation generation = Generation.of(main.get(RowParts.GENERATION));
		if (generation == null) {
			return List.of();
		}
		Set<String> read = this.parts.read(this.select);
		boolean moved = this.select == null || !generation.parts().containsAll(read);
		return moved ? generation.parts() : generation.parts().stream().filter(read::contains).toList();
	}

	/**
	 * The columns that are read of parts.
	 */
	private @Nullable List<String> partColumns() {
		if (this.select == null) {
			return null;
		}
		List<String> columns = new ArrayList<>(
				this.select.stream().filter((column) -> this.parts.part(column) != null).toList());
		columns.add(RowParts.GENERATION);
		return columns;
	}

	private Map<TableKey, TableRow> partsOf(List<TableRow> mains) {
		Map<String, TreeSet<TableKey>> wanted = new LinkedHashMap<>();
		for (TableRow main : mains) {
			for (String part : read(main)) {
				wanted.computeIfAbsent(main.key().partitionKey(), (partition) -> new TreeSet<>())
					.add(RowParts.key(main.key(), part));
			}
		}
		Map<TableKey, TableRow> found = new HashMap<>();
		List<TableKey> left = new ArrayList<>();
		for (NearbyRows nearby : this.executor.<TreeSet<TableKey>, NearbyRows>each(List.copyOf(wanted.values()),
				(keys) -> NearbyRows.read(this.executor, this.table, keys, partColumns()))) {
			nearby.rows().forEach((row) -> found.put(row.key(), row));
			left.addAll(nearby.left());
		}
		this.executor.read(this.table, left, partColumns(), RowReader.rows())
			.forEach((row) -> found.put(row.key(), row));
		return found;
	}

	/**
	 * All columns of an entity in one row; {@code null} if a part is not of its
	 * generation. A column in two rows is that of the row where the class has it. Without
	 * the version of each row the entity has none: a row from the secondary region may be
	 * older than the others and have their generation.
	 */
	private @Nullable TableRow joined(TableRow main, Map<TableKey, TableRow> found) {
		Generation generation = Generation.of(main.get(RowParts.GENERATION));
		if (generation == null) {
			return main;
		}
		Map<String, Object> columns = main.properties();
		String etag = main.etag();
		for (String part : read(main)) {
			TableRow row = found.get(RowParts.key(main.key(), part));
			Generation own = (row != null) ? Generation.of(row.get(RowParts.GENERATION)) : null;
			if (row == null || own == null || !own.token().equals(generation.token())) {
				return null;
			}
			etag = (row.etag() != null) ? etag : null;
			row.forEach((name, value) -> {
				if (part.equals(this.parts.part(name))) {
					columns.put(name, value);
				}
				else if (!ReservedColumns.contains(name)) {
					columns.putIfAbsent(name, value);
				}
			});
		}
		return TableRow.of(main.key(), columns, etag, main.timestamp());
	}

	private static <T> @Nullable T assembled(Assembler<T> assembler, TableRow row) {
		row.forEach(assembler::property);
		return assembler.end(row.key(), row.etag(), row.timestamp());
	}

	private RowReader<TableRow> mains() {
		boolean timed = this.reader.readsTimestamp();
		return new RowReader<>() {

			@Override
			public Assembler<TableRow> begin() {
				return RowReader.rows().begin();
			}

			@Override
			public boolean readsTimestamp() {
				return timed;
			}

		};
	}

	/**
	 * Reads the parts of some entities of a page when the ones before are used up.
	 */
	private final class Entities implements Iterator<T> {

		private final RowRequest request;

		private final Iterator<List<TableRow>> pages;

		private int size = FIRST;

		private List<TableRow> mains = List.of();

		private Iterator<T> entities = List.<T>of().iterator();

		Entities(RowRequest request, Iterator<List<TableRow>> pages) {
			this.request = request;
			this.pages = pages;
		}

		@Override
		public boolean hasNext() {
			while (!this.entities.hasNext() && (!this.mains.isEmpty() || this.pages.hasNext())) {
				List<TableRow> page = this.mains.isEmpty() ? this.pages.next() : this.mains;
				List<TableRow> some = page.subList(0, Math.min(page.size(), this.size));
				this.mains = page.subList(some.size(), page.size());
				Map<TableKey, TableRow> found = partsOf(some);
				this.size = found.isEmpty() ? this.size : next(some.size(), found);
				this.entities = joined(this.request, some, found).iterator();
			}
			return this.entities.hasNext();
		}

		private int next(int count, Map<TableKey, TableRow> found) {
			long bytes = found.values().stream().mapToLong(ServiceLimits::sizeOf).sum();
			return (int) Math.max(1, Math.min(ServiceLimits.PAGE_SIZE, count * BYTES / bytes));
		}

		@Override
		public T next() {
			if (!hasNext()) {
				throw new NoSuchElementException();
			}
			return this.entities.next();
		}

	}

}
