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

package io.azuretables.patterns.sample;

import java.time.Duration;
import java.time.Instant;
import java.util.UUID;

import io.azuretables.client.Azurite;
import io.azuretables.embedded.EmbeddedTableGateway;
import io.azuretables.gateway.TableGateway;
import io.azuretables.patterns.blob.StorageBlobStore;
import io.azuretables.patterns.queue.QueueWorker;
import io.azuretables.patterns.queue.transport.EmbeddedMessageTransport;
import io.azuretables.patterns.queue.transport.QueueConnection;
import io.azuretables.sample.MutableClock;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tables, queues, blobs and time for a test.
 *
 * @param gateway the tables
 * @param connection the queues and blobs
 * @param clock the time
 */
public record QueueWorld(TableGateway gateway, QueueConnection connection, MutableClock clock) {

	/**
	 * Much more than any test needs: a day and more.
	 */
	private static final int ROUNDS = 5000;

	/**
	 * A world in memory, in which time is free.
	 */
	public static QueueWorld embedded() {
		MutableClock clock = new MutableClock();
		return new QueueWorld(new EmbeddedTableGateway(clock), QueueConnection.embedded(clock), clock);
	}

	/**
	 * A world with tables and blobs over HTTP, whose time passes only when it is told to,
	 * however slow the machine is: the service of queues knows no other time than its
	 * own, so messages stay in memory.
	 */
	public static QueueWorld azurite() {
		MutableClock clock = new MutableClock();
		// blobs and rows have the time of the service
		clock.pass(Duration.between(clock.instant(), Instant.now()));
		StorageBlobStore blobs = StorageBlobStore.connect(Azurite.storageConnectionString(), "q" + UUID.randomUUID());
		blobs.create();
		QueueConnection connection = new QueueConnection(new EmbeddedMessageTransport(clock),
				new EmbeddedMessageTransport(clock), blobs);
		return new QueueWorld(AzuriteTables.gateway(), connection, clock);
	}

	/**
	 * Lets time pass.
	 */
	public void pass(Duration time) {
		this.clock.pass(time);
	}

	/**
	 * Lets a worker do all that is left to do.
	 */
	public void settle(QueueWorker worker) {
		for (int round = 0; this.connection.queue().depth() > 0; round++) {
			assertThat(round).as("rounds without an end").isLessThan(ROUNDS);
			if (worker.step() == 0) {
				pass(Duration.ofMinutes(5));
			}
		}
	}

}
