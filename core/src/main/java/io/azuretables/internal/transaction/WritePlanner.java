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

package io.azuretables.internal.transaction;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

import io.azuretables.internal.transaction.WritePlan.PlannedBatch;
import io.azuretables.key.TableKey;
import io.azuretables.row.AtomicBatch;
import io.azuretables.row.RowWrite;
import io.azuretables.row.ServiceLimits;

/**
 * Packs the writes of entities into entity group transactions, by partition and within
 * the limits of the service. The writes of one entity are never divided. A row that comes
 * again begins another wave, so that the last state wins.
 *
 * @since 0.1
 */
public final class WritePlanner {

	private final String table;

	private final List<List<PlannedBatch>> waves = new ArrayList<>();

	private final Map<String, OpenBatch> open = new LinkedHashMap<>();

	private final Set<TableKey> rows = new HashSet<>();

	private List<PlannedBatch> wave = new ArrayList<>();

	private WritePlanner(String table) {
		this.table = table;
	}

	/**
	 * Packs groups of one table.
	 */
	public static WritePlan plan(String table, List<RowGroup> groups) {
		WritePlanner planner = new WritePlanner(table);
		for (int i = 0; i < groups.size(); i++) {
			planner.add(i, groups.get(i));
		}
		planner.endWave();
		return new WritePlan(planner.waves);
	}

	private void add(int position, RowGroup group) {
		if (comesAgain(group)) {
			endWave();
		}
		for (RowWrite write : group.writes()) {
			this.rows.add(write.key());
		}
		String partition = group.main().key().partitionKey();
		OpenBatch batch = this.open.computeIfAbsent(partition, (key) -> new OpenBatch());
		long bytes = group.bytes();
		if (!batch.takes(group, bytes)) {
			close(batch);
			batch = new OpenBatch();
			this.open.put(partition, batch);
		}
		batch.add(position, group, bytes);
	}

	private boolean comesAgain(RowGroup group) {
		for (RowWrite write : group.writes()) {
			if (this.rows.contains(write.key())) {
				return true;
			}
		}
		return false;
	}

	private void endWave() {
		this.open.values().forEach(this::close);
		this.open.clear();
		this.rows.clear();
		if (!this.wave.isEmpty()) {
			this.waves.add(inTurns(this.wave));
			this.wave = new ArrayList<>();
		}
	}

	/**
	 * Lets the partitions take turns: what is busy with one does not hold up the others.
	 */
	private static List<PlannedBatch> inTurns(List<PlannedBatch> wave) {
		Map<String, Deque<PlannedBatch>> partitions = new LinkedHashMap<>();
		for (PlannedBatch planned : wave) {
			partitions.computeIfAbsent(planned.batch().partitionKey(), (key) -> new ArrayDeque<>()).add(planned);
		}
		List<PlannedBatch> turns = new ArrayList<>(wave.size());
		while (turns.size() < wave.size()) {
			for (Deque<PlannedBatch> partition : partitions.values()) {
				if (!partition.isEmpty()) {
					turns.add(partition.poll());
				}
			}
		}
		return turns;
	}

	private void close(OpenBatch batch) {
		this.wave.add(new PlannedBatch(new AtomicBatch(this.table, batch.writes), batch.groups, batch.offsets));
	}

	private static final class OpenBatch {

		private final List<RowWrite> writes = new ArrayList<>();

		private final List<Integer> groups = new ArrayList<>();

		private final List<Integer> offsets = new ArrayList<>();

		private long bytes;

		boolean takes(RowGroup group, long more) {
			return this.writes.isEmpty() || (this.writes.size() + group.writes().size() <= ServiceLimits.BATCH_WRITES
					&& this.bytes + more <= ServiceLimits.BATCH_BYTES);
		}

		void add(int position, RowGroup group, long more) {
			this.groups.add(position);
			this.offsets.add(this.writes.size());
			this.writes.addAll(group.writes());
			this.bytes += more;
		}

	}

}
