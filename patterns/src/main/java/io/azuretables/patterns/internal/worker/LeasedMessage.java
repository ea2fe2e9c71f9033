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

import java.time.Instant;

import io.azuretables.patterns.internal.message.Envelope;
import io.azuretables.patterns.queue.message.HandlingStoppedException;
import io.azuretables.patterns.queue.message.MessageContext;
import io.azuretables.row.TableRow;
import org.jspecify.annotations.Nullable;

/**
 * A message that a worker handles under a lease, as the {@link MessageContext} of its
 * handler.
 *
 * @param envelope the message
 * @param tokenRow the row of the write that it goes with, if there is one
 * @param lease the right to handle it
 * @param deadline when the time of the handler has passed
 */
record LeasedMessage(Envelope envelope, @Nullable TableRow tokenRow, Lease lease,
		Instant deadline) implements MessageContext {

	static final String OVERDUE = "The handler has taken longer than it may";

	@Override
	public String id() {
		return this.envelope.id();
	}

	@Override
	public String type() {
		return this.envelope.header().type();
	}

	@Override
	public Instant sentAt() {
		return this.envelope.header().sentAt();
	}

	@Override
	public int failures() {
		return this.envelope.progress().failures();
	}

	@Override
	public void check() {
		if (isOverdue()) {
			throw new HandlingStoppedException(OVERDUE);
		}
		if (!this.lease.isOurs() || Thread.currentThread().isInterrupted()) {
			throw new LeaseLostException();
		}
	}

	/**
	 * Whether the time of the handler has passed.
	 */
	boolean isOverdue() {
		return !this.lease.now().isBefore(this.deadline);
	}

	/**
	 * Names the message and its type. The payload is left out, and so is the receipt, by
	 * which the message can be deleted.
	 */
	@Override
	public String toString() {
		return "Message[id=" + id() + ", type=" + type() + "]";
	}

}
