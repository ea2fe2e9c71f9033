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

package io.azuretables.autoconfigure.index;

import java.time.Duration;
import java.util.List;

import io.azuretables.autoconfigure.internal.configuration.PropertyChecks;
import io.azuretables.autoconfigure.queue.UnsignedMessages;
import io.azuretables.patterns.interpartition.InterPartitionIndexWorker.SweepTimes;
import io.azuretables.patterns.queue.transport.MessageLimits;
import io.azuretables.patterns.queue.worker.QueueWorkerOptions.LeaseTimes;
import io.azuretables.patterns.queue.worker.QueueWorkerOptions.PollRules;
import io.azuretables.patterns.queue.worker.QueueWorkerOptions;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Configuration properties of secondary indexes: their queue and worker, the search for
 * lost messages, and repairs.
 *
 * @param queue Where writes are announced.
 * @param worker How writes are looked after.
 * @param sweep When writes are searched for whose message was lost.
 * @param readRepairs Maximum number of index rows without a matching entity that one
 * look-up sends to the workers for repair. Use 0 for none.
 * @param refreshInterval How long to wait before reading again from the tables which
 * indexes are readable. Each refresh makes one request per table with indexes.
 * @since 0.1
 */
@ConfigurationProperties("azure.tables.index")
public record TableIndexProperties(@DefaultValue Queue queue, @DefaultValue Worker worker, @DefaultValue Sweep sweep,
		@DefaultValue("4") int readRepairs, @DefaultValue("1m") Duration refreshInterval) {

	public TableIndexProperties {
		PropertyChecks.atLeast(0, "read-repairs", readRepairs);
		PropertyChecks.positive("refresh-interval", refreshInterval);
	}

	/**
	 * Properties of the queue of indexes in other partitions.
	 *
	 * @param name Name of the queue for the maintenance of indexes in other partitions.
	 * Use it for nothing else. Messages that are not signed go to the queue of the same
	 * name with the suffix "-poison". Both queues are created if they do not exist.
	 * @param connectionString Connection string of the storage account of the queue. The
	 * account of the tables by default.
	 * @param signingKeys Secrets of at least 32 characters to sign messages with. The
	 * first one signs and all of them verify, so that keys can be rotated. Use the same
	 * secrets in all applications of the queue. By default, a key is derived from the
	 * account key.
	 * @param unsignedMessages How to treat messages that are not signed. With "accept",
	 * messages are neither signed nor verified, and everyone with write access to the
	 * queue decides which rows of the tables are deleted.
	 * @param tables Names of further tables in the service whose writes the worker
	 * processes, besides the tables of all mapped classes. It changes no other tables.
	 */
	public record Queue(@Nullable String name, @Nullable String connectionString,
			@DefaultValue List<String> signingKeys, @DefaultValue("reject") UnsignedMessages unsignedMessages,
			@DefaultValue List<String> tables) {

		public Queue {
			PropertyChecks.tableNames("tables", tables);
		}

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
	 * @param enabled Whether to run the index worker in this application. At least one
	 * application must run it.
	 * @param concurrency Maximum number of writes that the worker processes at the same
	 * time.
	 * @param pollInterval Maximum time between two requests to an empty queue.
	 * @param lease How long a message belongs to one worker.
	 */
	public record Worker(@DefaultValue("true") boolean enabled, @DefaultValue("4") int concurrency,
			@DefaultValue("10s") Duration pollInterval, @DefaultValue Lease lease) {

		public Worker {
			PropertyChecks.atLeast(1, "concurrency", concurrency);
			PropertyChecks.positive("poll-interval", pollInterval);
		}

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
	 * @param visibility How long a received message stays invisible to other workers. It
	 * is renewed while the message is processed. At most 7 days.
	 * @param timeout Maximum time to process a message. Must be shorter than the
	 * visibility.
	 * @param shutdownGrace How long the worker may continue to process messages when the
	 * application stops.
	 */
	public record Lease(@DefaultValue("30s") Duration visibility, @DefaultValue("20s") Duration timeout,
			@DefaultValue("20s") Duration shutdownGrace) {

		public Lease {
			PropertyChecks.atLeast(LeaseTimes.SHORTEST, "visibility", visibility);
			PropertyChecks.atMost(MessageLimits.HIDDEN, "visibility", visibility);
			PropertyChecks.positive("timeout", timeout);
			PropertyChecks.shorter("timeout", timeout, "visibility", visibility);
			PropertyChecks.notNegative("shutdown-grace", shutdownGrace);
		}

	}

	/**
	 * Properties of the sweep for lost messages.
	 *
	 * @param interval Time between two sweeps for lost messages, and before the first
	 * one. Each sweep scans the tables.
	 * @param overdue Minimum age of the writes that a sweep looks at. Must be longer than
	 * messages wait in the queue.
	 */
	public record Sweep(@DefaultValue("1h") Duration interval, @DefaultValue("1h") Duration overdue) {

		public Sweep {
			PropertyChecks.positive("interval", interval);
			PropertyChecks.notNegative("overdue", overdue);
		}

		SweepTimes times() {
			return new SweepTimes(this.interval, this.overdue);
		}

	}

}
