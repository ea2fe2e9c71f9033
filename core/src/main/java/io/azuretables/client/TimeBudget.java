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

package io.azuretables.client;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/**
 * The time that a request may take with all its retries.
 *
 * @param clock the clock
 * @param start when it began
 * @param time how long it may take in all
 */
record TimeBudget(InstantSource clock, Instant start, Duration time) {

	Duration elapsed() {
		return Duration.between(this.start, this.clock.instant());
	}

	Duration remaining() {
		return this.time.minus(elapsed());
	}

	boolean allows(Duration pause) {
		return pause.compareTo(remaining()) < 0;
	}

}
