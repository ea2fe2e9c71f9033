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

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

import io.azuretables.gateway.TableGateway;
import io.azuretables.internal.commit.CommitToken;
import io.azuretables.internal.commit.TokenRowSweep;
import io.azuretables.patterns.queue.message.PermanentMessageException;
import io.azuretables.patterns.queue.transport.MessageTransport;
import io.azuretables.row.RowWrite;
import io.azuretables.row.TableRow;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

import org.springframework.dao.OptimisticLockingFailureException;

/**
 * Stores a message in the transaction of the write that it belongs to, so that it can be
 * sent later (outbox). The message is in the token row of the write, where a sweep finds
 * it.
 *
 * @param gateway where the rows lie
 * @param queue where messages are sent
 * @param sweep finds them
 * @param format reads and writes them
 * @param property the property of a token row that holds its message, another one for
 * each queue whose writes go to the same tables
 */
public record OutboxMessages(TableGateway gateway, MessageTransport queue, TokenRowSweep sweep, EnvelopeFormat format,
		String property) {

	private static final Log logger = LogFactory.getLog(OutboxMessages.class);

	/**
	 * The property of a token row whose message was given up.
	 */
	private static final String POISONED = "poisoned";

	/**
	 * What a token row holds of its message.
	 */
	public Map<String, Object> facts(String message) {
		return Map.of(this.property, message.getBytes(StandardCharsets.UTF_8));
	}

	public long send(String table, Duration overdue) {
		return this.sweep.run(table, overdue, this::kept, (message) -> this.queue.send(message, Duration.ZERO));
	}

	/**
	 * The message that a row keeps. One that cannot be read must not keep all others from
	 * being sent.
	 */
	private Optional<String> kept(TableRow row) {
		if (!(row.get(this.property) instanceof byte[] message) || row.get(POISONED) != null) {
			return Optional.empty();
		}
		try {
			Envelope envelope = this.format.read(new String(message, StandardCharsets.UTF_8));
			return Optional.of(this.format.write(envelope.committed()));
		}
		catch (PermanentMessageException ex) {
			logger.warn("A token row keeps a message that cannot be read, and that is not sent: " + ex.getMessage());
			return Optional.empty();
		}
	}

	/**
	 * Leaves a message alone from now on that was given up.
	 */
	public void exempt(CommitToken token) {
		try {
			this.gateway.write(token.table(),
					new RowWrite.Merge(TableRow.of(token.key(), Map.of(POISONED, true)), RowWrite.ANY));
		}
		catch (OptimisticLockingFailureException ex) {
			// it is gone
		}
	}

}
