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

import io.azuretables.internal.commit.CommitToken;
import io.azuretables.patterns.internal.message.Envelope;
import io.azuretables.patterns.internal.message.EnvelopeFormat;
import io.azuretables.patterns.internal.message.LostPayloadException;
import io.azuretables.patterns.internal.message.PoisonQueue;
import io.azuretables.patterns.internal.message.MessageChannel;
import io.azuretables.patterns.internal.worker.MessageResult.Cleaned;
import io.azuretables.patterns.internal.worker.MessageResult.Failed;
import io.azuretables.patterns.internal.worker.MessageResult.Handled;
import io.azuretables.patterns.internal.worker.MessageResult.Poisoned;
import io.azuretables.patterns.queue.message.PermanentMessageException;
import io.azuretables.patterns.queue.transport.MessageLimits;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

/**
 * Delivers one received message: verifies it, calls its handler, then removes it, hides
 * it, or moves it to the poison queue. The write that it belongs to is settled before.
 * All of this is done in the calling thread. Nothing of a message is done that is not
 * signed, and no table is touched that is not known here.
 */
final class MessageDelivery {

	private static final Log logger = LogFactory.getLog(MessageDelivery.class);

	private final MessageChannel channel;

	private final EnvelopeFormat format;

	private final HandlerCall call;

	private final DeliveryPolicy policy;

	MessageDelivery(MessageChannel channel, HandlerCall call, DeliveryPolicy policy) {
		this.channel = channel;
		this.format = channel.format();
		this.call = call;
		this.policy = policy;
	}

	/**
	 * Gives a message back that nothing was done about, to be received again at once.
	 */
	void giveBack(Lease lease) {
		String body = lease.message().body();
		try {
			body = this.format.write(this.format.read(body).returned());
		}
		catch (PermanentMessageException ex) {
			// the next worker that receives it gives it up
		}
		lease.hide(body, Duration.ZERO);
	}

	/**
	 * Does what a message asks for, and says to its lease what becomes of it. One that is
	 * neither deleted nor hidden comes again by itself.
	 * @throws org.springframework.dao.DataAccessException if that could not be said
	 */
	MessageResult process(Lease lease) {
		Envelope envelope;
		WriteState state;
		try {
			envelope = this.format.read(lease.message().body());
		}
		catch (PermanentMessageException ex) {
			return poisoned(PoisonQueue.foreign(lease.message(), ex), ex, lease);
		}
		try {
			CommitToken token = envelope.header().token();
			if (token != null && !this.channel.isKnown(token.table())) {
				throw new UnknownTableException(token.table());
			}
			state = WriteState.of(envelope, this.channel.commits());
		}
		catch (RuntimeException ex) {
			return failed(envelope, ex, lease);
		}
		return process(state, lease);
	}

	private MessageResult process(WriteState state, Lease lease) {
		Envelope envelope = state.envelope();
		Decision decision;
		try {
			decision = handle(state, lease);
		}
		catch (Exception | Error ex) {
			return failed(envelope, ex, lease);
		}
		execute(decision, lease);
		String subject = envelope.header().subject();
		return envelope.isHandled() ? new Cleaned(subject)
				: new Handled(subject, envelope.since(envelope.header().sentAt()));
	}

	private Decision handle(WriteState state, Lease lease) throws Exception {
		Envelope envelope = state.envelope();
		if (envelope.isHandled()) {
			return clean(state, lease);
		}
		if (state.isForgotten()) {
			return new Decision.Remove(envelope);
		}
		if (this.policy.isHopeless(envelope, lease.message().deliveries())) {
			throw new PermanentMessageException(
					"The message was delivered more often than the retry rules of the worker allow");
		}
		try {
			this.call.run(state, lease);
		}
		catch (LostPayloadException ex) {
			if (isForgotten(envelope)) {
				// a copy was handled meanwhile, and its payload is gone with it
				return new Decision.Remove(envelope);
			}
			if (state.isCommitted()) {
				throw ex;
			}
		}
		return state.isCommitted() ? this.policy.handled(envelope, lease.now())
				: this.policy.abandoned(envelope, lease.now());
	}

	private Decision clean(WriteState state, Lease lease) throws Exception {
		Decision decision = this.policy.settled(state.envelope(), lease.now());
		CommitToken token = state.envelope().header().token();
		if (token != null && decision instanceof Decision.Remove) {
			this.call.runSecondPass(state, lease);
			this.channel.commits().forget(token);
		}
		return decision;
	}

	private boolean isForgotten(Envelope envelope) {
		CommitToken token = envelope.header().token();
		return token != null && this.channel.commits().find(token).isEmpty();
	}

	private MessageResult failed(Envelope envelope, Throwable failure, Lease lease) {
		Decision decision = this.policy.failed(envelope, failure, lease.message().deliveries(), lease.now());
		if (decision instanceof Decision.Poison poison) {
			return poisoned(poison.envelope(), failure, lease);
		}
		if (this.policy.isPatient()) {
			noteWaiting(envelope, failure);
		}
		execute(decision, lease);
		return new Failed(envelope.header().subject(), failure);
	}

	/**
	 * Says why a message waits that is never given up. Otherwise the log would not know
	 * of it.
	 */
	private static void noteWaiting(Envelope envelope, Throwable failure) {
		FailureKind kind = FailureKind.of(failure);
		if (kind != FailureKind.CONFLICT && kind != FailureKind.STOPPED) {
			logger.warn("The message " + envelope.id() + " of type '" + envelope.header().type()
					+ "' cannot be handled by this process, and waits for another one: "
					+ failure.getClass().getName());
		}
	}

	private void execute(Decision decision, Lease lease) {
		// an interrupt was meant for the handler, and must not stop what comes now
		Thread.interrupted();
		if (decision instanceof Decision.Hide hide) {
			// one that waits for longer comes before its time, and waits again
			boolean isLonger = hide.time().compareTo(MessageLimits.HIDDEN) > 0;
			lease.hide(this.format.write(hide.envelope()), isLonger ? MessageLimits.HIDDEN : hide.time());
		}
		else if (decision instanceof Decision.Remove remove) {
			lease.delete();
			this.channel.claims().discard(remove.envelope());
		}
	}

	/**
	 * Gives a message up. It is in the poison queue before it is gone here, so it may be
	 * there twice, and never nowhere.
	 */
	private MessageResult poisoned(Envelope envelope, Throwable failure, Lease lease) {
		Thread.interrupted();
		String type = envelope.header().type();
		logger.warn("The message " + envelope.id() + " of type '" + type + "' goes to the poison queue because of "
				+ failure.getClass().getName() + ", whose text is in the message there");
		this.channel.poison().add(envelope);
		CommitToken token = envelope.header().token();
		if (token != null && this.channel.isKnown(token.table())) {
			this.channel.outbox().exempt(token);
		}
		lease.delete();
		return new Poisoned(envelope.header().subject(), failure);
	}

}
