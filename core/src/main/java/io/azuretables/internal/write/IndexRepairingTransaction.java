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
import java.util.List;
import java.util.Objects;

import io.azuretables.gateway.ServiceErrorException;
import io.azuretables.internal.change.DeferredWrite;
import io.azuretables.internal.execution.PlanExecutor;
import io.azuretables.internal.index.EntityIndexes;
import io.azuretables.internal.model.IndexMapping;
import io.azuretables.internal.transaction.RowGroup;
import io.azuretables.key.TableKey;
import io.azuretables.row.RowReader;
import io.azuretables.row.RowWrite;
import io.azuretables.row.TableRow;
import io.azuretables.write.CompanionConflictException;
import io.azuretables.write.UniqueIndexException;
import org.jspecify.annotations.Nullable;

import org.springframework.dao.DataAccessException;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.dao.OptimisticLockingFailureException;

/**
 * Submits a transaction of entities and their index rows, and repairs index rows that are
 * not as expected. A transaction that repairs, while it writes, what a writer that knows
 * nothing of indexes has left: rows that are missing, and rows that stand for nothing any
 * more.
 */
public final class IndexRepairingTransaction {

	/**
	 * The version of an entity that another writer has changed already: no row has it.
	 */
	private static final String OUTDATED = "W/\"datetime'1601-01-01T00%3A00%3A00.0000000Z'\"";

	private final PlanExecutor executor;

	private final String table;

	private final List<Member> members;

	private final List<RowWrite> others;

	private final List<RowGroup> groups;

	IndexRepairingTransaction(PlanExecutor executor, String table, List<Member> members, List<RowWrite> others) {
		this.executor = executor;
		this.table = table;
		this.members = members;
		this.others = others;
		this.groups = new ArrayList<>(members.size());
		members.forEach((member) -> this.groups.add(member.planned()));
	}

	/**
	 * Submits the transaction, again for each row that had to be repaired.
	 * @param tokens rows that tell that it was committed
	 * @return the ETags of the entities' own rows
	 */
	List<@Nullable String> submit(List<RowWrite> tokens) {
		List<RowWrite> writes = rows();
		int most = writes.size();
		for (int repairs = 0;; repairs++) {
			try {
				writes.addAll(tokens);
				return mains(this.executor.submit(this.table, writes));
			}
			catch (OptimisticLockingFailureException | DuplicateKeyException ex) {
				int failed = ServiceErrorException.failedWrite(ex);
				if (repairs == most || !repair(failed, ex)) {
					checkCompanion(failed, ex);
					throw (ex instanceof OptimisticLockingFailureException conflict) ? ofEntity(conflict) : ex;
				}
				writes = rows();
			}
		}
	}

	/**
	 * What the transaction means for other partitions.
	 */
	List<DeferredWrite> deferred() {
		List<DeferredWrite> deferred = new ArrayList<>();
		for (RowGroup group : this.groups) {
			if (group.deferred() != null) {
				deferred.add(group.deferred());
			}
		}
		return deferred;
	}

	/**
	 * The ETags of the entities' own rows after a commit whose answer was lost. Who has
	 * been overtaken gets one that no row has. One request for each.
	 */
	List<@Nullable String> etags() {
		List<@Nullable String> etags = new ArrayList<>();
		for (RowGroup group : this.groups) {
			TableRow written = group.main().row();
			TableRow found = (written != null)
					? this.executor.read(this.table, written.key(), List.of(RowWrite.TOKEN), RowReader.rows()) : null;
			boolean own = written != null && found != null
					&& Objects.equals(found.get(RowWrite.TOKEN), written.get(RowWrite.TOKEN));
			etags.add((written == null) ? null : (own && found != null) ? found.etag() : OUTDATED);
		}
		return etags;
	}

	/**
	 * The name of the class of the first entity.
	 */
	String name() {
		return this.members.get(0).write().target().name();
	}

	private List<RowWrite> rows() {
		List<RowWrite> rows = new ArrayList<>();
		this.groups.forEach((group) -> rows.addAll(group.writes()));
		rows.addAll(this.others);
		return rows;
	}

	private List<@Nullable String> mains(List<@Nullable String> etags) {
		List<@Nullable String> mains = new ArrayList<>(this.groups.size());
		int offset = 0;
		for (RowGroup group : this.groups) {
			mains.add(etags.get(offset));
			offset += group.writes().size();
		}
		return mains;
	}

	/**
	 * The write that a refusal is about; {@code null} for a row besides, or if it does
	 * not say.
	 */
	@Nullable PreparedWrite<?> refused(DataAccessException ex) {
		int position = (this.members.size() == 1 && this.others.isEmpty()) ? 0
				: position(ServiceErrorException.failedWrite(ex));
		return (position >= 0) ? this.members.get(position).write() : null;
	}

