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

package io.azuretables.patterns.index;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

import io.azuretables.gateway.TableGateway;
import io.azuretables.patterns.index.IndexFinding.Kind;
import io.azuretables.patterns.internal.index.StateRows;
import io.azuretables.query.TableScrollPosition;
import org.jspecify.annotations.Nullable;

import org.springframework.dao.InvalidDataAccessApiUsageException;

/**
 * Rows or properties that are derived from entities, and that {@link IndexAdministration}
 * verifies and rebuilds: an index, a summary, or copies. The templates of patterns give
 * theirs to the administration; applications do not implement it.
 *
 * @since 0.1
 */
public interface DerivedRows {

	/**
	 * The class that they are declared for.
	 */
	Class<?> type();

	/**
	 * Their name, which is theirs alone among all of the class, such as {@code email}, or
	 * {@code summary:Staff}.
	 */
	String name();

	/**
	 * What they are: {@code index}, {@code summary} or {@code copies}.
	 */
	String kind();

	/**
	 * The table of the class, as the service knows it.
	 */
	String table();

	/**
	 * Whether they always change in the transaction of their entity, and not later by a
	 * worker.
	 */
	boolean isInTransaction();

	/**
	 * How they are called among all of their table, such as {@code Employee.email}.
	 */
	default String label() {
		return StateRows.label(type(), name());
	}

	/**
	 * What their rows depend on besides entities. If it changes, they are not readable
	 * until they are filled again. Empty if nothing tells.
	 */
	default String declaration() {
		return "";
	}

	/**
	 * Compares them with their entities, and changes nothing.
	 * @param gateway reads their rows
	 * @param options how it reads
	 * @param findings takes each finding, by one thread at a time
	 * @param progress takes what was compared so far, from one thread at a time
	 */
	IndexReport verify(TableGateway gateway, IndexOptions options, Consumer<IndexFinding> findings,
			Consumer<IndexReport> progress);

	/**
	 * Makes them what their entities say, while others go on writing.
	 * @param gateway reads and writes their rows
	 * @param options how it reads
	 * @param from where an earlier run stopped, or {@code null} for the beginning
	 * @param progress is called by one thread at a time; its position is where to go on
	 */
	IndexReport rebuild(TableGateway gateway, IndexOptions options, @Nullable TableScrollPosition from,
			Consumer<IndexProgress> progress);

	/**
	 * Deletes them.
	 * @param gateway reads and deletes their rows
	 * @param options how it reads
	 * @return how many there were
	 * @throws InvalidDataAccessApiUsageException if they are no rows of their own
	 */
	long drop(TableGateway gateway, IndexOptions options);

	/**
	 * Counts what has been read and found so far, by several threads.
	 *
	 * @param entities the rows of entities
	 * @param indexRows the rows of the index
	 * @param found how often each kind of fault
	 */
	record Tally(AtomicLong entities, AtomicLong indexRows, Map<Kind, Long> found) {

		public Tally() {
			this(new AtomicLong(), new AtomicLong(), new EnumMap<>(Kind.class));
		}

		/**
		 * Counts a fault.
		 */
		public void count(Kind kind) {
			count(kind, () -> {
			});
		}

		/**
		 * Counts a fault.
		 * @param action is run by one thread at a time
		 */
		public void count(Kind kind, Runnable action) {
			synchronized (this.found) {
				this.found.merge(kind, 1L, Long::sum);
				action.run();
			}
		}

		/**
		 * What was counted so far.
		 */
		public IndexReport report() {
			synchronized (this.found) {
				return new IndexReport(this.entities.get(), this.indexRows.get(), this.found);
			}
		}

	}

	/**
	 * Gives what is administered, as the template of a pattern does.
	 */
	@FunctionalInterface
	interface Source {

		/**
		 * What is declared for this source.
		 */
		List<DerivedRows> derivedRows();

	}

}
