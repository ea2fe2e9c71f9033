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

package io.azuretables.patterns.simulation;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

import io.azuretables.patterns.queue.transport.MessageSignature;
import io.azuretables.patterns.queue.transport.MessageTransport;
import io.azuretables.patterns.queue.transport.ReceivedMessage;

/**
 * A queue that a test makes misbehave. Passes on all that is not overridden.
 */
public class ForwardingTransport implements MessageTransport {

	private final MessageTransport queue;

	public ForwardingTransport(MessageTransport queue) {
		this.queue = queue;
	}

	@Override
	public ReceivedMessage send(String body, Duration hidden) {
		return this.queue.send(body, hidden);
	}

	@Override
	public List<ReceivedMessage> receive(int most, Duration hidden) {
		return this.queue.receive(most, hidden);
	}

	@Override
	public ReceivedMessage update(ReceivedMessage message, String body, Duration hidden) {
		return this.queue.update(message, body, hidden);
	}

	@Override
	public boolean delete(ReceivedMessage message) {
		return this.queue.delete(message);
	}

	@Override
	public long depth() {
		return this.queue.depth();
	}

	@Override
	public Optional<ReceivedMessage> peek() {
		return this.queue.peek();
	}

	@Override
	public MessageSignature signature() {
		return this.queue.signature();
	}

}
