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

package io.azuretables.patterns.interpartition;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;

import io.azuretables.internal.commit.CommitToken;
import io.azuretables.patterns.index.IndexOptions;
import io.azuretables.patterns.internal.message.Envelope;
import io.azuretables.patterns.internal.message.Envelope.Header;
import io.azuretables.patterns.internal.message.Envelope.Origin;
import io.azuretables.patterns.internal.message.Envelope.OriginKind;
import io.azuretables.patterns.internal.message.EnvelopeFormat;
import io.azuretables.patterns.queue.message.JsonPayloadFormat;
import io.azuretables.patterns.queue.message.PayloadFormat;
import io.azuretables.patterns.queue.transport.MessageTransport;

/**
 * Sends the index worker a message about each write that changes indexes in other
 * partitions.
 *
 * @param transport the queue of indexes
 * @param options the clock, and how long a message is hidden
 */
record GuardMessages(MessageTransport transport, IndexOptions options) {

	/**
	 * The property of a token row that holds its message.
	 */
	static final String PROPERTY = "IndexGuard";

	static final PayloadFormat PAYLOADS = new JsonPayloadFormat();

	/**
	 * The message of a write. Where nothing was prepared, there is nothing to undo: it is
	 * about a write that happened.
	 */
	Envelope message(CommitToken token, IndexGuard guard) {
		return envelope(token, guard, guard.isOnlyEventual() ? OriginKind.COMMITTED : OriginKind.GUARDED);
	}

	/**
	 * Announces a write that is still to come. One request.
	 */
	void sendHidden(Envelope message) {
		Duration hidden = this.options.times().guard();
		this.transport.send(format().write(message.waiting(now().plus(hidden))), hidden);
	}

	/**
	 * Sends the message of a write whose outcome is final. One request.
	 */
	void send(Envelope message) {
		this.transport.send(format().write(message), Duration.ZERO);
	}

	/**
	 * Sends a message about an index row that a look-up has met. One request.
	 */
	void sendObserved(CommitToken token, IndexGuard guard) {
		send(envelope(token, guard, OriginKind.OBSERVED));
	}

	/**
	 * What a token row holds of its message.
	 */
	Map<String, Object> facts(Envelope message) {
		return Map.of(PROPERTY, format().write(message).getBytes(StandardCharsets.UTF_8));
	}

	private Envelope envelope(CommitToken token, IndexGuard guard, OriginKind kind) {
		Origin origin = new Origin(kind, token.table(), token.partitionKey());
		return Envelope.of(new Header(token.value(), IndexGuard.TYPE, now(), origin), PAYLOADS.write(guard.text()));
	}

	private EnvelopeFormat format() {
		return new EnvelopeFormat(this.transport.signature());
	}

	private Instant now() {
		return this.options.clock().instant();
	}

}
