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

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

import io.azuretables.internal.transaction.CompanionState;
import io.azuretables.internal.transaction.RowGroup;
import io.azuretables.key.TableKey;
import io.azuretables.row.RowWrite;
import io.azuretables.row.ServiceLimits;
import io.azuretables.row.TableRow;
import org.jspecify.annotations.Nullable;

import org.springframework.dao.DataAccessException;

/**
 * Selects as many writes to one partition as fit into one entity group transaction. Rows
 * that writes share count once.
 */
final class FittingWrites {

	private final List<PreparedWrite<?>> writes = new ArrayList<>();

	private final List<RowGroup> groups = new ArrayList<>();

	/**
	 * The position of each write among all of them. Deletes of what is not there are left
	 * out.
	 */
	private final List<Integer> positions = new ArrayList<>();

	private final Set<TableKey> rows = new HashSet<>();

	private long bytes;

	private int tokenRows;

	private int count;

	private FittingWrites() {
	}

	/**
	 * Plans writes until one does not fit any more.
	 * @param writes at least one
	 * @throws DataAccessException if the first one cannot be planned; another one ends
	 * the transaction before it
	 */
	static FittingWrites of(List<PreparedWrite<?>> writes, PreviousRows previous) {
		FittingWrites fitting = new FittingWrites();
		CompanionState companions = new CompanionState(previous.companions());
		while (fitting.count < writes.size()
				&& fitting.takes(writes.get(fitting.count), previous.entities().get(fitting.count), companions)) {
			fitting.count++;
		}
		return fitting;
	}

	private boolean takes(PreparedWrite<?> write, @Nullable TableRow previous, CompanionState companions) {
		if (this.rows.contains(write.row().key())) {
			return false;
		}
		if (previous == null && write.isNothingWithoutPrevious()) {
			return true;
		}
		try {
			RowGroup group = RowGroupFactory.of(write, previous, companions);
			long bytes = group.bytes();
			return (this.writes.isEmpty() || fits(group, bytes)) && add(write, group, bytes);
		}
		catch (DataAccessException ex) {
			if (this.count == 0) {
				throw ex;
			}
			return false;
		}
	}

	private boolean fits(RowGroup group, long bytes) {
		long more = group.writes().stream().filter((write) -> !this.rows.contains(write.key())).count();
		int tokens = this.tokenRows + ((group.deferred() != null) ? 1 : 0);
		return this.rows.size() + more + tokens <= ServiceLimits.BATCH_WRITES
				&& this.bytes + bytes <= ServiceLimits.BATCH_BYTES;
	}

	private boolean add(PreparedWrite<?> write, RowGroup group, long bytes) {
		this.writes.add(write);
		this.groups.add(group);
		this.positions.add(this.count);
		group.writes().stream().map(RowWrite::key).forEach(this.rows::add);
		this.bytes += bytes;
		this.tokenRows += (group.deferred() != null) ? 1 : 0;
		return true;
	}

	/**
	 * How many writes are done with the transaction.
	 */
	int count() {
		return this.count;
	}

	/**
	 * The writes of the transaction.
	 */
	List<PreparedWrite<?>> writes() {
		return this.writes;
	}

	/**
	 * Their rows.
	 */
	List<RowGroup> groups() {
		return this.groups;
	}

	/**
	 * The ETags for all that is done.
	 * @param written those of the transaction
	 */
	List<@Nullable String> etags(List<@Nullable String> written) {
		List<@Nullable String> etags = new ArrayList<>(Collections.<@Nullable String>nCopies(this.count, null));
		for (int i = 0; i < written.size(); i++) {
			etags.set(this.positions.get(i), written.get(i));
		}
		return etags;
	}

}
