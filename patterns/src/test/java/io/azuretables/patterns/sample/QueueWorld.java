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

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

import io.azuretables.client.Azurite;
import io.azuretables.client.TableGateway;
import io.azuretables.embedded.EmbeddedTableGateway;
import io.azuretables.patterns.queue.MutableClock;
import io.azuretables.patterns.queue.QueueConnection;
import io.azuretables.patterns.queue.QueueOptions.GuardTimes;
import io.azuretables.patterns.queue.QueueWorker;
import io.azuretables.patterns.queue.QueueWorkerOptions.LeaseTimes;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tables, queues, blobs and time for a test.
 *
 * @param gateway the tables
 * @param connection the queues and blobs
 * @param clock the time
 * @param times how long writes take
 */
public record QueueWorld(TableGateway gateway, QueueConnection connection, Clock clock, GuardTimes times) {

	private static final Duration PATIENCE = Duration.ofMinutes(1);

	/**
	 * A world in memory, in which time is free.
	 */
	public static QueueWorld embedded() {
		MutableClock clock = new MutableClock();
		return new QueueWorld(new EmbeddedTableGateway(clock), QueueConnection.embedded(clock), clock,
				GuardTimes.DEFAULTS);
	}

	/**
	 * A world over HTTP, in which nothing takes long.
	 */
	public static QueueWorld azurite() {
		Duration second = Duration.ofSeconds(1);
		return new QueueWorld(AzuriteTables.gateway(),
				QueueConnection.connect(Azurite.storageConnectionString(), "q" + UUID.randomUUID()), Clock.systemUTC(),
				new GuardTimes(second.multipliedBy(2), second.multipliedBy(3), second, second));
	}

	/**
	 * Whether it costs nothing to let time pass.
	 */
	public boolean isTimeFree() {
		return this.clock instanceof MutableClock;
	}

	public LeaseTimes lease() {
		Duration second = Duration.ofSeconds(1);
		return isTimeFree() ? LeaseTimes.DEFAULTS : new LeaseTimes(second.multipliedBy(2), second, second);
	}

	/**
	 * Lets time pass.
	 */
	public void pass(Duration time) {
		if (this.clock instanceof MutableClock mutable) {
			mutable.pass(time);
		}
		else {
			LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(time.toMillis()));
		}
	}

	/**
	 * Lets a worker do all that is left to do.
	 */
	public void settle(QueueWorker worker) {
		Instant end = Instant.now().plus(PATIENCE);
		while (this.connection.queue().depth() > 0) {
			assertThat(Instant.now()).isBefore(end);
			if (worker.step() == 0) {
				pass(isTimeFree() ? Duration.ofMinutes(5) : Duration.ofMillis(500));
			}
		}
	}

}
