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
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

import io.azuretables.gateway.ServiceErrorException;
import io.azuretables.gateway.WriteOutcomeUnknownException;
import io.azuretables.internal.change.DeferredWrite;
import io.azuretables.internal.convert.RowValues;
import io.azuretables.internal.execution.EntityKeyReader;
import io.azuretables.internal.execution.PlanExecutor;
import io.azuretables.internal.model.LeafProperty;
import io.azuretables.internal.time.ConflictRetries;
import io.azuretables.internal.transaction.CompanionState;
import io.azuretables.internal.transaction.RowGroup;
import io.azuretables.internal.write.PreparedWrite.Target;
import io.azuretables.key.TableKey;
import io.azuretables.mapping.TablePersistentEntity;
import io.azuretables.query.Update;
import io.azuretables.row.RowReader;
import io.azuretables.row.RowWrite;
import io.azuretables.row.ServiceLimits;
import io.azuretables.row.TableRow;
import io.azuretables.write.CompanionConflictException;
import io.azuretables.write.UniqueIndexException;
import io.azuretables.write.WriteFencedException;
import org.jspecify.annotations.Nullable;

import org.springframework.dao.DataAccessException;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.dao.InvalidDataAccessApiUsageException;
import org.springframework.dao.OptimisticLockingFailureException;
import org.springframework.dao.RecoverableDataAccessException;

/**
 * Writes one entity together with all rows that belong to it, such as index rows. The
 * single way to a write: there is none that forgets an index.
 */
public final class EntityWriteExecutor {

	private final PlanExecutor executor;

	private final EntityLifecycle lifecycle;

	private final PreviousRowLoader previousRows;

	private final ConflictRetries retries;

	public EntityWriteExecutor(PlanExecutor executor, EntityLifecycle lifecycle, int attempts) {
		this.executor = executor;
		this.lifecycle = lifecycle;
		this.previousRows = new PreviousRowLoader(executor);
		this.retries = new ConflictRetries(attempts);
	}

	public <T> T write(T entity, WriteMode mode) {
		PreparedWrite<T> write = this.lifecycle.prepare(entity, mode);
		try {
			return this.lifecycle.completed(write, submit(write));
		}
		catch (DuplicateKeyException ex) {
			throw isOfIndex(ex) ? ex : write.taken(ex);
		}
	}

	private static boolean isOfIndex(DataAccessException ex) {
		return ex instanceof UniqueIndexException
				|| (ex instanceof DuplicateKeyException && ServiceErrorException.failedWrite(ex) > 0);
	}

	/**
	 * Changes an entity if no other writer does at the same time, and otherwise again.
	 */
	public <T> Optional<T> change(TableKey key, String table, RowReader<T> reader, UnaryOperator<T> change) {
		RowReader<Versioned<T>> versioned = Versioned.reader(reader);
		for (int attempt = 1;; attempt++) {
			Versioned<T> read = this.executor.read(table, key, null, versioned);
			if (read == null) {
				return Optional.empty();
			}
			T changed = change.apply(this.lifecycle.read(read.value(), table));
			if (changed == null) {
				throw new InvalidDataAccessApiUsageException("The change of the row in " + table
						+ " gave null: return the entity as it is to be, or delete it by deleteById");
			}
			PreparedWrite<T> write = this.lifecycle.prepare(changed, WriteMode.SAVE).expecting(read.etag());
			if (!write.row().key().equals(key) || !write.target().table().equals(table)) {
				throw new InvalidDataAccessApiUsageException("The change gave the " + write.target().name()
						+ " another key or table; insert it as another one, and delete this one");
			}
			try {
				return Optional.of(this.lifecycle.completed(write, submit(write)));
			}
			catch (OptimisticLockingFailureException ex) {
				if (!this.retries.again(attempt)) {
					throw ex;
				}
			}
		}
	}

