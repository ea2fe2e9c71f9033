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

import io.azuretables.patterns.internal.message.MessageChannel;
import io.azuretables.patterns.queue.message.HandlingStoppedException;
import io.azuretables.patterns.queue.message.MessageContext;
import io.azuretables.patterns.queue.message.MessageHandler;
import io.azuretables.patterns.queue.message.MessageHandlerRegistration;
import io.azuretables.patterns.queue.message.MessageHandlers;

/**
 * Calls the handler of a message with its payload, in the calling thread. Its time begins
 * when the payload is there. A handler that throws after its time has passed has taken
 * too long.
 *
 * @param channel reads payloads
 * @param handlers those that may be called
 * @param time the most time that a handler takes
 */
record HandlerCall(MessageChannel channel, MessageHandlers handlers, Duration time) {

	/**
	 * Calls the handler of a message.
	 * @param state what became of the write that it goes with
	 */
	void run(WriteState state, Lease lease) throws Exception {
		run(registration(state.envelope().header().type()), state, lease,
				state.isCommitted() ? MessageHandler::handle : MessageHandler::abandoned);
	}

	/**
	 * Calls the handler of a message once more, if it asks for that.
	 */
	void runSecondPass(WriteState state, Lease lease) throws Exception {
		MessageHandlerRegistration<?> registration = this.handlers.find(state.envelope().header().type()).orElse(null);
		if (registration != null && registration.handler() instanceof SecondPassHandler) {
			run(registration, state, lease,
					(handler, payload, context) -> ((SecondPassHandler<Object>) handler).secondPass(payload, context));
		}
	}

	/**
	 * The handler of a type. Where there is none, another instance of the application may
	 * have one, as long as it is being replaced by a newer version.
	 */
	private MessageHandlerRegistration<?> registration(String type) {
		return this.handlers.find(type)
			.orElseThrow(() -> new UnknownTypeException("There is no handler for messages of type '" + type
					+ "'; there are handlers for " + this.handlers.names()));
	}

	@SuppressWarnings("unchecked") // the payload is read as the class of the handler
	private void run(MessageHandlerRegistration<?> registration, WriteState state, Lease lease, Call call)
			throws Exception {
		Object payload = this.channel.payload(state.envelope(), registration.payload());
		LeasedMessage message = new LeasedMessage(state.envelope(), state.tokenRow(), lease,
				lease.now().plus(this.time));
		message.check();
		try {
			call.run((MessageHandler<Object>) registration.handler(), payload, message);
		}
		catch (Exception | Error ex) {
			if (message.isOverdue() && FailureKind.of(ex) != FailureKind.PERMANENT) {
				throw new HandlingStoppedException(LeasedMessage.OVERDUE, ex);
			}
			throw ex;
		}
	}

	/**
	 * A method of a handler.
	 */
	private interface Call {

		void run(MessageHandler<Object> handler, Object payload, MessageContext context) throws Exception;

	}

}
