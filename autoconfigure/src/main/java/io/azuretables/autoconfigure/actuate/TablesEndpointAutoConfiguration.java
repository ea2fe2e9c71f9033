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

package io.azuretables.autoconfigure.actuate;

import io.azuretables.autoconfigure.plan.RepositoryPlans;
import io.azuretables.autoconfigure.template.TableTemplateAutoConfiguration;
import io.azuretables.observation.PartitionShares;
import io.azuretables.operations.TableOperations;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.actuate.autoconfigure.endpoint.condition.ConditionalOnAvailableEndpoint;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;

/**
 * Auto-configuration of the actuator endpoint {@code azuretables}, which shows the query
 * plans of repository methods. It applies where the endpoint is exposed.
 *
 * @since 0.1
 */
@AutoConfiguration(after = TableTemplateAutoConfiguration.class)
@ConditionalOnClass(ConditionalOnAvailableEndpoint.class)
@ConditionalOnAvailableEndpoint(TablesEndpoint.class)
@ConditionalOnBean(RepositoryPlans.class)
public final class TablesEndpointAutoConfiguration {

	@Bean
	@ConditionalOnMissingBean
	TablesEndpoint tablesEndpoint(RepositoryPlans plans, ObjectProvider<TableOperations> operations,
			ObjectProvider<PartitionShares> shares) {
		return new TablesEndpoint(plans, operations, shares);
	}

}
