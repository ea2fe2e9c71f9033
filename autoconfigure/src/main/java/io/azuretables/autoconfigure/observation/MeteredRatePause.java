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

package io.azuretables.autoconfigure.observation;

import java.time.Duration;

import io.azuretables.operations.RatePause;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;

/**
 * Records in a Micrometer timer how long bulk writes wait because of their rate limit.
 */
final class MeteredRatePause implements RatePause {

	private final Timer waits;

	MeteredRatePause(MeterRegistry registry) {
		this.waits = Timer.builder("azure.tables.rate.waits")
			.description("Waits of bulk writes that were ahead of their rate")
			.register(registry);
	}

	@Override
	public void await(Duration time) {
		this.waits.record(() -> RatePause.SLEEP.await(time));
	}

}
