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

import java.time.Duration;
import java.time.InstantSource;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.ThreadFactory;
import java.util.function.Predicate;

import io.azuretables.internal.execution.ParallelCalls;
import io.azuretables.operations.TableNameResolver;
import io.azuretables.patterns.internal.index.StateRows;
import io.azuretables.row.ServiceLimits;

/**
 * Options of the maintenance of secondary indexes, for their administration, writers and
 * workers. Immutable.
 *
 * @param tableNames in which table a class lies; the same as that of the operations
 * @param added indexes that are new to data that is there already, as
 * {@code "Employee.email"}: they are not readable before a backfill has filled them
 * @param reading how {@code verify}, {@code rebuild}, {@code drop} and sweeps read tables
 * @param repairs the most index rows without an entity that one look-up hands to workers,
 * with two requests for each; 0 for none
 * @param clock the time
 * @param times the time limits of indexes in other partitions
 * @param tables the tables, as the service knows them, whose writes a worker looks after
 * besides those of the mapped classes
 * @since 0.1
 */
public record IndexOptions(TableNameResolver tableNames, Set<String> added, Reading reading, int repairs,
		InstantSource clock, Times times, Predicate<String> tables) {

	/**
	 * Declared names; no new index; {@link Reading#DEFAULTS}; four repairs; the system's
	 * clock; {@link Times#DEFAULTS}; no tables but those of the mapped classes.
	 */
	public static final IndexOptions DEFAULTS = new IndexOptions(TableNameResolver.AS_DECLARED, Set.of(),
			Reading.DEFAULTS, 4, InstantSource.system(), Times.DEFAULTS, (table) -> false);

	public IndexOptions {
		added = Set.copyOf(added);
		if (repairs < 0) {
			throw new IllegalArgumentException(
					"The number of rows that a look-up hands to workers is 0 or more, not " + repairs);
		}
	}

	public IndexOptions withTableNames(TableNameResolver newTableNames) {
		return new IndexOptions(newTableNames, this.added, this.reading, this.repairs, this.clock, this.times,
				this.tables);
	}

	/**
	 * With an index that is not readable until {@link IndexAdministration#backfill} has
	 * filled it.
	 */
	public IndexOptions withAdded(Class<?> type, String index) {
		Set<String> more = new HashSet<>(this.added);
		more.add(StateRows.label(type, index));
		return new IndexOptions(this.tableNames, more, this.reading, this.repairs, this.clock, this.times, this.tables);
	}

	public IndexOptions withReading(Reading newReading) {
		return new IndexOptions(this.tableNames, this.added, newReading, this.repairs, this.clock, this.times,
				this.tables);
	}

	/**
	 * With fewer rows in one request of {@code verify}, {@code rebuild} and {@code drop}.
	 */
	public IndexOptions withPageSize(int newPageSize) {
		return withReading(new Reading(newPageSize, this.reading.concurrency(), this.reading.threads()));
	}

	/**
	 * With another number of segments of a large table that are read at the same time.
	 */
	public IndexOptions withConcurrency(int newConcurrency) {
		return withReading(new Reading(this.reading.pageSize(), newConcurrency, this.reading.threads()));
	}

	/**
	 * With other threads, such as virtual ones.
	 */
	public IndexOptions withThreads(ThreadFactory newThreads) {
		return withReading(new Reading(this.reading.pageSize(), this.reading.concurrency(), newThreads));
	}

	public IndexOptions withRepairs(int newRepairs) {
		return new IndexOptions(this.tableNames, this.added, this.reading, newRepairs, this.clock, this.times,
				this.tables);
	}

	public IndexOptions withClock(InstantSource newClock) {
		return new IndexOptions(this.tableNames, this.added, this.reading, this.repairs, newClock, this.times,
				this.tables);
	}

	public IndexOptions withTimes(Times newTimes) {
		return new IndexOptions(this.tableNames, this.added, this.reading, this.repairs, this.clock, newTimes,
				this.tables);
	}

	/**
	 * With other tables whose writes a worker looks after, besides those of the classes
	 * that are mapped in its process: it touches no others, whatever a message says.
	 */
	public IndexOptions withTables(Predicate<String> newTables) {
		return new IndexOptions(this.tableNames, this.added, this.reading, this.repairs, this.clock, this.times,
				newTables);
	}

	/**
	 * Time limits of indexes in other partitions. A shorter time makes clean-up sooner,
	 * and the guarantee that rests on it weaker; the package says which rests on which.
	 *
	 * @param deadline how long a writer may take for its index rows before it gives up;
	 * no guarantee rests on it
	 * @param guard how long after the announcement of a write a worker checks its
	 * outcome; longer than the deadline, or workers give up writes that would have
	 * succeeded. A writer that outlives it and then dies leaves an index row behind that
	 * no look-up believes
	 * @param retention how long it can be found out that a write was committed; longer
	 * than a writer waits for its answer, and than a worker takes for a message: what
	 * writers are told, and indexes that are eventually consistent, rest on it
	 * @param fence how long the token of a write that was given up stays forbidden;
	 * longer than any writer sleeps before it goes on: that nothing is missed, and that
	 * unique keys stay unique, rests on it
	 */
	public record Times(Duration deadline, Duration guard, Duration retention, Duration fence) {

		/**
		 * Half a minute, a minute, ten minutes, a day.
		 */
		public static final Times DEFAULTS = new Times(Duration.ofSeconds(30), Duration.ofMinutes(1),
				Duration.ofMinutes(10), Duration.ofDays(1));

		public Times {
			if (guard.compareTo(deadline) <= 0) {
				throw new IllegalArgumentException("The guard time is longer than the deadline of writers: " + guard
						+ " must be longer than " + deadline);
			}
		}

	}

	/**
	 * How tables are read. A table of more than ten pages is read in segments of
	 * partitions, several at the same time. So are the states of several tables.
	 *
	 * @param pageSize the most rows of one request
	 * @param concurrency how many segments are read, and corrected, at the same time, and
	 * in how many tables states are read
	 * @param threads makes the threads
	 */
	public record Reading(int pageSize, int concurrency, ThreadFactory threads) {

		/**
		 * Full pages, 8 segments, daemon threads.
		 */
		public static final Reading DEFAULTS = new Reading(ServiceLimits.PAGE_SIZE, 8, ParallelCalls.DAEMONS);

		public Reading {
			if (pageSize < 1 || pageSize > ServiceLimits.PAGE_SIZE) {
				throw new IllegalArgumentException(
						"The page size is 1 to " + ServiceLimits.PAGE_SIZE + ", not " + pageSize);
			}
			if (concurrency < 1) {
				throw new IllegalArgumentException("At least 1 segment is read at a time, not " + concurrency);
			}
		}

		ParallelCalls calls() {
			return new ParallelCalls(this.concurrency, this.threads);
		}

	}

}
