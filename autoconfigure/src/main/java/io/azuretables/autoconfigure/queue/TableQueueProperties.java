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

import io.azuretables.patterns.queue.QueueWorkerOptions;
import io.azuretables.patterns.queue.QueueWorkerOptions.LeaseTimes;
import io.azuretables.patterns.queue.QueueWorkerOptions.PollRules;
import io.azuretables.patterns.queue.QueueWorkerOptions.RetryRules;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Properties of the queue of messages.
 *
 * @param name Name of the queue, and of the container for payloads that do not fit into a
 * message. The queue of what was given up is named the same with "-poison" after it. They
 * are created if they are not there.
 * @param connectionString Connection string of the storage account with the queue. The
 * account of the tables is used where it is not set.
 * @param signingKeys Secrets of at least 32 characters that messages are signed with: the
 * first signs, and all verify, so that keys can be changed. They must be the same in all
 * applications that use the queue. A key derived from the account key is used where none
 * is set.
 * @param unsignedMessages What to do about messages that are not signed. With "accept",
 * messages are neither signed nor verified: who may write to the queue decides which
 * handlers are called with what, and which rows and payloads are deleted.
 * @param tables Names of the tables, as the service knows them, that messages may go with
 * writes to, besides those of all mapped classes. Workers touch no others.
 * @param worker How messages are handled.
 * @param sweep Which tables are searched for messages that were not sent.
 * @since 0.1
 */
@ConfigurationProperties("azure.tables.queue")
public record TableQueueProperties(@Nullable String name, @Nullable String connectionString,
		@DefaultValue List<String> signingKeys, @DefaultValue("reject") UnsignedMessages unsignedMessages,
		@DefaultValue List<String> tables, @DefaultValue Worker worker, @DefaultValue Sweep sweep) {

	/**
	 * Shows no secrets.
	 */
	@Override
	public String toString() {
		return "TableQueueProperties[name=" + this.name + ", worker=" + this.worker + "]";
	}

	/**
	 * Properties of the sweep for messages that were not sent.
	 *
	 * @param tables Names of the tables, as the service knows them. Those of all mapped
	 * classes and of "azure.tables.queue.tables" where none is named.
	 * @param interval How long to wait between two searches, and how old a message must
	 * be. Each one reads the token rows by a scan of the table.
	 */
	public record Sweep(@DefaultValue List<String> tables, @DefaultValue("1h") Duration interval) {

	}

	/**
	 * Properties of the queue worker.
	 *
	 * @param enabled Whether to handle messages in this application.
	 * @param concurrency Most messages that are handled at the same time.
	 * @param pollInterval Longest time between two looks into an empty queue.
	 * @param lease For how long a message is whose.
	 * @param retry How often a message is tried.
	 */
	public record Worker(@DefaultValue("true") boolean enabled, @DefaultValue("4") int concurrency,
			@DefaultValue("10s") Duration pollInterval, @DefaultValue Lease lease, @DefaultValue Retry retry) {

		QueueWorkerOptions options() {
			PollRules polls = PollRules.DEFAULTS;
			return new QueueWorkerOptions(
					new LeaseTimes(this.lease.visibility(), this.lease.handlerTimeout(), this.lease.shutdownGrace()),
					new RetryRules(this.retry.failures(), this.retry.deliveries(), this.retry.firstDelay(),
							this.retry.maxDelay()),
					new PollRules(polls.busy(), this.pollInterval, polls.breaker()), this.concurrency);
		}

	}

	/**
	 * Time limits of handling a message.
	 *
	 * @param visibility How long a message that was received is hidden from others. It is
	 * renewed while it is handled.
	 * @param handlerTimeout Most time that a handler takes. Shorter than the visibility.
	 * @param shutdownGrace How long handlers may go on when the application stops.
	 */
	public record Lease(@DefaultValue("30s") Duration visibility, @DefaultValue("20s") Duration handlerTimeout,
			@DefaultValue("20s") Duration shutdownGrace) {

	}

	/**
	 * Properties of retries of messages.
	 *
	 * @param failures After how many failures of its handler a message is given up.
	 * @param deliveries After how many deliveries a message is given up, whatever the
	 * reason. Those that ended because a service was not to be had do not count.
	 * @param firstDelay Most time before a message is tried again. It doubles each time.
	 * @param maxDelay Most time before a message is tried again, however often it was.
	 * One whose type is not known waits as long each time.
	 */
	public record Retry(@DefaultValue("5") int failures, @DefaultValue("50") int deliveries,
			@DefaultValue("1s") Duration firstDelay, @DefaultValue("5m") Duration maxDelay) {

	}

}
