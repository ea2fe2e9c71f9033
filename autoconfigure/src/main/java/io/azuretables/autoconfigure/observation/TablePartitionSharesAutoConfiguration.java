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

import io.azuretables.autoconfigure.template.TableTemplateAutoConfiguration;
import io.azuretables.observation.PartitionShares;
import io.micrometer.core.instrument.MeterRegistry;

import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.core.annotation.Order;

/**
 * Auto-configuration of a meter for each table: which share of its load goes to its
 * busiest partition.
 *
 * @since 0.1
 */
@AutoConfiguration(before = TableTemplateAutoConfiguration.class,
		afterName = "org.springframework.boot.micrometer.metrics.autoconfigure.CompositeMeterRegistryAutoConfiguration")
@ConditionalOnClass(MeterRegistry.class)
@ConditionalOnBean(MeterRegistry.class)
@ConditionalOnBooleanProperty(name = "azure.tables.partition-shares", matchIfMissing = true)
public final class TablePartitionSharesAutoConfiguration {

	/**
	 * Inside of what observes: it sees each request once, after its retries.
	 */
	@Bean
	@ConditionalOnMissingBean(PartitionShareMeters.class)
	@Order(10)
	PartitionShareMeters tablePartitionShares(MeterRegistry registry) {
		return new PartitionShareMeters(registry);
	}

	/**
	 * The shares, for reports that name them.
	 */
	@Bean
	@ConditionalOnMissingBean
	PartitionShares tablePartitionShareValues(PartitionShareMeters meters) {
		return meters.shares();
	}

}
