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

package io.azuretables.patterns.internal.worker;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

import io.azuretables.internal.commit.CommitOutcome;
import io.azuretables.internal.commit.CommitToken;
import io.azuretables.patterns.internal.message.Envelope.Origin;
import io.azuretables.patterns.internal.message.Envelope.Phase;
import io.azuretables.patterns.internal.message.Envelope;
import io.azuretables.patterns.internal.message.EnvelopeFormat;
import io.azuretables.patterns.internal.message.LostPayloadException;
import io.azuretables.patterns.internal.message.PoisonQueue;
import io.azuretables.patterns.internal.message.QueueParts;
import io.azuretables.patterns.internal.worker.MessageResult.Cleaned;
import io.azuretables.patterns.internal.worker.MessageResult.Failed;
import io.azuretables.patterns.internal.worker.MessageResult.Handled;
import io.azuretables.patterns.internal.worker.MessageResult.Poisoned;
import io.azuretables.patterns.queue.message.PermanentMessageException;
import io.azuretables.patterns.queue.transport.MessageTransport;
import io.azuretables.patterns.queue.transport.QueueConnection;
import io.azuretables.patterns.queue.transport.ReceivedMessage;
import io.azuretables.patterns.queue.worker.QueueBacklog;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

/**
 * Handles one message that was received: verifies and reads it, settles its write, calls
 * its handler and carries out the decision about it; in the calling thread. Nothing of a
 * message is done that is not signed, and no table is touched that is not known here.
 */
final class MessageProcess implements QueueWork {

	private static final Log logger = LogFactory.getLog(MessageProcess.class);

	private final QueueParts parts;

	private final EnvelopeFormat format;

	private final HandlerCalls calls;

	private final DeliveryPolicy rules;

	MessageProcess(QueueParts parts, HandlerCalls calls, DeliveryPolicy rules) {
		this.parts = parts;
		this.format = parts.format();
		this.calls = calls;
		this.rules = rules;
	}

	@Override
	public MessageTransport queue() {
		return this.parts.connection().queue();
	}

	@Override
	public InstantSource clock() {
		return this.parts.options().clock();
	}

	@Override
	public QueueBacklog backlog() {
		QueueConnection connection = this.parts.connection();
		Instant now = clock().instant();
		Duration oldest = connection.queue()
			.peek()
			.map(this::since)
			.filter((since) -> since.isBefore(now))
			.map((since) -> Duration.between(since, now))
			.orElse(Duration.ZERO);
		return new QueueBacklog(connection.queue().depth(), connection.poison().depth(), oldest);
	}

	private Instant since(ReceivedMessage message) {
		try {
			return this.format.read(message.body()).since(message.sentAt());
		}
		catch (PermanentMessageException ex) {
			return message.sentAt();
		}
	}

	@Override
	public void giveBack(Lease lease) {
		String body = lease.message().body();
		try {
			body = this.format.write(this.format.read(body).returned());
		}
		catch (PermanentMessageException ex) {
			// the next worker that receives it gives it up
		}
		lease.hide(body, Duration.ZERO);
	}

	@Override
	public MessageResult process(Lease lease) {
		Envelope envelope;
		Settled settled;
		try {
			envelope = this.format.read(lease.message().body());
		}
		catch (PermanentMessageException ex) {
			return poisoned(PoisonQueue.foreign(lease.message(), ex), ex, lease);
		}
		CommitToken token = envelope.header().token();
		if (token != null && !this.parts.isKnown(token)) {
			return failed(envelope, new UnknownTableException(token.table()), lease);
		}
		try {
			settled = settled(envelope);
		}
		catch (RuntimeException ex) {
			return failed(envelope, ex, lease);
		}
		Decision decision;
		try {
			decision = handle(settled, lease);
		}
		catch (Exception | Error ex) {
			return failed(settled.envelope(), ex, lease);
		}
		execute(decision, lease);
		String type = envelope.header().type();
		return isClean(envelope) ? new Cleaned(type) : new Handled(type, envelope.header().sentAt());
	}

