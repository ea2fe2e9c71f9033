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

package io.azuretables.internal.write;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.Map;

import io.azuretables.internal.model.SeriesMapping;
import io.azuretables.row.TableRow;
import org.jspecify.annotations.Nullable;

/**
 * Stores the hashes of a row's recent operations in one of its columns, so that a
 * repeated update is applied only once. The column holds the first 8 bytes of the SHA-256
 * hashes of the last operations, the oldest first.
 */
final class OperationRing {

	/**
	 * How many operations a row remembers.
	 */
	static final int SIZE = 128;

	private static final int HASH_LENGTH = 8;

	private OperationRing() {
	}

	static Entry entry(String operation) {
		try {
			byte[] hash = MessageDigest.getInstance("SHA-256").digest(operation.getBytes(StandardCharsets.UTF_8));
			return new Entry(Arrays.copyOf(hash, HASH_LENGTH));
		}
		catch (NoSuchAlgorithmException ex) {
			throw new IllegalStateException("Every Java platform has SHA-256", ex);
		}
	}

	private static byte[] ring(@Nullable Object stored) {
		return (stored instanceof byte[] ring) ? ring : new byte[0];
	}

	/**
	 * An operation in the ring.
	 *
	 * @param hash the hash that stands for it
	 */
	record Entry(byte[] hash) {

		boolean isIn(TableRow row) {
			byte[] ring = ring(row.get(SeriesMapping.OPERATIONS));
			for (int at = 0; at + HASH_LENGTH <= ring.length; at += HASH_LENGTH) {
				if (Arrays.equals(ring, at, at + HASH_LENGTH, this.hash, 0, HASH_LENGTH)) {
					return true;
				}
			}
			return false;
		}

		/**
		 * Adds the operation, and drops the oldest one of a full ring.
		 */
		void addTo(Map<String, Object> properties) {
			byte[] ring = ring(properties.get(SeriesMapping.OPERATIONS));
			int dropped = Math.max(0, ring.length - (SIZE - 1) * HASH_LENGTH);
			byte[] longer = Arrays.copyOfRange(ring, dropped, ring.length + HASH_LENGTH);
			System.arraycopy(this.hash, 0, longer, longer.length - HASH_LENGTH, HASH_LENGTH);
			properties.put(SeriesMapping.OPERATIONS, longer);
		}

	}

}