	/**
	 * Whether a refusal says that an entity is there which is to be inserted. Repeating
	 * the transaction would end in the same way.
	 */
	boolean isTaken(DuplicateKeyException refusal) {
		int failed = ServiceErrorException.failedWrite(refusal);
		int position = position(failed);
		if (position < 0) {
			return false;
		}
		PreparedWrite<?> write = this.members.get(position).write();
		return !write.isRepeatable() && rows().get(failed).key().equals(write.row().key());
	}

	private int position(int failed) {
		int end = 0;
		for (int i = 0; i < this.groups.size(); i++) {
			end += this.groups.get(i).writes().size();
			if (failed >= 0 && failed < end) {
				return i;
			}
		}
		return -1;
	}

	private boolean repair(int failed, DataAccessException ex) {
		int position = position(failed);
		RowWrite refused = (position >= 0) ? rows().get(failed) : null;
		if (refused == null || refused.equals(this.groups.get(position).main())) {
			return false;
		}
		RowGroup repaired = repaired(position, refused, ex);
		if (repaired != null) {
			this.groups.set(position, repaired);
		}
		return repaired != null;
	}

	/**
	 * Refuses the transaction for a companion besides index rows, of which a refusal says
	 * nothing of the entity.
	 */
	private void checkCompanion(int failed, DataAccessException ex) {
		int position = position(failed);
		RowWrite refused = (position >= 0) ? rows().get(failed) : null;
		if (refused != null && !refused.equals(this.groups.get(position).main()) && isCompanion(position, refused)) {
			throw new CompanionConflictException(this.members.get(position).write().target().name(), ex);
		}
	}

	private boolean isCompanion(int position, RowWrite write) {
		return this.members.get(position).write().target().indexes().indexOf(write.key()) == null;
	}

	/**
	 * Says of the entity what a store says of one of its rows.
	 */
	private OptimisticLockingFailureException ofEntity(OptimisticLockingFailureException refusal) {
		PreparedWrite<?> write = refused(refusal);
		List<RowWrite> rows = rows();
		int failed = ServiceErrorException.failedWrite(refusal);
		if (write == null || failed >= rows.size()) {
			return refusal;
		}
		return write.conflict(refusal, failed < 0 || rows.get(failed).key().equals(write.row().key()));
	}

	private @Nullable RowGroup repaired(int position, RowWrite refused, DataAccessException ex) {
		RowGroup group = this.groups.get(position);
		if (refused instanceof RowWrite.Delete delete && delete.ifMatch().equals(RowWrite.ANY)) {
			return group.without(refused);
		}
		if (isCompanion(position, refused)) {
			return null;
		}
		if (refused instanceof RowWrite.Insert insert) {
			return group.with(refused, claimed(this.members.get(position).write(), insert, ex));
		}
		boolean claimed = refused instanceof RowWrite.Replace replace && (replace.ifMatch().equals(RowWrite.ANY)
				|| !this.members.get(position).planned().writes().contains(refused));
		return claimed ? group.with(refused, new RowWrite.Insert(Objects.requireNonNull(refused.row()))) : null;
	}

	/**
	 * The write of the row of a unique index whose key is taken, perhaps by a row that no
	 * entity owns.
	 */
	private RowWrite claimed(PreparedWrite<?> write, RowWrite.Insert insert, DataAccessException ex) {
		TableRow found = this.executor.read(this.table, insert.key(), null, RowReader.rows());
		if (found == null) {
			return insert;
		}
		if (isOwn(write, found) || !isOwned(write.target().indexes(), found)) {
			return new RowWrite.Replace(insert.row(), Objects.requireNonNull(found.etag()));
		}
		IndexMapping index = Objects.requireNonNull(write.target().indexes().indexOf(insert.key()));
		throw new UniqueIndexException(write.target().name(), index.name(), index.keys().row().toString(), ex);
	}

	private static boolean isOwn(PreparedWrite<?> write, TableRow indexRow) {
		return write.row().key().rowKey().equals(indexRow.get(IndexMapping.ENTITY_ROW_KEY));
	}

	/**
	 * Whether the entity that an index row names is there and belongs to it.
	 */
	private boolean isOwned(EntityIndexes indexes, TableRow indexRow) {
		if (!(indexRow.get(IndexMapping.ENTITY_ROW_KEY) instanceof String rowKey)) {
			return false;
		}
		TableRow owner = this.executor.read(this.table, new TableKey(indexRow.key().partitionKey(), rowKey),
				indexes.columns(), RowReader.rows());
		return owner != null
				&& indexes.indexes().stream().anyMatch((index) -> indexRow.key().equals(index.knownKeyFor(owner)));
	}

	/**
	 * An entity in a transaction.
	 *
	 * @param write what is to be written for it
	 * @param planned the rows, as they would be if all index rows are as they should be
	 */
	record Member(PreparedWrite<?> write, RowGroup planned) {

	}

}
