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
import java.util.LinkedHashMap;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Function;

import io.azuretables.gateway.WriteOutcomeUnknownException;
import io.azuretables.internal.execution.ParallelCalls.InterruptedCallsException;
import io.azuretables.internal.execution.ParallelCalls;
import io.azuretables.internal.execution.PlanExecutor.BatchOutcome;
import io.azuretables.internal.execution.PlanExecutor;
import io.azuretables.internal.transaction.CompanionState;
import io.azuretables.internal.transaction.RowGroup;
import io.azuretables.internal.transaction.WritePlan.PlannedBatch;
import io.azuretables.internal.transaction.WritePlan;
import io.azuretables.internal.transaction.WritePlanner;
import io.azuretables.internal.write.EntityWriteExecutor.Submitted;
import io.azuretables.key.TableKey;
import io.azuretables.row.ServiceLimits;
import io.azuretables.row.TableRow;
import io.azuretables.write.PartialWriteException.Outcome;
import io.azuretables.write.PartialWriteException;
import org.jspecify.annotations.Nullable;

import org.springframework.dao.DataAccessException;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.dao.OptimisticLockingFailureException;

/**
 * Writes one chunk of a bulk write, and keeps the result for each entity.
 *
 * @param <T> their class
 */
final class WriteChunk<T> {

	private final EntityWriteExecutor writes;

	private final EntityLifecycle lifecycle;

	private final PlanExecutor executor;

	private final ParallelCalls calls;

	private final List<T> entities;

	private final List<PreparedWrite<T>> prepared;

	private final @Nullable Object[] written;

	private final @Nullable DataAccessException[] failures;

	/**
	 * Of a callback, after its entity was written.
	 */
	private @Nullable RuntimeException called;

	WriteChunk(EntityWriteExecutor writes, EntityLifecycle lifecycle, PlanExecutor executor, ParallelCalls calls,
			List<T> entities, List<PreparedWrite<T>> prepared) {
		this.writes = writes;
		this.lifecycle = lifecycle;
		this.executor = executor;
		this.calls = calls;
		this.entities = entities;
		this.prepared = prepared;
		this.written = new @Nullable Object[entities.size()];
		this.failures = new @Nullable DataAccessException[entities.size()];
	}

	int write(Consumer<? super T> consumer) {
		DataAccessException failure = null;
		for (Map.Entry<String, List<Integer>> table : byTable().entrySet()) {
			failure = (failure == null) ? write(table.getKey(), table.getValue()) : failure;
		}
		if (failure != null || this.called != null) {
			throw partial((failure != null) ? failure : Objects.requireNonNull(this.called), 0);
		}
		for (int i = 0; i < this.written.length; i++) {
			handOver(i, consumer);
		}
		return this.entities.size();
	}

	private void handOver(int position, Consumer<? super T> consumer) {
		try {
			consumer.accept(Objects.requireNonNull(written(position)));
		}
		catch (RuntimeException ex) {
			throw partial(ex, position).after(position);
		}
	}

	private Map<String, List<Integer>> byTable() {
		Map<String, List<Integer>> tables = new LinkedHashMap<>();
		for (int i = 0; i < this.prepared.size(); i++) {
			tables.computeIfAbsent(this.prepared.get(i).target().table(), (table) -> new ArrayList<>()).add(i);
		}
		return tables;
	}

	private @Nullable DataAccessException write(String table, List<Integer> all) {
		Map<String, List<Integer>> sharing = new LinkedHashMap<>();
		List<Integer> positions = new ArrayList<>();
		for (int position : all) {
			PreparedWrite<T> write = this.prepared.get(position);
			List<Integer> group = write.target().indexes().haveCompanions()
					? sharing.computeIfAbsent(write.row().key().partitionKey(), (key) -> new ArrayList<>()) : positions;
			group.add(position);
		}
		DataAccessException failure = positions.isEmpty() ? null : writePacked(table, positions);
		return (failure == null) ? submit(sharing.values(), (group) -> together(table, group)) : failure;
	}

