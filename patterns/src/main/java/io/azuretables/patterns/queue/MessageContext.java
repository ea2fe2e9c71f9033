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

import java.time.Instant;

import io.azuretables.row.TableRow;
import org.jspecify.annotations.Nullable;

/**
 * The context of a handler: the message, and whether it may go on.
 *
 * @since 0.1
 */
public final class MessageContext {

	static final String OVERDUE = "The handler has taken longer than it may";

	private final Envelope envelope;

	private final @Nullable TableRow tokenRow;

	private final Lease lease;

	private final Instant deadline;

	MessageContext(Envelope envelope, @Nullable TableRow tokenRow, Lease lease, Instant deadline) {
		this.envelope = envelope;
		this.tokenRow = tokenRow;
		this.lease = lease;
		this.deadline = deadline;
	}

	/**
	 * Tells the message from all others, in all its copies; for a message that goes with
	 * a write, the token of that write.
	 */
	public String id() {
		return this.envelope.id();
	}

	public String type() {
		return this.envelope.header().type();
	}

	public Instant sentAt() {
		return this.envelope.header().sentAt();
	}

	/**
	 * How often the handler has failed for this message.
	 */
	public int failures() {
		return this.envelope.progress().failures();
	}

	/**
	 * The row that was written together with what the message goes with.
	 */
	public @Nullable TableRow tokenRow() {
		return this.tokenRow;
	}

	/**
	 * To be called before every side effect: after the time of the handler, or when
	 * another worker has the message, there should be none any more.
	 * @throws HandlingStoppedException if the handler must not go on
	 */
	public void check() {
		if (isOverdue()) {
			throw new HandlingStoppedException(OVERDUE);
		}
		if (!this.lease.isOurs()) {
			throw new LeaseLostException();
		}
	}

	/**
	 * Whether the time of the handler has passed.
	 */
	boolean isOverdue() {
		return !this.lease.now().isBefore(this.deadline);
	}

}
