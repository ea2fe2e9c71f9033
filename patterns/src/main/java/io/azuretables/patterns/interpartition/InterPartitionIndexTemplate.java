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

import java.time.Duration;
import java.util.Set;
import java.util.stream.Stream;

import io.azuretables.gateway.TableGateway;
import io.azuretables.internal.commit.TokenRowSweep;
import io.azuretables.operations.TableOperations;
import io.azuretables.patterns.index.IndexOptions;
import io.azuretables.patterns.index.IndexOptions.Times;
import io.azuretables.patterns.internal.index.DeclaredIndexes;
import io.azuretables.patterns.internal.message.MessageChannel;
import io.azuretables.patterns.internal.worker.MessageWorker;
import io.azuretables.patterns.queue.message.MessageHandlers;
import io.azuretables.patterns.queue.message.QueueOptions.GuardTimes;
import io.azuretables.patterns.queue.transport.MessageLimits;
import io.azuretables.patterns.queue.worker.QueueWorkerOptions;
import io.azuretables.patterns.queue.worker.QueueWorkerOptions.LeaseTimes;
import io.azuretables.patterns.queue.worker.QueueWorkerOptions.RetryRules;
import io.azuretables.patterns.queue.worker.WorkerEvents;
import io.azuretables.query.TableQuery;

/**
 * Finds entities by a secondary index whose rows are in other partitions, and completes
 * the changes of such indexes. Every write begins them by
 * {@link InterPartitionIndexWrites};
 * {@link io.azuretables.patterns.index.IndexAdministration} verifies, rebuilds and fills
 * the indexes. Safe for concurrent use.
 *
 * @since 0.1
 */
public final class InterPartitionIndexTemplate {

	private final TableOperations operations;

	private final DeclaredIndexes indexes;

	private final MessageChannel channel;

	private final MessageHandlers handlers;

	public InterPartitionIndexTemplate(TableOperations operations, TableGateway gateway, IndexQueue queue) {
		this(operations, gateway, queue, IndexOptions.DEFAULTS);
	}

	public InterPartitionIndexTemplate(TableOperations operations, TableGateway gateway, IndexQueue queue,
			IndexOptions options) {
		this.operations = operations;
		this.indexes = new DeclaredIndexes(operations.converter().mappingContext(), options.tableNames());
		Times times = options.times();
		this.channel = MessageChannel.of(new TokenRowSweep(gateway, options.clock(), options.reading().threads()),
				queue.connection(), new GuardTimes(times.deadline(), times.guard(), times.retention(), times.fence()),
				GuardMessages.PAYLOADS, GuardMessages.PROPERTY,
				(table) -> options.tables().test(table) || this.indexes.mappedTables().contains(table));
		this.handlers = MessageHandlers.none()
			.with(IndexGuard.TYPE, String.class, new IndexGuardHandler(gateway, this.indexes, options));
	}

	/**
	 * Receives messages once, and completes the index changes of the writes that they
	 * name. Call it repeatedly, in any number of processes, unless an
	 * {@link InterPartitionIndexWorker} does it. One request, and for each write three to
	 * five when it is looked after first, and as many when it is forgotten.
	 * <p>
	 * Only tables of mapped classes are touched, and those of
	 * {@link IndexOptions#tables()}; the rows of eventually consistent indexes can be
	 * written only where the class is mapped. Messages of others wait, longer each time,
	 * and the log says so. A message that is not signed, or cannot be read, goes to the
	 * poison queue.
	 * @param hidden how long a message is given to the one who handles it
	 * @return how many there were
	 */
	public int poll(Duration hidden) {
		LeaseTimes lease = new LeaseTimes(hidden, hidden.minusMillis(1), Duration.ZERO);
		return worker(QueueWorkerOptions.DEFAULTS.withLease(lease), WorkerEvents.NONE).poll(MessageLimits.MESSAGES);
	}

	/**
	 * A worker that looks after writes. It never gives one up: another process may know
	 * the table or the class, or may be allowed to.
	 */
	MessageWorker worker(QueueWorkerOptions options, WorkerEvents events) {
		RetryRules retries = new RetryRules(Integer.MAX_VALUE, Integer.MAX_VALUE, options.retries().first(),
				options.retries().longest());
		return new MessageWorker(this.channel, this.handlers, options.withRetries(retries), events);
	}

	/**
	 * Sends the messages of writes again that no worker has looked after: those whose
	 * message was removed from the queue, and those of eventually consistent indexes
	 * whose writer died before he sent it; and not once more before they are overdue
	 * again. Scans the table of a class. To be called once a day.
	 * @param overdue how old a write must be, longer than a message waits in the queue
	 * @return how many messages were sent
	 */
	public long sweep(Class<?> type, Duration overdue) {
		return sweep(this.operations.query(type).table(), overdue);
	}

	long sweep(String table, Duration overdue) {
		return this.channel.outbox().send(table, overdue);
	}

	/**
	 * The tables of all mapped classes with an index in another partition.
	 */
	Set<String> tables() {
		return this.indexes.interPartitionTables();
	}

	/**
	 * Streams the entities that a query finds through an index, as
	 * {@link TableQuery#usingIndex(String)} does. Pages of the index, and one request
	 * more for each entity where it is verified, made while the stream is consumed.
	 * @throws io.azuretables.plan.UnsupportedQueryException if the index does not serve
	 * the query
	 */
	public <T> Stream<T> find(Class<T> type, String index, TableQuery query) {
		return this.operations.stream(query.usingIndex(index), type);
	}

	/**
	 * Returns approximately how many writes a worker must still complete. One request.
	 */
	public long depth() {
		return this.channel.connection().queue().depth();
	}

	/**
	 * Returns how long the next message has been overdue; zero when none is due. One
	 * request. A time longer than a worker's longest pause between two polls says that
	 * there are too few workers.
	 */
	public Duration lag() {
		return worker(QueueWorkerOptions.DEFAULTS, WorkerEvents.NONE).oldest();
	}

}
