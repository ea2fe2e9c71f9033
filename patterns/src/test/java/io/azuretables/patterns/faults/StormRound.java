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

package io.azuretables.patterns.faults;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

import io.azuretables.patterns.blob.StorageBlobStore;
import io.azuretables.patterns.queue.transport.QueueConnection;
import io.azuretables.patterns.queue.transport.StorageMessageTransport;

/**
 * Sixteen threads that use all patterns, each a client and a worker in turn, and one
 * request in eight that goes wrong on its way. Each round has new tables and queues, so
 * that its requests cost the emulator as much as those of the one before.
 *
 * @param emulator how to connect to the emulator
 * @param operations how many operations clients do
 */
record StormRound(String emulator, int operations) {

	private static final int THREADS = 16;

	private static final int PERCENT = 12;

	/**
	 * A client that gives up while a busy emulator answers makes it still busier.
	 */
	private static final Duration PATIENCE_OF_CLIENTS = Duration.ofSeconds(20);

	private static final Duration HOLD = Duration.ofSeconds(1);

	/**
	 * To come to rest. Who makes work also does some, so it does not depend on how much
	 * was done.
	 */
	private static final Duration PATIENCE = Duration.ofMinutes(5);

	StormFigures play() throws Exception {
		ExecutorService threads = Executors.newCachedThreadPool();
		try (Services services = new Services(this.emulator, PATIENCE_OF_CLIENTS, HOLD)) {
			return play(services, threads);
		}
		finally {
			threads.shutdownNow();
		}
	}

	private StormFigures play(Services services, ExecutorService threads) throws Exception {
		String name = "q" + UUID.randomUUID();
		StorageMessageTransport orders = services.queue(name);
		StorageMessageTransport poison = services.queue(name + "-poison");
		StorageMessageTransport guards = services.queue(name + "-guards");
		List.of(orders, poison, guards).forEach(StorageMessageTransport::create);
		StorageBlobStore blobs = services.blobs(name);
		blobs.create();
		Journal journal = new Journal();
		Business business = new Business(services.gateway(), guards, new QueueConnection(orders, poison, blobs),
				journal);
		business.open();
		services.injectAtRandom(PERCENT);
		Progress progress = new Progress(new AtomicInteger(this.operations), new CountDownLatch(THREADS),
				new AtomicBoolean());
		List<Future<?>> workers = new ArrayList<>();
		for (int i = 0; i < THREADS; i++) {
			int client = i;
			workers.add(threads.submit(() -> progress.live(business, client)));
		}
		progress.spent().await();
		StormFigures figures = new StormFigures(this.operations, services.requests(), services.faults());
		services.injectNothing();
		Business undisturbed = KilledProcess.business(this.emulator, name);
		try {
			undisturbed.rest(List.of(direct(name), direct(name + "-guards")), PATIENCE);
		}
		finally {
			progress.done().set(true);
		}
		for (Future<?> worker : workers) {
			worker.get();
		}
		// no request is under way any more
		services.close();
		return figures.with(journal, undisturbed.audit(journal), direct(name + "-poison").depth());
	}

	/**
	 * A queue as it is.
	 */
	private StorageMessageTransport direct(String name) {
		return StorageMessageTransport.connect(this.emulator, name);
	}

	/**
	 * What the threads of a round know of each other.
	 *
	 * @param left how many operations are left
	 * @param spent counts the threads that still do operations
	 * @param done whether all is at rest
	 */
	private record Progress(AtomicInteger left, CountDownLatch spent, AtomicBoolean done) {

		/**
		 * Is a client and a worker as long as there are operations, and then a worker.
		 */
		void live(Business business, int client) {
			BooleanSupplier worker = business.worker();
			try {
				while (this.left.getAndDecrement() > 0) {
					business.operate(client);
					worker.getAsBoolean();
				}
			}
			finally {
				this.spent.countDown();
			}
			while (!this.done.get()) {
				if (!worker.getAsBoolean()) {
					LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(100));
				}
			}
		}

	}

}
