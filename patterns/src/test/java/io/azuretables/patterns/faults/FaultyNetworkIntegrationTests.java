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
import java.util.Map;
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

import io.azuretables.client.Azurite;
import io.azuretables.gateway.TableGateway;
import io.azuretables.patterns.blob.StorageBlobStore;
import io.azuretables.patterns.queue.transport.QueueConnection;
import io.azuretables.patterns.queue.transport.StorageMessageTransport;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.Isolated;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Sixteen threads that use all patterns, each a client and a worker in turn, and one
 * request in eight that goes wrong on its way. The system property
 * {@code faults.operations} says how much they do.
 */
@Tag("storm")
@Isolated("as much work as there are processors for")
@ExtendWith(Azurite.LogOfFailures.class)
class FaultyNetworkIntegrationTests {

	private static final Log logger = LogFactory.getLog(FaultyNetworkIntegrationTests.class);

	private static final int OPERATIONS = Integer.getInteger("faults.operations", 500);

	private static final int THREADS = 16;

	private static final int PERCENT = 12;

	/**
	 * To come to rest. Who makes work also does some, so it does not depend on how much
	 * was done.
	 */
	private static final Duration PATIENCE = Duration.ofMinutes(3);

	private final Services services = new Services(Duration.ofSeconds(1));

	private final ExecutorService threads = Executors.newCachedThreadPool();

	private final Journal journal = new Journal();

	private final AtomicInteger left = new AtomicInteger(OPERATIONS);

	private final CountDownLatch spent = new CountDownLatch(THREADS);

	private final AtomicBoolean done = new AtomicBoolean();

	@Test
	void losesNothingWhenOneRequestInEightGoesWrong() throws Exception {
		String name = "q" + UUID.randomUUID();
		StorageMessageTransport orders = this.services.queue(name);
		StorageMessageTransport poison = this.services.queue(name + "-poison");
		StorageMessageTransport guards = this.services.queue(name + "-guards");
		List.of(orders, poison, guards).forEach(StorageMessageTransport::create);
		StorageBlobStore blobs = this.services.blobs(name);
		blobs.create();
		TableGateway gateway = this.services.gateway();
		Business business = new Business(gateway, guards, new QueueConnection(orders, poison, blobs), this.journal);
		business.open();
		this.services.injectAtRandom(PERCENT);
		List<Future<?>> workers = new ArrayList<>();
		for (int i = 0; i < THREADS; i++) {
			int client = i;
			workers.add(this.threads.submit(() -> live(business, client)));
		}
		this.spent.await();
		long requests = this.services.requests();
		Map<NetworkFault, Long> faults = this.services.faults();
		this.services.injectNothing();
		Business undisturbed = KilledProcess.business(Azurite.storageConnectionString(), name);
		undisturbed.rest(List.of(direct(name), direct(name + "-guards")), PATIENCE);
		this.done.set(true);
		for (Future<?> worker : workers) {
			worker.get();
		}
		Audit audit = undisturbed.audit(this.journal);
		long givenUp = direct(name + "-poison").depth();
		long sum = faults.values().stream().mapToLong(Long::longValue).sum();
		logger.info(OPERATIONS + " operations, " + requests + " requests, " + sum + " faults " + faults + ". Journal: "
				+ this.journal + ". Wrong: " + audit + ", given up " + givenUp);
		assertThat(sum * 10).as("at least a tenth").isGreaterThanOrEqualTo(requests);
		assertThat(givenUp).as("given up").isZero();
		assertThat(audit.findings()).isEmpty();
		this.services.close();
		this.threads.shutdownNow();
	}

	/**
	 * Is a client and a worker as long as there are operations, and then a worker.
	 */
	private void live(Business business, int client) {
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

	/**
	 * A queue as it is.
	 */
	private static StorageMessageTransport direct(String name) {
		return StorageMessageTransport.connect(Azurite.storageConnectionString(), name);
	}

}
