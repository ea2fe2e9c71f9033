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
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

import io.azuretables.patterns.queue.transport.MessageTransport;
import io.azuretables.patterns.queue.transport.ReceivedMessage;
import io.azuretables.patterns.simulation.ForwardingTransport;

/**
 * Counts what is asked of a queue, and calls a test before and after.
 */
class WatchedTransport extends ForwardingTransport {

	private static final Runnable NOTHING = () -> {
	};

	private final AtomicInteger receives = new AtomicInteger();

	private final AtomicInteger updates = new AtomicInteger();

	private volatile Runnable beforeReceive = NOTHING;

	private volatile Runnable afterReceive = NOTHING;

	private volatile Runnable beforeUpdate = NOTHING;

	WatchedTransport(MessageTransport queue) {
		super(queue);
	}

	/**
	 * Does something before each receive.
	 */
	void beforeReceive(Runnable action) {
		this.beforeReceive = action;
	}

	/**
	 * Does something after each receive that finds a message.
	 */
	void afterReceive(Runnable action) {
		this.afterReceive = action;
	}

	/**
	 * Does something before each update.
	 */
	void beforeUpdate(Runnable action) {
		this.beforeUpdate = action;
	}

	/**
	 * Lets all be well again.
	 */
	void reset() {
		this.beforeReceive = NOTHING;
		this.afterReceive = NOTHING;
		this.beforeUpdate = NOTHING;
	}

	int receives() {
		return this.receives.get();
	}

	int updates() {
		return this.updates.get();
	}

	@Override
	public List<ReceivedMessage> receive(int most, Duration hidden) {
		this.receives.incrementAndGet();
		this.beforeReceive.run();
		List<ReceivedMessage> messages = super.receive(most, hidden);
		if (!messages.isEmpty()) {
			this.afterReceive.run();
		}
		return messages;
	}

	@Override
	public ReceivedMessage update(ReceivedMessage message, String body, Duration hidden) {
		this.updates.incrementAndGet();
		this.beforeUpdate.run();
		return super.update(message, body, hidden);
	}

}
