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

import java.util.HashSet;
import java.util.List;
import java.util.Set;

import io.azuretables.key.TableKey;

import org.springframework.dao.InvalidDataAccessApiUsageException;

/**
 * The writes of one entity group transaction. It has one table, one partition, at most
 * {@value ServiceLimits#BATCH_WRITES} writes, each row once, at most 4 MiB; checked when
 * it is made.
 *
 * @param table the name of the table
 * @param writes the writes, in order
 * @since 0.1
 */
public record AtomicBatch(String table, List<RowWrite> writes) {

	/**
	 * What a write costs in the body of a transaction besides its row.
	 */
	private static final long ENVELOPE_BYTES = 700;

	public AtomicBatch {
		writes = List.copyOf(writes);
		if (writes.isEmpty() || writes.size() > ServiceLimits.BATCH_WRITES) {
			throw new InvalidDataAccessApiUsageException("A transaction on table '" + table + "' has between 1 and "
					+ ServiceLimits.BATCH_WRITES + " writes, those of index rows included, not " + writes.size());
		}
		Set<String> keys = new HashSet<>(2 * writes.size());
		String partition = writes.get(0).key().partitionKey();
		long bytes = 0;
		for (RowWrite write : writes) {
			TableKey key = write.key();
			if (!key.partitionKey().equals(partition)) {
				throw new InvalidDataAccessApiUsageException("All writes of a transaction lie in one partition");
			}
			if (!keys.add(key.rowKey())) {
				throw new InvalidDataAccessApiUsageException("A row stands in a transaction on table '" + table
						+ "' once, that of an index, too; write each entity once");
			}
			bytes += bytesOf(write);
		}
		if (bytes > ServiceLimits.BATCH_BYTES) {
			throw new InvalidDataAccessApiUsageException(
					"A transaction has at most " + ServiceLimits.BATCH_BYTES + " bytes, not " + bytes);
		}
	}

	/**
	 * An upper bound of the bytes that a write takes in the body of a transaction.
	 */
	public static long bytesOf(RowWrite write) {
		TableRow row = write.row();
		TableKey key = write.key();
		long path = 12L * (key.partitionKey().length() + key.rowKey().length());
		return ENVELOPE_BYTES + path + ((row != null) ? ServiceLimits.bytesOf(row) : 0);
	}

	public String partitionKey() {
		return this.writes.get(0).key().partitionKey();
	}

}
