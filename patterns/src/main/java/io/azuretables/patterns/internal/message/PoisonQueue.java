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

package io.azuretables.patterns.internal.message;

import java.time.Duration;
import java.util.List;

import io.azuretables.patterns.internal.message.Envelope.Header;
import io.azuretables.patterns.internal.message.Envelope.Inline;
import io.azuretables.patterns.queue.message.PermanentMessageException;
import io.azuretables.patterns.queue.transport.MessageLimits;
import io.azuretables.patterns.queue.transport.QueueConnection;
import io.azuretables.patterns.queue.transport.ReceivedMessage;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

import org.springframework.dao.DataIntegrityViolationException;

/**
 * Keeps the messages that were given up, and sends them again. They are signed for this
 * queue: what was put here by others is never sent again with a signature of the other.
 */
public final class PoisonQueue {

	private static final Log logger = LogFactory.getLog(PoisonQueue.class);

	/**
	 * The type of the envelopes around messages that came without one.
	 */
	private static final String FOREIGN = "~foreign";

	/**
	 * How much is kept of a foreign message that is too long and finds no blob.
	 */
	private static final int EXCERPT = 6 * 1024;

	private static final Duration HIDDEN = Duration.ofSeconds(30);

	private final QueueConnection connection;

	private final EnvelopeFormat queue;

	private final EnvelopeFormat poison;

	private final ClaimCheck claims;

	public PoisonQueue(QueueConnection connection) {
		this.connection = connection;
		this.queue = new EnvelopeFormat(connection.queue().signature());
		this.poison = new EnvelopeFormat(connection.poison().signature());
		this.claims = new ClaimCheck(connection.blobs(), this.poison);
	}

	/**
	 * An envelope around a message that came without one.
	 */
	public static Envelope foreign(ReceivedMessage message, PermanentMessageException reason) {
		return Envelope.of(new Header(message.id(), FOREIGN, message.sentAt(), null), message.body())
			.failed(reason.toString());
	}

	public void add(Envelope envelope) {
		this.connection.poison().send(body(envelope), Duration.ZERO);
	}

	private String body(Envelope envelope) {
		if (!isForeign(envelope)) {
			return this.poison.write(envelope);
		}
		try {
			return this.claims.pack(envelope);
		}
		catch (DataIntegrityViolationException ex) {
			String text = ((Inline) envelope.content()).payload();
			return this.poison.write(envelope.withContent(new Inline(text.substring(0, EXCERPT))));
		}
	}

	private static boolean isForeign(Envelope envelope) {
		return envelope.header().type().equals(FOREIGN);
	}

	/**
	 * Sends messages to the queue again, as many at most as were here at the beginning:
	 * what a worker gives up meanwhile does not come again and again.
	 */
	public int redrive(int most) {
		long left = this.connection.poison().depth();
		int redriven = 0;
		int stuck = 0;
		while (redriven < most && left > 0) {
			List<ReceivedMessage> messages = this.connection.poison()
				.receive((int) Math.min(left, Math.min(most - redriven, MessageLimits.MESSAGES)), HIDDEN);
			for (ReceivedMessage message : messages) {
				if (isRedriven(message)) {
					redriven++;
				}
				else {
					stuck++;
				}
			}
			left = messages.isEmpty() ? 0 : left - messages.size();
		}
		if (stuck > 0) {
			logger.warn(stuck + " messages of the poison queue cannot be sent again, and stay there: "
					+ "they are not signed or cannot be read, their payload is missing, or they are too long. "
					+ "Look at them, and remove them");
		}
		return redriven;
	}

	/**
	 * Sends a message to the queue, and then deletes it here. One that came without an
	 * envelope, or without a signature, goes without one.
	 * @return {@code false} if that is not possible, and it stays here
	 */
	private boolean isRedriven(ReceivedMessage message) {
		try {
			Envelope envelope = this.poison.read(message.body());
			this.connection.queue()
				.send(isForeign(envelope) ? this.claims.unpack(envelope) : this.queue.write(envelope.renewed()),
						Duration.ZERO);
		}
		catch (PermanentMessageException | DataIntegrityViolationException ex) {
			return false;
		}
		this.connection.poison().delete(message);
		return true;
	}

}