	/**
	 * Writes entities in transactions that are packed before the first one is submitted.
	 */
	private @Nullable DataAccessException writePacked(String table, List<Integer> positions) {
		Map<Integer, RowGroup> groups = new LinkedHashMap<>();
		try {
			List<@Nullable TableRow> previous = new PreviousRowLoader(this.executor)
				.of(positions.stream().map(this.prepared::get).toList())
				.entities();
			for (int i = 0; i < positions.size(); i++) {
				RowGroup group = group(positions.get(i), previous.get(i));
				if (group != null) {
					groups.put(positions.get(i), group);
				}
			}
		}
		catch (DataAccessException ex) {
			return ex;
		}
		List<List<Integer>> sharing = SharedRows.positions(groups);
		sharing.forEach(groups.keySet()::removeAll);
		Map<TableKey, List<Integer>> separate = separate(groups);
		separate.values().forEach(groups.keySet()::removeAll);
		DataAccessException failure = submit(WritePlanner.plan(table, List.copyOf(groups.values())),
				List.copyOf(groups.keySet()));
		failure = (failure == null) ? submit(sharing, (some) -> together(table, some)) : failure;
		return (failure == null) ? submit(separate.values(), this::inOrder) : failure;
	}

	/**
	 * The entities that mean something for other partitions: each needs requests of its
	 * own in any case, and is written by itself.
	 */
	private Map<TableKey, List<Integer>> separate(Map<Integer, RowGroup> groups) {
		Map<TableKey, List<Integer>> separate = new LinkedHashMap<>();
		groups.values()
			.stream()
			.filter((group) -> group.deferred() != null)
			.forEach((group) -> separate.put(group.main().key(), new ArrayList<>()));
		groups.forEach((position, group) -> {
			if (separate.containsKey(group.main().key())) {
				separate.get(group.main().key()).add(position);
			}
		});
		return separate;
	}

	private @Nullable DataAccessException submit(Collection<List<Integer>> groups,
			Function<List<Integer>, List<Result>> write) {
		DataAccessException failure = null;
		for (List<Result> results : this.calls.<List<Integer>, List<Result>>map(List.copyOf(groups), write,
				(positions) -> List.of(new Result(positions.get(0), null, new InterruptedCallsException())))) {
			for (Result result : results) {
				failure = complete(result, failure);
			}
		}
		return failure;
	}

	/**
	 * Notes what became of an entity; not that it was not written if it was not tried at
	 * all.
	 * @return the gravest failure up to now
	 */
	private @Nullable DataAccessException complete(Result result, @Nullable DataAccessException before) {
		DataAccessException why = result.failure();
		if (why == null) {
			complete(result.position(), result.etag());
			return before;
		}
		if (!(why instanceof InterruptedCallsException)) {
			this.failures[result.position()] = why;
		}
		return graver(before, why);
	}

	/**
	 * Writes states of one entity, the last of which is to stay.
	 */
	private List<Result> inOrder(List<Integer> positions) {
		List<Result> results = new ArrayList<>();
		for (int position : positions) {
			try {
				String etag = this.writes.submit(this.prepared.get(position));
				results.add(new Result(position, etag, null));
			}
			catch (DataAccessException ex) {
				results.add(new Result(position, null, ex));
				return results;
			}
		}
		return results;
	}

	/**
	 * Writes entities of one partition that share rows, transaction by transaction: each
	 * reads these rows as the one before has left them.
	 */
	private List<Result> together(String table, List<Integer> positions) {
		List<Result> results = new ArrayList<>();
		while (results.size() < positions.size()) {
			List<Integer> rest = positions.subList(results.size(), positions.size());
			List<PreparedWrite<?>> writes = new ArrayList<>();
			rest.stream().limit(ServiceLimits.BATCH_WRITES).map(this.prepared::get).forEach(writes::add);
			Submitted submitted = this.writes.submitFirst(table, writes);
			boolean failed = false;
			for (int i = 0; i < submitted.etags().size(); i++) {
				Result result = (submitted.failure() == null) ? new Result(rest.get(i), submitted.etags().get(i), null)
						: alone(rest.get(i), submitted.failure());
				results.add(result);
				failed |= result.failure() != null;
			}
			if (failed) {
				return results;
			}
		}
		return results;
	}

