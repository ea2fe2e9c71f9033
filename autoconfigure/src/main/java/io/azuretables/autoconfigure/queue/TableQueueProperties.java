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
import java.util.Map;
import java.util.Objects;

import io.azuretables.autoconfigure.internal.configuration.PropertyChecks;
import io.azuretables.patterns.queue.transport.MessageLimits;
import io.azuretables.patterns.queue.worker.QueueWorkerOptions.LeaseTimes;
import io.azuretables.patterns.queue.worker.QueueWorkerOptions.PollRules;
import io.azuretables.patterns.queue.worker.QueueWorkerOptions.RetryRules;
import io.azuretables.patterns.queue.worker.QueueWorkerOptions;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.StringUtils;

/**
 * Configuration properties of the message queue and its worker, and of additional queues.
 *
 * @param name Name of the queue, and of the blob container for payloads that do not fit
 * into a message. Poison messages go to the queue of the same name with the suffix
 * "-poison". They are created if they do not exist.
 * @param connectionString Connection string of the storage account of the queue. The
 * account of the tables by default.
 * @param signingKeys Secrets of at least 32 characters to sign messages with. The first
 * one signs and all of them verify, so that keys can be rotated. Use the same secrets in
 * all applications of the queue. By default, a key is derived from the account key.
 * @param unsignedMessages How to treat messages that are not signed. With "accept",
 * messages are neither signed nor verified. Then everyone with write access to the queue
 * can call handlers with any payload, and delete rows and payloads.
 * @param tables Names of further tables in the service whose writes may have messages,
 * besides the tables of all mapped classes. Workers change no other tables.
 * @param worker How messages are handled.
 * @param sweep Which tables are searched for messages that were not sent.
 * @param queues Further queues by name, each with the same properties as this one, and a
 * template, worker, health and sweeper of its own.
 * @since 0.1
 */
