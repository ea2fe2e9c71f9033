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

package io.azuretables.operations;

import java.util.List;

import io.azuretables.internal.execution.PartitionSampler;
import io.azuretables.internal.execution.PlanExecutor;
import io.azuretables.key.KeyRange;
import org.jspecify.annotations.Nullable;

/**
 * A range of partition keys, one of several that divide a table. Give segments to threads
 * or processes, each of which reads its own; together they have every row once.
 *
 * @param from the least partition key in it
 * @param to the least partition key above it, or {@code null} if it has no end
 * @since 0.1
 */
public record PartitionSegment(String from, @Nullable String to) {

	/**
	 * The segment that is the whole table.
	 */
	public static final PartitionSegment ALL = new PartitionSegment("", null);

	public PartitionSegment {
		if (to != null && from.compareTo(to) >= 0) {
			throw new IllegalArgumentException("The end of a segment is above its beginning");
		}
	}

	/**
	 * Whether rows with a partition key are in the segment.
	 */
	public boolean contains(String partitionKey) {
		return range().contains(partitionKey);
	}

	/**
	 * Divides a table.
	 */
	static List<PartitionSegment> of(PlanExecutor executor, String table, int most) {
		return new PartitionSampler(executor, table).divide(KeyRange.all(), most)
			.stream()
			.map((range) -> new PartitionSegment(range.from(), range.to()))
			.toList();
	}

	KeyRange range() {
		return new KeyRange(this.from, this.to);
	}

}