	/**
	 * Finds out whether the write happened that a message goes with. Where it has, the
	 * message says so from now on, wherever it goes: when its token row is gone, a copy
	 * of it has been handled, and must not be mistaken for one whose write never
	 * happened.
	 */
	private Settled settled(Envelope envelope) {
		Origin origin = envelope.header().origin();
		CommitToken token = envelope.header().token();
		if (origin == null || token == null || isClean(envelope)) {
			return new Settled(envelope, null);
		}
		if (!origin.guarded()) {
			return new Settled(envelope, this.parts.commits().find(token).orElse(null));
		}
		CommitOutcome settlement = this.parts.commits().settle(token);
		return new Settled(settlement.isCommitted() ? envelope.committed() : envelope, settlement);
	}

	private static boolean isClean(Envelope envelope) {
		return envelope.progress().phase() == Phase.CLEAN;
	}

	private Decision handle(Settled settled, Lease lease) throws Exception {
		Envelope envelope = settled.envelope();
		if (isClean(envelope)) {
			return clean(envelope, lease);
		}
		if (settled.isForgotten()) {
			return new Decision.Remove(envelope);
		}
		if (this.rules.isHopeless(envelope, lease.message().deliveries())) {
			throw new PermanentMessageException("The message has been received more often than it may be");
		}
		try {
			this.calls.call(envelope, settled.settlement(), lease);
		}
		catch (LostPayloadException ex) {
			if (isForgotten(envelope)) {
				// a copy was handled meanwhile, and its payload is gone with it
				return new Decision.Remove(envelope);
			}
			if (settled.isCommitted()) {
				throw ex;
			}
		}
		return settled.isCommitted() ? this.rules.handled(envelope, lease.now())
				: this.rules.abandoned(envelope, lease.now());
	}

	private Decision clean(Envelope envelope, Lease lease) {
		Decision decision = this.rules.settled(envelope, lease.now());
		CommitToken token = envelope.header().token();
		if (token != null && decision instanceof Decision.Remove) {
			this.parts.commits().forget(token);
		}
		return decision;
	}

	private boolean isForgotten(Envelope envelope) {
		CommitToken token = envelope.header().token();
		return token != null && this.parts.commits().find(token).isEmpty();
	}

	private MessageResult failed(Envelope envelope, Throwable failure, Lease lease) {
		Decision decision = this.rules.failed(envelope, failure, lease.message().deliveries(), lease.now());
		if (decision instanceof Decision.Poison poison) {
			return poisoned(poison.envelope(), failure, lease);
		}
		execute(decision, lease);
		return new Failed(envelope.header().type(), failure);
	}

	private void execute(Decision decision, Lease lease) {
		// an interrupt was meant for the handler, and must not stop what comes now
		Thread.interrupted();
		if (decision instanceof Decision.Hide hide) {
			lease.hide(this.format.write(hide.envelope()), hide.time());
		}
		else if (decision instanceof Decision.Remove remove) {
			lease.delete();
			this.parts.claims().discard(remove.envelope());
		}
	}

	/**
	 * Gives a message up. It is in the poison queue before it is gone here, so it may be
	 * there twice, and never nowhere.
	 */
	private MessageResult poisoned(Envelope envelope, Throwable failure, Lease lease) {
		Thread.interrupted();
		String type = envelope.header().type();
		logger.warn("The message " + envelope.id() + " of type '" + type + "' is given up because of "
				+ failure.getClass().getName() + "; it lies in the poison queue, with what it said");
		this.parts.poison().add(envelope);
		CommitToken token = envelope.header().token();
		if (token != null && this.parts.isKnown(token)) {
			this.parts.kept().exempt(token);
		}
		lease.delete();
		return new Poisoned(type, failure);
	}

	/**
	 * A message, and what is known of its write.
	 *
	 * @param envelope the message
	 * @param settlement what became of the write; {@code null} if there is none, or the
	 * outcome is no longer known
	 */
	private record Settled(Envelope envelope, @Nullable CommitOutcome settlement) {

		/**
		 * Whether it is a copy of a message that was handled long ago.
		 */
		boolean isForgotten() {
			return this.envelope.header().origin() != null && this.settlement == null;
		}

		/**
		 * Whether it is to be handled, and not abandoned.
		 */
		boolean isCommitted() {
			return this.settlement == null || this.settlement.isCommitted();
		}

	}

}