	/**
	 * Changes some properties of a row.
	 * @param table gives the table, once it is certain that there is something to write
	 */
	public void merge(TablePersistentEntity<?> entity, TableKey key, Supplier<String> table, Update update) {
		RowUpdates updates = RowUpdates.of(entity, update, !this.lifecycle.indexes(entity).isEmpty());
		Target target = this.lifecycle.target(entity, table.get());
		if (updates.isBlind() && target.indexes().allowBlindMerges() && isMerged(updates.partial(key), target)) {
			return;
		}
		change(key, target, updates, (row) -> {
			if (row == null || target.indexes().isOfOtherType(row)) {
				throw new OptimisticLockingFailureException("The " + target.name() + " to be changed is not there");
			}
			return EntityLifecycle.changed(row, updates.applied(target.indexes().current(row)), target);
		});
	}

	/**
	 * Sets some properties of an entity without reading it.
	 * @return {@code false} if one of its parts is not there: they are not written before
	 * the entity is
	 */
	private boolean isMerged(TableRow partial, Target target) {
		List<RowWrite> merges = target.indexes().merges(partial, false);
		try {
			this.executor.submit(target.table(), merges);
			return true;
		}
		catch (OptimisticLockingFailureException ex) {
			if (merges.size() == 1 || ServiceErrorException.failedWrite(ex) == 0) {
				throw ex;
			}
			return false;
		}
	}

	/**
	 * Sets some properties of a row, and inserts it if it is not there.
	 * @param table gives the table, once it is certain that there is something to write
	 * @param identifier gives the values of the key properties
	 */
	public void mergeOrInsert(TablePersistentEntity<?> entity, TableKey key, Supplier<String> table,
			Function<LeafProperty, @Nullable Object> identifier, Update update) {
		RowUpdates updates = RowUpdates.orInsert(entity, update, !this.lifecycle.indexes(entity).isEmpty(), identifier);
		Target target = this.lifecycle.target(entity, table.get());
		if (updates.isBlind() && target.indexes().allowBlindMerges()) {
			this.executor.submit(target.table(), target.indexes().merges(updates.inserted(key), true));
			return;
		}
		change(key, target, updates, (row) -> {
			if (row == null) {
				TableRow inserted = updates.inserted(key);
				return new PreparedWrite<>(inserted, RowValues.of(target.indexes().model(), inserted), target,
						WriteMode.INSERT, true, null);
			}
			target.indexes().checkNotNewer(row);
			if (target.indexes().isOfOtherType(row)) {
				PreparedWrite<?> write = EntityLifecycle.changed(row, updates.applied(row), target);
				throw target.indexes().isOfUnknownType(row) ? write.ofUnknownType(row) : write.ofOtherType(row);
			}
			return EntityLifecycle.changed(row, updates.applied(target.indexes().current(row)), target);
		});
	}

	/**
	 * Rewrites the row under a key as one of the version of this process.
	 * @return whether it was still of an older version
	 */
	boolean upgrade(TablePersistentEntity<?> entity, Target target, TableKey key) {
		RowUpdates updates = RowUpdates.of(entity, Update.none(), !target.indexes().isEmpty());
		return change(key, target, updates, (row) -> (row != null && target.indexes().isOutdated(row))
				? EntityLifecycle.rewriting(entity, target, row) : null);
	}

	/**
	 * Reads a row and writes it, and does both again when another writer was faster. An
	 * update that takes effect once is tried again after an unknown outcome too: the row
	 * shows whether it took effect.
	 * @param changes gives the write for the row as it is; {@code null} where there is
	 * none
	 * @return whether the row was written
	 */
	private boolean change(TableKey key, Target target, RowUpdates updates,
			Function<@Nullable TableRow, @Nullable PreparedWrite<?>> changes) {
		for (int attempt = 1;; attempt++) {
			TableRow row = this.executor.read(target.table(), key, null,
					RowReader.rows(target.indexes().model().parts()));
			if (row != null && updates.isIn(row)) {
				return false;
			}
			PreparedWrite<?> write = changes.apply(row);
			if (write == null) {
				return false;
			}
			try {
				List<PreparedWrite<?>> writes = List.of(write);
				submit(transaction(target.table(), writes, this.previousRows.of(write, row), List.of()));
				return true;
			}
			catch (OptimisticLockingFailureException | DuplicateKeyException | CompanionConflictException ex) {
				if (isOfIndex(ex) || !this.retries.again(attempt)) {
					throw ex;
				}
			}
			catch (WriteOutcomeUnknownException ex) {
				if (!updates.isRepeatable() || !this.retries.again(attempt)) {
					throw ex;
				}
			}
		}
	}

