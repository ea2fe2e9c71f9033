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

package io.azuretables.patterns.simulation;

import java.time.Instant;
import java.time.InstantSource;

/**
 * The time of a simulation. It passes with the steps, and at once when all wait.
 */
final class VirtualClock implements InstantSource {

	private static final Instant START = Instant.parse("2014-08-22T00:00:00Z");

	private volatile long millis;

	/**
	 * The time since the start.
	 */
	long elapsed() {
		return this.millis;
	}

	void advanceTo(long newMillis) {
		this.millis = Math.max(this.millis, newMillis);
	}

	@Override
	public Instant instant() {
		return START.plusMillis(this.millis);
	}

}
