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

package io.azuretables.autoconfigure.queue;

import java.time.Duration;

import io.azuretables.patterns.queue.WorkerEvents;
import io.micrometer.core.instrument.MeterRegistry;

/**
 * What a worker does, as meters.
 */
final class MeteredWorkerEvents implements WorkerEvents {

	private static final String PREFIX = "azure.tables.queue.";

	private static final String TYPE = "type";

	private final MeterRegistry registry;

	MeteredWorkerEvents(MeterRegistry registry) {
		this.registry = registry;
	}

	@Override
	public void handled(String type, Duration took, Duration lag) {
		this.registry.timer(PREFIX + "handled", TYPE, type).record(took);
		this.registry.timer(PREFIX + "lag", TYPE, type).record(lag);
	}

	@Override
	public void failed(String type, Throwable failure) {
		String exception = failure.getClass().getSimpleName();
		this.registry.counter(PREFIX + "failed", TYPE, type, "exception", exception).increment();
	}

	@Override
	public void poisoned(String type) {
		this.registry.counter(PREFIX + "poisoned", TYPE, type).increment();
	}

}
