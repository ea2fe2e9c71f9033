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

import java.time.Duration;
import java.time.InstantSource;

import io.azuretables.patterns.queue.message.JsonPayloadFormat;
import io.azuretables.patterns.queue.message.PayloadFormat;

/**
 * Options of a {@link BlobLogTemplate}: how much time a folder of blobs covers, when
 * buffers are written, compression. Immutable; defaults in one place.
 *
 * @param period how much time a folder of blobs covers: whole minutes that divide an
 * hour, or whole hours that divide a day. All programs that write or read a log have the
 * same one
 * @param buffer when the entries of a buffer are written
 * @param gzip whether blobs are compressed when they are written; both kinds are read
 * @param concurrency how many blobs are written, read or deleted at the same time; while
 * more than as many wait to be written, {@code append} waits
 * @param deadline how long to go on writing a blob, and how long {@code append} waits
 * @param format writes an entry as one line of text
 * @param clock says what time it is now, for the newest entries; the times of entries are
 * their own
 * @since 0.1
 */
public record BlobLogOptions(Duration period, BufferRules buffer, boolean gzip, int concurrency, Duration deadline,
		PayloadFormat format, InstantSource clock) {

	/**
	 * An hour; 1,000 entries or 5 seconds; not compressed; 4 blobs at the same time; 30
	 * seconds; JSON; the system's clock.
	 */
	public static final BlobLogOptions DEFAULTS = new BlobLogOptions(Duration.ofHours(1),
			new BufferRules(1_000, Duration.ofSeconds(5)), false, 4, Duration.ofSeconds(30), new JsonPayloadFormat(),
			InstantSource.system());

	public BlobLogOptions {
		Duration whole = (period.compareTo(Duration.ofHours(1)) < 0) ? Duration.ofHours(1) : Duration.ofDays(1);
		Duration unit = whole.equals(Duration.ofDays(1)) ? Duration.ofHours(1) : Duration.ofMinutes(1);
		if (period.compareTo(unit) < 0 || period.toNanos() % unit.toNanos() != 0
				|| whole.toNanos() % period.toNanos() != 0) {
			throw new IllegalArgumentException("The period of a log is a number of minutes that divides an hour, or "
					+ "of hours that divides a day, not " + period);
		}
		if (concurrency < 1) {
			throw new IllegalArgumentException("At least one blob is written at a time, not " + concurrency);
		}
	}

	public BlobLogOptions withPeriod(Duration newPeriod) {
		return new BlobLogOptions(newPeriod, this.buffer, this.gzip, this.concurrency, this.deadline, this.format,
				this.clock);
	}

	/**
	 * The same, where the entries of a buffer are written as soon as there are so many,
	 * or after so much time.
	 */
	public BlobLogOptions withBuffer(int entries, Duration time) {
		return new BlobLogOptions(this.period, new BufferRules(entries, time), this.gzip, this.concurrency,
				this.deadline, this.format, this.clock);
	}

	public BlobLogOptions withGzip(boolean newGzip) {
		return new BlobLogOptions(this.period, this.buffer, newGzip, this.concurrency, this.deadline, this.format,
				this.clock);
	}

	public BlobLogOptions withConcurrency(int newConcurrency) {
		return new BlobLogOptions(this.period, this.buffer, this.gzip, newConcurrency, this.deadline, this.format,
				this.clock);
	}

	public BlobLogOptions withDeadline(Duration newDeadline) {
		return new BlobLogOptions(this.period, this.buffer, this.gzip, this.concurrency, newDeadline, this.format,
				this.clock);
	}

	public BlobLogOptions withFormat(PayloadFormat newFormat) {
		return new BlobLogOptions(this.period, this.buffer, this.gzip, this.concurrency, this.deadline, newFormat,
				this.clock);
	}

	public BlobLogOptions withClock(InstantSource newClock) {
		return new BlobLogOptions(this.period, this.buffer, this.gzip, this.concurrency, this.deadline, this.format,
				newClock);
	}

	/**
	 * When the entries of a buffer are written.
	 *
	 * @param entries as soon as there are so many
	 * @param time after so much time since the first of them
	 */
	public record BufferRules(int entries, Duration time) {

		public BufferRules {
			if (entries < 1 || time.isNegative()) {
				throw new IllegalArgumentException(
						"A buffer has at least one entry and a time that is not negative, not " + entries + ", "
								+ time);
			}
		}

	}

}
