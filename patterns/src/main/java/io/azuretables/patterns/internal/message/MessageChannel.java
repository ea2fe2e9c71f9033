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

package io.azuretables.patterns.internal.message;

import java.time.InstantSource;
import java.util.function.Predicate;

import io.azuretables.internal.commit.CommitProtocol;
import io.azuretables.internal.commit.TokenRowSweep;
import io.azuretables.patterns.internal.message.Envelope.Header;
import io.azuretables.patterns.internal.message.Envelope.Origin;
import io.azuretables.patterns.queue.message.PayloadFormat;
import io.azuretables.patterns.queue.message.QueueOptions.GuardTimes;
import io.azuretables.patterns.queue.transport.QueueConnection;
import org.jspecify.annotations.Nullable;

/**
 * A message queue with what its senders and workers share: message format, outbox and
 * time limits. Each queue is one channel; messages of any number of types share it.
 *
 * @param connection the queues
 * @param commits tells whether writes happened
 * @param times how long a write may take, and what proves it is kept
 * @param payloads how payloads become text
 * @param outbox the messages that token rows keep
 * @param tables the tables that messages may go with writes to
 */
public record MessageChannel(QueueConnection connection, CommitProtocol commits, GuardTimes times,
		PayloadFormat payloads, OutboxMessages outbox, Predicate<String> tables) {

	/**
	 * A channel.
	 * @param sweep sends the messages again that token rows keep
	 * @param property the property of a token row that holds its message
	 */
	public static MessageChannel of(TokenRowSweep sweep, QueueConnection connection, GuardTimes times,
			PayloadFormat payloads, String property, Predicate<String> tables) {
		OutboxMessages outbox = new OutboxMessages(sweep.gateway(), connection.queue(), sweep,
				new EnvelopeFormat(connection.queue().signature()), property);
		return new MessageChannel(connection, new CommitProtocol(sweep.gateway(), sweep.clock(), times.fence()), times,
				payloads, outbox, tables);
	}

	public InstantSource clock() {
		return this.commits.clock();
	}

	public EnvelopeFormat format() {
		return this.outbox.format();
	}

	public ClaimCheck claims() {
		return new ClaimCheck(this.connection.blobs(), format());
	}

	/**
	 * Whether messages may touch a table that they name.
	 */
	public boolean isKnown(String table) {
		return this.tables.test(table);
	}

	public PoisonQueue poison() {
		return new PoisonQueue(this.connection);
	}

	/**
	 * A new message.
	 */
	public Envelope envelope(String type, Object payload, String id, @Nullable Origin origin) {
		Header header = new Header(id, type, clock().instant(), origin);
		return Envelope.of(header, this.payloads.write(payload));
	}

	/**
	 * The payload of a message. One request if it lies in a blob.
	 */
	public <P> P payload(Envelope envelope, Class<P> type) {
		return this.payloads.read(claims().unpack(envelope), type);
	}

}
