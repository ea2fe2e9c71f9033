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

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.LongConsumer;
import java.util.zip.Deflater;
import java.util.zip.GZIPOutputStream;

import io.azuretables.internal.execution.PlanExecutor;
import io.azuretables.key.TableKey;
import io.azuretables.operations.PartitionSegment;
import io.azuretables.patterns.internal.digest.RowDigest;
import io.azuretables.row.ServiceLimits;
import io.azuretables.row.TableRow;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.InvalidDataAccessResourceUsageException;
import org.springframework.dao.TransientDataAccessResourceException;

/**
 * Exports one range of the partition keys of a table, file after file. The last file says
 * by its name that it is the last; what an earlier attempt has written is kept.
 *
 * @param rows the rows of the table
 * @param number which of the segments
 * @param segment its partitions
 * @param location where the files are
 * @param options after how many bytes of JSON a file ends, and whether it may have rows
 * of several moments
 */
record SegmentExport(ExportedRows rows, int number, PartitionSegment segment, TransferLocation location,
		TransferOptions options) {

	/**
	 * How often the rows of a file are read again.
	 */
	private static final int ATTEMPTS = 5;

	/**
	 * How many times its size a file may have for a partition to end in it.
	 */
	private static final int LARGER = 4;

	/**
	 * Writes the files that are missing.
	 * @param progress takes how many rows there were since it was last called
	 * @param stopped says that another segment has failed, or the caller was interrupted
	 * @return all files of the segment
	 */
	List<Slice> run(PlanExecutor executor, LongConsumer progress, BooleanSupplier stopped) {
		List<Slice> slices = new ArrayList<>();
		Boundary last = known(slices, progress);
		if (!isEnded(slices)) {
			write(executor, last, slices, progress, stopped);
		}
		return slices;
	}

	/**
	 * Ends the segment of a table that is not there any more.
	 * @return all files of the segment
	 */
	List<Slice> end() {
		List<Slice> slices = new ArrayList<>();
		known(slices, (rows) -> {
		});
		if (!isEnded(slices)) {
			slices.add(new OpenSlice(null).write(file(slices.size(), SliceEnd.SEGMENT), this.location));
		}
		return slices;
	}

	private static boolean isEnded(List<Slice> slices) {
		return !slices.isEmpty() && SliceEnd.of(slices.get(slices.size() - 1).file()) == SliceEnd.SEGMENT;
	}

	/**
	 * Reads the files that are there.
	 * @return where the next one begins
	 */
	private @Nullable Boundary known(List<Slice> slices, LongConsumer progress) {
		Boundary last = null;
		for (String file : this.location.names(SliceEnd.prefix(this.rows.table(), this.number))) {
			SliceEnd end = SliceEnd.of(file);
			if (!file.equals(file(slices.size(), end))) {
				throw new InvalidDataAccessResourceUsageException(
						"The file " + file(slices.size(), end) + " in " + this.location + " is missing, and there is "
								+ file + "; delete the files that follow it, or name another place");
			}
			KnownSlice known = KnownSlice.of(file, this.location.read(file).orElseThrow());
			slices.add(known.slice());
			progress.accept(known.slice().rows());
			last = (known.last() != null) ? new Boundary(known.last(), end) : last;
			if (end == SliceEnd.SEGMENT) {
				return last;
			}
		}
		return last;
	}

	private void write(PlanExecutor executor, @Nullable Boundary last, List<Slice> slices, LongConsumer progress,
			BooleanSupplier stopped) {
		OpenSlice open = new OpenSlice(last);
		long read = 0;
		for (Iterator<Iterator<TableRow>> parts = parts(executor, last); parts.hasNext();) {
			for (Iterator<TableRow> part = parts.next(); part.hasNext() && !stopped.getAsBoolean();) {
				TableRow row = part.next();
				if (!open.begins(row)) {
					continue;
				}
				Boundary end = end(open, row);
				if (end != null) {
					OpenSlice settled = this.options.fuzzy() ? open : settled(open, end, executor, stopped);
					if (stopped.getAsBoolean()) {
						return;
					}
					slices.add(settled.write(file(slices.size(), end.end()), this.location));
					open = new OpenSlice((end.end() == SliceEnd.PARTITION) ? end : settled.boundary());
				}
				open.add(row);
				if (++read % ServiceLimits.PAGE_SIZE == 0) {
					progress.accept(ServiceLimits.PAGE_SIZE);
				}
			}
		}
		OpenSlice settled = this.options.fuzzy() ? open : settled(open, null, executor, stopped);
		if (!stopped.getAsBoolean()) {
			slices.add(settled.write(file(slices.size(), SliceEnd.SEGMENT), this.location));
			progress.accept(read % ServiceLimits.PAGE_SIZE);
		}
	}

	/**
	 * Where a file ends, if it ends before a row. Where its rows are to be of one moment,
	 * it ends with a partition, unless that is too large.
	 */
	private @Nullable Boundary end(OpenSlice open, TableRow next) {
		TableKey last = open.last;
		if (last == null || open.bytes < this.options.sliceBytes()) {
			return null;
		}
		if (!this.options.fuzzy() && !last.partitionKey().equals(next.key().partitionKey())) {
			return new Boundary(last, SliceEnd.PARTITION);
		}
		boolean full = this.options.fuzzy() || open.bytes >= (long) LARGER * this.options.sliceBytes();
		return full ? new Boundary(last, SliceEnd.ROW) : null;
	}

	/**
	 * Reads the rows of a file again until two reads agree: then all of them are as they
	 * were between these reads.
	 * @param end where the file ends, {@code null} for all rows that follow
	 */
	private OpenSlice settled(OpenSlice open, @Nullable Boundary end, PlanExecutor executor, BooleanSupplier stopped) {
		OpenSlice before = open;
		for (int i = 0; i < ATTEMPTS && !stopped.getAsBoolean(); i++) {
			OpenSlice again = again(open.after, end, executor, stopped);
			if (again.isSame(before)) {
				return again;
			}
			before = again;
		}
		if (stopped.getAsBoolean()) {
			return before;
		}
		throw new TransientDataAccessResourceException("Rows of the table '" + this.rows.table()
				+ "' change faster than they can be read twice: " + ATTEMPTS
				+ " times the rows of a file had changed. Repeat the export when less is written, with smaller files, "
				+ "or with rows of several moments (fuzzy)");
	}

	private OpenSlice again(@Nullable Boundary after, @Nullable Boundary end, PlanExecutor executor,
			BooleanSupplier stopped) {
		OpenSlice again = new OpenSlice(after);
		for (Iterator<Iterator<TableRow>> parts = parts(executor, after); parts.hasNext();) {
			for (Iterator<TableRow> part = parts.next(); part.hasNext() && !stopped.getAsBoolean();) {
				TableRow row = part.next();
				if (end != null && end.isBefore(row)) {
					return again;
				}
				if (again.begins(row)) {
					again.add(row);
				}
			}
		}
		return again;
	}

	private String file(int slice, SliceEnd end) {
		return end.file(this.rows.table(), this.number, slice);
	}

	private Iterator<Iterator<TableRow>> parts(PlanExecutor executor, @Nullable Boundary last) {
		return this.rows.read(executor, this.segment, (last != null) ? last.last() : null).iterator();
	}

	/**
	 * The end of one file and the beginning of the next one.
	 *
	 * @param last the last row of the file
	 * @param end whether the file ends with this row or with its partition
	 */
	private record Boundary(TableKey last, SliceEnd end) {

		boolean isBefore(TableRow row) {
			return this.end.isBefore(row.key(), this.last);
		}

	}

	/**
	 * A file that is there already.
	 *
	 * @param slice what it holds
	 * @param last the key of its last row, or {@code null} if it has none
	 */
	private record KnownSlice(Slice slice, @Nullable TableKey last) {

		static KnownSlice of(String file, byte[] content) {
			long[] rows = new long[1];
			long[] digest = new long[1];
			@Nullable TableKey[] last = new @Nullable TableKey[1];
			RowLines.read(file, content, (row) -> {
				rows[0]++;
				digest[0] += RowDigest.of(row);
				last[0] = row.key();
			});
			return new KnownSlice(Slice.of(file, content, rows[0], digest[0]), last[0]);
		}

	}

	/**
	 * A file that is being written, compressed in memory.
	 */
	private static final class OpenSlice {

		private final ByteArrayOutputStream content = new ByteArrayOutputStream();

		private final OutputStream out;

		private long rows;

		private long digest;

		private long bytes;

		/**
		 * Where the file before it ends.
		 */
		private final @Nullable Boundary after;

		private @Nullable TableKey last;

		OpenSlice(@Nullable Boundary after) {
			this.after = after;
			try {
				this.out = new FastGzip(this.content);
			}
			catch (IOException ex) {
				throw new UncheckedIOException(ex);
			}
		}

		void add(TableRow row) {
			byte[] line = RowLines.line(row);
			try {
				this.out.write(line);
			}
			catch (IOException ex) {
				throw new UncheckedIOException(ex);
			}
			this.rows++;
			this.digest += RowDigest.of(row);
			this.bytes += line.length;
			this.last = row.key();
		}

		boolean begins(TableRow row) {
			return this.after == null || this.after.isBefore(row);
		}

		/**
		 * Where the next file begins if this one ends with its last row.
		 */
		@Nullable Boundary boundary() {
			return (this.last != null) ? new Boundary(this.last, SliceEnd.ROW) : this.after;
		}

		boolean isSame(OpenSlice other) {
			return this.rows == other.rows && this.digest == other.digest;
		}

		Slice write(String file, TransferLocation location) {
			try {
				this.out.close();
			}
			catch (IOException ex) {
				throw new UncheckedIOException(ex);
			}
			byte[] bytes = this.content.toByteArray();
			location.write(file, bytes);
			return Slice.of(file, bytes, this.rows, this.digest);
		}

	}

	/**
	 * Compresses fast: rows repeat their names, which any level finds.
	 */
	private static final class FastGzip extends GZIPOutputStream {

		FastGzip(OutputStream out) throws IOException {
			super(out, 64 * 1024);
			this.def.setLevel(Deflater.BEST_SPEED);
		}

	}

}
