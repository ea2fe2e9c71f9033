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
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;

import io.azuretables.patterns.internal.worker.Lease;
import io.azuretables.patterns.internal.worker.MessageResult.Cleaned;
import io.azuretables.patterns.internal.worker.MessageResult.Failed;
import io.azuretables.patterns.internal.worker.MessageResult.Handled;
import io.azuretables.patterns.internal.worker.MessageResult.Poisoned;
import io.azuretables.patterns.internal.worker.MessageResult;
import io.azuretables.patterns.internal.worker.QueueWork;
import io.azuretables.patterns.queue.transport.LostMessageException;
import io.azuretables.patterns.queue.transport.MessageTransport;
import io.azuretables.patterns.queue.transport.ReceivedMessage;
import io.azuretables.patterns.queue.transport.UnauthenticMessageException;
import io.azuretables.patterns.queue.worker.QueueBacklog;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

import org.springframework.dao.DataAccessException;
import org.springframework.dao.InvalidDataAccessApiUsageException;
import org.springframework.dao.NonTransientDataAccessException;

/**
 * Looks after the write that a message is about. What this process cannot do is never
 * given up: another one may know the table or the class, or may be allowed to. It waits
 * longer each time, and each time the log says why. Nothing is done of a message that is
 * not signed; it goes to the poison queue at once.
 *
 * @param queues where the messages are
 * @param clock the time
 * @param tables the tables that may be touched here
 * @param duty who looks after a write, for as long as its message is his
 */
record IndexGuardWork(IndexQueue queues, InstantSource clock, Predicate<String> tables,
		Function<Lease, IndexGuardProcessor> duty) implements QueueWork {

	private static final Log logger = LogFactory.getLog(InterPartitionIndexTemplate.class);

	private static final String UNREADABLE = "unreadable";

	private static final Duration SHORTEST = Duration.ofMinutes(1);

	/**
	 * After how many doublings of the shortest time it is more than the longest.
	 */
	private static final long DOUBLINGS = 6;

	private static final Duration LONGEST = Duration.ofHours(1);

	/**
	 * Receives messages once, and handles those that are still ours when their turn
	 * comes.
	 */
	int poll(int most, Duration hidden) {
		int received = 0;
		for (Lease lease : Lease.receive(this, most, hidden)) {
			received++;
			if (lease.isOurs()) {
				processOrLeave(lease);
			}
		}
		return received;
	}

	private void processOrLeave(Lease lease) {
		try {
			process(lease);
		}
		catch (LostMessageException ex) {
			logger.debug("The message " + lease.message().id() + " was received by another worker too", ex);
		}
		catch (DataAccessException ex) {
			logger.info("What became of the message " + lease.message().id() + " could not be said; it comes again: "
					+ ex.getClass().getName());
			logger.debug("What became of a message could not be said", ex);
		}
	}

	@Override
	public MessageTransport queue() {
		return this.queues.queue();
	}

	@Override
	public MessageResult process(Lease lease) {
		Optional<IndexGuard> guard;
		try {
			guard = IndexGuard.parse(lease.message().body(), queue().signature());
		}
		catch (UnauthenticMessageException ex) {
			return givenUp(lease, ex);
		}
		if (guard.isEmpty()) {
			return parked(lease, UNREADABLE, new InvalidDataAccessApiUsageException(
					"The message is no guard of an index; the queue is for these alone"));
		}
		String table = guard.get().table();
		if (!this.tables.test(table)) {
			return parked(lease, table, new InvalidDataAccessApiUsageException("Table '" + table
					+ "' is neither that of a mapped class nor configured: name it in azure.tables.index.queue.tables "
					+ "or IndexOptions.withTables"));
		}
		return process(lease, guard.get());
	}

	private MessageResult givenUp(Lease lease, UnauthenticMessageException reason) {
		logger.warn("The message " + lease.message().id() + " is not signed with a key of the queue of indexes; "
				+ "nothing of it is done, and it is in the poison queue");
		lease.giveUp(this.queues.poison(), reason);
		return new Poisoned(UNREADABLE, reason);
	}

	private MessageResult process(Lease lease, IndexGuard guard) {
		Optional<Duration> again;
		try {
			again = this.duty.apply(lease).look(guard);
		}
		catch (LostMessageException ex) {
			throw ex;
		}
		catch (NonTransientDataAccessException ex) {
			return parked(lease, guard.table(), ex);
		}
		catch (DataAccessException ex) {
			logger.info("What the message " + lease.message().id() + " asks for could not be done; it comes again: "
					+ ex.getClass().getName());
			logger.debug("What a message asks for could not be done", ex);
			return new Failed(guard.table(), ex);
		}
		return done(lease, guard, again);
	}

	private static MessageResult parked(Lease lease, String type, DataAccessException failure) {
		ReceivedMessage message = lease.message();
		Duration doubled = SHORTEST.multipliedBy(1L << Math.min(message.deliveries() - 1, DOUBLINGS));
		Duration wait = (doubled.compareTo(LONGEST) < 0) ? doubled : LONGEST;
		logger.warn("The message " + message.id() + " waits " + wait + " for a process that can do what it asks for: "
				+ failure.getClass().getName());
		logger.debug("A message asks for what cannot be done here", failure);
		lease.hide(message.body(), wait);
		return new Failed(type, failure);
	}

	private MessageResult done(Lease lease, IndexGuard guard, Optional<Duration> again) {
		if (again.isPresent()) {
			IndexGuard next = guard.again(this.clock.instant().plus(again.get()));
			lease.hide(next.message(queue().signature()), again.get());
		}
		else {
			lease.delete();
		}
		return (guard.round() == IndexGuard.FORGET) ? new Cleaned(guard.table())
				: new Handled(guard.table(), due(guard));
	}

	/**
	 * Three requests.
	 */
	@Override
	public QueueBacklog backlog() {
		return new QueueBacklog(queue().depth(), this.queues.poison().depth(), lag());
	}

	/**
	 * How long the message has been overdue that is the next one; nothing when none is
	 * due, or it is no guard. One request; the message itself says when it was due.
	 */
	Duration lag() {
		return queue().peek()
			.flatMap(this::guard)
			.map((guard) -> Duration.between(due(guard), this.clock.instant()))
			.orElse(Duration.ZERO);
	}

	private Optional<IndexGuard> guard(ReceivedMessage message) {
		try {
			return IndexGuard.parse(message.body(), queue().signature());
		}
		catch (UnauthenticMessageException ex) {
			return Optional.empty();
		}
	}

	/**
	 * When a guard was due, which clocks that differ may show before it is.
	 */
	private Instant due(IndexGuard guard) {
		Instant now = this.clock.instant();
		return guard.due().isBefore(now) ? guard.due() : now;
	}

}
