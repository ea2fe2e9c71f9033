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

import java.util.HexFormat;
import java.util.List;
import java.util.function.ToLongFunction;

import io.azuretables.internal.execution.PartitionSampler;
import io.azuretables.internal.execution.PlanExecutor;
import io.azuretables.key.KeyRange;
import io.azuretables.operations.PartitionSegment;
import io.azuretables.patterns.transfer.TransferReport.TableContent;
import io.azuretables.row.TableRow;

/**
 * Reads tables, and computes their row counts and checksums to compare them with an
 * export.
 *
 * @param executor reads
 * @param segments the most segments
 */
record ContentReader(PlanExecutor executor, int segments) {

	/**
	 * Reads rows of a table.
	 * @param digests gives the digest of a row
	 */
	TableContent read(ExportedRows rowsOf, ToLongFunction<TableRow> digests) {
		List<KeyRange> ranges = new PartitionSampler(this.executor, rowsOf.table()).divide(KeyRange.all(),
				this.segments);
		long rows = 0;
		long digest = 0;
		for (Sum sum : this.executor.each(ranges, (range) -> sum(rowsOf, range, digests))) {
			rows += sum.rows();
			digest += sum.digest();
		}
		return new TableContent(rowsOf.table(), rows, HexFormat.of().toHexDigits(digest));
	}

	private Sum sum(ExportedRows rowsOf, KeyRange range, ToLongFunction<TableRow> digests) {
		long[] sum = new long[2];
		rowsOf.read(this.executor, new PartitionSegment(range.from(), range.to()), null)
			.forEach((rows) -> rows.forEachRemaining((TableRow row) -> {
				sum[0]++;
				sum[1] += digests.applyAsLong(row);
			}));
		return new Sum(sum[0], sum[1]);
	}

	private record Sum(long rows, long digest) {

	}

}
