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

import java.io.BufferedInputStream;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.zip.GZIPInputStream;

import io.azuretables.internal.json.ByteArrayBuilder;
import io.azuretables.internal.json.JsonCursor;
import io.azuretables.internal.json.RowFields;
import io.azuretables.internal.json.RowJsonWriter;
import io.azuretables.internal.json.UnreadableResponseException;
import io.azuretables.row.RowReader;
import io.azuretables.row.RowReader.Assembler;
import io.azuretables.row.RowReader.RowAssembler;
import io.azuretables.row.TableRow;

import org.springframework.dao.DataIntegrityViolationException;

/**
 * Writes rows as lines of JSON into the files of an export, and reads them.
 */
final class RowLines {

	/**
	 * Reads rows without their timestamps.
	 */
	static final RowReader<TableRow> ROWS = new RowReader<>() {

		@Override
		public Assembler<TableRow> begin() {
			return new RowAssembler();
		}

		@Override
		public boolean readsTimestamp() {
			return false;
		}

	};

	private static final int BUFFER = 64 * 1024;

	/**
	 * The most bytes of a line. No row has so many, but a small file that another program
	 * has written may inflate to a line that no memory holds.
	 */
	static final int LONGEST = 16 * 1024 * 1024;

	private RowLines() {
	}

	/**
	 * A row with the end of its line.
	 */
	static byte[] line(TableRow row) {
		ByteArrayBuilder line = new ByteArrayBuilder(512);
		RowJsonWriter.write(row, line);
		return line.add('\n').toBytes();
	}

	/**
	 * Reads the rows of a file, one after the other.
	 * @param name the name of the file, for failures
	 */
	static void read(String name, byte[] compressed, Consumer<TableRow> action) {
		RowFields fields = new RowFields(false);
		try (InputStream in = new BufferedInputStream(new GZIPInputStream(new ByteArrayInputStream(compressed), BUFFER),
				BUFFER)) {
			Line line = new Line(name);
			for (int next = in.read(); next >= 0; next = in.read()) {
				if (next != '\n') {
					line.write(next);
					continue;
				}
				action.accept(row(line.toByteArray(), fields));
				line.reset();
			}
			if (line.size() > 0) {
				throw new DataIntegrityViolationException("The file '" + name + "' ends in the middle of a row");
			}
		}
		catch (UnreadableResponseException ex) {
			throw new DataIntegrityViolationException("The file '" + name + "' holds a line that is no row", ex);
		}
		catch (IOException ex) {
			throw new DataIntegrityViolationException("The file '" + name + "' cannot be inflated", ex);
		}
	}

	private static TableRow row(byte[] line, RowFields fields) {
		JsonCursor json = new JsonCursor(line);
		fields.clear(null, null);
		for (boolean more = json.enter('{', '}'); more; more = json.next('}')) {
			fields.take(json);
		}
		json.end();
		return Objects.requireNonNull(fields.end(ROWS));
	}

	/**
	 * A line that is being read, by one thread.
	 */
	private static final class Line extends ByteArrayOutputStream {

		private final String file;

		Line(String file) {
			this.file = file;
		}

		@Override
		public void write(int next) {
			if (this.count == this.buf.length) {
				if (this.count >= LONGEST) {
					throw new DataIntegrityViolationException("The file '" + this.file + "' holds a line of more than "
							+ LONGEST + " bytes, and no row has so many");
				}
				super.write(next);
			}
			else {
				this.buf[this.count++] = (byte) next;
			}
		}

	}

}
