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
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

import io.azuretables.gateway.TableGateway;
import io.azuretables.internal.commit.CommitToken;
import io.azuretables.internal.commit.TokenRowSweep;
import io.azuretables.operations.PartitionTransaction;
import io.azuretables.operations.TableNameResolver;
import io.azuretables.operations.TableOperations;
import io.azuretables.patterns.internal.message.Envelope.Origin;
import io.azuretables.patterns.internal.message.Envelope.OriginKind;
import io.azuretables.patterns.internal.message.Envelope;
import io.azuretables.patterns.internal.message.MessageChannel;
import io.azuretables.patterns.internal.worker.UnknownTableException;
import io.azuretables.patterns.queue.message.QueueMessage;
import io.azuretables.patterns.queue.message.QueueOptions;
import io.azuretables.patterns.queue.transport.MessageTransport;
import io.azuretables.patterns.queue.transport.QueueConnection;
import io.azuretables.patterns.queue.transport.ReceivedMessage;
import io.azuretables.row.RowWrite;
import io.azuretables.write.WriteFencedException;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

import org.springframework.dao.ConcurrencyFailureException;
import org.springframework.dao.DataAccessException;
import org.springframework.dao.InvalidDataAccessApiUsageException;
import org.springframework.dao.NonTransientDataAccessException;

/**
 * Sends messages that are handled if and only if a write was made. So a change in one
 * partition leads to changes in others, whatever fails in between. Safe for concurrent
 * use.
 * <p>
 * A message is delivered at least once, in no certain order. Its handler reads how things
 * are and makes them as they should be; it never applies a difference. Types of messages
 * and their handlers are given to a {@link QueueWorker}.
 *
 * @since 0.1
 */
public final class EventuallyConsistentQueueTemplate {

	private static final Log logger = LogFactory.getLog(EventuallyConsistentQueueTemplate.class);

	/**
	 * The property of a token row that holds its message.
	 */
	private static final String MESSAGE = "message";

	private final TableOperations operations;

	private final MessageChannel channel;

	private final QueueOptions options;

	public EventuallyConsistentQueueTemplate(TableOperations operations, TableGateway gateway,
			QueueConnection connection) {
		this(operations, gateway, connection, QueueOptions.DEFAULTS);
	}

	public EventuallyConsistentQueueTemplate(TableOperations operations, TableGateway gateway,
			QueueConnection connection, QueueOptions options) {
		this.operations = operations;
		this.options = options;
		this.channel = MessageChannel.of(new TokenRowSweep(gateway, options.clock(), options.threads()), connection,
				options.times(), options.payloads(), MESSAGE,
				(table) -> options.tables().test(table) || tables().contains(table));
	}

	private EventuallyConsistentQueueTemplate(EventuallyConsistentQueueTemplate shared, String only) {
		this.operations = shared.operations.in(TableNameResolver.constant(only));
		this.options = shared.options;
		MessageChannel all = shared.channel;
		this.channel = new MessageChannel(all.connection(), all.commits(), all.times(), all.payloads(), all.outbox(),
				(table) -> shared.options.tables().test(table) || tables().contains(table));
	}

	/**
	 * Returns the same template for writes to one table, whatever the resolver of table
	 * names says: other threads may not know the tenant of the caller.
	 * @param table the name of the table, as the service knows it
	 */
	public EventuallyConsistentQueueTemplate in(String table) {
		return new EventuallyConsistentQueueTemplate(this, table);
	}

	/**
	 * Sends a message that belongs to no write. One request, two if the payload goes into
	 * a blob.
	 * <p>
	 * <strong>Nothing ties the message to a write.</strong> When it is sent before the
	 * write, it may be handled before the write happens, and is handled although the
	 * write fails; when it is sent after the write, it is lost if the process dies in
	 * between. It is for handlers that read the current state, do nothing where nothing
	 * is to be done, and are called again in another way. Otherwise use {@link #guarded}
	 * or {@link #outbox}. When an answer is lost, the message may be there twice.
	 * @return the id of the message
	 */
	public String send(QueueMessage message) {
		return send(message, Duration.ZERO);
	}

	/**
	 * Sends a message that belongs to no write, to be handled later, see
	 * {@link #send(QueueMessage)}.
	 */
	public String send(QueueMessage message, Duration hidden) {
		String id = this.options.tokens().get();
		Envelope envelope = this.channel.envelope(message.type(), message.payload(), id, null);
		Instant due = hidden.isZero() ? null : envelope.header().sentAt().plus(hidden);
		sent(this.channel.claims().pack((due != null) ? envelope.waiting(due) : envelope), hidden);
		return id;
	}

	/**
	 * Sends a message, or removes its payload if the queue refuses it.
	 */
	private ReceivedMessage sent(String body, Duration hidden) {
		try {
			return queue().send(body, hidden);
		}
		catch (NonTransientDataAccessException ex) {
			quietly("withdrawn", () -> discard(body));
			throw ex;
		}
	}

