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

import io.azuretables.autoconfigure.internal.worker.BacklogMeters;
import io.azuretables.autoconfigure.internal.worker.MeteredWorkerEvents;
import io.azuretables.patterns.queue.QueueWorker;
import io.azuretables.patterns.queue.worker.WorkerEvents;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.MeterBinder;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.core.env.Environment;

/**
 * Auto-configuration of the metrics of the queue workers. They show what the workers
 * handled, how late, what failed and was given up, and how much is left to do.
 *
 * @since 0.1
 */
@AutoConfiguration(before = TableQueueAutoConfiguration.class,
		afterName = "org.springframework.boot.micrometer.metrics.autoconfigure.CompositeMeterRegistryAutoConfiguration")
@ConditionalOnClass({ QueueWorker.class, MeterRegistry.class })
@ConditionalOnBean(MeterRegistry.class)
public final class TableQueueMetricsAutoConfiguration {

	@Bean
	@ConditionalOnMissingBean(WorkerEvents.class)
	MeteredWorkerEvents tableQueueWorkerEvents(MeterRegistry registry, Environment environment) {
		return new MeteredWorkerEvents(registry, "azure.tables.queue.", "type",
				Tags.of("queue", RunningQueueWorkers.name(environment)));
	}

	@Bean
	@ConditionalOnMissingBean(name = "tableQueueBacklogMeters")
	MeterBinder tableQueueBacklogMeters(ObjectProvider<QueueWorker> worker, ObjectProvider<NamedQueues> named,
			Environment environment) {
		return (registry) -> RunningQueueWorkers.of(worker, named, environment)
			.workers()
			.forEach((queue,
					running) -> new BacklogMeters("azure.tables.queue.", running::backlog, Tags.of("queue", queue))
						.bindTo(registry));
	}

}
