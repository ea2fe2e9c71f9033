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

import io.azuretables.patterns.index.IndexAdministration;

import org.springframework.boot.actuate.autoconfigure.endpoint.condition.ConditionalOnAvailableEndpoint;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnSingleCandidate;
import org.springframework.context.annotation.Bean;

/**
 * Auto-configuration of the actuator endpoint {@code azuretablesindexes}, which shows the
 * states of secondary indexes, where it is exposed. Where it is exposed.
 *
 * @since 0.1
 */
@AutoConfiguration(after = TableIndexStatesAutoConfiguration.class)
@ConditionalOnClass({ ConditionalOnAvailableEndpoint.class, IndexAdministration.class })
@ConditionalOnAvailableEndpoint(TableIndexesEndpoint.class)
@ConditionalOnSingleCandidate(IndexAdministration.class)
public final class TableIndexesEndpointAutoConfiguration {

	@Bean
	@ConditionalOnMissingBean
	TableIndexesEndpoint tableIndexesEndpoint(IndexAdministration administration) {
		return new TableIndexesEndpoint(administration);
	}

}
