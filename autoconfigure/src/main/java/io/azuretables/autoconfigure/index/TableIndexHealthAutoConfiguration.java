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

import io.azuretables.autoconfigure.internal.worker.QueueWorkerHealthIndicator;
import io.azuretables.patterns.interpartition.InterPartitionIndexWorker;

import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.health.autoconfigure.contributor.ConditionalOnEnabledHealthIndicator;
import org.springframework.boot.health.contributor.HealthContributor;
import org.springframework.context.annotation.Bean;

/**
 * Auto-configuration of the health indicator of the worker that maintains indexes in
 * other partitions. Switched off by {@code management.health.azuretablesindex.enabled}.
 *
 * @since 0.1
 */
@AutoConfiguration(after = TableIndexAutoConfiguration.class)
@ConditionalOnClass({ InterPartitionIndexWorker.class, HealthContributor.class,
		ConditionalOnEnabledHealthIndicator.class })
@ConditionalOnBean(InterPartitionIndexWorker.class)
@ConditionalOnEnabledHealthIndicator("azuretablesindex")
public final class TableIndexHealthAutoConfiguration {

	@Bean
	@ConditionalOnMissingBean(name = { "azuretablesindexHealthIndicator", "azuretablesindexHealthContributor" })
	HealthContributor azuretablesindexHealthContributor(InterPartitionIndexWorker worker) {
		return new QueueWorkerHealthIndicator(worker::status, worker::backlog);
	}

}
