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
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

import io.azuretables.client.Azurite;
import io.azuretables.client.TableGateway;
import io.azuretables.patterns.queue.QueueConnection;
import io.azuretables.patterns.queue.StorageMessageTransport;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Sixteen clients and three workers, and one request in eight that goes wrong on its way.
 * The system property {@code faults.operations} says how much they do.
 */
@ExtendWith(Azurite.LogOfFailures.class)
class FaultyNetworkIntegrationTests {

	private static final Log logger = LogFactory.getLog(FaultyNetworkIntegrationTests.class);

	private static final int OPERATIONS = Integer.getInteger("faults.operations", 1000);

	private static final int CLIENTS = 16;

	private static final int WORKERS = 3;

	private static final int PERCENT = 12;

	private static final Duration PATIENCE = Duration.ofMinutes(3);

	private final Services services = new Services();

	private final ExecutorService threads = Executors.newCachedThreadPool();

	private final Queue<String> journal = new ConcurrentLinkedQueue<>();

	private final AtomicBoolean done = new AtomicBoolean();

	@Test
	void losesNothingWhenOneRequestInEightGoesWrong() throws Exception {
		String name = "q" + UUID.randomUUID();
		StorageMessageTransport orders = this.services.queue(name);
		StorageMessageTransport poison = this.services.queue(name + "-poison");
		StorageMessageTransport guards = this.services.queue(name + "-guards");
		List.of(orders, poison, guards).forEach(StorageMessageTransport::create);
		TableGateway gateway = this.services.gateway();
		Business business = new Business(gateway, guards, new QueueConnection(orders, poison, null), this.journal::add);
		business.open();
		this.services.injectAtRandom(PERCENT);
		List<Future<?>> workers = start(WORKERS, (worker) -> work(business.worker()));
		AtomicInteger left = new AtomicInteger(OPERATIONS);
		for (Future<?> client : start(CLIENTS, (client) -> {
			while (left.getAndDecrement() > 0) {
				business.operate(client);
			}
		})) {
			client.get();
		}
		long requests = this.services.requests();
		long faults = this.services.faults().values().stream().mapToLong(Long::longValue).sum();
		this.services.injectNothing();
		business.rest(List.of(direct(name), direct(name + "-guards")), PATIENCE);
		this.done.set(true);
		for (Future<?> worker : workers) {
			worker.get();
		}
		logger.info(OPERATIONS + " operations, " + requests + " requests, " + faults + " faults "
				+ this.services.faults() + "; " + business + "; " + direct(name + "-poison").depth() + " given up");
		assertThat(faults * 10).as("at least a tenth").isGreaterThanOrEqualTo(requests);
		assertThat(direct(name + "-poison").depth()).as("given up").isZero();
		business.check(this.journal);
		this.services.close();
		this.threads.shutdownNow();
	}

	/**
	 * A queue as it is.
	 */
	private static StorageMessageTransport direct(String name) {
		return StorageMessageTransport.connect(Azurite.storageConnectionString(), name);
	}

	private void work(BooleanSupplier round) {
		while (!this.done.get()) {
			if (!round.getAsBoolean()) {
				LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(100));
			}
		}
	}

	private List<Future<?>> start(int number, java.util.function.IntConsumer task) {
		List<Future<?>> all = new ArrayList<>();
		for (int i = 0; i < number; i++) {
			int me = i;
			all.add(this.threads.submit(() -> task.accept(me)));
		}
		return all;
	}

}
