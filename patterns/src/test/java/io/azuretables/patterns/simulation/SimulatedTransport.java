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

import io.azuretables.patterns.queue.MessageTransport;
import io.azuretables.patterns.queue.ReceivedMessage;

/**
 * A queue of a simulation: one in memory behind a network that fails.
 */
public final class SimulatedTransport implements MessageTransport {

	private final Simulation simulation;

	private final String name;

	private final MessageTransport messages;

	public SimulatedTransport(Simulation simulation, String name) {
		this.simulation = simulation;
		this.name = name;
		this.messages = new MemoryTransport(simulation.clock(), simulation.random());
	}

	/**
	 * The queue as it is, for checks.
	 */
	public MessageTransport store() {
		return this.messages;
	}

	@Override
	public void send(String body, Duration hidden) {
		this.simulation.<Void>request(Request.change("send to " + this.name + " " + body), () -> {
			this.messages.send(body, hidden);
			return null;
		});
	}

	@Override
	public List<ReceivedMessage> receive(int most, Duration hidden) {
		return this.simulation.request(Request.change("receive from " + this.name),
				() -> this.messages.receive(most, hidden));
	}

	@Override
	public ReceivedMessage update(ReceivedMessage message, String body, Duration hidden) {
		return this.simulation.request(Request.change("hide " + message.id() + " of " + this.name),
				() -> this.messages.update(message, body, hidden));
	}

	@Override
	public boolean delete(ReceivedMessage message) {
		return this.simulation.request(Request.change("delete " + message.id() + " of " + this.name),
				() -> this.messages.delete(message));
	}

	@Override
	public long depth() {
		return this.simulation.request(Request.read("depth of " + this.name), this.messages::depth);
	}

}