	/**
	 * Deletes the row under a key, whatever its version.
	 * @return whether it was there
	 */
	public boolean delete(TablePersistentEntity<?> entity, TableKey key, String table) {
		return submitted(deletion(this.lifecycle.target(entity, table), key)).found();
	}

	/**
	 * The deletion of the row under a key.
	 */
	PreparedWrite<TableKey> deletion(Target target, TableKey key) {
		return new PreparedWrite<>(key, EntityLifecycle.deleted(key, target), target, WriteMode.DELETE, false, null);
	}

	/**
	 * Submits a write; one without a version again when another writer was faster.
	 * @return the new ETag
	 */
	@Nullable String submit(PreparedWrite<?> write) {
		return submitted(write).etag();
	}

	private Written submitted(PreparedWrite<?> write) {
		List<PreparedWrite<?>> writes = List.of(write);
		for (int attempt = 1;; attempt++) {
			PreviousRows previous = this.previousRows.of(writes);
			if (previous.entities().get(0) == null && write.isNothingWithoutPrevious()) {
				return Written.NOTHING;
			}
			IndexRepairingTransaction transaction = transaction(write.target().table(), writes, previous, List.of());
			try {
				return new Written(true, submit(transaction).get(0));
			}
			catch (DataAccessException ex) {
				if (write.isIdempotentDelete() && isConflict(ex) && isGone(write)) {
					return Written.NOTHING;
				}
				List<PreparedWrite<?>> again = repeated(writes, transaction, ex, attempt);
				if (again == null) {
					throw ex;
				}
				writes = again;
			}
		}
	}

	private static boolean isConflict(DataAccessException ex) {
		return ex instanceof OptimisticLockingFailureException || ex instanceof DuplicateKeyException;
	}

	private IndexRepairingTransaction transaction(String table, List<PreparedWrite<?>> writes, PreviousRows previous,
			List<RowWrite> others) {
		CompanionState companions = new CompanionState(previous.companions());
		List<RowGroup> groups = new ArrayList<>(writes.size());
		for (int i = 0; i < writes.size(); i++) {
			groups.add(RowGroupFactory.of(writes.get(i), previous.entities().get(i), companions));
		}
		return new IndexRepairingTransaction(this.executor, table, SharedRows.resolved(writes, groups), others);
	}

	private List<@Nullable String> submit(IndexRepairingTransaction transaction) {
		List<DeferredWrite> deferred = transaction.deferred();
		if (deferred.isEmpty()) {
			return transaction.submit(List.of());
		}
		try {
			return this.executor.commit(deferred, transaction::submit).orElseGet(() -> etags(transaction));
		}
		catch (WriteFencedException ex) {
			// a write is also given up since its entity has the unique key already
			throw (ex.getCause() instanceof DuplicateKeyException taken && transaction.isTaken(taken)) ? taken : ex;
		}
	}

	/**
	 * The versions of entities whose commit is certain and whose answer was lost. That
	 * they were written must not be denied when they cannot be read.
	 */
	private static List<@Nullable String> etags(IndexRepairingTransaction transaction) {
		try {
			return transaction.etags();
		}
		catch (DataAccessException ex) {
			throw new RecoverableDataAccessException(
					"The " + transaction.name()
							+ " was written, but its version cannot be read now; read it again before it is changed",
					ex);
		}
	}

