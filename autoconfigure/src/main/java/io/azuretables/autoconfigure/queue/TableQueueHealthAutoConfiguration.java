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

import java.util.Map;
import java.util.TreeMap;

import io.azuretables.autoconfigure.internal.worker.QueueWorkerHealthIndicator;
import io.azuretables.patterns.queue.QueueWorker;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.AnyNestedCondition;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.health.autoconfigure.contributor.ConditionalOnEnabledHealthIndicator;
import org.springframework.boot.health.contributor.CompositeHealthContributor;
import org.springframework.boot.health.contributor.HealthContributor;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.core.env.Environment;

/**
 * Auto-configuration of the health indicators of the queue workers. It has a part for
 * each queue of {@code azure.tables.queue.queues}. Switched off by
 * {@code management.health.azuretablesqueue.enabled}.
 *
 * @since 0.1
 */
@AutoConfiguration(after = { TableQueueAutoConfiguration.class, TableQueuesAutoConfiguration.class })
@ConditionalOnClass({ QueueWorker.class, HealthContributor.class, ConditionalOnEnabledHealthIndicator.class })
@Conditional(TableQueueHealthAutoConfiguration.OnQueueWorker.class)
@ConditionalOnEnabledHealthIndicator("azuretablesqueue")
public final class TableQueueHealthAutoConfiguration {

	@Bean
	@ConditionalOnMissingBean(name = { "azuretablesqueueHealthIndicator", "azuretablesqueueHealthContributor" })
	HealthContributor azuretablesqueueHealthContributor(ObjectProvider<QueueWorker> worker,
			ObjectProvider<NamedQueues> named, Environment environment) {
		Map<String, HealthContributor> parts = new TreeMap<>();
		RunningQueueWorkers.of(worker, named, environment)
			.workers()
			.forEach((queue, running) -> parts.put(queue,
					new QueueWorkerHealthIndicator(running::status, running::backlog)));
		boolean single = named.getIfAvailable() == null && parts.size() == 1;
		return single ? parts.values().iterator().next() : CompositeHealthContributor.fromMap(parts);
	}

	/**
	 * Matches where a worker is, or queues that may have workers.
	 */
	static final class OnQueueWorker extends AnyNestedCondition {

		OnQueueWorker() {
			super(ConfigurationPhase.REGISTER_BEAN);
		}

		@ConditionalOnBean(QueueWorker.class)
		static final class OneWorker {

		}

		@ConditionalOnBean(NamedQueues.class)
		static final class NamedWorkers {

		}

	}

}
