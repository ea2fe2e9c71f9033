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

import java.util.HashSet;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;

import io.azuretables.internal.change.UnmatchedRows;
import io.azuretables.internal.convert.VersionedRowReader;
import io.azuretables.internal.execution.VerifyingReader.Verified;
import io.azuretables.internal.model.EntityModel;
import io.azuretables.internal.model.IndexMapping;
import io.azuretables.internal.plan.QueryPlan;
import io.azuretables.internal.plan.QueryPlan.Ranges;
import io.azuretables.internal.plan.QueryPlan.Reading;
import io.azuretables.key.TableKey;
import io.azuretables.row.RowReader;
import org.jspecify.annotations.Nullable;

/**
 * Reads the entities whose keys a query on an index has found. Each is read by its own
 * key, in parallel. An entity that does not have the index key of the row any more is
 * left out. Where the index lies in another partition, the first rows of a read that
 * belong to no entity are handed on.
 *
 * @param <T> what the row of an entity becomes
 */
final class EntityFetch<T> {

	private final PlanExecutor executor;

	private final String table;

	private final QueryPlan plan;

	private final RowReader<FoundRow<T>> reader;

	private final Set<TableKey> taken = new HashSet<>();

	private boolean reported;

	EntityFetch(PlanExecutor executor, String table, QueryPlan plan, RowReader<FoundRow<T>> reader) {
		this.executor = executor;
		this.table = table;
		this.plan = plan;
		this.reader = reader;
	}

	List<FoundRow<T>> fetch(List<FoundRow<TableKey>> rows, Reading reading) {
		IndexMapping index = this.plan.outline().index().orElseThrow();
		Queue<TableKey> left = new ConcurrentLinkedQueue<>();
		List<FoundRow<T>> found = this.executor.each(rows, (row) -> verified(row, index, reading, left));
		reportUnmatched(index, List.copyOf(left));
		return isDivided() ? found.stream().filter((one) -> this.taken.add(one.entity())).toList() : found;
	}

	private @Nullable FoundRow<T> verified(FoundRow<TableKey> row, IndexMapping index, Reading reading,
			Queue<TableKey> left) {
		EntityModel model = EntityModel.of(this.plan.outline().entity());
		Verified<FoundRow<T>> verified = this.executor.read(this.table, row.value(), reading.select(),
				VersionedRowReader.of(new VerifyingReader<>(this.reader, model, index, row.row()), model,
						reading.select()));
		if (verified == null) {
			left.add(row.row());
			return null;
		}
		return verified.value();
	}

	private void reportUnmatched(IndexMapping index, List<TableKey> left) {
		if (!left.isEmpty() && !this.reported && !index.isIntraPartition() && !index.isList()) {
			this.reported = true;
			this.executor.unmatched(new UnmatchedRows(this.table, index, left));
		}
	}

	/**
	 * Whether several requests read the same rows under different conditions, of which an
	 * out-of-date row may meet another one than its successor.
	 */
	private boolean isDivided() {
		return this.plan instanceof Ranges ranges && ranges.legs()
			.stream()
			.map((leg) -> List.of(leg.partitions(), leg.rows()))
			.distinct()
			.count() < ranges.legs().size();
	}

}
