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

import io.azuretables.internal.commit.CommitOutcome;
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
		call(this.handlers.get(envelope.header().type()), envelope, settlement, lease);
	}

	private <P> void call(MessageHandlerRegistration<P> type, Envelope envelope, @Nullable CommitOutcome settlement,
			Lease lease) throws Exception {
		P payload = this.parts.payload(envelope, type.payload());
		MessageContext context = new MessageContext(envelope, (settlement != null) ? settlement.row() : null, lease,
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
				throw new HandlingStoppedException(MessageContext.OVERDUE, ex);
			}
			throw ex;
		}
	}

}
