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

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;

import io.azuretables.patterns.queue.Envelope.Phase;
import io.azuretables.patterns.queue.MessageResult.Cleaned;
import io.azuretables.patterns.queue.MessageResult.Failed;
import io.azuretables.patterns.queue.MessageResult.Handled;
import io.azuretables.patterns.queue.MessageResult.Poisoned;
import io.azuretables.patterns.queue.WriteGuard.Settlement;
import io.azuretables.row.TableRow;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

/**
 * What happens to one message that was received? It is read, settled, handled, and the
 * decision about it carried out; in the calling thread.
 */
final class MessageProcess implements QueueWork {

	private static final Log logger = LogFactory.getLog(MessageProcess.class);

	private final QueueParts parts;

	private final MessageHandlers handlers;

	private final DeliveryRules rules;

	private final Duration time;

	MessageProcess(QueueParts parts, MessageHandlers handlers, DeliveryRules rules, Duration time) {
		this.parts = parts;
		this.handlers = handlers;
		this.rules = rules;
		this.time = time;
	}

	@Override
	public MessageTransport queue() {
		return this.parts.connection().queue();
	}

	@Override
	public Clock clock() {
		return this.parts.options().clock();
	}

	@Override
	public QueueBacklog backlog() {
		return QueueBacklog.of(this.parts.connection(), clock());
	}

	@Override
	public MessageResult process(Lease lease) {
		Envelope envelope;
		try {
			envelope = EnvelopeFormat.read(lease.message().body());
		}
		catch (PermanentMessageException ex) {
			Envelope foreign = PoisonQueue.foreign(lease.message(), ex);
			poison(foreign, lease);
			return new Poisoned(foreign.header().type(), ex);
		}
		Exception failure = null;
		Decision decision;
		try {
			decision = handle(envelope, lease);
		}
		catch (Exception ex) {
			failure = ex;
			decision = this.rules.failed(envelope, ex, lease.message().deliveries());
		}
		carryOut(decision, lease);
		return result(envelope, failure, decision);
	}

	private static MessageResult result(Envelope envelope, @Nullable Exception failure, Decision decision) {
		String type = envelope.header().type();
		if (failure != null) {
			return (decision instanceof Decision.Poison) ? new Poisoned(type, failure) : new Failed(type, failure);
		}
		return (envelope.progress().phase() == Phase.CLEAN) ? new Cleaned(type)
				: new Handled(type, envelope.header().sentAt());
	}

	private Decision handle(Envelope envelope, Lease lease) throws Exception {
		GuardToken token = envelope.header().token();
		if (envelope.progress().phase() == Phase.CLEAN) {
			Decision decision = this.rules.settled(envelope, lease.now());
			if (token != null && decision instanceof Decision.Remove) {
				this.parts.guard().forget(token);
			}
			return decision;
		}
		if (this.rules.isHopeless(lease.message().deliveries())) {
			throw new PermanentMessageException("The message has been received more often than it may be");
		}
		if (token == null) {
			call(envelope, null, lease);
			return this.rules.handled(envelope, lease.now());
		}
		return handle(envelope, token, lease);
	}

	private Decision handle(Envelope envelope, GuardToken token, Lease lease) throws Exception {
		boolean guarded = Objects.requireNonNull(envelope.header().origin()).guarded();
		Settlement settlement = guarded ? this.parts.guard().settle(token)
				: this.parts.guard().find(token).orElse(null);
		if (settlement == null) {
			// a copy of a message that was handled long ago
			return new Decision.Remove(envelope);
		}
		try {
			call(envelope, settlement, lease);
		}
		catch (PermanentMessageException ex) {
			if (this.parts.guard().find(token).isEmpty()) {
				// a copy was handled meanwhile, and its payload is gone with it
				return new Decision.Remove(envelope);
			}
			throw ex;
		}
		return settlement.isCommitted() ? this.rules.handled(envelope, lease.now())
				: this.rules.abandoned(envelope, lease.now());
	}

	private void call(Envelope envelope, @Nullable Settlement settlement, Lease lease) throws Exception {
		call(this.handlers.get(envelope.header().type()), envelope, settlement, lease);
	}

	private <P> void call(HandledType<P> type, Envelope envelope, @Nullable Settlement settlement, Lease lease)
			throws Exception {
		P payload = this.parts.payload(envelope, type.payload());
		TableRow row = (settlement != null) ? settlement.row() : null;
		Instant deadline = lease.now().plus(this.time);
		MessageContext context = new MessageContext(envelope, row, lease, deadline);
		context.check();
		try {
			if (settlement == null || settlement.isCommitted()) {
				type.handler().handle(payload, context);
			}
			else {
				type.handler().abandoned(payload, context);
			}
		}
		catch (InterruptedException ex) {
			context.check();
			throw ex;
		}
		finally {
			// an interrupt was meant for the handler, and must not stop what comes now
			Thread.interrupted();
		}
	}

	private void carryOut(Decision decision, Lease lease) {
		if (decision instanceof Decision.Hide hide) {
			lease.hide(EnvelopeFormat.write(hide.envelope()), hide.time());
		}
		else if (decision instanceof Decision.Poison poison) {
			poison(poison.envelope(), lease);
		}
		else if (decision instanceof Decision.Remove remove) {
			lease.delete();
			this.parts.claims().discard(remove.envelope().content());
		}
	}

	/**
	 * Gives a message up. It is in the poison queue before it is gone here, so it may be
	 * there twice, and never nowhere.
	 */
	private void poison(Envelope envelope, Lease lease) {
		logger
			.warn("A message of type '" + envelope.header().type() + "' is given up: " + envelope.progress().errors());
		this.parts.poison().add(envelope);
		GuardToken token = envelope.header().token();
		if (token != null) {
			this.parts.kept().exempt(token);
		}
		lease.delete();
	}

}
