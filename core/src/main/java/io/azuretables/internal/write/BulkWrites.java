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
import java.util.Iterator;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;

import io.azuretables.internal.execution.ParallelCalls;
import io.azuretables.internal.execution.PlanExecutor;
import io.azuretables.internal.write.PreparedWrite.Target;
import io.azuretables.key.TableKey;
import io.azuretables.mapping.TablePersistentEntity;
import io.azuretables.row.ServiceLimits;
import io.azuretables.row.TableRow;
import io.azuretables.write.EntityMovingException;
import io.azuretables.write.PartialWriteException;
import io.azuretables.write.PartialWriteException.Outcome;

/**
 * Writes any number of entities in chunks, each as transactions that run in parallel,
 * with bounded memory.
 */
public final class BulkWrites {

	/**
	 * The most entities of a chunk: as many as fill the transactions of a hundred
	 * partitions that come in turns. A transaction does not go on in the next chunk.
	 */
	public static final int CHUNK = 10_000;

	/**
	 * What the rows of a chunk may take in memory, more or less; the service's formula
	 * for the size of a row counts two bytes for each character, as Java does at most.
	 */
	private static final long CHUNK_BYTES = 32L * 1024 * 1024;

	private final EntityWriteExecutor writes;

	private final EntityLifecycle lifecycle;

	private final PlanExecutor executor;

	private final ParallelCalls calls;

	/**
	 * Writes of many entities.
	 * @param writes writes one entity
	 * @param lifecycle knows what happens before and after
	 * @param executor submits transactions
	 * @param calls how much runs at the same time
	 */
	public BulkWrites(EntityWriteExecutor writes, EntityLifecycle lifecycle, PlanExecutor executor,
			ParallelCalls calls) {
		this.writes = writes;
		this.lifecycle = lifecycle;
		this.executor = executor;
		this.calls = calls;
	}

	/**
	 * Writes entities.
	 * @return the entities as they were written, in the same order
	 * @throws PartialWriteException if some were not written
	 */
	public <T> List<T> write(Iterator<? extends T> entities, WriteMode mode) {
		return all(entities, preparation(mode));
	}

	/**
	 * Deletes the rows of entities by their keys, whatever their versions.
	 * @return the keys
	 * @throws PartialWriteException if some were not deleted
	 */
	public List<TableKey> delete(List<TableKey> keys, TablePersistentEntity<?> entity, String table) {
		return all(keys.iterator(), deletion(entity, table));
	}

	/**
	 * Rewrites rows as those of the version of this process, each if it is as it was
	 * read; one that is not is read again.
	 * @param rows rows of older versions, with all their columns
	 * @param moving takes the keys of rows that stay as they are, since their entities
	 * are moving to other keys
	 * @return how many were rewritten
	 */
	public long upgrade(Class<?> type, String table, List<TableRow> rows, Consumer<TableKey> moving) {
		TablePersistentEntity<?> entity = this.lifecycle.converter().entity(type);
		Target target = this.lifecycle.target(entity, table);
		try {
			return all(rows.iterator(), (row) -> EntityLifecycle.rewriting(entity, target, row)).size();
		}
		catch (PartialWriteException ex) {
			List<Object> rest = new ArrayList<>(ex.getRefused());
			rest.addAll(ex.getUnknown());
			rest.addAll(ex.getNotAttempted());
			long again = rest.stream()
				.filter((row) -> isUpgraded(entity, target, ((TableRow) row).key(), moving))
				.count();
			return rows.size() - rest.size() + again;
		}
	}

	/**
	 * Rewrites the row under a key. One that is moving is no reason to leave out those
	 * after it: its mark stays until a worker or a sweep finishes the move.
	 */
	private boolean isUpgraded(TablePersistentEntity<?> entity, Target target, TableKey key,
			Consumer<TableKey> moving) {
		try {
			return this.writes.upgrade(entity, target, key);
		}
		catch (EntityMovingException ex) {
			moving.accept(key);
			return false;
		}
	}

	private <T> List<T> all(Iterator<? extends T> entities, Function<T, PreparedWrite<T>> preparation) {
		List<T> written = new ArrayList<>();
		try {
			this.<T>write(entities, preparation, written::add);
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
			// the first failure is the one that callers see
		}
		return rest;
	}

	/**
	 * Writes entities, and hands each over when it is written.
	 * @return how many were written
	 * @throws PartialWriteException if some of those that had been taken were not written
	 */
	public <T> long write(Iterator<? extends T> entities, WriteMode mode, Consumer<? super T> written) {
		return write(entities, preparation(mode), written);
	}

	/**
	 * Deletes the rows of entities by their keys, whatever their versions, while these
	 * come in.
	 */
	public long delete(Iterator<TableKey> keys, TablePersistentEntity<?> entity, String table) {
		return write(keys, deletion(entity, table), (key) -> {
		});
	}

	private <T> Function<T, PreparedWrite<T>> preparation(WriteMode mode) {
		return (entity) -> this.lifecycle.prepare(entity, mode);
	}

	private Function<TableKey, PreparedWrite<TableKey>> deletion(TablePersistentEntity<?> entity, String table) {
		Target target = this.lifecycle.target(entity, table);
		return (key) -> this.writes.deletion(target, key);
	}

	private <T> long write(Iterator<? extends T> entities, Function<T, PreparedWrite<T>> preparation,
			Consumer<? super T> written) {
		long count = 0;
		try {
			while (hasNext(entities, count > 0)) {
				List<T> chunk = new ArrayList<>();
				List<PreparedWrite<T>> prepared = prepared(entities, preparation, chunk, count > 0);
				count += new WriteChunk<>(this.writes, this.lifecycle, this.executor, this.calls, chunk, prepared)
					.write(written);
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

	/**
	 * Takes and prepares as many entities as may be in memory together.
	 */
	private <T> List<PreparedWrite<T>> prepared(Iterator<? extends T> source, Function<T, PreparedWrite<T>> preparation,
			List<T> taken, boolean begun) {
		List<PreparedWrite<T>> prepared = new ArrayList<>();
		long bytes = 0;
		try {
			while (taken.size() < CHUNK && bytes < CHUNK_BYTES && source.hasNext()) {
				T entity = source.next();
				taken.add(entity);
				PreparedWrite<T> write = preparation.apply(entity);
				prepared.add(write);
				bytes += ServiceLimits.sizeOf(write.row());
			}
			return prepared;
		}
		catch (RuntimeException ex) {
			throw begun ? new PartialWriteException(new Outcome(List.of(), List.of(), List.of(), taken), ex) : ex;
		}
	}

}
