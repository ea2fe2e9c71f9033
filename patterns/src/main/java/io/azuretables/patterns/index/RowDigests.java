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

import java.util.Arrays;
import java.util.Objects;

import io.azuretables.key.TableKey;
import io.azuretables.row.TableRow;

/**
 * Finds entities whose index rows may be missing or wrong, by a sum for each of 65,536
 * groups of entities. The index row that an entity ought to have is added to the sum, and
 * the one that it has is subtracted. A sum of zero is in order. So the two sides, which
 * lie in different orders, are compared in one pass and half a megabyte, however many
 * they are.
 * <p>
 * The sums have 64 bits: that a difference leaves zero behind by chance is as likely as
 * drawing one given long.
 */
final class RowDigests {

	private static final int BITS = 16;

	private static final long OFFSET = 0xCBF29CE484222325L;

	private static final long PRIME = 0x100000001B3L;

	private final long[] sums = new long[1 << BITS];

	/**
	 * Adds the index row that an entity ought to have.
	 */
	void expect(TableKey entity, TableRow indexRow) {
		this.sums[bucket(entity)] += digest(indexRow);
	}

	/**
	 * Takes away the index row that names an entity.
	 */
	void find(TableKey entity, TableRow indexRow) {
		this.sums[bucket(entity)] -= digest(indexRow);
	}

	/**
	 * Puts an entity under suspicion, whatever its rows are.
	 */
	void suspect(TableKey entity) {
		this.sums[bucket(entity)] += mixed(hash(entity.rowKey()));
	}

	/**
	 * Whether an entity, or another one in its bucket, may differ from its index row.
	 */
	boolean isSuspect(TableKey entity) {
		return this.sums[bucket(entity)] != 0;
	}

	boolean isClean() {
		return Arrays.stream(this.sums).allMatch((sum) -> sum == 0);
	}

	private static int bucket(TableKey entity) {
		return (int) (mixed(hash(entity.partitionKey()) * PRIME + hash(entity.rowKey())) >>> (Long.SIZE - BITS));
	}

	private static long digest(TableRow row) {
		long[] sum = { hash(row.key().partitionKey()) * PRIME + hash(row.key().rowKey()) };
		row.forEach((name, value) -> sum[0] += mixed(hash(name) * PRIME + hash(text(value))));
		return mixed(sum[0]);
	}

	private static String text(Object value) {
		String text = (value instanceof byte[] bytes) ? Arrays.toString(bytes) : Objects.toString(value);
		return value.getClass().getSimpleName() + ' ' + text;
	}

	private static long hash(String text) {
		long hash = OFFSET;
		for (int i = 0; i < text.length(); i++) {
			hash = (hash ^ text.charAt(i)) * PRIME;
		}
		return hash;
	}

	private static long mixed(long hash) {
		long mixed = (hash ^ (hash >>> 33)) * 0xFF51AFD7ED558CCDL;
		mixed = (mixed ^ (mixed >>> 33)) * 0xC4CEB9FE1A85EC53L;
		return mixed ^ (mixed >>> 33);
	}

}
