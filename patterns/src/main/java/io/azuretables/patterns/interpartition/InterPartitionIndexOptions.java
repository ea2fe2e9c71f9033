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

package io.azuretables.patterns.interpartition;

import java.time.Clock;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;

import io.azuretables.operations.TableNameResolver;

/**
 * How are indexes in other partitions kept true? Immutable; defaults in one place.
 *
 * @param tableNames in which table a class lies; the same as that of the operations
 * @param clock the time
 * @param times how long what takes
 * @param lookUps what look-ups use, and what they do about what they meet
 * @since 0.1
 */
public record InterPartitionIndexOptions(TableNameResolver tableNames, Clock clock, Times times, LookUps lookUps) {

	/**
	 * Declared names; the system's clock; see the parts.
	 */
	public static final InterPartitionIndexOptions DEFAULTS = new InterPartitionIndexOptions(
			TableNameResolver.AS_DECLARED, Clock.systemUTC(), Times.DEFAULTS, LookUps.DEFAULTS);

	public InterPartitionIndexOptions withTableNames(TableNameResolver newTableNames) {
		return new InterPartitionIndexOptions(newTableNames, this.clock, this.times, this.lookUps);
	}

	public InterPartitionIndexOptions withClock(Clock newClock) {
		return new InterPartitionIndexOptions(this.tableNames, newClock, this.times, this.lookUps);
	}

	public InterPartitionIndexOptions withTimes(Times newTimes) {
		return new InterPartitionIndexOptions(this.tableNames, this.clock, newTimes, this.lookUps);
	}

	/**
	 * With an index that is not readable until
	 * {@link InterPartitionIndexTemplate#backfill backfill} has filled it.
	 */
	public InterPartitionIndexOptions withAdded(Class<?> type, String index) {
		Set<String> more = new HashSet<>(this.lookUps.added());
		more.add(type.getSimpleName() + '.' + index);
		return with(new LookUps(more, this.lookUps.repairs()));
	}

	/**
	 * With another number of index rows that one look-up hands to workers at most; 0 for
	 * none.
	 */
	public InterPartitionIndexOptions withRepairs(int newRepairs) {
		return with(new LookUps(this.lookUps.added(), newRepairs));
	}

	private InterPartitionIndexOptions with(LookUps newLookUps) {
		return new InterPartitionIndexOptions(this.tableNames, this.clock, this.times, newLookUps);
	}

	/**
	 * What look-ups use, and what they do about what they meet.
	 *
	 * @param added indexes that are new to data that is there already, as
	 * {@code "Employee.email"}: they are not readable before they were filled
	 * @param repairs the most index rows without an entity behind them that one look-up
	 * hands to workers, with two requests for each; 0 for none
	 */
	public record LookUps(Set<String> added, int repairs) {

		/**
		 * No new index; four rows.
		 */
		public static final LookUps DEFAULTS = new LookUps(Set.of(), 4);

		public LookUps {
			added = Set.copyOf(added);
			if (repairs < 0) {
				throw new IllegalArgumentException("A look-up hands some rows to workers, or none, not " + repairs);
			}
		}

	}

	/**
	 * How long what takes. A shorter time makes clean-up sooner, and what rests on it
	 * weaker; the package says which statement rests on which.
	 *
	 * @param deadline how long a writer may take for its index rows before it gives up;
	 * nothing rests on it
	 * @param guard how long after the announcement of a write a worker looks what became
	 * of it; longer than the deadline, or writers are given up that would have made it. A
	 * writer that outlives it and then dies leaves an index row behind that no look-up
	 * believes
	 * @param retention how long it can be found out that a write was committed; longer
	 * than a writer waits for its answer, and than any worker is at a message: what
	 * writers are told, and indexes that are eventually consistent, rest on it
	 * @param fence how long the token of a write that was given up stays forbidden;
	 * longer than any writer sleeps before it goes on: that nothing is missed, and that
	 * no two have a unique key, rests on it
	 */
	public record Times(Duration deadline, Duration guard, Duration retention, Duration fence) {

		/**
		 * Half a minute, a minute, ten minutes, a day.
		 */
		public static final Times DEFAULTS = new Times(Duration.ofSeconds(30), Duration.ofMinutes(1),
				Duration.ofMinutes(10), Duration.ofDays(1));

		public Times {
			if (guard.compareTo(deadline) <= 0) {
				throw new IllegalArgumentException("A worker looks after a write no sooner than its writer gives up: "
						+ guard + " must be longer than " + deadline);
			}
		}

	}

}
