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

import java.util.Arrays;
import java.util.Locale;

import io.azuretables.key.TableKey;

/**
 * Where a file of an export ends: after any row, at the end of a partition, or at the end
 * of a segment. Its name says it, too, so that an export can be continued.
 */
enum SliceEnd {

	/**
	 * With its last row.
	 */
	ROW(""),

	/**
	 * With the partition of its last row, so that the next file has no row of it.
	 */
	PARTITION(".partition"),

	/**
	 * With the segment.
	 */
	SEGMENT(".last");

	private static final String SUFFIX = ".jsonl.gz";

	private final String mark;

	SliceEnd(String mark) {
		this.mark = mark;
	}

	/**
	 * What the names of all files of a segment begin with.
	 */
	static String prefix(String table, int segment) {
		return String.format(Locale.ROOT, "%s/%04d-", table, segment);
	}

	/**
	 * The name of a file that ends so.
	 */
	String file(String table, int segment, int number) {
		return prefix(table, segment) + String.format(Locale.ROOT, "%06d", number) + this.mark + SUFFIX;
	}

	/**
	 * How the file ends that has this name.
	 */
	static SliceEnd of(String file) {
		return Arrays.stream(values())
			.filter((end) -> file.endsWith(end.mark + SUFFIX))
			.reduce((a, b) -> b)
			.orElse(ROW);
	}

	/**
	 * Whether a row comes after a file.
	 * @param last the last row of the file
	 */
	boolean isBefore(TableKey row, TableKey last) {
		return (this == PARTITION) ? row.partitionKey().compareTo(last.partitionKey()) > 0 : row.compareTo(last) > 0;
	}

}
