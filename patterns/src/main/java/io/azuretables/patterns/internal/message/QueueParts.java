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

import java.util.function.Predicate;

import io.azuretables.gateway.TableGateway;
import io.azuretables.internal.commit.CommitProtocol;
import io.azuretables.internal.commit.CommitToken;
import io.azuretables.patterns.internal.message.Envelope.Header;
import io.azuretables.patterns.internal.message.Envelope.Origin;
import io.azuretables.patterns.queue.message.QueueMessage;
import io.azuretables.patterns.queue.message.QueueOptions;
import io.azuretables.patterns.queue.transport.QueueConnection;
import org.jspecify.annotations.Nullable;

/**
 * What those who send and those who handle messages have in common.
 *
 * @param connection the queues
 * @param options how messages are written
 * @param commits tells whether writes happened
 * @param kept the messages that token rows keep
 * @param tables the tables that messages may go with writes to
 */
public record QueueParts(QueueConnection connection, QueueOptions options, CommitProtocol commits, OutboxMessages kept,
		Predicate<String> tables) {

	public static QueueParts of(TableGateway gateway, QueueConnection connection, QueueOptions options,
			Predicate<String> tables) {
		return new QueueParts(connection, options,
				new CommitProtocol(gateway, options.clock(), options.times().fence()),
				OutboxMessages.of(gateway, connection.queue(), options), tables);
	}

	public EnvelopeFormat format() {
		return new EnvelopeFormat(this.connection.queue().signature());
	}

	public ClaimCheck claims() {
		return new ClaimCheck(this.connection.blobs(), format());
	}

	/**
	 * Whether messages may touch the table that they name.
	 */
	public boolean isKnown(CommitToken token) {
		return this.tables.test(token.table());
	}

	public PoisonQueue poison() {
		return new PoisonQueue(this.connection);
	}

	/**
	 * A new message.
	 */
	public Envelope envelope(QueueMessage message, String id, @Nullable Origin origin) {
		Header header = new Header(id, message.type(), this.options.clock().instant(), origin);
		return Envelope.of(header, this.options.payloads().write(message.payload()));
	}

	public <P> P payload(Envelope envelope, Class<P> type) {
		return this.options.payloads().read(claims().unpack(envelope), type);
	}

}
