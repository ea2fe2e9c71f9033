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

import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import io.azuretables.patterns.blob.BlobStore.Blob;

/**
 * A blob of a log, with its period, times and number of entries.
 *
 * @param name its name, {@code queue/2014/07/31/1800/<writer>-000001.log}
 * @param period when its period begins
 * @param first the time of its first entry
 * @param last the time of its last entry
 * @param count how many entries it has
 */
record LogBlob(String name, Instant period, Instant first, Instant last, int count) {

	static final String PLAIN = ".log";

	static final String GZIP = ".log.gz";

	private static final Pattern NAME = Pattern
		.compile("[^/]+/(\\d{4}/\\d{2}/\\d{2}/\\d{4})/[0-9a-f]{16}-\\d{6,}\\.log(\\.gz)?");

	private static final String FIRST = "first";

	private static final String LAST = "last";

	private static final String COUNT = "count";

	/**
	 * What a blob of the log says about itself. Nothing of one that is named otherwise,
	 * or after a time that there is not; one that has lost its metadata may have entries
	 * of any time of its period.
	 */
	static Optional<LogBlob> of(Blob blob, LogPeriods periods) {
		Matcher name = NAME.matcher(blob.name());
		return name.matches() ? LogPeriods.parse(name.group(1)).map((period) -> of(blob, period, periods))
				: Optional.empty();
	}

	private static LogBlob of(Blob blob, Instant period, LogPeriods periods) {
		Map<String, String> metadata = blob.metadata();
		Instant first = metadata.containsKey(FIRST) ? Instant.parse(metadata.get(FIRST)) : period;
		Instant last = metadata.containsKey(LAST) ? Instant.parse(metadata.get(LAST)) : period.plus(periods.length());
		return new LogBlob(blob.name(), period, first, last, Integer.parseInt(metadata.getOrDefault(COUNT, "0")));
	}

	Map<String, String> metadata() {
		return Map.of(FIRST, this.first.toString(), LAST, this.last.toString(), COUNT, String.valueOf(this.count));
	}

	/**
	 * Whether it may have entries from a time to, and without, another one.
	 */
	boolean overlaps(Instant from, Instant to) {
		return this.first.isBefore(to) && !this.last.isBefore(from);
	}

	boolean isCompressed() {
		return this.name.endsWith(GZIP);
	}

}
