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

package io.azuretables.row;

import java.time.Instant;

import io.azuretables.key.TableKey;
import org.jspecify.annotations.Nullable;

/**
 * Is there nothing in a row that the service could refuse? Most rows are told to be plain
 * by one quick pass; for the others {@link ServiceLimits} says what is wrong, if anything
 * is.
 */
final class PlainRows {

	/**
	 * So many of the largest plain rows fit into one transaction that the rough bound
	 * never divides one.
	 */
	private static final int MOST_BYTES = 32 * 1024;

	private static final int OVERHEAD = 64;

	/**
	 * What a character takes at most, escaped.
	 */
	private static final int CHARACTER = 6;

	private static final long FIRST_SECOND = ServiceLimits.FIRST_TIME.getEpochSecond();

	private static final long LAST_SECOND = ServiceLimits.LAST_TIME.getEpochSecond();

	private PlainRows() {
	}

	/**
	 * An upper bound of the bytes of a plain row in a request; -1 for another one.
	 */
	static int bytes(TableKey key, RowNames names, @Nullable Object[] values) {
		if (!names.areLegal() || !isPlainKey(key.partitionKey()) || !isPlainKey(key.rowKey())) {
			return -1;
		}
		long bytes = OVERHEAD + names.bytes() + 2L * CHARACTER * (key.partitionKey().length() + key.rowKey().length());
		for (Object value : values) {
			long more = (value != null) ? bytes(value) : 0;
			bytes += more;
			if (more < 0 || bytes > MOST_BYTES) {
				return -1;
			}
		}
		return (int) bytes;
	}

	private static long bytes(Object value) {
		if (value instanceof String text) {
			return isPlain(text) ? (long) CHARACTER * text.length() : -1;
		}
		if (value instanceof byte[] binary) {
			return 2L * binary.length;
		}
		return (value instanceof Instant time && !isInRange(time)) ? -1 : 0;
	}

	private static boolean isInRange(Instant time) {
		return time.getEpochSecond() >= FIRST_SECOND && time.getEpochSecond() <= LAST_SECOND;
	}

	/**
	 * Whether there are only characters below the surrogates.
	 */
	private static boolean isPlain(String text) {
		for (int i = 0; i < text.length(); i++) {
			if (text.charAt(i) >= Character.MIN_SURROGATE) {
				return false;
			}
		}
		return text.length() <= MOST_BYTES;
	}

	private static boolean isPlainKey(String key) {
		for (int i = 0; i < key.length(); i++) {
			char c = key.charAt(i);
			if (c < ' ' || c > '~' || c == '/' || c == '\\' || c == '#' || c == '?') {
				return false;
			}
		}
		return key.length() <= ServiceLimits.KEY_LENGTH;
	}

}
