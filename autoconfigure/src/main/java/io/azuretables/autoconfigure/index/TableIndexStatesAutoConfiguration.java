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

import java.util.ArrayList;
import java.util.List;

import io.azuretables.autoconfigure.ReadableIndexes;
import io.azuretables.autoconfigure.TableTemplateAutoConfiguration;
import io.azuretables.autoconfigure.index.RefreshedStates.States;
import io.azuretables.autoconfigure.queue.TableIndexAutoConfiguration;
import io.azuretables.autoconfigure.queue.TableIndexProperties;
import io.azuretables.client.TableGateway;
import io.azuretables.operations.TableOperations;
import io.azuretables.operations.TableTemplateOptions;
import io.azuretables.patterns.index.IntraPartitionIndexOptions;
import io.azuretables.patterns.index.IntraPartitionIndexTemplate;
import io.azuretables.patterns.interpartition.InterPartitionIndexTemplate;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnSingleCandidate;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;

/**
 * Which indexes do queries use while one is added or dropped? Those that are readable by
 * the states that the templates of indexes keep in the tables. Of indexes in the
 * partitions of their entities there is a template, too.
 *
 * @since 0.1
 */
@AutoConfiguration(after = { TableTemplateAutoConfiguration.class, TableIndexAutoConfiguration.class })
@ConditionalOnClass(IntraPartitionIndexTemplate.class)
@ConditionalOnSingleCandidate(TableGateway.class)
@ConditionalOnBean(TableOperations.class)
@EnableConfigurationProperties(TableIndexProperties.class)
public final class TableIndexStatesAutoConfiguration {

	@Bean
	@ConditionalOnMissingBean
	IntraPartitionIndexOptions tableOwnIndexOptions(TableTemplateOptions options) {
		return IntraPartitionIndexOptions.DEFAULTS.withTableNames(options.tableNames());
	}

	@Bean
	@ConditionalOnSingleCandidate(TableOperations.class)
	@ConditionalOnMissingBean
	IntraPartitionIndexTemplate tableOwnIndexTemplate(TableOperations operations, TableGateway gateway,
			IntraPartitionIndexOptions options) {
		return new IntraPartitionIndexTemplate(operations, gateway, options);
	}

	@Bean
	@ConditionalOnMissingBean(ReadableIndexes.class)
	RefreshedStates tableReadableIndexes(ObjectProvider<IntraPartitionIndexTemplate> own,
			ObjectProvider<InterPartitionIndexTemplate> other, TableIndexProperties properties) {
		return new RefreshedStates(() -> {
			List<States> states = new ArrayList<>();
			own.forEach((indexes) -> states.add(new States(indexes.readable(), indexes::refresh)));
			other.forEach((indexes) -> states.add(new States(indexes.readable(), indexes::refresh)));
			return states;
		}, properties.refreshInterval());
	}

}