	/**
	 * Writes in one partition, with a message that is handled if and only if the write
	 * happens. The message is sent first, hidden; then the transaction, with a token row
	 * in it; then the message is made visible. Its handler decides by the token row.
	 * Three requests and those of the transaction beyond one; a write that is refused
	 * takes the message back.
	 * <p>
	 * If the process dies before the write, the message finds no token row, puts a fence
	 * in its place and is dropped; if it dies after the write, the message is handled
	 * when its {@linkplain QueueOptions.GuardTimes#guard() time} has come.
	 * @param work adds the writes to the transaction, and commits nothing
	 * @return the entities that were written, see {@link PartitionTransaction#commit()};
	 * none if they were written and the answer was lost for good
	 * @throws WriteFencedException if the write took so long that its message had been
	 * handled
	 */
	public List<Object> guarded(QueueMessage message, String table, String partitionKey,
			Consumer<PartitionTransaction> work) {
		CommitToken token = token(table, partitionKey);
		PartitionTransaction transaction = this.operations.inPartition(table, partitionKey);
		work.accept(transaction);
		String body = packed(message, token, OriginKind.GUARDED);
		transaction.write(claim(token, body));
		Instant deadline = deadline();
		ReceivedMessage guarding = sent(body, this.options.times().guard());
		Optional<List<Object>> written;
		try {
			written = this.channel.commits().commit(token, deadline, transaction::commit);
		}
		catch (WriteFencedException ex) {
			// the message has been handled, and cleans up
			throw ex;
		}
		catch (NonTransientDataAccessException | ConcurrencyFailureException ex) {
			quietly("withdrawn", () -> withdraw(guarding));
			throw ex;
		}
		quietly("shown", () -> queue().update(guarding, body, Duration.ZERO));
		return written.orElse(List.of());
	}

	/**
	 * Writes in one partition, as
	 * {@link #guarded(QueueMessage, String, String, Consumer)} does, after something was
	 * prepared in another place. The message goes out first, then things are prepared,
	 * then comes the transaction. A write that is certainly refused undoes the
	 * preparation, and takes the message back after that. Otherwise the message stays
	 * hidden until its {@linkplain QueueOptions.GuardTimes#guard() time} has come. Its
	 * handler finishes what the write leaves, or undoes what was prepared for a write
	 * that never happens; it looks how things are before it does either. Two requests and
	 * those of the preparation and the transaction.
	 * @param work adds the writes to the transaction, and commits nothing
	 * @return as {@link #guarded(QueueMessage, String, String, Consumer)}
	 * @throws WriteFencedException if the write took so long that its message had been
	 * handled
	 */
	public List<Object> guarded(QueueMessage message, String table, String partitionKey, GuardPreparation preparation,
			Consumer<PartitionTransaction> work) {
		CommitToken token = token(table, partitionKey);
		PartitionTransaction transaction = this.operations.inPartition(table, partitionKey);
		work.accept(transaction);
		String body = packed(message, token, OriginKind.GUARDED);
		transaction.write(claim(token, body));
		Instant deadline = deadline().plus(preparation.extraTime());
		ReceivedMessage guarding = sent(body, this.options.times().guard().plus(preparation.extraTime()));
		boolean prepared = false;
		try {
			preparation.prepare(token.value(), deadline);
			prepared = true;
			preparation.addWrites(transaction);
			return this.channel.commits().commit(token, deadline, transaction::commit).orElse(List.of());
		}
		catch (WriteFencedException ex) {
			// the message has been handled, and cleans up
			throw ex;
		}
		catch (NonTransientDataAccessException | ConcurrencyFailureException ex) {
			if (!prepared || isUndone(preparation, token, ex)) {
				quietly("withdrawn", () -> withdraw(guarding));
			}
			throw ex;
		}
	}

	/**
	 * Whether a preparation is certainly undone: otherwise the message must stay.
	 */
	private static boolean isUndone(GuardPreparation preparation, CommitToken token, RuntimeException refusal) {
		try {
			preparation.undo(token.value());
			return true;
		}
		catch (DataAccessException ex) {
			refusal.addSuppressed(ex);
			return false;
		}
	}

	/**
	 * Sends the message of a guarded write again that may have been lost, to be handled
	 * at once. One request. Its handler is called twice if the message was not lost.
	 * @param token the token of the write
	 */
	public void guardAgain(QueueMessage message, String table, String partitionKey, String token) {
		queue().send(packed(message, new CommitToken(table, partitionKey, token), OriginKind.GUARDED), Duration.ZERO);
	}

