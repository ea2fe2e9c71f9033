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

package io.azuretables.internal.execution;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Limits the rate of bulk writes for each partition and each account, and reduces their
 * concurrency while the service throttles them. Many threads share it.
 */
public final class BulkPacing {

	/**
	 * The partitions that are remembered. One that is forgotten begins its ramp again.
	 */
	private static final int PARTITIONS = 10_000;

	/**
	 * After this time it is asked again, since rates change while a thread waits.
	 */
	private static final Duration LONGEST_WAIT = Duration.ofMillis(100);

	/**
	 * The wait for another request to end.
	 */
	private static final Duration BUSY = Duration.ofMillis(5);

	private final int partitionRate;

	private final Duration rampUp;

	private final InstantSource clock;

	private final Consumer<Duration> pause;

	private final int accountRate;

	private final Map<String, RowRate> accounts = new HashMap<>();

	private final int concurrency;

	private final RefusalFactor share;

	private int running;

	private final Map<Partition, RowRate> partitions = new LinkedHashMap<>(16, 0.75F, true) {

		private static final long serialVersionUID = 1L;

		@Override
		protected boolean removeEldestEntry(Map.Entry<Partition, RowRate> eldest) {
			return size() > PARTITIONS;
		}

	};

	/**
	 * Rates at which nothing has been written yet.
	 * @param partitionRate rows a second of one partition
	 * @param accountRate rows a second of all partitions of an account
	 * @param rampUp how long a partition takes to reach its rate
	 * @param concurrency the most requests at the same time
	 * @param pause lets the thread wait
	 */
	public BulkPacing(int partitionRate, int accountRate, Duration rampUp, int concurrency, InstantSource clock,
			Consumer<Duration> pause) {
		this.partitionRate = partitionRate;
		this.accountRate = accountRate;
		this.rampUp = rampUp;
		this.clock = clock;
		this.pause = pause;
		this.concurrency = concurrency;
		this.share = RefusalFactor.ofPartition(clock.instant());
	}

	/**
	 * Waits until rows may be written. Call {@link #ended} when they are, or were
	 * refused.
	 * @return whether the thread was not interrupted
	 */
	boolean await(Partition partition, int rows) {
		while (!Thread.currentThread().isInterrupted()) {
			Duration wait = take(partition, rows);
			if (wait.isZero()) {
				return true;
			}
			this.pause.accept((wait.compareTo(LONGEST_WAIT) < 0) ? wait : LONGEST_WAIT);
		}
		return false;
	}

	/**
	 * Notes that a request has ended.
	 */
	synchronized void ended() {
		this.running--;
	}

	/**
	 * Takes rows if both rates allow it, and not too many requests are on their way.
	 * @return how long to wait before it is tried again; zero if they were taken
	 */
	private synchronized Duration take(Partition partition, int rows) {
		Instant now = this.clock.instant();
		if (this.running >= Math.max(1, (int) (this.concurrency * this.share.at(now)))) {
			return BUSY;
		}
		RowRate rate = rate(partition, now);
		Duration own = rate.untilAllowed(now);
		RowRate account = account(partition, now);
		Duration all = account.untilAllowed(now);
		Duration wait = (own.compareTo(all) >= 0) ? own : all;
		if (wait.isZero()) {
			rate.take(rows);
			account.take(rows);
			this.running++;
		}
		return wait;
	}

	/**
	 * Lowers the rates and the number of requests, since the service has refused to write
	 * to a partition.
	 */
	synchronized void refused(Partition partition) {
		Instant now = this.clock.instant();
		rate(partition, now).refused(now);
		account(partition, now).refused(now);
		this.share.refused(now);
	}

	private RowRate rate(Partition partition, Instant now) {
		return this.partitions.computeIfAbsent(partition,
				(first) -> new RowRate(this.partitionRate, this.rampUp, RefusalFactor.ofPartition(now), now));
	}

	private RowRate account(Partition partition, Instant now) {
		return this.accounts.computeIfAbsent(partition.account(),
				(first) -> new RowRate(this.accountRate, Duration.ZERO, RefusalFactor.ofAccount(now), now));
	}

	/**
	 * A partition of a table.
	 *
	 * @param account the account that it is in; empty if there is only one
	 * @param table the name of the table
	 * @param key the partition key
	 */
	record Partition(String account, String table, String key) {

	}

}
