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

package io.azuretables.row;

import java.util.Objects;

import io.azuretables.key.TableKey;
import org.jspecify.annotations.Nullable;

/**
 * A write of one row: an insert, replace, merge, upsert or delete. The six ways of the
 * service; alone, or as one of an {@link AtomicBatch}.
 *
 * @since 0.1
 */
public sealed interface RowWrite {

	/**
	 * The condition that any existing row meets.
	 */
	String ANY = "*";

	/**
	 * The property that tells one write from another: when the answer to a write is lost,
	 * the row says whose write it was.
	 */
	String TOKEN = "_w";

	/**
	 * The property that marks the row of an entity that moves to other keys, with the
	 * token of the move.
	 */
	String MOVE = "_m";

	/**
	 * The key of the row.
	 */
	default TableKey key() {
		return Objects.requireNonNull(row()).key();
	}

	/**
	 * The row to write; {@code null} for a delete.
	 */
	@Nullable TableRow row();

	/**
	 * The ETag that the row must have, {@link #ANY}, or {@code null} where the write has
	 * no condition.
	 */
	default @Nullable String ifMatch() {
		return null;
	}

	/**
	 * Writes a row that does not exist yet.
	 *
	 * @param row the row
	 */
	record Insert(TableRow row) implements RowWrite {

	}

	/**
	 * Replaces all properties of a row that exists and meets the condition.
	 *
	 * @param row the row
	 * @param ifMatch its ETag, or {@link #ANY}
	 */
	record Replace(TableRow row, String ifMatch) implements RowWrite {

	}

	/**
	 * Replaces the given properties of a row that exists and meets the condition.
	 *
	 * @param row the row
	 * @param ifMatch its ETag, or {@link #ANY}
	 */
	record Merge(TableRow row, String ifMatch) implements RowWrite {

	}

	/**
	 * Writes a row, whether it exists or not.
	 *
	 * @param row the row
	 */
	record InsertOrReplace(TableRow row) implements RowWrite {

	}

	/**
	 * Writes the given properties of a row, whether it exists or not.
	 *
	 * @param row the row
	 */
	record InsertOrMerge(TableRow row) implements RowWrite {

	}

	/**
	 * Deletes a row that exists and meets the condition.
	 *
	 * @param key the key of the row
	 * @param ifMatch its ETag, or {@link #ANY}
	 */
	record Delete(TableKey key, String ifMatch) implements RowWrite {

		@Override
		public @Nullable TableRow row() {
			return null;
		}

	}

}
