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

package io.azuretables.autoconfigure.plan;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

import io.azuretables.convert.TableConverter;
import io.azuretables.embedded.EmbeddedTableGateway;
import io.azuretables.gateway.ForwardingTableGateway;
import io.azuretables.gateway.SecondaryRegion;
import io.azuretables.gateway.TableGateway;
import io.azuretables.internal.change.DeferredWrite;
import io.azuretables.internal.change.DeferredWriteCommitter;
import io.azuretables.mapping.TableMappingException;
import io.azuretables.operations.TableTemplate;
import io.azuretables.operations.TableTemplateOptions;
import io.azuretables.repository.ScanPolicy;
import io.azuretables.repository.config.TableRepositoryAotProcessor;
import io.azuretables.repository.config.TableRepositoryConfigurationExtension;
import io.azuretables.repository.query.RefusedMethod;
import io.azuretables.repository.support.TableRepositoryFactory;
import io.azuretables.row.RowWrite;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

import org.springframework.aot.generate.GenerationContext;
import org.springframework.beans.BeansException;
import org.springframework.beans.factory.aot.BeanFactoryInitializationAotContribution;
import org.springframework.beans.factory.aot.BeanFactoryInitializationAotProcessor;
import org.springframework.beans.factory.aot.BeanFactoryInitializationCode;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.core.NestedExceptionUtils;
import org.springframework.core.env.Environment;
import org.springframework.core.io.support.PathMatchingResourcePatternResolver;
import org.springframework.data.expression.ValueExpressionParser;
import org.springframework.data.repository.config.AotRepositoryContext;
import org.springframework.data.repository.config.PropertiesBasedNamedQueriesFactoryBean;
import org.springframework.data.repository.config.RepositoryConfigurationSource;
import org.springframework.data.repository.core.NamedQueries;
import org.springframework.data.repository.core.RepositoryInformation;
import org.springframework.data.repository.query.QueryLookupStrategy.Key;
import org.springframework.data.repository.query.QueryMethodValueEvaluationContextAccessor;
import org.springframework.data.repository.query.ValueExpressionDelegate;

/**
 * Plans the methods of all repositories while an application is processed ahead of time.
 * Fails with all methods that are refused, as the start would, or else writes the plans
 * as {@value PlanCatalogue#FILE}. No request is sent: an embedded store stands in for the
 * service, and none of the queues is needed.
 */
class RepositoryPlansAotProcessor implements BeanFactoryInitializationAotProcessor {

	private static final Log logger = LogFactory.getLog(RepositoryPlansAotProcessor.class);

	@Override
	public @Nullable BeanFactoryInitializationAotContribution processAheadOfTime(
			ConfigurableListableBeanFactory beans) {
		Collection<TableRepositoryAotProcessor> processors = beans.getBeansOfType(TableRepositoryAotProcessor.class)
			.values();
		return processors.isEmpty() ? null : new Contribution(beans, processors);
	}

	/**
	 * Plans when all beans were processed, and all repositories are known.
	 *
	 * @param beans of the application, of which few are made
	 * @param processors have the repositories
	 */
	private record Contribution(ConfigurableListableBeanFactory beans,
			Collection<TableRepositoryAotProcessor> processors) implements BeanFactoryInitializationAotContribution {

		@Override
		public void applyTo(GenerationContext generation, BeanFactoryInitializationCode code) {
			List<AotRepositoryContext> repositories = this.processors.stream()
				.flatMap((processor) -> processor.repositories().stream())
				.toList();
			TableConverter converter = converter();
			if (converter == null || repositories.isEmpty()) {
				return;
			}
			List<RefusedMethod> refused = new ArrayList<>();
			TableRepositoryFactory factory = factory(converter);
			factory.setRefusals(refused::add);
			List<MethodPlan> plans = repositories.stream()
				.flatMap((repository) -> plans(factory, repository))
				.sorted(RepositoryPlans.ORDER)
				.toList();
			if (!refused.isEmpty()) {
				throw RefusedMethodsException.of(refused);
			}
			new PlanCatalogue(plans).write(generation.getGeneratedFiles());
		}

		/**
		 * The converter of the application, so that conversions and naming are its own. A
		 * mapping that is wrong fails the build; a bean that cannot be made in the build
		 * does not.
		 */
		private @Nullable TableConverter converter() {
			try {
				return this.beans.getBeanProvider(TableConverter.class).getIfUnique();
			}
			catch (BeansException ex) {
				if (NestedExceptionUtils.getMostSpecificCause(ex) instanceof TableMappingException wrong) {
					throw wrong;
				}
				logger.warn("Methods of repositories are not planned ahead of time, as the mapping needs a bean that "
						+ "cannot be made in the build; the start of the application plans them", ex);
				return null;
			}
		}

		private TableRepositoryFactory factory(TableConverter converter) {
			TableGateway store = new PlannedStore();
			TableTemplate template = new TableTemplate(store, converter, TableTemplateOptions.DEFAULTS,
					PlannedWrites::new);
			template.setSecondary(new SecondaryRegion(store, () -> null));
			TableRepositoryFactory factory = new TableRepositoryFactory(template);
			factory.setScanPolicy(this.beans.getBeanProvider(ScanPolicy.class).getIfUnique(() -> ScanPolicy.REJECT));
			return factory;
		}

		private Stream<MethodPlan> plans(TableRepositoryFactory factory, AotRepositoryContext repository) {
			RepositoryInformation information = factory.planned(repository.getRepositoryInformation());
			RepositoryConfigurationSource source = Objects.requireNonNull(repository.getConfigurationSource());
			ValueExpressionDelegate expressions = new ValueExpressionDelegate(
					new QueryMethodValueEvaluationContextAccessor(this.beans.getBean(Environment.class), this.beans),
					ValueExpressionParser.create());
			Class<?> type = information.getRepositoryInterface();
			return Stream.concat(
					factory
						.declaredOutlines(information, named(source),
								source.getQueryLookupStrategyKey().map(Key.class::cast).orElse(null), expressions)
						.stream()
						.map((method) -> new MethodPlan(type, method, false)),
					factory.inheritedOutlines(information)
						.stream()
						.map((method) -> new MethodPlan(type, method, true)));
		}

		private NamedQueries named(RepositoryConfigurationSource source) {
			String location = source.getNamedQueryLocation()
				.orElseGet(() -> new TableRepositoryConfigurationExtension().getDefaultNamedQueryLocation());
			PropertiesBasedNamedQueriesFactoryBean named = new PropertiesBasedNamedQueriesFactoryBean();
			try {
				named.setLocations(new PathMatchingResourcePatternResolver(this.beans.getBeanClassLoader())
					.getResources(location));
				named.setIgnoreResourceNotFound(true);
				named.afterPropertiesSet();
				return Objects.requireNonNull(named.getObject());
			}
			catch (IOException ex) {
				throw new IllegalStateException("The named queries of " + location + " cannot be read", ex);
			}
		}

	}

	/**
	 * Stands in for the service, also for one whose indexes keep their lists in blobs.
	 */
	private static final class PlannedStore extends ForwardingTableGateway {

		PlannedStore() {
			super(new EmbeddedTableGateway());
		}

		@Override
		public boolean keepsBlobLists() {
			return true;
		}

	}

	/**
	 * Stands in for the queue of indexes in other partitions. The start finds out whether
	 * the application has one.
	 */
	private static final class PlannedWrites implements DeferredWriteCommitter {

		@Override
		public <T> Optional<T> commit(TableGateway gateway, List<DeferredWrite> writes,
				Function<List<RowWrite>, T> transaction) {
			throw new IllegalStateException("Planning writes nothing");
		}

	}

}
