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

package io.azuretables.samples.guide;

import java.time.Duration;
import java.util.function.IntSupplier;

import io.azuretables.patterns.interpartition.InterPartitionIndexTemplate;
import io.azuretables.patterns.queue.EventuallyConsistentQueueTemplate;
import io.azuretables.patterns.queue.QueueWorker;
import io.azuretables.patterns.queue.message.MessageHandlerRegistration;
import io.azuretables.patterns.queue.message.MessageHandlers;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.stereotype.Component;

/**
 * Runs workers on demand within a step, instead of in the background.
 */
@Component
public class Workers {

	private static final Duration PATIENCE = Duration.ofSeconds(20);

	private final QueueWorker queue;

	private final InterPartitionIndexTemplate indexes;

	private final MovableClock clock;

	Workers(EventuallyConsistentQueueTemplate queue, ObjectProvider<MessageHandlerRegistration<?>> registrations,
			InterPartitionIndexTemplate indexes, MovableClock clock) {
		MessageHandlers handlers = MessageHandlers.none();
		for (MessageHandlerRegistration<?> registration : registrations) {
			handlers = handlers.with(registration);
		}
		this.queue = new QueueWorker(queue, handlers);
		this.indexes = indexes;
		this.clock = clock;
	}

	/**
	 * Handles a message of the queue.
	 * @return how many were handled
	 */
	public int handleMessage() {
		return untilDone(this.queue::step, 1);
	}

	/**
	 * Looks after writes that change an index in another partition, when their guard time
	 * is over.
	 * @param writes how many
	 * @return how many were looked after
	 */
	public int lookAfterIndexes(int writes) {
		this.clock.forward(GuideConfiguration.GUARD);
		return untilDone(() -> this.indexes.poll(Duration.ofSeconds(30)), writes);
	}

	/**
	 * Goes on until nothing more is due: what another scenario has left may come first.
	 */
	private static int untilDone(IntSupplier step, int expected) {
		int done = 0;
		long end = System.nanoTime() + PATIENCE.toNanos();
		while (System.nanoTime() < end) {
			int more = step.getAsInt();
			if (more == 0 && done >= expected) {
				return done;
			}
			done += more;
		}
		return done;
	}

}
