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

import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;

import io.azuretables.client.WriteOutcomeUnknownException;
import io.azuretables.key.TableKey;
import io.azuretables.mapping.TablePersistentEntity;
import io.azuretables.operations.ParallelCalls.InterruptedCallsException;
import io.azuretables.operations.PartialWriteException.Outcome;
import io.azuretables.operations.PlanExecutor.BatchOutcome;
import io.azuretables.row.ServiceLimits;
import io.azuretables.row.TableRow;
import io.azuretables.write.RowGroup;
import io.azuretables.write.WritePlan;
import io.azuretables.write.WritePlan.PlannedBatch;
import io.azuretables.write.WritePlanner;
import org.jspecify.annotations.Nullable;

import org.springframework.dao.DataAccessException;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.dao.OptimisticLockingFailureException;

/**
 * How are many entities written? In chunks, so that any number of them needs the same
 * memory; each chunk packed into transactions, which run in parallel.
 */
final class BulkWrites {

	private static final int CHUNK = 5_000;

	private static final long CHUNK_BYTES = 32L * 1024 * 1024;

	private final EntityWrites writes;

	private final EntityLifecycle lifecycle;

	private final PlanExecutor executor;

	private final ParallelCalls calls;

	private final PreviousRows previous;

	BulkWrites(EntityWrites writes, EntityLifecycle lifecycle, PlanExecutor executor, ParallelCalls calls) {
		this.writes = writes;
		this.lifecycle = lifecycle;
		this.executor = executor;
		this.calls = calls;
		this.previous = new PreviousRows(executor);
	}

	/**
	 * Writes entities.
	 * @return the entities as they were written, in the same order
	 * @throws PartialWriteException if some were not written
	 */
	<T> List<T> write(Iterator<? extends T> entities, WriteMode mode) {
		List<T> written = new ArrayList<>();
		try {
			this.<T>write(entities, mode, written::add);
			return written;
		}
		catch (PartialWriteException ex) {
			throw ex.within(written, rest(entities));
		}
	}

	/**
	 * What would have come, as far as the source gives it.
	 */
	private static <T> List<T> rest(Iterator<? extends T> source) {
		List<T> rest = new ArrayList<>();
		try {
			source.forEachRemaining(rest::add);
		}
		catch (RuntimeException ex) {
			// nobody is to know more than the failure that was there before
		}
		return rest;
	}

	/**
	 * Writes entities, and hands each over when it is written.
	 * @return how many were written
	 * @throws PartialWriteException if some of those that had been taken were not written
	 */
	<T> long write(Iterator<? extends T> entities, WriteMode mode, Consumer<? super T> written) {
		long count = 0;
		try {
			while (hasNext(entities, count > 0)) {
				List<T> chunk = new ArrayList<>();
				List<PreparedWrite<T>> prepared = prepared(entities, mode, chunk, count > 0);
				count += new Chunk<>(chunk, prepared).write(written);
			}
			return count;
		}
		catch (PartialWriteException ex) {
			throw ex.after(count);
		}
	}

	private static boolean hasNext(Iterator<?> source, boolean begun) {
		try {
			return source.hasNext();
		}
		catch (RuntimeException ex) {
			throw begun ? new PartialWriteException(new Outcome(List.of(), List.of(), List.of(), List.of()), ex) : ex;
		}
	}

	private static <T> List<T> chunk(Iterator<? extends T> source) {
		List<T> chunk = new ArrayList<>();
		while (chunk.size() < CHUNK && source.hasNext()) {
			chunk.add(source.next());
		}
		return chunk;
	}

	/**
	 * Deletes the rows of entities by their keys, whatever their versions.
	 */
	long delete(Iterator<TableKey> keys, TablePersistentEntity<?> entity) {
		long count = 0;
		while (keys.hasNext()) {
			List<TableKey> chunk = chunk(keys);
			List<PreparedWrite<TableKey>> deletions = chunk.stream()
				.map((key) -> this.writes.deletion(entity, key))
				.toList();
			count += new Chunk<>(chunk, deletions).write((key) -> {
			});
		}
		return count;
	}

	/**
	 * Takes and prepares as many entities as may be in memory together.
	 */
	private <T> List<PreparedWrite<T>> prepared(Iterator<? extends T> source, WriteMode mode, List<T> taken,
			boolean begun) {
		List<PreparedWrite<T>> prepared = new ArrayList<>();
		long bytes = 0;
		try {
			while (taken.size() < CHUNK && bytes < CHUNK_BYTES && source.hasNext()) {
				T entity = source.next();
				taken.add(entity);
				PreparedWrite<T> write = this.lifecycle.prepare(entity, mode);
				prepared.add(write);
				bytes += ServiceLimits.bytesOf(write.row());
			}
			return prepared;
		}
		catch (RuntimeException ex) {
			throw begun ? new PartialWriteException(new Outcome(List.of(), List.of(), List.of(), taken), ex) : ex;
		}
	}

	/**
	 * Some entities that are in memory together.
	 *
	 * @param <T> their class
	 */
	private final class Chunk<T> {

		private final List<T> entities;

		private final List<PreparedWrite<T>> prepared;

		private final @Nullable Object[] written;

		private final @Nullable DataAccessException[] failures;

		/**
		 * Of a callback, after its entity was written.
		 */
		private @Nullable RuntimeException called;

		Chunk(List<T> entities, List<PreparedWrite<T>> prepared) {
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
				throw partial((failure != null) ? failure : Objects.requireNonNull(this.called));
			}
			for (int i = 0; i < this.written.length; i++) {
				consumer.accept(Objects.requireNonNull(written(i)));
			}
			return this.entities.size();
		}

