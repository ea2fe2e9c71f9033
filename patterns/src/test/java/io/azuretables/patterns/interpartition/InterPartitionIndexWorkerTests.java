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

import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import io.azuretables.embedded.EmbeddedTableGateway;
import io.azuretables.patterns.queue.transport.EmbeddedMessageTransport;
import io.azuretables.patterns.queue.transport.MessageTransport;
import io.azuretables.patterns.queue.transport.ReceivedMessage;
import io.azuretables.patterns.sample.Store;
import io.azuretables.patterns.simulation.ForwardingTransport;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link InterPartitionIndexWorker}.
 */
class InterPartitionIndexWorkerTests {

	private final CountDownLatch begun = new CountDownLatch(1);

	private final CountDownLatch end = new CountDownLatch(1);

	private final CountDownLatch stopped = new CountDownLatch(1);

	private final MessageTransport queue = new ForwardingTransport(
			new EmbeddedMessageTransport(InstantSource.system())) {

		@Override
		public List<ReceivedMessage> receive(int most, Duration hidden) {
			InterPartitionIndexWorkerTests.this.begun.countDown();
			try {
				InterPartitionIndexWorkerTests.this.end.await();
			}
			catch (InterruptedException ex) {
				Thread.currentThread().interrupt();
			}
			return super.receive(most, hidden);
		}

	};

	@Test
	void stopsAtTheSameTimeAsOthers() throws Exception {
		Store store = Store.over(new EmbeddedTableGateway(), "t");
		InterPartitionIndexWorker worker = new InterPartitionIndexWorker(
				new InterPartitionIndexTemplate(store.template(), store.gateway(),
						new IndexQueue(this.queue, new EmbeddedMessageTransport(InstantSource.system()))));
		worker.start();
		assertThat(this.begun.await(10, TimeUnit.SECONDS)).isTrue();
		worker.stop(this.stopped::countDown);
		assertThat(this.stopped.getCount()).as("workers that are not stopped yet").isEqualTo(1);
		this.end.countDown();
		assertThat(this.stopped.await(10, TimeUnit.SECONDS)).isTrue();
		assertThat(worker.isRunning()).isFalse();
	}

}
