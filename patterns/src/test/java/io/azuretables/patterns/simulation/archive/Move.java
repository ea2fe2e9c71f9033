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

package io.azuretables.patterns.simulation.archive;

import java.util.Map;
import java.util.Set;

import io.azuretables.gateway.TableGateway;
import io.azuretables.key.TableKey;
import io.azuretables.row.RowReader;
import io.azuretables.row.RowWrite;
import io.azuretables.row.TableRow;
import org.jspecify.annotations.Nullable;

import org.springframework.dao.DuplicateKeyException;
import org.springframework.dao.OptimisticLockingFailureException;

/**
 * Moves a row in the guide's steps, with some rules added. In the guide's steps, with the
 * given rules added.
 *
 * @param tables the tables
 * @param rules what is done better than in the guide
 */
record Move(TableGateway tables, Set<Rule> rules) {

	static final String CURRENT = "Current";

	static final String ARCHIVE = "Archive";

	/**
	 * Moves a row, as far as it goes.
	 */
	void perform(TableKey key, String incarnation) {
		boolean done = false;
		while (!done) {
			boolean first = this.rules.contains(Rule.READ_THE_ARCHIVE_FIRST);
			TableRow before = first ? read(ARCHIVE, key) : null;
			TableRow row = read(CURRENT, key);
			boolean other = row != null && this.rules.contains(Rule.ASK_FOR_THE_INCARNATION)
					&& !incarnation.equals(row.get("inc"));
			done = row == null || other || attempt(row, before);
		}
	}

	private @Nullable TableRow read(String table, TableKey key) {
		return this.tables.read(table, key, null, RowReader.rows());
	}

	private boolean attempt(TableRow row, @Nullable TableRow before) {
		try {
			return archive(row, before) && delete(row);
		}
		catch (OptimisticLockingFailureException | DuplicateKeyException ex) {
			return false;
		}
	}

	/**
	 * @return whether the archive is as new as the row
	 */
	private boolean archive(TableRow row, @Nullable TableRow before) {
		TableRow copy = TableRow.of(row.key(), row.properties());
		if (this.rules.contains(Rule.READ_THE_ARCHIVE_FIRST)) {
			put(copy, before);
			return true;
		}
		if (!this.rules.contains(Rule.KEEP_HIGHER_VERSIONS)) {
			this.tables.write(ARCHIVE, new RowWrite.InsertOrReplace(copy));
			return true;
		}
		TableRow archived = read(ARCHIVE, row.key());
		if (archived != null && version(archived) > version(row)) {
			return false;
		}
		put(copy, archived);
		return true;
	}

	private void put(TableRow copy, @Nullable TableRow instead) {
		this.tables.write(ARCHIVE,
				(instead != null) ? new RowWrite.Replace(copy, etag(instead)) : new RowWrite.Insert(copy));
	}

	private boolean delete(TableRow row) {
		boolean conditional = this.rules.contains(Rule.DELETE_WHAT_WAS_READ);
		try {
			this.tables.write(CURRENT, new RowWrite.Delete(row.key(), conditional ? etag(row) : RowWrite.ANY));
		}
		catch (OptimisticLockingFailureException ex) {
			return !conditional;
		}
		return true;
	}

	private static String etag(TableRow row) {
		@Nullable String etag = row.etag();
		return (etag != null) ? etag : RowWrite.ANY;
	}

	static String words(TableRow row) {
		return row.key().partitionKey() + " " + row.get("inc") + " " + row.get("v");
	}

	static TableRow row(TableKey key, String incarnation, long version) {
		return TableRow.of(key, Map.of("inc", incarnation, "v", version));
	}

	static long version(TableRow row) {
		Long version = row.get("v", Long.class);
		return (version != null) ? version : 0;
	}

	/**
	 * What mends the guide's steps.
	 */
	enum Rule {

		/**
		 * The row is deleted only if it is the one that was archived.
		 */
		DELETE_WHAT_WAS_READ,

		/**
		 * A row that was created again is not meant.
		 */
		ASK_FOR_THE_INCARNATION,

		/**
		 * A copy in the archive is never replaced by one with a lower version.
		 */
		KEEP_HIGHER_VERSIONS,

		/**
		 * The archive is read before the row, and written only if it is as it was then.
		 * Where it held something newer than the row, the row would have been gone.
		 */
		READ_THE_ARCHIVE_FIRST

	}

}
