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

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;

import io.azuretables.client.TableGateway;
import io.azuretables.patterns.queue.WriteGuard.Settlement;
import io.azuretables.row.RowPage;
import io.azuretables.row.RowPage.Continuation;
import io.azuretables.row.RowReader;
import io.azuretables.row.RowRequest;
import io.azuretables.row.RowWrite;
import io.azuretables.row.TableRow;

import org.springframework.dao.OptimisticLockingFailureException;

/**
 * What if a message is lost, but not its write? The token row has kept it.
 */
final class TokenRowSweep {

	/**
	 * The property of a token row that holds its message.
	 */
	static final String MESSAGE = "message";

	/**
	 * The property of a token row whose message was given up.
	 */
	private static final String POISONED = "poisoned";

	private static final String FILTER = "RowKey ge '~t|' and RowKey lt '~t}'";

	private final TableGateway gateway;

	private final MessageTransport queue;

	private final QueueOptions options;

	TokenRowSweep(TableGateway gateway, MessageTransport queue, QueueOptions options) {
		this.gateway = gateway;
		this.queue = queue;
		this.options = options;
	}

	long sweep(String table, Duration overdue) {
		Instant now = this.options.clock().instant();
		long sent = 0;
		Continuation next = null;
		do {
			RowPage<TableRow> page = this.gateway.read(RowRequest.of(table, FILTER).from(next), RowReader.rows());
			for (TableRow row : page.rows()) {
				sent += sweep(table, row, now.minus(overdue)) ? 1 : 0;
			}
			next = page.continuation();
		}
		while (next != null);
		return sent;
	}

	private boolean sweep(String table, TableRow row, Instant overdue) {
		Settlement settlement = new Settlement(row);
		if (!settlement.isCommitted()) {
			if (settlement.at().plus(this.options.times().fence()).isBefore(this.options.clock().instant())) {
				write(table, new RowWrite.Delete(row.key(), etag(row)));
			}
			return false;
		}
		byte[] message = (byte[]) row.get(MESSAGE);
		if (message == null || row.get(POISONED) != null || settlement.at().isAfter(overdue)) {
			return false;
		}
		Envelope envelope = EnvelopeFormat.read(new String(message, StandardCharsets.UTF_8));
		this.queue.send(EnvelopeFormat.write(envelope.committed()), Duration.ZERO);
		TableRow again = TableRow.of(row.key(), Map.of(WriteGuard.AT, this.options.clock().instant()));
		write(table, new RowWrite.Merge(again, etag(row)));
		return true;
	}

	/**
	 * Leaves a message alone from now on that was given up.
	 */
	void exempt(GuardToken token) {
		write(token.table(), new RowWrite.Merge(TableRow.of(token.key(), Map.of(POISONED, true)), RowWrite.ANY));
	}

	private void write(String table, RowWrite write) {
		try {
			this.gateway.write(table, write);
		}
		catch (OptimisticLockingFailureException ex) {
			// somebody else is at it, or it is gone
		}
	}

	private static String etag(TableRow row) {
		return Objects.requireNonNull(row.etag());
	}

}
