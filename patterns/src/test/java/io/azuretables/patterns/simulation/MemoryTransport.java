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

import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.random.RandomGenerator;

import io.azuretables.patterns.queue.LostMessageException;
import io.azuretables.patterns.queue.MessageTransport;
import io.azuretables.patterns.queue.ReceivedMessage;

import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.dao.InvalidDataAccessApiUsageException;

/**
 * A queue in memory, which delivers in no certain order.
 */
final class MemoryTransport implements MessageTransport {

	private static final int MOST_BYTES = 48 * 1024;

	private static final int MOST_RECEIVED = 32;

	private final Clock clock;

	private final RandomGenerator random;

	private final List<Slot> slots = new ArrayList<>();

	private int numbers;

	MemoryTransport(Clock clock, RandomGenerator random) {
		this.clock = clock;
		this.random = random;
	}

	@Override
	public void send(String body, Duration hidden) {
		ReceivedMessage message = new ReceivedMessage("m" + ++this.numbers, "", checked(body), 0, this.clock.instant());
		this.slots.add(new Slot(message, this.clock.instant().plus(hidden)));
	}

	private static String checked(String body) {
		if (body.getBytes(StandardCharsets.UTF_8).length > MOST_BYTES) {
			throw new DataIntegrityViolationException("A message has at most 48 KiB");
		}
		return body;
	}

	@Override
	public List<ReceivedMessage> receive(int most, Duration hidden) {
		if (most < 1 || most > MOST_RECEIVED) {
			throw new InvalidDataAccessApiUsageException("Between 1 and 32 messages are received");
		}
		Instant now = this.clock.instant();
		List<Slot> visible = new ArrayList<>(
				this.slots.stream().filter((slot) -> !slot.visibleAt.isAfter(now)).toList());
		Collections.shuffle(visible, new Random(this.random.nextLong()));
		List<ReceivedMessage> received = new ArrayList<>();
		for (Slot slot : visible.subList(0, Math.min(most, visible.size()))) {
			ReceivedMessage message = slot.message;
			slot.change(new ReceivedMessage(message.id(), receipt(), message.body(), message.deliveries() + 1,
					message.sentAt()), now.plus(hidden));
			received.add(slot.message);
		}
		return received;
	}

	private String receipt() {
		return "r" + ++this.numbers;
	}

	@Override
	public ReceivedMessage update(ReceivedMessage message, String body, Duration hidden) {
		for (Slot slot : this.slots) {
			if (slot.isHeldBy(message)) {
				slot.change(new ReceivedMessage(message.id(), receipt(), checked(body), message.deliveries(),
						message.sentAt()), this.clock.instant().plus(hidden));
				return slot.message;
			}
		}
		throw new LostMessageException("The message is not ours any more");
	}

	@Override
	public boolean delete(ReceivedMessage message) {
		return this.slots.removeIf((slot) -> slot.isHeldBy(message));
	}

	@Override
	public long depth() {
		return this.slots.size();
	}

	/**
	 * A message, and from when on it is delivered.
	 */
	private static final class Slot {

		private ReceivedMessage message;

		private Instant visibleAt;

		private Slot(ReceivedMessage message, Instant visibleAt) {
			this.message = message;
			this.visibleAt = visibleAt;
		}

		private void change(ReceivedMessage newMessage, Instant newVisibleAt) {
			this.message = newMessage;
			this.visibleAt = newVisibleAt;
		}

		private boolean isHeldBy(ReceivedMessage received) {
			return this.message.id().equals(received.id()) && this.message.receipt().equals(received.receipt());
		}

	}

}
