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
package io.azuretables.autoconfigure.evolution;

import io.azuretables.autoconfigure.client.TableGatewayDecorator;
import io.azuretables.autoconfigure.template.TableTemplateAutoConfiguration;
import io.azuretables.gateway.TableGateway;
import io.azuretables.operations.TableTemplate;
import io.azuretables.patterns.evolution.EvolutionTemplate;
import io.azuretables.patterns.index.IndexOptions;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnSingleCandidate;
import org.springframework.context.annotation.Bean;

/**
 * Auto-configuration of the {@link EvolutionTemplate}, which migrates stored rows to the
 * current version of their entity class.
 *
 * @since 0.1
 */
@AutoConfiguration(after = TableTemplateAutoConfiguration.class)
@ConditionalOnClass(EvolutionTemplate.class)
@ConditionalOnSingleCandidate(TableTemplate.class)
public final class TableEvolutionAutoConfiguration {

	@Bean
	@ConditionalOnSingleCandidate(TableGateway.class)
	@ConditionalOnMissingBean
	EvolutionTemplate evolutionTemplate(TableTemplate template, TableGateway gateway,
			ObjectProvider<TableGatewayDecorator> decorators, ObjectProvider<IndexOptions> options) {
		return new EvolutionTemplate(template, TableGatewayDecorator.background(gateway, decorators),
				options.getIfUnique(() -> IndexOptions.DEFAULTS).reading());
	}

}
