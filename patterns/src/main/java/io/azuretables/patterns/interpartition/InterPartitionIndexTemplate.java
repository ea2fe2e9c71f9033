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
import java.util.List;
import java.util.Optional;

import io.azuretables.client.TableGateway;
import io.azuretables.operations.TableOperations;
import io.azuretables.patterns.queue.LostMessageException;
import io.azuretables.patterns.queue.MessageTransport;
import io.azuretables.patterns.queue.ReceivedMessage;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

import org.springframework.dao.DataAccessException;

/**
 * What can be done with indexes in other partitions than their entities, besides what
 * every write and every look-up does? The worker's half of keeping them true; proof that
 * they are; repair; and adding one to a table that already has data. Safe for concurrent
 * use.
 *
 * @since 0.1
 */
public final class InterPartitionIndexTemplate {

	private static final Log logger = LogFactory.getLog(InterPartitionIndexTemplate.class);

	/**
	 * The most messages that are received at a time.
	 */
	private static final int MESSAGES = 32;

	/**
	 * How long a message that cannot be read waits for a process that can.
	 */
	private static final Duration UNREADABLE = Duration.ofHours(1);

	private final TableOperations operations;

	private final TableGateway gateway;

	private final MessageTransport transport;

	private final InterPartitionIndexOptions options;

	private final DeclaredIndexes indexes;

	private final GuardDuty duty;

	public InterPartitionIndexTemplate(TableOperations operations, TableGateway gateway, MessageTransport transport) {
		this(operations, gateway, transport, InterPartitionIndexOptions.DEFAULTS);
	}

	public InterPartitionIndexTemplate(TableOperations operations, TableGateway gateway, MessageTransport transport,
			InterPartitionIndexOptions options) {
		this.operations = operations;
		this.gateway = gateway;
		this.transport = transport;
		this.options = options;
		this.indexes = new DeclaredIndexes(operations.converter().mappingContext(), options.tableNames());
		this.duty = new GuardDuty(gateway, this.indexes, options);
	}

	/**
	 * Looks after the writes that are due: receives messages once, and handles them. To
	 * be called again and again, by any number of processes. One request, and for each
	 * write three to five when it is looked after first, and as many when it is
	 * forgotten.
	 * @param hidden how long a message is given to the one who handles it
	 * @return how many there were
	 */
	public int poll(Duration hidden) {
		List<ReceivedMessage> messages = this.transport.receive(MESSAGES, hidden);
		messages.forEach(this::handle);
		return messages.size();
	}

	private void handle(ReceivedMessage message) {
		try {
			Optional<IndexGuard> guard = IndexGuard.parse(message.body());
			if (guard.isPresent()) {
				handle(message, guard.get());
			}
			else {
				logger.warn("The message " + message.id() + " is no guard of an index, and waits for who can read it");
				this.transport.update(message, message.body(), UNREADABLE);
			}
		}
		catch (LostMessageException ex) {
			logger.debug("The message " + message.id() + " was received by somebody else too", ex);
		}
		catch (DataAccessException ex) {
			logger.info("What the message " + message.id() + " asks for could not be done; it comes again", ex);
		}
	}

	private void handle(ReceivedMessage message, IndexGuard guard) {
		Optional<Duration> again = this.duty.look(guard);
		if (again.isPresent()) {
			this.transport.update(message, guard.again().text(), again.get());
		}
		else {
			this.transport.delete(message);
		}
	}

	/**
	 * Sends the messages of writes again that nobody has looked after: those whose
	 * message was removed from the queue, and those of eventually consistent indexes
	 * whose writer died before he sent it. Scans the table of a class. To be called once
	 * a day.
	 * @param overdue how old a write must be, longer than a message waits in the queue
	 * @return how many messages were sent
	 */
	public long sweep(Class<?> type, Duration overdue) {
		return new TokenSweep(this.gateway, this.transport, this.options)
			.run(this.indexes.table(this.operations.converter().entity(type)), overdue);
	}

	/**
	 * About how many writes are still to be looked after or forgotten. One request.
	 */
	public long depth() {
		return this.transport.depth();
	}

	/**
	 * How long the write has been waiting that is to be looked after next; nothing when
	 * none is due. One request. What is more than seconds says that there are too few
	 * workers.
	 */
	public Duration lag() {
		return this.transport.oldest()
			.map((sent) -> Duration.between(sent, this.options.clock().instant()))
			.orElse(Duration.ZERO);
	}

}
