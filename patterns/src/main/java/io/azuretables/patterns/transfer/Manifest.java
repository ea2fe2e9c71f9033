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

import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.HexFormat;
import java.util.List;

import io.azuretables.patterns.transfer.TransferReport.TableContent;
import io.azuretables.row.ServiceLimits;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

import org.jspecify.annotations.Nullable;
import org.springframework.dao.InvalidDataAccessResourceUsageException;

/**
 * The last file of an export: the names, row counts and digests of all other files. What
 * has no manifest is no complete export.
 *
 * @param format what kind of file this is
 * @param version the version of the format
 * @param begin when the export began
 * @param end when it ended
 * @param tables the tables
 */
record Manifest(String format, int version, String begin, String end, List<ExportedTable> tables) {

	static final String FILE = "manifest.json";

	static final String FORMAT = "azure-tables-export";

	static final int VERSION = 1;

	private static final JsonMapper JSON = JsonMapper.builder().build();

	static Manifest of(Instant begin, Instant end, List<ExportedTable> tables) {
		return new Manifest(FORMAT, VERSION, begin.toString(), end.toString(), tables);
	}

	byte[] write() {
		return JSON.writerWithDefaultPrettyPrinter().writeValueAsBytes(this);
	}

	/**
	 * Reads the manifest of an export.
	 * @throws InvalidDataAccessResourceUsageException if there is none, or one of another
	 * format
	 */
	static Manifest read(TransferLocation location) {
		byte[] content = location.read(FILE)
			.orElseThrow(() -> new InvalidDataAccessResourceUsageException("There is no " + FILE + " in " + location
					+ ", so it holds no complete export; repeat the export to the same place to finish it"));
		Manifest manifest = parse(content, location);
		if (manifest == null || !FORMAT.equals(manifest.format) || manifest.version != VERSION) {
			throw new InvalidDataAccessResourceUsageException("The " + FILE + " in " + location + " has the format "
					+ ((manifest != null) ? "'" + manifest.format + "' of version " + manifest.version : "of no export")
					+ ", and this program reads '" + FORMAT + "' of version " + VERSION);
		}
		if (!manifest.isWhole()) {
			throw new InvalidDataAccessResourceUsageException("The " + FILE + " in " + location
					+ " names no tables, or a file that is not one of its table, or is not as it was written");
		}
		return manifest;
	}

	private static @Nullable Manifest parse(byte[] content, TransferLocation location) {
		try {
			return JSON.readValue(content, Manifest.class);
		}
		catch (JacksonException ex) {
			throw new InvalidDataAccessResourceUsageException("The " + FILE + " in " + location + " cannot be read",
					ex);
		}
	}

	/**
	 * Whether each file belongs to its table: a manifest may come from anywhere, and
	 * leads to no other files.
	 */
	private boolean isWhole() {
		return isTime(this.begin) && isTime(this.end) && this.tables != null
				&& this.tables.stream()
					.allMatch((table) -> table != null && table.table() != null && table.type() != null
							&& ServiceLimits.isTableName(table.table()) && table.slices() != null
							&& table.isComplete());
	}

	static boolean isTime(@Nullable String text) {
		try {
			return text != null && !Instant.parse(text).equals(Instant.MIN);
		}
		catch (DateTimeParseException ex) {
			return false;
		}
	}

	/**
	 * Tells this export from all others.
	 */
	String id() {
		return Slice.sha256(write()).substring(0, 16);
	}

	List<Slice> slices() {
		return this.tables.stream().flatMap((table) -> table.slices().stream()).toList();
	}

	TransferReport report() {
		return new TransferReport(this.tables.stream().map(ExportedTable::content).toList(), Instant.parse(this.begin),
				Instant.parse(this.end));
	}

	/**
	 * A table of an export.
	 *
	 * @param table the name of the table
	 * @param type the class whose entities alone were exported; empty for all rows
	 * @param slices its files, in the order of partitions
	 */
	record ExportedTable(String table, String type, List<Slice> slices) {

		long rows() {
			return this.slices.stream().mapToLong(Slice::rows).sum();
		}

		/**
		 * Whether the files are those of all segments, each from the first to the last.
		 */
		boolean isComplete() {
			int segment = 0;
			int number = 0;
			for (Slice slice : this.slices) {
				if (slice == null || !slice.isWhole()) {
					return false;
				}
				SliceEnd end = SliceEnd.of(slice.file());
				if (!slice.file().equals(end.file(this.table, segment, number))) {
					return false;
				}
				number = (end == SliceEnd.SEGMENT) ? 0 : number + 1;
				segment += (end == SliceEnd.SEGMENT) ? 1 : 0;
			}
			return segment > 0 && number == 0;
		}

		TableContent content() {
			return new TableContent(this.table, rows(),
					HexFormat.of().toHexDigits(this.slices.stream().mapToLong(Slice::sum).sum()));
		}

	}

}