@ConfigurationProperties("azure.tables.queue")
public record TableQueueProperties(@Nullable String name, @Nullable String connectionString,
		@DefaultValue List<String> signingKeys, @DefaultValue("reject") UnsignedMessages unsignedMessages,
		@DefaultValue List<String> tables, @DefaultValue Worker worker, @DefaultValue Sweep sweep,
		@DefaultValue Map<String, Queue> queues) {

	public TableQueueProperties {
		PropertyChecks.tableNames("tables", tables);
	}

	/**
	 * The queue that has no name in {@code queues}.
	 */
	Queue queue() {
		return new Queue(this.name, this.connectionString, this.signingKeys, this.unsignedMessages, this.tables,
				this.worker, this.sweep);
	}

	/**
	 * A queue of {@code queues} with what it takes from this one. Keys and unsigned
	 * messages are one choice: a queue that makes it inherits neither.
	 */
	Queue queue(String queue) {
		Queue own = Objects.requireNonNull(this.queues.get(queue));
		boolean keys = own.signingKeys().stream().anyMatch(StringUtils::hasText);
		UnsignedMessages unsigned = own.unsignedMessages();
		if (unsigned == null) {
			unsigned = keys ? UnsignedMessages.REJECT : this.unsignedMessages;
		}
		boolean accepts = own.unsignedMessages() == UnsignedMessages.ACCEPT;
		return new Queue(StringUtils.hasText(own.name()) ? own.name() : queue,
				StringUtils.hasText(own.connectionString()) ? own.connectionString() : this.connectionString,
				(keys || accepts) ? own.signingKeys() : this.signingKeys, unsigned, own.tables(), own.worker(),
				own.sweep());
	}

	/**
	 * Shows no secrets.
	 */
	@Override
	public String toString() {
		return "TableQueueProperties[name=" + this.name + ", worker=" + this.worker + "]";
	}

	/**
	 * Properties of a further queue.
	 *
	 * @param name Name of the queue and of its blob container. By default, the name in
	 * "azure.tables.queue.queues".
	 * @param connectionString Connection string of the storage account of the queue. By
	 * default, that of "azure.tables.queue".
	 * @param signingKeys Secrets to sign messages with. By default, those of
	 * "azure.tables.queue", unless this queue accepts messages that are not signed.
	 * @param unsignedMessages How to treat messages that are not signed. By default, they
	 * are rejected if this queue has signing keys of its own, and treated as
	 * "azure.tables.queue" says otherwise.
	 * @param tables Names of further tables in the service whose writes may have
	 * messages, besides the tables of all mapped classes.
	 * @param worker How messages are handled.
	 * @param sweep Which tables are searched for messages that were not sent.
	 */
	public record Queue(@Nullable String name, @Nullable String connectionString,
			@DefaultValue List<String> signingKeys, @Nullable UnsignedMessages unsignedMessages,
			@DefaultValue List<String> tables, @DefaultValue Worker worker, @DefaultValue Sweep sweep) {

		public Queue {
			PropertyChecks.tableNames("tables", tables);
		}

		/**
		 * Shows no secrets.
		 */
		@Override
		public String toString() {
			return "Queue[name=" + this.name + ", worker=" + this.worker + "]";
		}

	}

	/**
	 * Properties of the sweep for messages that were not sent.
	 *
	 * @param tables Names of the tables in the service to search. By default, the tables
	 * of all mapped classes and of "azure.tables.queue.tables".
	 * @param interval Time between two sweeps, and minimum age of the messages that a
	 * sweep sends. Each sweep scans the tables for token rows, and the tables of entities
	 * that a MoveTemplate moves for rows of moves that were never finished.
	 */
	public record Sweep(@DefaultValue List<String> tables, @DefaultValue("1h") Duration interval) {

		public Sweep {
			PropertyChecks.tableNames("tables", tables);
			PropertyChecks.positive("interval", interval);
		}

	}

	/**
	 * Properties of the queue worker.
	 *
	 * @param enabled Whether to run the queue worker in this application.
	 * @param concurrency Maximum number of messages that are handled at the same time.
	 * @param pollInterval Maximum time between two requests to an empty queue.
	 * @param lease How long a message belongs to one worker.
	 * @param retry How often a message is tried.
	 */
	public record Worker(@DefaultValue("true") boolean enabled, @DefaultValue("4") int concurrency,
			@DefaultValue("10s") Duration pollInterval, @DefaultValue Lease lease, @DefaultValue Retry retry) {

		public Worker {
			PropertyChecks.atLeast(1, "concurrency", concurrency);
			PropertyChecks.positive("poll-interval", pollInterval);
		}

		QueueWorkerOptions options() {
			PollRules polls = PollRules.DEFAULTS;
			return new QueueWorkerOptions(
					new LeaseTimes(this.lease.visibility(), this.lease.handlerTimeout(), this.lease.shutdownGrace()),
					new RetryRules(this.retry.failures(), this.retry.deliveries(), this.retry.firstDelay(),
							this.retry.maxDelay()),
					new PollRules(polls.busy(), this.pollInterval, polls.breaker()), this.concurrency,
					QueueWorkerOptions.DEFAULTS.threads());
		}

	}

	/**
	 * Time limits of handling a message.
	 *
	 * @param visibility How long a received message stays invisible to other workers. It
	 * is renewed while the message is handled. At most 7 days.
	 * @param handlerTimeout Maximum time that a handler may take. Must be shorter than
	 * the visibility.
	 * @param shutdownGrace How long handlers may continue when the application stops.
	 */
	public record Lease(@DefaultValue("30s") Duration visibility, @DefaultValue("20s") Duration handlerTimeout,
			@DefaultValue("20s") Duration shutdownGrace) {

		public Lease {
			PropertyChecks.atLeast(LeaseTimes.SHORTEST, "visibility", visibility);
			PropertyChecks.atMost(MessageLimits.HIDDEN, "visibility", visibility);
			PropertyChecks.positive("handler-timeout", handlerTimeout);
			PropertyChecks.shorter("handler-timeout", handlerTimeout, "visibility", visibility);
			PropertyChecks.notNegative("shutdown-grace", shutdownGrace);
		}

	}

	/**
	 * Properties of retries of messages.
	 *
	 * @param failures Number of failures of the handler after which a message goes to the
	 * poison queue.
	 * @param deliveries Number of deliveries after which a message goes to the poison
	 * queue, for any reason. Deliveries that ended because a service was unavailable do
	 * not count.
	 * @param firstDelay Maximum delay before the first retry of a message. It doubles
	 * with each further retry.
	 * @param maxDelay Maximum delay before any retry of a message, and the delay for
	 * messages of unknown type. At most 7 days.
	 */
	public record Retry(@DefaultValue("5") int failures, @DefaultValue("50") int deliveries,
			@DefaultValue("1s") Duration firstDelay, @DefaultValue("5m") Duration maxDelay) {

		public Retry {
			PropertyChecks.atLeast(1, "failures", failures);
			PropertyChecks.atLeast(1, "deliveries", deliveries);
			PropertyChecks.notNegative("first-delay", firstDelay);
			PropertyChecks.notNegative("max-delay", maxDelay);
			PropertyChecks.atMost(MessageLimits.HIDDEN, "max-delay", maxDelay);
		}

	}

}
