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

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;

/**
 * Counts the messages that a queue worker handles, retries and gives up, by Micrometer
 * meters.
 */
public final class MeteredWorkerEvents implements QueueEvents {

	private final MeterRegistry registry;

	private final String prefix;

	private final String tag;

	private final Tags all;

	/**
	 * Meters of a worker.
	 * @param prefix how the names of the meters begin
	 * @param tag what the type of a message is called
	 * @param all tags of all meters
	 */
	public MeteredWorkerEvents(MeterRegistry registry, String prefix, String tag, Tags all) {
		this.registry = registry;
		this.prefix = prefix;
		this.tag = tag;
		this.all = all;
	}

	@Override
	public MeteredWorkerEvents of(String queue) {
		return new MeteredWorkerEvents(this.registry, this.prefix, this.tag, Tags.of("queue", queue));
	}

	@Override
	public void handled(String type, Duration took, Duration lag) {
		this.registry.timer(this.prefix + "handled", this.all.and(this.tag, type)).record(took);
		this.registry.timer(this.prefix + "lag", this.all.and(this.tag, type)).record(lag);
	}

	@Override
	public void failed(String type, Throwable failure) {
		String exception = failure.getClass().getSimpleName();
		this.registry.counter(this.prefix + "failed", this.all.and(this.tag, type, "exception", exception)).increment();
	}

	@Override
	public void poisoned(String type) {
		this.registry.counter(this.prefix + "poisoned", this.all.and(this.tag, type)).increment();
	}

}
