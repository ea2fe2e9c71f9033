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

package io.azuretables.autoconfigure.queue;

import java.time.Duration;
import java.util.List;

import io.azuretables.patterns.interpartition.InterPartitionIndexWorker.SweepTimes;
import io.azuretables.patterns.queue.QueueWorkerOptions;
import io.azuretables.patterns.queue.QueueWorkerOptions.LeaseTimes;
import io.azuretables.patterns.queue.QueueWorkerOptions.PollRules;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Properties of indexes.
 *
 * @param queue Where writes are announced.
 * @param worker How writes are looked after.
 * @param sweep When writes are searched for whose message was lost.
 * @param readRepairs Most index rows without an entity behind them that one look-up hands
 * to workers. 0 for none.
 * @param refreshInterval How long to wait before the tables are asked again which indexes
 * are readable. One request for each table that has any.
 * @since 0.1
 */
@ConfigurationProperties("azure.tables.index")
public record TableIndexProperties(@DefaultValue Queue queue, @DefaultValue Worker worker, @DefaultValue Sweep sweep,
		@DefaultValue("4") int readRepairs, @DefaultValue("1m") Duration refreshInterval) {

	/**
	 * Properties of the queue of indexes in other partitions.
	 *
	 * @param name Name of the queue that keeps indexes in other partitions true. It is
	 * for nothing else. The queue of messages that are not signed is named the same with
	 * "-poison" after it. They are created if they are not there.
	 * @param connectionString Connection string of the storage account with the queue.
	 * The account of the tables is used where it is not set.
	 * @param signingKeys Secrets of at least 32 characters that messages are signed with:
	 * the first signs, and all verify, so that keys can be changed. They must be the same
	 * in all applications that use the queue. A key derived from the account key is used
	 * where none is set.
	 * @param unsignedMessages What to do about messages that are not signed. With
	 * "accept", messages are neither signed nor verified: who may write to the queue
	 * decides which rows of the tables are deleted.
	 * @param tables Names of the tables, as the service knows them, whose writes a worker
	 * looks after, besides those of all mapped classes. It touches no others.
	 */
	public record Queue(@Nullable String name, @Nullable String connectionString,
			@DefaultValue List<String> signingKeys, @DefaultValue("reject") UnsignedMessages unsignedMessages,
			@DefaultValue List<String> tables) {

		/**
		 * Shows no secrets.
		 */
		@Override
		public String toString() {
			return "Queue[name=" + this.name + "]";
		}

	}

	/**
	 * Properties of the index worker.
	 *
	 * @param enabled Whether to look after writes in this application. Some application
	 * must.
	 * @param concurrency Most writes that are looked after at the same time.
	 * @param pollInterval Longest time between two looks into an empty queue.
	 * @param lease For how long a write is whose.
	 */
	public record Worker(@DefaultValue("true") boolean enabled, @DefaultValue("4") int concurrency,
			@DefaultValue("10s") Duration pollInterval, @DefaultValue Lease lease) {

		QueueWorkerOptions options() {
			PollRules polls = PollRules.DEFAULTS;
			return QueueWorkerOptions.DEFAULTS.withConcurrency(this.concurrency)
				.withPolls(new PollRules(polls.busy(), this.pollInterval, polls.breaker()))
				.withLease(new LeaseTimes(this.lease.visibility(), this.lease.timeout(), this.lease.shutdownGrace()));
		}

	}

	/**
	 * Time limits of handling a message.
	 *
	 * @param visibility How long the message of a write that is looked after is hidden
	 * from other workers. It is renewed meanwhile.
	 * @param timeout Most time to look after a write. Shorter than the visibility.
	 * @param shutdownGrace How long the worker may go on with what it has begun when the
	 * application stops.
	 */
	public record Lease(@DefaultValue("30s") Duration visibility, @DefaultValue("20s") Duration timeout,
			@DefaultValue("20s") Duration shutdownGrace) {

	}

	/**
	 * Properties of the sweep for lost messages.
	 *
	 * @param interval How long to wait between two searches, and before the first one.
	 * Each one scans the tables.
	 * @param overdue How old a write must be. Longer than a message waits in the queue.
	 */
	public record Sweep(@DefaultValue("1h") Duration interval, @DefaultValue("1h") Duration overdue) {

		SweepTimes times() {
			return new SweepTimes(this.interval, this.overdue);
		}

	}

}
