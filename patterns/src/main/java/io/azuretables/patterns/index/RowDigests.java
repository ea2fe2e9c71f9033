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

package io.azuretables.patterns.index;

import java.util.concurrent.atomic.AtomicLongArray;
import java.util.stream.IntStream;

import io.azuretables.key.TableKey;
import io.azuretables.patterns.internal.digest.RowDigest;
import io.azuretables.row.TableRow;

/**
 * Finds differences between entities and their index rows by checksums, in constant
 * memory. There is one checksum for each of 65,536 groups of entities. The index row that
 * an entity ought to have is added to the sum, and the one that it has is subtracted. A
 * sum of zero is in order. So the two sides, which lie in different orders, are compared
 * in one pass and half a megabyte, however many they are.
 * <p>
 * The sums have 64 bits: that a difference leaves zero behind by chance is as likely as
 * drawing one given long.
 */
final class RowDigests {

	private static final int BITS = 16;

	private final AtomicLongArray sums = new AtomicLongArray(1 << BITS);

	/**
	 * Adds the index row that an entity ought to have.
	 */
	void expect(TableKey entity, TableRow indexRow) {
		this.sums.addAndGet(bucket(entity), RowDigest.of(indexRow));
	}

	/**
	 * Takes away the index row that names an entity.
	 */
	void find(TableKey entity, TableRow indexRow) {
		this.sums.addAndGet(bucket(entity), -RowDigest.of(indexRow));
	}

	/**
	 * Puts an entity under suspicion, whatever its rows are.
	 */
	void suspect(TableKey entity) {
		this.sums.addAndGet(bucket(entity), RowDigest.of(entity.rowKey()));
	}

	/**
	 * Whether an entity, or another one in its bucket, may differ from its index row.
	 */
	boolean isSuspect(TableKey entity) {
		return this.sums.get(bucket(entity)) != 0;
	}

	boolean isClean() {
		return IntStream.range(0, this.sums.length()).allMatch((bucket) -> this.sums.get(bucket) == 0);
	}

	private static int bucket(TableKey entity) {
		return (int) (RowDigest.mixed(RowDigest.of(entity)) >>> (Long.SIZE - BITS));
	}

}
