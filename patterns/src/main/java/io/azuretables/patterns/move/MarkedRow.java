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
package io.azuretables.patterns.move;

import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

import io.azuretables.internal.conversion.IndexVersion;
import io.azuretables.internal.conversion.MovingVersion;
import io.azuretables.gateway.TableGateway;
import io.azuretables.gateway.WriteOutcomeUnknownException;
import io.azuretables.internal.model.ReservedColumns;
import io.azuretables.key.TableKey;
import io.azuretables.row.AtomicBatch;
import io.azuretables.row.RowReader;
import io.azuretables.row.RowWrite;
import io.azuretables.row.TableRow;
import org.jspecify.annotations.Nullable;

import org.springframework.dao.DataAccessException;
import org.springframework.dao.OptimisticLockingFailureException;

/**
 * Marks the row of an entity that is being moved, and removes the mark. A row with a mark
 * is written by nothing but its move. Works on rows alone, whatever entity they are.
 *
 * @param gateway the tables
 * @param table the table
 * @param key the key that the entity leaves
 */
record MarkedRow(TableGateway gateway, String table, TableKey key) {

	/**
	 * The column with the keys that the entity gets, with what no key holds in between.
	 */
	static final String TARGET = ReservedColumns.MOVE_TARGET;

	private static final String SEPARATOR = "/";

	static final List<String> COLUMNS = List.of(RowWrite.MOVE, TARGET);

	/**
	 * The row, if a move has marked it.
	 */
	@Nullable TableRow find(String token) {
		TableRow row = this.gateway.read(this.table, this.key, null, RowReader.rows());
		return (row != null && isMarked(row, token)) ? row : null;
	}

	/**
	 * Whether a move has marked a row.
	 */
	static boolean isMarked(TableRow row, String token) {
		return token.equals(row.get(RowWrite.MOVE));
	}

	/**
	 * The keys that the entity of a marked row gets.
	 */
	static Optional<TableKey> target(TableRow row) {
		String target = row.get(TARGET, String.class);
		int separator = (target != null) ? target.indexOf(SEPARATOR) : -1;
		return (target == null || separator < 0) ? Optional.empty()
				: Optional.of(new TableKey(target.substring(0, separator), target.substring(separator + 1)));
	}

	/**
	 * The version of the row, for an entity that was read from an index row. One request.
	 */
	String version() {
		TableRow row = this.gateway.read(this.table, this.key, COLUMNS, RowReader.rows());
		if (row == null) {
			throw new OptimisticLockingFailureException(
					"The entity to be moved in table '" + this.table + "' is not there any more");
		}
		return Objects.requireNonNull(MovingVersion.of(row));
	}

	/**
	 * The writes that mark the row, if the entity is as it was read. An unchanged index
	 * row proves that the entity is unchanged that was read from it.
	 * @param version the version of the row
	 * @param indexed the version of the index row that the entity was read from;
	 * {@code null} for an entity that was read from its own row
	 */
	List<RowWrite> marks(String token, TableKey target, String version, @Nullable IndexVersion indexed) {
		Map<String, Object> mark = Map.of(RowWrite.MOVE, token, TARGET,
				target.partitionKey() + SEPARATOR + target.rowKey());
		RowWrite own = new RowWrite.Merge(TableRow.of(this.key, mark), version);
		if (indexed == null) {
			return List.of(own);
		}
		TableKey index = new TableKey(this.key.partitionKey(), indexed.rowKey());
		return List.of(own, new RowWrite.Merge(TableRow.of(index, Map.of()), indexed.etag()));
	}

	/**
	 * Marks the row. One request, repeated while its outcome is open.
	 * @return the ETag of the marked row
	 * @throws OptimisticLockingFailureException if it was not marked and never will be
	 * @throws WriteOutcomeUnknownException if that is not known at the deadline
	 */
	String mark(String token, List<RowWrite> marks, InstantSource clock, Instant deadline) {
		WriteOutcomeUnknownException doubt = null;
		while (true) {
			try {
				return Objects.requireNonNull(written(marks));
			}
			catch (WriteOutcomeUnknownException ex) {
				doubt = ex;
				if (!clock.instant().isBefore(deadline)) {
					throw ex;
				}
			}
			catch (OptimisticLockingFailureException ex) {
				return marked(token, ex, doubt);
			}
			catch (DataAccessException ex) {
				throw (doubt != null) ? with(doubt, ex) : ex;
			}
		}
	}

	private @Nullable String written(List<RowWrite> marks) {
		return (marks.size() == 1) ? this.gateway.write(this.table, marks.get(0))
				: this.gateway.submit(new AtomicBatch(this.table, marks)).get(0);
	}

	/**
	 * The ETag of a row whose mark was refused: after an attempt in doubt, that may have
	 * been the one that has marked it.
	 */
	private String marked(String token, OptimisticLockingFailureException refusal,
			@Nullable WriteOutcomeUnknownException doubt) {
		TableRow row = null;
		try {
			row = (doubt != null) ? find(token) : null;
		}
		catch (DataAccessException ex) {
			throw (doubt != null) ? with(doubt, ex) : ex;
		}
		if (row == null) {
			throw new OptimisticLockingFailureException("The entity to be moved in table '" + this.table
					+ "' has been changed, moved or deleted by another writer since it was read", refusal);
		}
		return Objects.requireNonNull(row.etag());
	}

	private static WriteOutcomeUnknownException with(WriteOutcomeUnknownException doubt, DataAccessException ex) {
		doubt.addSuppressed(ex);
		return doubt;
	}

	/**
	 * Takes the mark of a move away, and returns when it is certainly away. A row that is
	 * still as the move has read it is written as it is: a mark that is under way fails
	 * then. Three requests.
	 * @param version the version that the move has read; {@code null} if the row was
	 * marked for certain
	 * @param check called before each write
	 */
	void unmark(String token, @Nullable String version, Runnable check) {
		while (true) {
			TableRow row = this.gateway.read(this.table, this.key, null, RowReader.rows());
			if (row == null || !(isMarked(row, token) || Objects.equals(row.etag(), version))) {
				return;
			}
			check.run();
			try {
				this.gateway.write(this.table, new RowWrite.Replace(unmarked(row), Objects.requireNonNull(row.etag())));
			}
			catch (OptimisticLockingFailureException ex) {
				// another process was faster: what it has done is read
			}
		}
	}

	private static TableRow unmarked(TableRow row) {
		return row.with(RowWrite.MOVE, null).with(TARGET, null);
	}

}
