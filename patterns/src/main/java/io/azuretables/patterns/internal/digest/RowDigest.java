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

package io.azuretables.patterns.internal.digest;

import io.azuretables.key.TableKey;
import io.azuretables.row.TableRow;

/**
 * Computes 64-bit checksums of rows, to compare tables, exports and indexes. The digest
 * of a group of rows is the sum of theirs, in whatever order they come. It is meant for
 * faults and not against attackers.
 */
public final class RowDigest {

	private static final long OFFSET = 0xCBF29CE484222325L;

	private static final long PRIME = 0x100000001B3L;

	private RowDigest() {
	}

	/**
	 * The digest of a row: of its key and its properties, in whatever order, but neither
	 * of its ETag nor of its timestamp.
	 */
	public static long of(TableRow row) {
		long[] sum = { of(row.key()) };
		row.forEach((name, value) -> sum[0] += mixed(hash(name) * PRIME + hash(value)));
		return mixed(sum[0]);
	}

	/**
	 * The digest of a key.
	 */
	public static long of(TableKey key) {
		return hash(key.partitionKey()) * PRIME + hash(key.rowKey());
	}

	/**
	 * The digest of a text.
	 */
	public static long of(String text) {
		return mixed(hash(text));
	}

	private static long hash(Object value) {
		return hash(value.getClass().getSimpleName()) * PRIME
				+ ((value instanceof byte[] bytes) ? hash(bytes) : hash(value.toString()));
	}

	private static long hash(byte[] bytes) {
		long hash = OFFSET;
		for (byte one : bytes) {
			hash = (hash ^ one) * PRIME;
		}
		return hash;
	}

	private static long hash(String text) {
		long hash = OFFSET;
		for (int i = 0; i < text.length(); i++) {
			hash = (hash ^ text.charAt(i)) * PRIME;
		}
		return hash;
	}

	/**
	 * Spreads a difference over all bits.
	 */
	public static long mixed(long hash) {
		long mixed = (hash ^ (hash >>> 33)) * 0xFF51AFD7ED558CCDL;
		mixed = (mixed ^ (mixed >>> 33)) * 0xC4CEB9FE1A85EC53L;
		return mixed ^ (mixed >>> 33);
	}

}
