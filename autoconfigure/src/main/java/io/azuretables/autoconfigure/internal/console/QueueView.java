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

package io.azuretables.autoconfigure.internal.console;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;

import io.azuretables.patterns.internal.message.Envelope;
import io.azuretables.patterns.internal.message.Envelope.Inline;
import io.azuretables.patterns.internal.message.EnvelopeFormat;
import io.azuretables.patterns.queue.EventuallyConsistentQueueTemplate;
import io.azuretables.patterns.queue.message.PermanentMessageException;
import io.azuretables.patterns.queue.transport.LostMessageException;
import io.azuretables.patterns.queue.transport.MessageLimits;
import io.azuretables.patterns.queue.transport.MessageTransport;
import io.azuretables.patterns.queue.transport.ReceivedMessage;
import io.azuretables.patterns.queue.worker.WorkerStatus;
import org.jspecify.annotations.Nullable;

/**
 * The web console's page of queues: waiting messages, and messages in the poison queue
 * with their failures. Sends those again where that is allowed.
 */
final class QueueView implements ConsoleView {

	/**
	 * How long messages are hidden while they are looked at. They are shown again at once
	 * after that.
	 */
	private static final Duration LOOK = Duration.ofSeconds(10);

	private static final int PAYLOAD = 2_000;

	private final List<ShownQueue> queues;

	private final boolean write;

	QueueView(List<ShownQueue> queues, boolean write) {
		this.queues = queues;
		this.write = write;
	}

	@Override
	public String name() {
		return "queues";
	}

	@Override
	public Map<String, Function<ConsoleArguments, Object>> calls() {
		Map<String, Function<ConsoleArguments, Object>> calls = new HashMap<>();
		calls.put("queues", (call) -> Map.of("queues", this.queues.stream().map(QueueView::shown).toList(), "now",
				Instant.now().toString()));
		calls.put("poison", (call) -> Map.of("messages", poison(queue(call).poison())));
		if (this.write) {
			calls.put("redrive", this::redrive);
		}
		return calls;
	}

	private ShownQueue queue(ConsoleArguments call) {
		String name = call.text("queue");
		return this.queues.stream()
			.filter((one) -> one.name().equals(name))
			.findFirst()
			.orElseThrow(() -> new ConsoleException(404, "There is no queue '" + name + "'"));
	}

	/**
	 * Three requests at most.
	 */
	private static Map<String, @Nullable Object> shown(ShownQueue queue) {
		Map<String, @Nullable Object> shown = new LinkedHashMap<>();
		shown.put("name", queue.name());
		shown.put("depth", queue.queue().depth());
		shown.put("poison", queue.poison().depth());
		shown.put("next", queue.queue().peek().map((message) -> message.sentAt().toString()).orElse(null));
		WorkerStatus status = (queue.worker() != null) ? queue.worker().get() : null;
		shown.put("worker", (status != null) ? words(status) : "no worker in this application");
		shown.put("redrives", queue.template() != null);
		return shown;
	}

	private static String words(WorkerStatus status) {
		if (status.failure() != null) {
			return "waits for the service: " + status.failure();
		}
		return status.paused() ? "paused" : status.running() ? "running, " + status.active() + " at work" : "stopped";
	}

	/**
	 * The first messages that were given up. They are received, and shown again: one
	 * request, and one for each.
	 */
	private static List<Map<String, @Nullable Object>> poison(MessageTransport poison) {
		EnvelopeFormat format = new EnvelopeFormat(poison.signature());
		List<Map<String, @Nullable Object>> messages = new ArrayList<>();
		for (ReceivedMessage message : poison.receive(MessageLimits.MESSAGES, LOOK)) {
			messages.add(message(message, format));
			try {
				poison.update(message, message.body(), Duration.ZERO);
			}
			catch (LostMessageException ex) {
				// another process has it by now
			}
		}
		return messages;
	}

	private static Map<String, @Nullable Object> message(ReceivedMessage message, EnvelopeFormat format) {
		Map<String, @Nullable Object> shown = new LinkedHashMap<>();
		shown.put("id", message.id());
		try {
			Envelope envelope = format.read(message.body());
			shown.put("id", envelope.id());
			shown.put("type", envelope.header().type());
			shown.put("sent", envelope.header().sentAt().toString());
			shown.put("failures", envelope.progress().failures());
			shown.put("errors", envelope.progress().errors());
			shown.put("payload", (envelope.content() instanceof Inline inline) ? cut(inline.payload()) : "in a blob");
		}
		catch (PermanentMessageException ex) {
			shown.put("type", "unreadable");
			shown.put("errors", List.of(String.valueOf(ex.getMessage())));
			shown.put("payload", cut(message.body()));
		}
		return shown;
	}

	private static String cut(String text) {
		return (text.length() > PAYLOAD) ? text.substring(0, PAYLOAD) + "…" : text;
	}

	private Object redrive(ConsoleArguments call) {
		EventuallyConsistentQueueTemplate template = queue(call).template();
		if (template == null) {
			throw new ConsoleException(400, "Messages of this queue are never given up");
		}
		return Map.of("redriven", template.redrive(call.number("most", 100, 10_000)));
	}

	/**
	 * A queue of the application.
	 *
	 * @param name what the page calls it
	 * @param queue the queue
	 * @param poison what was given up
	 * @param template sends messages again; {@code null} where none is given up
	 * @param worker tells how the worker is; {@code null} if there is none here
	 */
	record ShownQueue(String name, MessageTransport queue, MessageTransport poison,
			@Nullable EventuallyConsistentQueueTemplate template, @Nullable Supplier<WorkerStatus> worker) {

	}

}
