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

package io.azuretables.autoconfigure.index;

import io.azuretables.autoconfigure.internal.worker.BacklogMeters;
import io.azuretables.autoconfigure.internal.worker.MeteredWorkerEvents;
import io.azuretables.patterns.interpartition.InterPartitionIndexWorker;
import io.azuretables.patterns.interpartition.InterPartitionIndexWrites;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.MeterBinder;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;

/**
 * Auto-configuration of the metrics of the worker that maintains indexes in other
 * partitions. They show what it looked after, how late, what failed, how much is left to
 * do, and what look-ups have handed to it.
 *
 * @since 0.1
 */
@AutoConfiguration(before = TableIndexAutoConfiguration.class,
		afterName = "org.springframework.boot.micrometer.metrics.autoconfigure.CompositeMeterRegistryAutoConfiguration")
@ConditionalOnClass({ InterPartitionIndexWorker.class, MeterRegistry.class })
@ConditionalOnBean(MeterRegistry.class)
public final class TableIndexMetricsAutoConfiguration {

	@Bean(defaultCandidate = false)
	@ConditionalOnMissingBean(name = TableIndexAutoConfiguration.EVENTS)
	MeteredWorkerEvents tableIndexWorkerEvents(MeterRegistry registry) {
		return new MeteredWorkerEvents(registry, "azure.tables.index.", "table", Tags.empty());
	}

	@Bean
	@ConditionalOnMissingBean(name = "tableIndexBacklogMeters")
	MeterBinder tableIndexBacklogMeters(ObjectProvider<InterPartitionIndexWorker> worker) {
		return (registry) -> worker.ifUnique(
				(unique) -> new BacklogMeters("azure.tables.index.", unique::backlog, Tags.empty()).bindTo(registry));
	}

	@Bean
	@ConditionalOnMissingBean(name = "tableIndexRepairMeter")
	MeterBinder tableIndexRepairMeter(ObjectProvider<InterPartitionIndexWrites> writes) {
		return (registry) -> writes.ifUnique((unique) -> FunctionCounter
			.builder("azure.tables.index.repairs", unique, InterPartitionIndexWrites::repairs)
			.register(registry));
	}

}
