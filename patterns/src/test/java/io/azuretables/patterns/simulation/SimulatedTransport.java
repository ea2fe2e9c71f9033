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
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

import io.azuretables.patterns.queue.transport.EmbeddedMessageTransport;
import io.azuretables.patterns.queue.transport.MessageSignature;
import io.azuretables.patterns.queue.transport.MessageTransport;
import io.azuretables.patterns.queue.transport.ReceivedMessage;

/**
 * A queue of a simulation: the embedded one behind a network that fails. Some messages
 * stay hidden for longer than was said, so that they come in no certain order.
 */
public final class SimulatedTransport implements MessageTransport {

	private static final List<Duration> DISORDER = List.of(Duration.ZERO, Duration.ZERO, Duration.ZERO,
			Duration.ofSeconds(2));

	private static final Duration LONG = Duration.ofDays(1);

	private static final int MOST = 32;

	private static final int SHOWN = 300;

	private final Simulation simulation;

	private final String name;

	private final EmbeddedMessageTransport messages;

	public SimulatedTransport(Simulation simulation, String name) {
		this.simulation = simulation;
		this.name = name;
		this.messages = new EmbeddedMessageTransport(simulation.clock());
	}

	/**
	 * The queue as it is, for checks.
	 */
	public MessageTransport store() {
		return this.messages;
	}

	/**
	 * All messages, those that are hidden included: for checks when all is over.
	 */
	public Set<ReceivedMessage> drained() {
		this.simulation.pass(LONG);
		Set<ReceivedMessage> all = new HashSet<>();
		while (all.addAll(this.messages.receive(MOST, LONG))) {
			continue;
		}
		return all;
	}

	/**
	 * What says that there are messages, if there are.
	 */
	public List<String> leftOvers() {
		long depth = this.messages.depth();
		return (depth > 0) ? List.of(depth + " messages in " + this.name) : List.of();
	}

	@Override
	public ReceivedMessage send(String body, Duration hidden) {
		Duration disordered = hidden.plus(DISORDER.get(this.simulation.random().nextInt(DISORDER.size())));
		return this.simulation.request(Request.message("send to " + this.name + " " + beginning(body)),
				() -> this.messages.send(body, disordered));
	}

	private static String beginning(String body) {
		return body.substring(0, Math.min(body.length(), SHOWN)).replace("\n", " ");
	}

	@Override
	public List<ReceivedMessage> receive(int most, Duration hidden) {
		return this.simulation.request(Request.message("receive from " + this.name),
				() -> this.messages.receive(most, hidden));
	}

	@Override
	public ReceivedMessage update(ReceivedMessage message, String body, Duration hidden) {
		return this.simulation.request(Request.message("hide " + message.id() + " of " + this.name),
				() -> this.messages.update(message, body, hidden));
	}

	@Override
	public boolean delete(ReceivedMessage message) {
		return this.simulation.request(Request.message("delete " + message.id() + " of " + this.name),
				() -> this.messages.delete(message));
	}

	@Override
	public long depth() {
		return this.simulation.request(Request.read("depth of " + this.name), this.messages::depth);
	}

	@Override
	public Optional<ReceivedMessage> peek() {
		return this.simulation.request(Request.read("peek at " + this.name), this.messages::peek);
	}

	@Override
	public MessageSignature signature() {
		return this.messages.signature();
	}

}
