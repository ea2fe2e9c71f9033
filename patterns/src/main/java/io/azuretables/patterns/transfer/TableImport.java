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

import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.ToLongFunction;

import io.azuretables.gateway.TableGateway;
import io.azuretables.internal.execution.ParallelCalls;
import io.azuretables.internal.execution.PlanExecutor;
import io.azuretables.operations.TableTemplate;
import io.azuretables.patterns.internal.digest.RowDigest;
import io.azuretables.patterns.transfer.Manifest.ExportedTable;
import io.azuretables.patterns.transfer.TransferReport.TableContent;
import io.azuretables.row.TableRow;
import org.jspecify.annotations.Nullable;

import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.dao.InvalidDataAccessApiUsageException;

/**
 * Imports tables that {@code TableExport} has exported. All files are read and compared
 * with the manifest before anything is written. Safe for concurrent use.
 *
 * @since 0.1
 */
public final class TableImport {

	private final TableGateway gateway;

	private final TransferOptions options;

	private final ParallelCalls calls;

	/**
	 * An import with the default options.
	 */
	public TableImport(TableGateway gateway) {
		this(gateway, TransferOptions.DEFAULTS);
	}

	public TableImport(TableGateway gateway, TransferOptions options) {
		this.gateway = gateway;
		this.options = options;
		this.calls = options.calls();
	}

	/**
	 * Imports from the beginning, see
	 * {@link #load(TransferLocation, ImportMode, String, Consumer)}.
	 */
	public TransferReport load(TransferLocation from, ImportMode mode) {
		return load(from, mode, null, (progress) -> {
		});
	}

	/**
	 * Imports all rows as they are, those of indexes included, into tables of the same
	 * names, which are created if they are not there. One request for up to 100 rows of a
	 * partition, in parallel. Rows that are there and not in the export stay. It can be
	 * stopped at any request, and be repeated.
	 * @param position where an earlier import of the same export stopped, or {@code null}
	 * for the beginning
	 * @param progress is called after each file
	 * @throws org.springframework.dao.InvalidDataAccessResourceUsageException if there is
	 * no complete export of a known format; nothing is written then
	 * @throws DataIntegrityViolationException if a file is missing, or is not the one
	 * that was exported; nothing is written then
	 * @throws org.springframework.dao.DuplicateKeyException if a row is there with other
	 * properties and is not to be replaced
	 */
	public TransferReport load(TransferLocation from, ImportMode mode, @Nullable String position,
			Consumer<TransferProgress> progress) {
		Manifest manifest = checked(from);
		PlanExecutor executor = new PlanExecutor(this.options.paced(this.gateway), this.calls);
		return load(manifest, from, position, progress, (table) -> {
			this.gateway.createTable(table.table());
			RowWriter writer = new RowWriter(executor, this.calls, this.options.concurrency(), table.table(), mode);
			return new Target(writer::add, writer::flush, writer::close);
		});
	}

	/**
	 * Imports the entities of a class through a template, which writes their index rows
	 * too. What each entity costs is what the template says of {@code insertAll} and
	 * {@code saveAll}; an entity with a version that is to be replaced is read before.
	 * Entity callbacks are called.
	 * @param mode whether entities may be there already
	 * @throws InvalidDataAccessApiUsageException if the export is not one of this class
	 */
	public TransferReport load(TransferLocation from, TableTemplate template, Class<?> type, ImportMode mode,
			Consumer<TransferProgress> progress) {
		Manifest manifest = checked(from, type);
		return load(manifest, from, null, progress, (table) -> {
			EntityWriter<?> writer = new EntityWriter<>(this.gateway, template, type, mode);
			return new Target(writer::add, writer::flush, () -> {
			});
		});
	}

	private static TransferReport load(Manifest manifest, TransferLocation from, @Nullable String position,
			Consumer<TransferProgress> progress, Function<ExportedTable, Target> targets) {
		ImportPosition begin = ImportPosition.of(position, manifest);
		long total = Math.max(1, manifest.report().rows());
		long rows = 0;
		int file = 0;
		for (ExportedTable table : manifest.tables()) {
			try (Target target = targets.apply(table)) {
				for (Slice slice : table.slices()) {
					if (file++ >= begin.files()) {
						RowLines.read(slice.file(), read(from, slice), target.rows());
						target.flush().run();
					}
					rows += slice.rows();
					progress.accept(new TransferProgress(table.table(), rows, (double) rows / total,
							new ImportPosition(file, manifest.id()).text()));
				}
			}
		}
		return manifest.report();
	}

