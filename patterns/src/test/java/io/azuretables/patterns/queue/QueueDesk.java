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

package io.azuretables.patterns.queue;

import java.time.Duration;
import java.util.Objects;
import java.util.function.Consumer;

import io.azuretables.embedded.EmbeddedTableGateway;
import io.azuretables.mapping.PartitionKey;
import io.azuretables.mapping.RowKey;
import io.azuretables.mapping.Table;
import io.azuretables.operations.PartitionTransaction;
import io.azuretables.patterns.blob.BlobStore;
import io.azuretables.patterns.queue.message.MessageHandler;
import io.azuretables.patterns.queue.message.MessageHandlers;
import io.azuretables.patterns.queue.message.QueueMessage;
import io.azuretables.patterns.queue.message.QueueOptions;
import io.azuretables.patterns.queue.transport.MessageTransport;
import io.azuretables.patterns.queue.transport.QueueConnection;
import io.azuretables.patterns.queue.worker.QueueWorkerOptions;
import io.azuretables.patterns.queue.worker.WorkerEvents;
import io.azuretables.patterns.sample.Store;
import io.azuretables.sample.MutableClock;

/**
 * A queue in memory, on a clock of its own, with a table next to it.
 */
final class QueueDesk {

	static final String TABLE = "tOrders";

	/**
	 * Longer than all that has to be waited for before a message comes again.
	 */
	static final Duration LATER = Duration.ofMinutes(12);

	private final MutableClock clock = new MutableClock();

	private final QueueConnection stores = QueueConnection.embedded(this.clock);

	private final WatchedTransport messages = new WatchedTransport(this.stores.queue());

	private final Store store = Store.over(new EmbeddedTableGateway(this.clock), "t");

	private final EventuallyConsistentQueueTemplate queue = new EventuallyConsistentQueueTemplate(this.store.template(),
			this.store.gateway(), new QueueConnection(this.messages, this.stores.poison(), this.stores.blobs()),
			QueueOptions.DEFAULTS.withClock(this.clock));

	QueueDesk() {
		this.store.gateway().createTable(TABLE);
	}

	EventuallyConsistentQueueTemplate queue() {
		return this.queue;
	}

	WatchedTransport messages() {
		return this.messages;
	}

	MessageTransport poison() {
		return this.stores.poison();
	}

	BlobStore blobs() {
		return Objects.requireNonNull(this.stores.blobs());
	}

	Store store() {
		return this.store;
	}

	MutableClock clock() {
		return this.clock;
	}

	void pass(Duration time) {
		this.clock.pass(time);
	}

	<P> QueueWorker worker(Class<P> payload, MessageHandler<P> handler) {
		return worker(payload, handler, WorkerEvents.NONE);
	}

	<P> QueueWorker worker(Class<P> payload, MessageHandler<P> handler, WorkerEvents events) {
		return new QueueWorker(this.queue, MessageHandlers.none().with("note", payload, handler),
				QueueWorkerOptions.DEFAULTS, events);
	}

	/**
	 * Writes an order, with a message whose payload is text.
	 */
	void guarded(String id, String text) {
		this.queue.guarded(QueueMessage.of("note", text), TABLE, "p", insert(id));
	}

	void outbox(String id, String text) {
		this.queue.outbox(QueueMessage.of("note", text), TABLE, "p", insert(id));
	}

	private static Consumer<PartitionTransaction> insert(String id) {
		return (transaction) -> transaction.insert(new Order("p", id));
	}

	/**
	 * Lets a worker do all that there is to do, and time pass in between.
	 */
	void settle(QueueWorker worker) {
		for (int round = 0; round < 30 && this.messages.depth() > 0; round++) {
			worker.step();
			pass(LATER);
		}
	}

	@Table("Orders")
	@PartitionKey("{customer}")
	@RowKey("order_{id}")
	record Order(String customer, String id) {

	}

}