	/**
	 * Writes in one partition, with a message that is handled if and only if the write
	 * happens. The message is written as a row in the same transaction, and sent
	 * afterwards. Two requests and those of the transaction beyond one.
	 * <p>
	 * If the process dies before the message is sent, {@link #sweep} sends it, so it must
	 * be called now and then.
	 * @param work adds the writes to the transaction, and commits nothing
	 * @return the entities that were written, see {@link PartitionTransaction#commit()};
	 * none if they were written and the answer was lost for good
	 */
	public List<Object> outbox(QueueMessage message, String table, String partitionKey,
			Consumer<PartitionTransaction> work) {
		CommitToken token = token(table, partitionKey);
		PartitionTransaction transaction = this.operations.inPartition(table, partitionKey);
		work.accept(transaction);
		String body = packed(message, token, OriginKind.COMMITTED);
		transaction.write(claim(token, body));
		Instant deadline = deadline();
		Optional<List<Object>> written;
		try {
			written = this.channel.commits().commit(token, deadline, transaction::commit);
		}
		catch (NonTransientDataAccessException | ConcurrencyFailureException ex) {
			quietly("withdrawn", () -> discard(body));
			throw ex;
		}
		quietly("sent", () -> queue().send(body, Duration.ZERO));
		return written.orElse(List.of());
	}

	private String packed(QueueMessage message, CommitToken token, OriginKind kind) {
		if (!this.channel.isKnown(token.table())) {
			throw new InvalidDataAccessApiUsageException(
					"A message must belong to a write to a table that its worker knows, and '" + token.table()
							+ "' is neither the table of a mapped class nor configured: map a class, "
							+ "or name the table in azure.tables.queue.tables or QueueOptions.withTables");
		}
		Origin origin = new Origin(kind, token.table(), token.partitionKey());
		return this.channel.claims()
			.pack(this.channel.envelope(message.type(), message.payload(), token.value(), origin));
	}

	private RowWrite claim(CommitToken token, String body) {
		return this.channel.commits().tokenRow(token, this.channel.outbox().facts(body));
	}

	/**
	 * Takes a message back, and its payload if no other writer can have received it.
	 */
	private void withdraw(ReceivedMessage guarding) {
		if (queue().delete(guarding)) {
			discard(guarding.body());
		}
	}

	private void discard(String body) {
		this.channel.claims().discard(this.channel.format().read(body));
	}

	/**
	 * Returns the gateway by which this queue reads and writes the token rows of writes.
	 */
	public TableGateway gateway() {
		return this.channel.commits().gateway();
	}

	/**
	 * Returns the options: how messages are sent, and how long the token rows of their
	 * writes are kept.
	 */
	public QueueOptions options() {
		return this.options;
	}

	/**
	 * Sends the messages of a table whose handling is overdue: those of an outbox that
	 * were never sent, and those that were removed from the queue by hand. Reads the
	 * token rows by a scan of the whole table; once a day is often enough after a crash
	 * that lost nothing, more often where {@link #outbox} is used.
	 * @param overdue how old a token row must be
	 * @return how many messages were sent
	 */
	public long sweep(String table, Duration overdue) {
		return this.channel.outbox().send(table, overdue);
	}

	/**
	 * Returns the tables of all classes that are mapped here, by the names that the
	 * service knows.
	 */
	public Set<String> tables() {
		return this.operations.tableNames();
	}

	/**
	 * Checks that a handler may change a table that the payload of its message names:
	 * that of a class which is mapped here, or one of the {@link QueueOptions#tables()
	 * options}. If it fails, let the exception end the handler: the message then waits
	 * for an instance that knows the table.
	 * @param table the name that the service knows
	 */
	public void checkTable(String table) {
		if (!this.channel.isKnown(table)) {
			throw new UnknownTableException(table);
		}
	}

	/**
	 * Deletes payloads in blobs that no message refers to any more: their sender died
	 * before he sent it or while he took it back, or it came from elsewhere and was
	 * redriven. A payload whose message is still in a queue, the one of what was given up
	 * included, must not be as old.
	 * @param age how old a payload must be
	 * @return how many were deleted
	 */
	public long sweepPayloads(Duration age) {
		return this.channel.claims().sweep(this.options.clock().instant().minus(age));
	}

	/**
	 * Sends messages of the poison queue again, to be handled from the beginning. Two
	 * requests for each, and those to count and to receive them. What is given up while
	 * this goes on waits for the next time. What cannot be sent again stays where it is,
	 * and the log says how many that are.
	 * @param most how many at most
	 * @return how many were sent again
	 */
	public int redrive(int most) {
		return this.channel.poison().redrive(most);
	}

	MessageChannel channel() {
		return this.channel;
	}

	private CommitToken token(String table, String partitionKey) {
		return new CommitToken(table, partitionKey, this.options.tokens().get());
	}

	private Instant deadline() {
		return this.options.clock().instant().plus(this.options.times().write());
	}

	private MessageTransport queue() {
		return this.channel.connection().queue();
	}

	/**
	 * Does what only makes things faster: without it they happen later.
	 */
	private static void quietly(String action, Runnable request) {
		try {
			request.run();
		}
		catch (RuntimeException ex) {
			logger.debug("A message could not be " + action + "; it will be handled later", ex);
		}
	}

}
