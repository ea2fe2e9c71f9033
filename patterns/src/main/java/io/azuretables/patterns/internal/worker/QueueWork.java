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

import java.time.Duration;
import java.time.InstantSource;

import io.azuretables.patterns.queue.QueueWorker;
import io.azuretables.patterns.queue.transport.MessageTransport;
import io.azuretables.patterns.queue.worker.QueueBacklog;

/**
 * Handles the messages of a worker that has no handlers by type. The port to a queue and
 * to what is done with one message of it. Receiving, threads, leases and pace are the
 * {@linkplain QueueWorker worker's}.
 *
 * @since 0.1
 */
public interface QueueWork {

	/**
	 * Where the messages are.
	 */
	MessageTransport queue();

	/**
	 * What time it is.
	 */
	InstantSource clock();

	/**
	 * Does what a message asks for, in the calling thread, and says to its lease what
	 * becomes of it. One that is neither deleted nor hidden comes again by itself.
	 * @throws org.springframework.dao.DataAccessException if that could not be said
	 */
	MessageResult process(Lease lease);

	/**
	 * Gives a message back that nothing was done about, to be received again at once.
	 * @throws org.springframework.dao.DataAccessException if it could not be given back;
	 * it comes again by itself
	 */
	default void giveBack(Lease lease) {
		lease.hide(lease.message().body(), Duration.ZERO);
	}

	/**
	 * How much there is to do.
	 */
	QueueBacklog backlog();

}
