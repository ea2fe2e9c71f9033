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
package io.azuretables.patterns.simulation.move;

import java.time.Duration;

import io.azuretables.patterns.queue.transport.ReceivedMessage;
import io.azuretables.patterns.simulation.ForwardingTransport;
import io.azuretables.patterns.simulation.SimulatedTransport;
import io.azuretables.patterns.simulation.Simulation;

/**
 * A queue that loses one message in twenty during the storm.
 */
final class LossyTransport extends ForwardingTransport {

	private static final int ONE_IN = 20;

	private final SimulatedTransport queue;

	private final Simulation simulation;

	private final Sabotage sabotage;

	/**
	 * A queue that loses messages.
	 * @param simulation the time and chance
	 * @param sabotage whether it loses any
	 */
	LossyTransport(SimulatedTransport queue, Simulation simulation, Sabotage sabotage) {
		super(queue);
		this.queue = queue;
		this.simulation = simulation;
		this.sabotage = sabotage;
	}

	@Override
	public ReceivedMessage send(String body, Duration hidden) {
		ReceivedMessage sent = this.queue.send(body, hidden);
		this.sabotage.sent(this.queue, sent);
		if (this.sabotage.loses() && !this.simulation.isCalm() && this.simulation.random().nextInt(ONE_IN) == 0) {
			this.simulation.say("a message is lost");
			this.queue.store().delete(sent);
		}
		return sent;
	}

}
