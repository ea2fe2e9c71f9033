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

package io.azuretables.patterns.bloblog;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;

import io.azuretables.patterns.queue.message.PayloadFormat;
import io.azuretables.patterns.queue.message.PermanentMessageException;
import org.jspecify.annotations.Nullable;

import org.springframework.dao.InvalidDataAccessApiUsageException;
import org.springframework.dao.InvalidDataAccessResourceUsageException;

/**
 * Writes log entries as lines of a blob, and reads them back.
 *
 * @param <T> the entry
 * @param type the type of an entry
 * @param time gives the time of an entry
 * @param payloads writes an entry as text
 */
record LogFormat<T>(Class<T> type, Function<? super T, ? extends @Nullable Instant> time, PayloadFormat payloads) {

	/**
	 * The most bytes of a blob before it is compressed.
	 */
	static final int MAX_BYTES = 4 * 1024 * 1024;

	/**
	 * Writes an entry, with the end of its line.
	 */
	Line write(T entry) {
		Instant time = this.time.apply(entry);
		if (time == null) {
			throw refused("has no time; set its time before it is appended");
		}
		if (time.isBefore(LogPeriods.MIN) || !time.isBefore(LogPeriods.MAX)) {
			throw refused("has a time whose year has more than four digits");
		}
		String text = this.payloads.write(entry);
		if (text.indexOf('\n') >= 0 || text.indexOf('\r') >= 0) {
			throw refused("is written as more than one line; use a format that writes one, such as a JsonMapper "
					+ "without indentation");
		}
		byte[] bytes = (text + '\n').getBytes(StandardCharsets.UTF_8);
		if (bytes.length > MAX_BYTES) {
			throw refused("takes " + bytes.length + " bytes, and a blob of a log has at most " + MAX_BYTES);
		}
		return new Line(time, bytes);
	}

	private InvalidDataAccessApiUsageException refused(String rule) {
		return new InvalidDataAccessApiUsageException("An entry of type " + this.type.getSimpleName() + ' ' + rule);
	}

	/**
	 * Puts lines together.
	 */
	static byte[] join(List<Line> lines, boolean gzip) {
		ByteArrayOutputStream bytes = new ByteArrayOutputStream();
		try (var out = gzip ? new GZIPOutputStream(bytes) : bytes) {
			for (Line line : lines) {
				out.write(line.bytes());
			}
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		return bytes.toByteArray();
	}

	/**
	 * Reads the entries of a blob, in the order of time.
	 */
	List<Entry<T>> read(LogBlob blob, byte[] content) {
		String text = new String(blob.isCompressed() ? inflated(blob, content) : content, StandardCharsets.UTF_8);
		List<Entry<T>> entries = new ArrayList<>();
		for (int start = 0; start < text.length();) {
			int end = text.indexOf('\n', start);
			end = (end < 0) ? text.length() : end;
			entries.add(entry(blob, entries.size() + 1, text.substring(start, end)));
			start = end + 1;
		}
		entries.sort(Comparator.comparing(Entry::time));
		return entries;
	}

	private Entry<T> entry(LogBlob blob, int line, String text) {
		try {
			T value = this.payloads.read(text, this.type);
			Instant time = this.time.apply(value);
			if (time != null) {
				return new Entry<>(time, value);
			}
		}
		catch (PermanentMessageException ex) {
			throw unreadable(blob, "line " + line + " is no " + this.type.getSimpleName(), ex);
		}
		throw unreadable(blob, "line " + line + " has no time", null);
	}

	private static byte[] inflated(LogBlob blob, byte[] content) {
		try (GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(content))) {
			byte[] inflated = in.readNBytes(MAX_BYTES + 1);
			if (inflated.length > MAX_BYTES) {
				throw unreadable(blob, "it has more than " + MAX_BYTES + " bytes when it is inflated", null);
			}
			return inflated;
		}
		catch (IOException ex) {
			throw unreadable(blob, "it cannot be inflated", ex);
		}
	}

	private static InvalidDataAccessResourceUsageException unreadable(LogBlob blob, String problem,
			@Nullable Exception cause) {
		return new InvalidDataAccessResourceUsageException(
				"The blob '" + blob.name() + "' of a log cannot be read: " + problem, cause);
	}

	/**
	 * An entry as a line of text.
	 *
	 * @param time its time
	 * @param bytes the line, with its end
	 */
	record Line(Instant time, byte[] bytes) {

	}

	/**
	 * An entry that was read.
	 *
	 * @param <T> the entry
	 * @param time its time
	 * @param value the entry
	 */
	record Entry<T>(Instant time, T value) {

	}

}