	/**
	 * The writes to be planned and submitted again after a failure; {@code null} if the
	 * failure is final.
	 */
	private @Nullable List<PreparedWrite<?>> repeated(List<PreparedWrite<?>> writes,
			IndexRepairingTransaction transaction, DataAccessException ex, int attempt) {
		boolean fenced = ex instanceof WriteFencedException;
		boolean conflict = fenced || ex instanceof CompanionConflictException
				|| (isConflict(ex) && isRepeatable(transaction.refused(ex), ex));
		if (!conflict || !this.retries.again(attempt)) {
			return null;
		}
		return fenced ? renewed(writes) : writes;
	}

	/**
	 * Whether a refusal only says that another writer was faster. One without a cause was
	 * decided here.
	 */
	private static boolean isRepeatable(@Nullable PreparedWrite<?> write, DataAccessException ex) {
		return write != null && write.isRepeatable() && ex.getCause() != null && !(ex instanceof UniqueIndexException);
	}

	/**
	 * Submits writes in one transaction, together with other rows.
	 * @return the new ETags
	 */
	public List<@Nullable String> submit(String table, List<PreparedWrite<?>> prepared, List<RowWrite> others) {
		List<PreparedWrite<?>> writes = prepared;
		for (int attempt = 1;; attempt++) {
			IndexRepairingTransaction transaction = transaction(table, writes, this.previousRows.of(writes), others);
			try {
				return submit(transaction);
			}
			catch (DataAccessException ex) {
				List<PreparedWrite<?>> again = repeated(writes, transaction, ex, attempt);
				if (again == null) {
					throw ex;
				}
				writes = again;
			}
		}
	}

	/**
	 * Submits as many writes of one partition as one transaction takes, the first ones.
	 * Their companions are read once, and those that they share are written once.
	 * @return what became of these
	 */
	Submitted submitFirst(String table, List<PreparedWrite<?>> prepared) {
		List<PreparedWrite<?>> writes = prepared.subList(0, Math.min(prepared.size(), ServiceLimits.BATCH_WRITES));
		int count = 1;
		for (int attempt = 1;; attempt++) {
			IndexRepairingTransaction transaction = null;
			try {
				FittingWrites fitting = FittingWrites.of(writes, this.previousRows.of(writes));
				count = fitting.count();
				if (fitting.writes().isEmpty()) {
					return new Submitted(fitting.etags(List.of()), null);
				}
				transaction = new IndexRepairingTransaction(this.executor, table,
						SharedRows.resolved(fitting.writes(), fitting.groups()), List.of());
				return new Submitted(fitting.etags(submit(transaction)), null);
			}
			catch (DataAccessException ex) {
				List<PreparedWrite<?>> again = (transaction != null) ? repeated(writes, transaction, ex, attempt)
						: null;
				if (again == null) {
					return new Submitted(Collections.nCopies(count, null), ex);
				}
				writes = again;
			}
		}
	}

	private static List<PreparedWrite<?>> renewed(List<PreparedWrite<?>> writes) {
		List<PreparedWrite<?>> renewed = new ArrayList<>();
		writes.forEach((write) -> renewed.add(write.renewed()));
		return renewed;
	}

	private boolean isGone(PreparedWrite<?> write) {
		TableKey found = this.executor.read(write.target().table(), write.row().key(), EntityKeyReader.COLUMNS,
				EntityKeyReader.all());
		return found == null;
	}

	/**
	 * What became of several writes.
	 *
	 * @param etags their new ETags, as many as there are writes
	 * @param failure why they were not written, or {@code null} if they were
	 */
	record Submitted(List<@Nullable String> etags, @Nullable DataAccessException failure) {

	}

	/**
	 * What became of a write.
	 *
	 * @param found whether there was something to write or delete
	 * @param etag the new ETag
	 */
	private record Written(boolean found, @Nullable String etag) {

		static final Written NOTHING = new Written(false, null);

	}

}
