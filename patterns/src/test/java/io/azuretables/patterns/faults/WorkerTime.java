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
import java.time.Instant;
import java.util.function.BooleanSupplier;
import java.util.function.IntSupplier;

import io.azuretables.sample.MutableClock;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A worker, and the time of its messages, which are in memory: it passes when it is told
 * to, and is never behind that of the rows of a service.
 *
 * @param services do late requests after each round of the worker
 * @param clock the time
 * @param busy whether there are messages, visible or not
 * @param worker handles messages, and says how many
 * @param sending sends the messages of writes that are two hours old
 */
record WorkerTime(Services services, MutableClock clock, BooleanSupplier busy, IntSupplier worker, Runnable sending) {

	/**
	 * Much more than any message needs.
	 */
	private static final int ROUNDS = 2000;

	/**
	 * A clock with the time of the service.
	 */
	static MutableClock serviceClock() {
		MutableClock clock = new MutableClock();
		clock.pass(Duration.between(clock.instant(), Instant.now()));
		return clock;
	}

	/**
	 * Lets the worker handle all messages.
	 */
	void settle() {
		for (int round = 0; this.busy.getAsBoolean(); round++) {
			assertThat(round).as("rounds without an end").isLessThan(ROUNDS);
			if (this.worker.getAsInt() == 0) {
				this.clock.pass(Duration.ofMinutes(5));
			}
			this.services.releaseLate();
		}
	}

	/**
	 * Sends the messages of writes whose process died before it sent them.
	 */
	void sweep() {
		this.clock.pass(Duration.ofHours(2));
		this.sending.run();
	}

}
