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

import io.azuretables.autoconfigure.client.TableGatewayDecorator;
import io.azuretables.autoconfigure.index.RefreshedStates.States;
import io.azuretables.autoconfigure.internal.configuration.VirtualThreads;
import io.azuretables.autoconfigure.template.TableTemplateAutoConfiguration;
import io.azuretables.convert.TableMappingContext;
import io.azuretables.gateway.TableGateway;
import io.azuretables.operations.TableOperations;
import io.azuretables.operations.TableTemplateOptions;
import io.azuretables.patterns.blob.BlobStore;
import io.azuretables.patterns.index.DerivedRows;
import io.azuretables.patterns.index.IndexAdministration;
import io.azuretables.patterns.index.IndexOptions;
import io.azuretables.patterns.index.IntraPartitionIndexTemplate;
import io.azuretables.plan.ReadableIndexes;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnSingleCandidate;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.core.env.Environment;

/**
 * Auto-configuration of {@link IndexAdministration}, which verifies and rebuilds
 * secondary indexes, and of their states: whether queries may use them.
 *
 * @since 0.1
 */
@AutoConfiguration(after = { TableTemplateAutoConfiguration.class, TableIndexAutoConfiguration.class })
@ConditionalOnClass(IndexAdministration.class)
@ConditionalOnSingleCandidate(TableGateway.class)
@ConditionalOnBean(TableOperations.class)
@EnableConfigurationProperties(TableIndexProperties.class)
public final class TableIndexStatesAutoConfiguration {

	@Bean
	@ConditionalOnMissingBean
	IndexOptions tableIndexOptions(TableTemplateOptions options, TableIndexProperties properties,
			Environment environment) {
		return IndexOptions.DEFAULTS.withTableNames(options.tableNames())
			.withRepairs(properties.readRepairs())
			.withTables(properties.queue().tables()::contains)
			.withThreads(VirtualThreads.orElse(environment, "table-index-", IndexOptions.DEFAULTS.reading().threads()));
	}

	@Bean
	@ConditionalOnMissingBean
	@ConditionalOnSingleCandidate(BlobStore.class)
	BlobListDecorator tableBlobLists(BlobStore blobs, ObjectProvider<TableMappingContext> context,
			TableTemplateOptions options) {
		return new BlobListDecorator(blobs, context, options.tableNames());
	}

	@Bean
	@ConditionalOnSingleCandidate(TableOperations.class)
	@ConditionalOnMissingBean
	IndexAdministration tableIndexAdministration(TableGateway gateway, TableOperations operations, IndexOptions options,
			ObjectProvider<TableGatewayDecorator> decorators, ObjectProvider<DerivedRows.Source> derived) {
		return new IndexAdministration(TableGatewayDecorator.background(gateway, decorators),
				operations.converter().mappingContext(), options,
				() -> derived.orderedStream().flatMap((source) -> source.derivedRows().stream()).toList());
	}

	@Bean
	@ConditionalOnSingleCandidate(TableOperations.class)
	@ConditionalOnMissingBean
	IntraPartitionIndexTemplate tableOwnIndexTemplate(TableOperations operations) {
		return new IntraPartitionIndexTemplate(operations);
	}

	@Bean
	@ConditionalOnMissingBean(ReadableIndexes.class)
	RefreshedStates tableReadableIndexes(ObjectProvider<IndexAdministration> administrations,
			TableIndexProperties properties) {
		return new RefreshedStates(
				() -> administrations.stream().map((one) -> new States(one.readable(), one::refresh)).toList(),
				properties.refreshInterval());
	}

}
