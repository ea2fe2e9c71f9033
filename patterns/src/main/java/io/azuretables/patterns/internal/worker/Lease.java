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
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;

import io.azuretables.patterns.queue.transport.LostMessageException;
import io.azuretables.patterns.queue.transport.MessageTransport;
import io.azuretables.patterns.queue.transport.ReceivedMessage;

/**
 * The right of a worker to handle a received message, until the message is visible to
 * other workers again. It lasts until the message is deleted, given back or taken away.
 */
final class Lease {

	private final MessageTransport queue;

	private final InstantSource clock;

	private ReceivedMessage message;

	private volatile Instant until;

	private boolean ended;

	/**
	 * The lease of a message.
	 * @param until when others may receive it again, reckoned from before it was received
	 */
	Lease(MessageTransport queue, InstantSource clock, ReceivedMessage message, Instant until) {
		this.queue = queue;
		this.clock = clock;
		this.message = message;
		this.until = until;
	}

	/**
	 * Receives messages. One request.
	 * @param most how many at most
	 * @param time how long they are ours
	 */
	static List<Lease> receive(MessageTransport queue, InstantSource clock, int most, Duration time) {
		Instant until = clock.instant().plus(time);
		return queue.receive(most, time).stream().map((message) -> new Lease(queue, clock, message, until)).toList();
	}

	Instant now() {
		return this.clock.instant();
	}

	synchronized ReceivedMessage message() {
		return this.message;
	}

	/**
	 * Whether no other worker can have received the message.
	 */
	boolean isOurs() {
		return now().isBefore(this.until);
	}

	/**
	 * Hides the message for a further time. When the answer is lost, the receipt is lost,
	 * too, and the message soon not ours any more.
	 */
	synchronized void renew(Duration time) {
		if (!this.ended) {
			update(this.message.body(), time);
		}
	}

	/**
	 * Gives the message back, to be received after a time. One request.
	 * @throws LostMessageException if another worker has it by now
	 */
	synchronized void hide(String body, Duration time) {
		this.ended = true;
		update(body, time);
	}

	private void update(String body, Duration time) {
		Instant next = now().plus(time);
		try {
			this.message = this.queue.update(this.message, body, time);
			this.until = next;
		}
		catch (LostMessageException ex) {
			this.until = Instant.MIN;
			this.ended = true;
			throw ex;
		}
	}

	/**
	 * Deletes the message. One request. It does not matter whether another worker was
	 * faster.
	 */
	synchronized void delete() {
		this.ended = true;
		this.queue.delete(this.message);
	}

}
