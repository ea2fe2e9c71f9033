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

package io.azuretables.internal.execution;

import io.azuretables.key.TableKey;
import io.azuretables.query.TableScrollPosition;
import org.jspecify.annotations.Nullable;

import org.springframework.dao.InvalidDataAccessApiUsageException;

/**
 * The position from which a scan of a table can continue: the last completed row, and the
 * scan that it belongs to. Rows of segments ahead of it are taken again.
 *
 * @param run what the position belongs to
 * @param after the last row that is done; {@code null} at the beginning and at the end
 * @param isEnd whether nothing is left
 */
public record ScanPosition(String run, @Nullable TableKey after, boolean isEnd) {

	private static final int END = 1;

	/**
	 * Where a run goes on.
	 * @param from as it was kept, {@code null} for the beginning
	 * @param what names the run in the message
	 * @throws InvalidDataAccessApiUsageException if the position comes from another run
	 */
	public static ScanPosition of(String run, @Nullable TableScrollPosition from, String what) {
		if (from == null) {
			return new ScanPosition(run, null, false);
		}
		if (!from.query().equals(run)) {
			throw new InvalidDataAccessApiUsageException("The position comes from another run than that of " + what
					+ "; use it with the run that returned it");
		}
		String partition = from.nextPartitionKey();
		String row = from.nextRowKey();
		return new ScanPosition(run, (partition != null && row != null) ? TableKey.of(partition, row) : null,
				from.leg() >= END);
	}

	/**
	 * The position behind a row.
	 * @param done the last row that is done, {@code null} for none
	 */
	public TableScrollPosition behind(@Nullable TableKey done) {
		return new TableScrollPosition(this.run, 0, (done != null) ? done.partitionKey() : null,
				(done != null) ? done.rowKey() : null);
	}

	/**
	 * The position at the end.
	 */
	public TableScrollPosition end() {
		return new TableScrollPosition(this.run, END, null, null);
	}

}
