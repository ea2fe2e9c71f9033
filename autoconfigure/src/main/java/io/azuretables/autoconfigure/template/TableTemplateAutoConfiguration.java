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

package io.azuretables.autoconfigure.template;

import java.time.InstantSource;

import io.azuretables.access.TableAccess;
import io.azuretables.autoconfigure.client.TableClientAutoConfiguration;
import io.azuretables.autoconfigure.client.TableGatewayDecorator;
import io.azuretables.autoconfigure.internal.configuration.VirtualThreads;
import io.azuretables.autoconfigure.plan.RepositoryPlans;
import io.azuretables.autoconfigure.template.TableConversionsConfiguration.JsonConversions;
import io.azuretables.convert.TableConverter;
import io.azuretables.convert.TableCustomConversions;
import io.azuretables.convert.TableMappingContext;
import io.azuretables.encryption.PropertyEncryption;
import io.azuretables.gateway.AccessGateway;
import io.azuretables.gateway.SecondaryRegion;
import io.azuretables.gateway.TableGateway;
import io.azuretables.mapping.EntityUpgrade;
import io.azuretables.mapping.Table;
import io.azuretables.operations.OperationObserver;
import io.azuretables.operations.RateOptions;
import io.azuretables.operations.RatePause;
import io.azuretables.operations.RowTemplate;
import io.azuretables.operations.TableNameResolver;
import io.azuretables.operations.TableOperations;
import io.azuretables.operations.TableTemplate;
import io.azuretables.operations.TableTemplateOptions;
import io.azuretables.plan.ReadableIndexes;
import io.azuretables.repository.ScanPolicy;
import io.azuretables.write.DeferredWrites;

import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnSingleCandidate;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.persistence.autoconfigure.EntityScanner;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.core.env.Environment;
import org.springframework.data.mapping.model.FieldNamingStrategy;

/**
 * Auto-configuration of {@link TableTemplate} and {@link RowTemplate}, and of the mapping
 * of entity classes. There is one of each, over the only gateway, for all classes that
 * are annotated with {@link Table} in the packages of the application.
 *
 * @since 0.1
 */
@AutoConfiguration(after = TableClientAutoConfiguration.class,
		afterName = "org.springframework.boot.jackson.autoconfigure.JacksonAutoConfiguration")
@EnableConfigurationProperties({ TableTemplateProperties.class, TableRepositoryProperties.class })
@Import(TableConversionsConfiguration.class)
public final class TableTemplateAutoConfiguration {

	@Bean
	@ConditionalOnMissingBean
	static TableManagedTypes tableManagedTypes(ApplicationContext context) throws ClassNotFoundException {
		return TableManagedTypes.of(new EntityScanner(context).scan(Table.class));
	}

	@Bean
	@ConditionalOnMissingBean
	static RepositoryPlans repositoryPlans() {
		return new RepositoryPlans();
	}

	@Bean
	@ConditionalOnMissingBean
	TableMappingContext tableMappingContext(TableCustomConversions conversions, TableManagedTypes types,
			ObjectProvider<FieldNamingStrategy> naming, ObjectProvider<EntityUpgrade<?>> upgrades,
			ObjectProvider<PropertyEncryption> encryption, ObjectProvider<JsonConversions> json,
			TableTemplateProperties properties, ListableBeanFactory beans) {
		encryption.ifUnique(conversions::setEncryption);
		json.ifAvailable((application) -> application.configure(conversions));
		TableMappingContext context = new TableMappingContext(conversions);
		context.setShared(beans.getBeanNamesForType(TableOperations.class, true, false).length > 1);
		context.setManagedTypes(types);
		context.setUpgrades(upgrades.orderedStream().toList());
		context.setNewerTypes(properties.newerTypes());
		naming.ifUnique(context::setFieldNamingStrategy);
		return context;
	}

	@Bean
	@ConditionalOnMissingBean
	TableConverter tableConverter(TableMappingContext context) {
		return new TableConverter(context);
	}

	@Bean
	@ConditionalOnBean(TableGateway.class)
	@ConditionalOnMissingBean(TableOperations.class)
	TableTemplate tableTemplate(TableGateway gateway, TableConverter converter, TableTemplateOptions options,
			ObjectProvider<TableGatewayDecorator> decorators, ObjectProvider<OperationObserver> observer,
			ObjectProvider<DeferredWrites> deferred, ObjectProvider<ReadableIndexes> readable,
			ObjectProvider<SecondaryRegion> secondary) {
		TableTemplate template = new TableTemplate(TableGatewayDecorator.decorated(gateway, decorators), converter,
				options, deferred.getIfUnique());
		template.setObserver(observer.orderedStream().reduce(OperationObserver::andThen).orElse(null));
		readable.ifUnique(template::setReadableIndexes);
		secondary.ifUnique((region) -> template.setSecondary(TableGatewayDecorator.secondary(region, decorators)));
		return template;
	}

	@Bean
	@ConditionalOnSingleCandidate(TableGateway.class)
	@ConditionalOnMissingBean
	RowTemplate rowTemplate(TableGateway gateway, TableConverter converter, TableTemplateOptions options,
			ObjectProvider<TableGatewayDecorator> decorators) {
		return new RowTemplate(TableGatewayDecorator.decorated(gateway, decorators), converter, options);
	}

	@Bean
	@ConditionalOnSingleCandidate(AccessGateway.class)
	@ConditionalOnMissingBean
	TableAccess tableAccess(AccessGateway gateway, TableConverter converter, TableTemplateOptions options) {
		return new TableAccess(gateway, converter, options);
	}

	@Bean
	@ConditionalOnMissingBean
	static TransactionWarning tableTransactionWarning(ConfigurableListableBeanFactory beans) {
		return new TransactionWarning(beans);
	}

	@Bean
	@ConditionalOnMissingBean
	static HotPartitionCheck tableHotPartitionCheck(ObjectProvider<TableMappingContext> contexts,
			ObjectProvider<TableTemplateProperties> properties) {
		return new HotPartitionCheck(contexts, properties);
	}

	@Bean
	@ConditionalOnMissingBean
	ScanPolicy tableScanPolicy(TableRepositoryProperties properties) {
		return properties.scanPolicy();
	}

	@Bean
	@ConditionalOnMissingBean
	TableTemplateOptions tableTemplateOptions(TableTemplateProperties properties,
			ObjectProvider<TableNameResolver> names, ObjectProvider<InstantSource> clock,
			ObjectProvider<RatePause> pause, Environment environment) {
		TableTemplateOptions options = properties.options().withClock(clock.getIfUnique(InstantSource::system));
		options = options.withThreads(VirtualThreads.orElse(environment, "azure-tables-", options.threads()));
		RateOptions rate = options.rate();
		if (rate != null) {
			options = options.withRate(rate.withPause(pause.getIfUnique(rate::pause)));
		}
		TableNameResolver resolver = names.getIfUnique();
		return (resolver != null) ? options.withTableNames(resolver) : options;
	}

}
