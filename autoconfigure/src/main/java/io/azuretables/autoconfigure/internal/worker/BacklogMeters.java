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

package io.azuretables.autoconfigure.internal.worker;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;

import io.azuretables.patterns.queue.worker.QueueBacklog;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.MeterBinder;
import org.jspecify.annotations.Nullable;

/**
 * Registers gauges for the backlog of a queue: waiting messages and the age of the
 * oldest. The queue is asked every ten seconds at most, however often meters are read.
 */
public final class BacklogMeters implements MeterBinder {

	private static final Duration FRESH = Duration.ofSeconds(10);

	private static final Map<String, ToDoubleFunction<QueueBacklog>> GAUGES = Map.of("messages", QueueBacklog::messages,
			"poison", QueueBacklog::poison, "oldest", (backlog) -> backlog.oldest().toMillis() / 1000.0);

	private final String prefix;

	private final Supplier<QueueBacklog> backlog;

	private final Tags tags;

	private @Nullable QueueBacklog last;

	private Instant asked = Instant.MIN;

	/**
	 * Meters of a worker.
	 * @param prefix how the names of the meters begin
	 * @param tags tags of all meters
	 */
	public BacklogMeters(String prefix, Supplier<QueueBacklog> backlog, Tags tags) {
		this.prefix = prefix;
		this.backlog = backlog;
		this.tags = tags;
	}

	@Override
	public void bindTo(MeterRegistry registry) {
		GAUGES.forEach((name,
				value) -> Gauge.builder(this.prefix + name, () -> value(value)).tags(this.tags).register(registry));
	}

	private double value(ToDoubleFunction<QueueBacklog> value) {
		QueueBacklog known = known();
		return (known != null) ? value.applyAsDouble(known) : Double.NaN;
	}

	private synchronized @Nullable QueueBacklog known() {
		Instant now = Instant.now();
		if (this.asked.isBefore(now.minus(FRESH))) {
			this.asked = now;
			this.last = ask();
		}
		return this.last;
	}

	private @Nullable QueueBacklog ask() {
		try {
			return this.backlog.get();
		}
		catch (RuntimeException ex) {
			return null;
		}
	}

}
