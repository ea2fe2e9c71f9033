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

import io.azuretables.internal.commit.CommitOutcome;
import io.azuretables.patterns.internal.message.Envelope;
import io.azuretables.patterns.internal.message.QueueParts;
import io.azuretables.patterns.queue.message.HandlingStoppedException;
import io.azuretables.patterns.queue.message.MessageHandlerRegistration;
import io.azuretables.patterns.queue.message.MessageHandlers;
import org.jspecify.annotations.Nullable;

/**
 * Calls handlers with the payloads of messages. A handler that throws after its time has
 * passed has taken too long.
 *
 * @param parts reads payloads
 * @param handlers those that may be called
 * @param time the most time that one takes
 */
record HandlerCalls(QueueParts parts, MessageHandlers handlers, Duration time) {

	/**
	 * Calls the handler of a message, in the calling thread.
	 * @param settlement what became of the write that it goes with, if there is one
	 */
	void call(Envelope envelope, @Nullable CommitOutcome settlement, Lease lease) throws Exception {
		call(handler(envelope.header().type()), envelope, settlement, lease);
	}

	/**
	 * The handler of a type. Where there is none, another instance of the application may
	 * have one, as long as it is being replaced by a newer version.
	 */
	private MessageHandlerRegistration<?> handler(String type) {
		return this.handlers.find(type)
			.orElseThrow(() -> new UnknownTypeException("There is no handler for messages of type '" + type
					+ "'; there are handlers for " + this.handlers.names()));
	}

	private <P> void call(MessageHandlerRegistration<P> type, Envelope envelope, @Nullable CommitOutcome settlement,
			Lease lease) throws Exception {
		P payload = this.parts.payload(envelope, type.payload());
		LeasedMessage context = new LeasedMessage(envelope, (settlement != null) ? settlement.row() : null, lease,
				lease.now().plus(this.time));
		context.check();
		try {
			if (settlement == null || settlement.isCommitted()) {
				type.handler().handle(payload, context);
			}
			else {
				type.handler().abandoned(payload, context);
			}
		}
		catch (Exception | Error ex) {
			if (context.isOverdue() && FailureKind.of(ex) != FailureKind.PERMANENT) {
				throw new HandlingStoppedException(LeasedMessage.OVERDUE, ex);
			}
			throw ex;
		}
	}

}