	/**
	 * Compares tables with an export: number and digest of their rows. One request for
	 * each 1,000 rows, in parallel.
	 * @return the tables as they are, those alone that differ from the export; empty if
	 * all are equal
	 * @throws InvalidDataAccessApiUsageException if the export is one of the entities of
	 * a class
	 */
	public List<TableContent> verify(TransferLocation from) {
		Manifest manifest = checked(from);
		manifest.tables().stream().filter((table) -> !table.type().isEmpty()).findFirst().ifPresent((table) -> {
			throw new InvalidDataAccessApiUsageException("The export in " + from + " has the entities of the class "
					+ table.type() + " alone, and not a whole table; compare them by verify with a template and "
					+ "the class");
		});
		List<TableContent> different = new ArrayList<>();
		for (ExportedTable table : manifest.tables()) {
			TableContent found = content(table.table());
			if (!found.equals(table.content())) {
				different.add(found);
			}
		}
		return different;
	}

	/**
	 * Compares the entities of a class with an export of them: their number, and what is
	 * stored of their properties. One request for each 1,000 rows, in parallel.
	 * @param template names the table
	 * @return the entities as they are, with a digest that is comparable to no other;
	 * empty if they are equal to those of the export
	 * @throws InvalidDataAccessApiUsageException if the export is not one of this class,
	 * or if each write of an entity is stored differently, as by {@code @Encrypted}
	 */
	public <T> List<TableContent> verify(TransferLocation from, TableTemplate template, Class<T> type) {
		Manifest manifest = checked(from, type);
		EntityContent<T> entities = EntityContent.of(this.gateway, template, type);
		long[] digest = new long[1];
		manifest.slices()
			.forEach((slice) -> RowLines.read(slice.file(), read(from, slice),
					(row) -> digest[0] += entities.digest(row)));
		TableContent found = content(ExportedRows.of(template, type), entities::digest);
		TableContent exported = new TableContent(found.table(), manifest.report().rows(),
				HexFormat.of().toHexDigits(digest[0]));
		return found.equals(exported) ? List.of() : List.of(found);
	}

	/**
	 * Computes the number and the digest of the rows of a table. One request for each
	 * 1,000 rows, in parallel.
	 */
	public TableContent content(String table) {
		return content(ExportedRows.all(table), RowDigest::of);
	}

	private TableContent content(ExportedRows rows, ToLongFunction<TableRow> digests) {
		return new ContentReader(new PlanExecutor(this.gateway, this.calls), this.options.segments()).read(rows,
				digests);
	}

	/**
	 * The manifest of an export of the entities of a class whose files are all there.
	 */
	private Manifest checked(TransferLocation from, Class<?> type) {
		Manifest manifest = checked(from);
		if (manifest.tables().size() != 1 || !manifest.tables().get(0).type().equals(type.getName())) {
			throw new InvalidDataAccessApiUsageException("The export in " + from + " is not one of the class "
					+ type.getSimpleName() + "; import and compare it as rows");
		}
		return manifest;
	}

	/**
	 * The manifest of an export whose files are all there.
	 */
	private Manifest checked(TransferLocation from) {
		Manifest manifest = Manifest.read(from);
		this.calls.map(manifest.slices(), (slice) -> read(from, slice).length, (slice) -> {
			throw new ParallelCalls.InterruptedCallsException();
		});
		return manifest;
	}

	private static byte[] read(TransferLocation from, Slice slice) {
		byte[] content = from.read(slice.file())
			.orElseThrow(() -> new DataIntegrityViolationException(
					"The file '" + slice.file() + "' of the export in " + from + " is not there"));
		if (!slice.isOf(content)) {
			throw new DataIntegrityViolationException("The file '" + slice.file() + "' of the export in " + from
					+ " is not the one that was exported: it has " + content.length + " bytes, and another hash");
		}
		return content;
	}

	/**
	 * Where rows are written.
	 *
	 * @param rows takes a row
	 * @param flush waits until all are written
	 * @param end waits for what is on its way
	 */
	private record Target(Consumer<TableRow> rows, Runnable flush, Runnable end) implements AutoCloseable {

		@Override
		public void close() {
			this.end.run();
		}

	}

	/**
	 * How many files of an export were imported.
	 *
	 * @param files their number
	 * @param export which export it is
	 */
	private record ImportPosition(int files, String export) {

		static ImportPosition of(@Nullable String text, Manifest manifest) {
			if (text == null) {
				return new ImportPosition(0, manifest.id());
			}
			int end = text.indexOf('-');
			if (end < 1 || !text.substring(0, end).matches("[0-9]{1,9}")
					|| !text.substring(end + 1).equals(manifest.id())
					|| Integer.parseInt(text.substring(0, end)) > manifest.slices().size()) {
				throw new InvalidDataAccessApiUsageException(
						"The position is not one of this export. A position is a number, a hyphen and the identifier of the "
								+ "export, such as 3-0123456789abcdef. Take the last one that the stopped import "
								+ "reported, or begin without one");
			}
			return new ImportPosition(Integer.parseInt(text.substring(0, end)), manifest.id());
		}

		String text() {
			return this.files + "-" + this.export;
		}

	}

}