	/**
	 * The writes for an entity; {@code null} if there are none left to do.
	 */
	private @Nullable RowGroup group(int position, @Nullable TableRow previous) {
		PreparedWrite<T> write = this.prepared.get(position);
		if (previous == null && write.isNothingWithoutPrevious()) {
			complete(position, null);
			return null;
		}
		try {
			return RowGroupFactory.of(write, previous, new CompanionState(Map.of()));
		}
		catch (DataAccessException ex) {
			this.failures[position] = ex;
			throw ex;
		}
	}

	private @Nullable DataAccessException submit(WritePlan plan, List<Integer> planned) {
		DataAccessException failure = null;
		for (List<PlannedBatch> wave : plan.waves()) {
			for (BatchOutcome outcome : this.executor.submit(wave)) {
				failure = graver(failure, complete(outcome, planned));
			}
			if (failure != null) {
				return failure;
			}
		}
		return null;
	}

	/**
	 * Of two failures, the one that leaves more in doubt.
	 */
	private @Nullable DataAccessException graver(@Nullable DataAccessException one,
			@Nullable DataAccessException other) {
		boolean second = one == null
				|| (other instanceof WriteOutcomeUnknownException && !(one instanceof WriteOutcomeUnknownException));
		return second ? other : one;
	}

	private @Nullable DataAccessException complete(BatchOutcome outcome, List<Integer> planned) {
		PlannedBatch batch = outcome.batch();
		DataAccessException failure = null;
		for (int i = 0; i < batch.groups().size(); i++) {
			int position = planned.get(batch.groups().get(i));
			if (outcome.failure() == null) {
				complete(position, outcome.etags().get(batch.offsets().get(i)));
			}
			else {
				failure = complete(alone(position, outcome.failure()), failure);
			}
		}
		return failure;
	}

	private void complete(int position, @Nullable String etag) {
		PreparedWrite<T> write = this.prepared.get(position);
		try {
			this.written[position] = this.lifecycle.completed(write, etag);
		}
		catch (RuntimeException ex) {
			this.written[position] = this.lifecycle.written(write, etag);
			this.called = (this.called != null) ? this.called : ex;
		}
	}

	@SuppressWarnings("unchecked") // put in as one
	private @Nullable T written(int position) {
		return (T) this.written[position];
	}

	/**
	 * Writes an entity by itself whose transaction was refused for a reason that may not
	 * be its own: a row that another writer has changed and that does not matter.
	 */
	private Result alone(int position, DataAccessException refused) {
		PreparedWrite<T> write = this.prepared.get(position);
		boolean conflict = refused instanceof OptimisticLockingFailureException
				|| refused instanceof DuplicateKeyException;
		if (!conflict || !(write.isRepeatable() || write.isIdempotentDelete() || !write.target().indexes().isEmpty())) {
			return new Result(position, null, refused);
		}
		try {
			return new Result(position, this.writes.submit(write), null);
		}
		catch (DataAccessException ex) {
			return new Result(position, null, ex);
		}
	}

	/**
	 * What became of the entities from one on.
	 */
	private PartialWriteException partial(RuntimeException failure, int from) {
		List<T> applied = new ArrayList<>();
		List<T> refused = new ArrayList<>();
		List<T> unknown = new ArrayList<>();
		List<T> notAttempted = new ArrayList<>();
		for (int i = from; i < this.entities.size(); i++) {
			T done = written(i);
			if (done != null) {
				applied.add(done);
			}
			else if (this.failures[i] == null) {
				notAttempted.add(this.entities.get(i));
			}
			else {
				boolean lost = this.failures[i] instanceof WriteOutcomeUnknownException;
				(lost ? unknown : refused).add(this.entities.get(i));
			}
		}
		return new PartialWriteException(new Outcome(applied, refused, unknown, notAttempted), failure);
	}

	/**
	 * What became of an entity that was written by itself.
	 *
	 * @param position which it is
	 * @param etag its ETag
	 * @param failure why it was not written, or {@code null} if it was
	 */
	private record Result(int position, @Nullable String etag, @Nullable DataAccessException failure) {

	}

}
