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

package io.azuretables.embedded;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;

import org.jspecify.annotations.Nullable;

/**
 * Counts the rows that requests touch, and throttles requests above the
 * {@link ServiceTargets} of the in-memory store. Each partition, and the account, has an
 * allowance that grows with the time, up to that of a second. A request is taken while
 * something is left of it, whatever the request costs: then the allowance may become
 * negative, and the next request is refused until time has filled it again.
 */
final class TargetMeter {

	/**
	 * The partitions that are remembered. One that is forgotten is cold again.
	 */
	private static final int PARTITIONS = 100_000;

	private final ServiceTargets targets;

	private final InstantSource clock;

	private final Map<Partition, Allowance> partitions = new LinkedHashMap<>(16, 0.75F, true) {

		private static final long serialVersionUID = 1L;

		@Override
		protected boolean removeEldestEntry(Map.Entry<Partition, Allowance> eldest) {
			return size() > PARTITIONS;
		}

	};

	private final Allowance account;

	private long refused;

	TargetMeter(ServiceTargets targets, InstantSource clock) {
		this.targets = targets;
		this.clock = clock;
		this.account = new Allowance(targets.account(), Duration.ZERO, clock.instant());
	}

	/**
	 * Admits a request whose rows are known.
	 * @param partitionKey the partition, or {@code null} if it is not only one
	 */
	synchronized void admit(String table, @Nullable String partitionKey, int rows) {
		Instant now = this.clock.instant();
		Allowance partition = (partitionKey != null) ? partition(new Partition(table, partitionKey), now) : null;
		if (partition != null && !partition.isLeft(now)) {
			throw refusal("A partition of table '" + table + "' takes " + this.targets.partition()
					+ " rows a second, and half of it while it is new");
		}
		if (!this.account.isLeft(now)) {
			throw refusal("The account takes " + this.targets.account() + " rows a second");
		}
		take(partition, rows);
	}

	/**
	 * Counts rows of a request that was admitted before they were known.
	 */
	synchronized void count(String table, @Nullable String partitionKey, int rows) {
		Instant now = this.clock.instant();
		take((partitionKey != null) ? partition(new Partition(table, partitionKey), now) : null, rows);
	}

	/**
	 * How many requests were refused.
	 */
	synchronized long refused() {
		return this.refused;
	}

	private void take(@Nullable Allowance partition, int rows) {
		if (partition != null) {
			partition.take(rows);
		}
		this.account.take(rows);
	}

	private Allowance partition(Partition partition, Instant now) {
		return this.partitions.computeIfAbsent(partition,
				(first) -> new Allowance(this.targets.partition(), this.targets.warmUp(), now));
	}

	private RuntimeException refusal(String what) {
		this.refused++;
		return Refusal.BUSY.because(
				what + "; slow down, spread the rows over more partitions, or pace bulk writes by azure.tables.rate");
	}

	private record Partition(String table, String key) {

	}

	/**
	 * How many rows may come now.
	 */
	private static final class Allowance {

		private final int rate;

		private final Instant warm;

		private double left;

		private Instant last;

		Allowance(int rate, Duration warmUp, Instant now) {
			this.rate = rate;
			this.warm = now.plus(warmUp);
			this.last = now;
			this.left = rate(now);
		}

		private double rate(Instant now) {
			return now.isBefore(this.warm) ? this.rate / 2.0 : this.rate;
		}

		boolean isLeft(Instant now) {
			if (now.isAfter(this.last)) {
				double seconds = Duration.between(this.last, now).toNanos() / 1e9;
				this.left = Math.min(rate(now), this.left + seconds * rate(now));
				this.last = now;
			}
			return this.left > 0;
		}

		void take(int rows) {
			this.left -= rows;
		}

	}

}
