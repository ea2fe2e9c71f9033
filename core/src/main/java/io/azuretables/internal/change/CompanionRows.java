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

package io.azuretables.internal.change;

import java.util.List;
import java.util.Map;
import java.util.Set;

import io.azuretables.key.TableKey;
import io.azuretables.row.RowWrite;
import io.azuretables.row.TableRow;
import io.azuretables.write.CompanionConflictException;
import io.azuretables.write.CompanionSource;
import org.jspecify.annotations.Nullable;

/**
 * Computes additional rows that are written in the transaction of an entity, such as
 * index rows. They lie in its partition, and change if and only if the entity does. Each
 * write of an entity takes them along: single ones, many at once, changes of single
 * properties, transactions by hand.
 * <p>
 * What is asked here is pure: it decides by what it is given, sends nothing, and gives
 * the same again for the same. It is asked again, with everything read again, if a
 * companion was not as it was read. That is repeated as often as the options say, ends
 * with a {@link CompanionConflictException}, and never looks like a conflict of the
 * entity.
 * <p>
 * A companion that is read must be written on the condition of what was read: with its
 * ETag, or inserted. One that nothing but the entity writes needs no condition; to delete
 * one that is not there, whatever its version, does not fail.
 *
 * @since 0.1
 */
public interface CompanionRows extends CompanionSource.Companion {

	/**
	 * The rows that a source adds to a class.
	 */
	static CompanionRows of(CompanionSource.Companion companion) {
		if (companion instanceof CompanionRows rows) {
			return rows;
		}
		throw new IllegalArgumentException(companion.getClass().getName()
				+ " is not an implementation of CompanionSource.Companion that a template knows; "
				+ "give it a source of the patterns, such as an io.azuretables.patterns.summary.Summary");
	}

	/**
	 * The columns of the row of the entity as it was that these rows depend on;
	 * {@code null} for all. The same for every write.
	 */
	@Nullable Set<String> columns();

	/**
	 * Whether a write must know the row of the entity as it was. If so, it is read unless
	 * the entity is inserted, one request, and the transaction takes place only if the
	 * entity is still the same. The same for every write.
	 */
	boolean needPrevious();

	/**
	 * Whether companions are read when the row of the entity as it was is known, and not
	 * together with it. So those that turn out to stay as they are need not be read.
	 */
	default boolean readAfterPrevious() {
		return false;
	}

	/**
	 * The keys of the companions that must be read before they are written. Asked without
	 * the row as it was first, so that these are read together with it, unless they are
	 * {@linkplain #readAfterPrevious() read after it}; and again with that row, for those
	 * that only it tells.
	 */
	default Set<TableKey> reads(EntityChange change) {
		return Set.of();
	}

	/**
	 * The keys of more companions that must be read, which those that were read tell.
	 * Asked again after they were read, until it gives nothing new.
	 * @param read the companions that were read, those that are there
	 */
	default Set<TableKey> furtherReads(EntityChange change, Map<TableKey, TableRow> read) {
		return Set.of();
	}

	/**
	 * The writes that go with the write of the entity, at most one for each key.
	 * @param read the rows that were read, those that are there; what other entities of
	 * the same transaction have made of them already is in them
	 */
	List<RowWrite> writes(EntityChange change, Map<TableKey, TableRow> read);

}