		private Map<String, List<Integer>> byTable() {
			Map<String, List<Integer>> tables = new LinkedHashMap<>();
			for (int i = 0; i < this.prepared.size(); i++) {
				tables.computeIfAbsent(this.prepared.get(i).target().table(), (table) -> new ArrayList<>()).add(i);
			}
			return tables;
		}

		private @Nullable DataAccessException write(String table, List<Integer> positions) {
			Map<Integer, RowGroup> groups = new LinkedHashMap<>();
			try {
				List<@Nullable TableRow> previous = BulkWrites.this.previous
					.of(positions.stream().map(this.prepared::get).toList());
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
			Map<TableKey, List<Integer>> alone = alone(groups);
			alone.values().forEach(groups.keySet()::removeAll);
			DataAccessException failure = submit(WritePlanner.plan(table, List.copyOf(groups.values())),
					List.copyOf(groups.keySet()));
			return (failure == null) ? submit(alone) : failure;
		}

		/**
		 * The entities that mean something for other partitions: each needs requests of
		 * its own in any case, and is written by itself.
		 */
		private Map<TableKey, List<Integer>> alone(Map<Integer, RowGroup> groups) {
			Map<TableKey, List<Integer>> alone = new LinkedHashMap<>();
			groups.values()
				.stream()
				.filter((group) -> group.deferred() != null)
				.forEach((group) -> alone.put(group.main().key(), new ArrayList<>()));
			groups.forEach((position, group) -> {
				if (alone.containsKey(group.main().key())) {
					alone.get(group.main().key()).add(position);
				}
			});
			return alone;
		}

		private @Nullable DataAccessException submit(Map<TableKey, List<Integer>> alone) {
			DataAccessException failure = null;
			for (List<Result> results : BulkWrites.this.calls.<List<Integer>, List<Result>>map(
					List.copyOf(alone.values()), this::inOrder,
					(positions) -> List.of(new Result(positions.get(0), null, new InterruptedCallsException())))) {
				for (Result result : results) {
					if (result.failure() == null) {
						complete(result.position(), result.etag());
					}
					failure = failed(result.position(), result.failure(), failure);
				}
			}
			return failure;
		}

		/**
		 * Notes why an entity was not written, if it was tried at all.
		 * @return the gravest failure up to now
		 */
		private @Nullable DataAccessException failed(int position, @Nullable DataAccessException why,
				@Nullable DataAccessException before) {
			if (!(why instanceof InterruptedCallsException)) {
				this.failures[position] = why;
			}
			return (why != null) ? graver(before, why) : before;
		}

		/**
		 * Writes states of one entity, the last of which is to stay.
		 */
		private List<Result> inOrder(List<Integer> positions) {
			List<Result> results = new ArrayList<>();
			for (int position : positions) {
				try {
					String etag = BulkWrites.this.writes.submit(this.prepared.get(position));
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
		 * The writes for an entity; {@code null} if there are none left to do.
		 */
		private @Nullable RowGroup group(int position, @Nullable TableRow previous) {
			PreparedWrite<T> write = this.prepared.get(position);
			if (previous == null && write.needsPrevious() && write.isIdempotentDelete()) {
				complete(position, null);
				return null;
			}
			try {
				return RowGroups.of(write, previous);
			}
			catch (DataAccessException ex) {
				this.failures[position] = ex;
				throw ex;
			}
		}

		private @Nullable DataAccessException submit(WritePlan plan, List<Integer> planned) {
			DataAccessException failure = null;
			for (List<PlannedBatch> wave : plan.waves()) {
				for (BatchOutcome outcome : BulkWrites.this.executor.submit(wave)) {
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
			boolean second = one == null || (other instanceof WriteOutcomeUnknownException
					&& !(one instanceof WriteOutcomeUnknownException));
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
					failure = failed(position, one(position, outcome.failure()), failure);
				}
			}
			return failure;
		}

		private void complete(int position, @Nullable String etag) {
			PreparedWrite<T> write = this.prepared.get(position);
			try {
				this.written[position] = BulkWrites.this.lifecycle.completed(write, etag);
			}
			catch (RuntimeException ex) {
				this.written[position] = BulkWrites.this.lifecycle.written(write, etag);
				this.called = (this.called != null) ? this.called : ex;
			}
		}

		@SuppressWarnings("unchecked") // put in as one
		private @Nullable T written(int position) {
			return (T) this.written[position];
		}

		/**
		 * Writes an entity by itself whose transaction was refused for a reason that may
		 * not be its own: a row that somebody else has changed and that does not matter.
		 */
		private @Nullable DataAccessException one(int position, DataAccessException refused) {
			PreparedWrite<T> write = this.prepared.get(position);
			boolean conflict = refused instanceof OptimisticLockingFailureException
					|| refused instanceof DuplicateKeyException;
			if (!conflict
					|| !(write.isRepeatable() || write.isIdempotentDelete() || !write.target().indexes().isEmpty())) {
				return refused;
			}
			try {
				complete(position, BulkWrites.this.writes.submit(write));
				return null;
			}
			catch (DataAccessException ex) {
				return ex;
			}
		}

		private PartialWriteException partial(RuntimeException failure) {
			List<T> applied = new ArrayList<>();
			List<T> refused = new ArrayList<>();
			List<T> unknown = new ArrayList<>();
			List<T> notAttempted = new ArrayList<>();
			for (int i = 0; i < this.entities.size(); i++) {
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
