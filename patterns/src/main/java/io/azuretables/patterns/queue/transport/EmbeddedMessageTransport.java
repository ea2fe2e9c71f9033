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

package io.azuretables.patterns.queue.transport;

import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A message queue in memory, for tests, samples and a first start. It has the hiding,
 * receipts and limits of the service, on a clock of its own. Messages are signed with a
 * random key, and nothing outlives the process. Two that are used in the same way do the
 * same.
 *
 * @since 0.1
 */
public final class EmbeddedMessageTransport implements MessageTransport {

	private static final MessageKeys KEYS = MessageKeys.of(UUID.randomUUID().toString());

	private static final AtomicLong QUEUES = new AtomicLong();

	private final InstantSource clock;

	private final MessageSignature signature = KEYS.forQueue("embedded-" + QUEUES.incrementAndGet());

	private final TreeSet<Stored> line = new TreeSet<>(
			Comparator.comparing(Stored::visibleAt).thenComparingLong(Stored::number));

	private final Map<String, Stored> messages = new HashMap<>();

	private long sent;

	private long receipts;

	public EmbeddedMessageTransport(InstantSource clock) {
		this.clock = clock;
	}

	@Override
	public Optional<URI> address() {
		return Optional.empty();
	}

	@Override
	public synchronized ReceivedMessage send(String body, Duration hidden) {
		MessageLimits.bytes(body);
		Instant now = this.clock.instant();
		Instant visibleAt = now.plus(MessageLimits.hidden(hidden));
		this.sent++;
		ReceivedMessage message = new ReceivedMessage("m" + this.sent, receipt(), body, 0, now);
		keep(new Stored(this.sent, visibleAt, message));
		return message;
	}

	@Override
	public synchronized List<ReceivedMessage> receive(int most, Duration hidden) {
		MessageLimits.checkMost(most);
		Instant now = this.clock.instant();
		Instant visibleAt = now.plus(MessageLimits.received(hidden));
		List<ReceivedMessage> received = new ArrayList<>();
		while (received.size() < most && !this.line.isEmpty() && !this.line.first().visibleAt().isAfter(now)) {
			Stored stored = this.line.first();
			ReceivedMessage was = stored.message();
			ReceivedMessage message = new ReceivedMessage(was.id(), receipt(), was.body(), was.deliveries() + 1,
					was.sentAt());
			keep(new Stored(stored.number(), visibleAt, message));
			received.add(message);
		}
		return received;
	}

	@Override
	public synchronized ReceivedMessage update(ReceivedMessage message, String body, Duration hidden) {
		MessageLimits.bytes(body);
		Instant visibleAt = this.clock.instant().plus(MessageLimits.hidden(hidden));
		Stored stored = owned(message).orElseThrow(() -> new LostMessageException(
				"The message " + message.id() + " was deleted, or received by another worker"));
		ReceivedMessage was = stored.message();
		ReceivedMessage updated = new ReceivedMessage(was.id(), receipt(), body, was.deliveries(), was.sentAt());
		keep(new Stored(stored.number(), visibleAt, updated));
		return updated;
	}

	@Override
	public synchronized boolean delete(ReceivedMessage message) {
		Optional<Stored> stored = owned(message);
		stored.ifPresent((found) -> {
			this.messages.remove(message.id());
			this.line.remove(found);
		});
		return stored.isPresent();
	}

	@Override
	public synchronized long depth() {
		return this.messages.size();
	}

	@Override
	public synchronized Optional<ReceivedMessage> peek() {
		Instant now = this.clock.instant();
		return this.line.stream()
			.findFirst()
			.filter((stored) -> !stored.visibleAt().isAfter(now))
			.map(EmbeddedMessageTransport::unreceived);
	}

	@Override
	public MessageSignature signature() {
		return this.signature;
	}

	private static ReceivedMessage unreceived(Stored stored) {
		ReceivedMessage message = stored.message();
		return new ReceivedMessage(message.id(), "", message.body(), message.deliveries(), message.sentAt());
	}

	private Optional<Stored> owned(ReceivedMessage message) {
		return Optional.ofNullable(this.messages.get(message.id()))
			.filter((stored) -> stored.message().receipt().equals(message.receipt()));
	}

	private String receipt() {
		this.receipts++;
		return "r" + this.receipts;
	}

	private void keep(Stored stored) {
		Stored before = this.messages.put(stored.message().id(), stored);
		if (before != null) {
			this.line.remove(before);
		}
		this.line.add(stored);
	}

	/**
	 * A message in the queue.
	 *
	 * @param number its place among all that were sent
	 * @param visibleAt when it can be received
	 * @param message as it was received last
	 */
	private record Stored(long number, Instant visibleAt, ReceivedMessage message) {

	}

}
