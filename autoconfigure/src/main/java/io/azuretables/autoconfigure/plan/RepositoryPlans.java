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

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;
import java.util.stream.Stream;

import io.azuretables.repository.query.MethodOutline;
import io.azuretables.repository.query.RefusedMethod;
import io.azuretables.repository.query.TableRepositoryQuery;
import io.azuretables.repository.support.TableRepositoryFactory;
import io.azuretables.repository.support.TableRepositoryFactoryBean;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

import org.springframework.aop.support.DelegatingIntroductionInterceptor;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.core.NativeDetector;
import org.springframework.data.repository.core.RepositoryInformation;
import org.springframework.data.repository.core.support.QueryCreationListener;
import org.springframework.data.repository.core.support.RepositoryFactorySupport;

/**
 * Collects the query plans of the methods of all repositories, while their beans are
 * created.
 *
 * @since 0.1
 */
public final class RepositoryPlans implements BeanPostProcessor, SmartInitializingSingleton {

	private static final Log logger = LogFactory.getLog(RepositoryPlans.class);

	static final Comparator<MethodPlan> ORDER = Comparator.comparing((MethodPlan plan) -> plan.repository().getName())
		.thenComparing(MethodPlan::inherited)
		.thenComparing(MethodPlan::name);

	private final List<Collected> repositories = new CopyOnWriteArrayList<>();

	private final List<RefusedMethod> refused = new CopyOnWriteArrayList<>();

	/**
	 * Whether the repositories are there that are not lazy.
	 */
	private volatile boolean reported;

	@Override
	public Object postProcessBeforeInitialization(Object bean, String name) {
		if (bean instanceof TableRepositoryFactoryBean<?, ?, ?> factoryBean) {
			factoryBean.addRepositoryFactoryCustomizer(this::listen);
		}
		return bean;
	}

	private void listen(RepositoryFactorySupport factory) {
		if (factory instanceof TableRepositoryFactory tables && !this.reported) {
			tables.setRefusals(this.refused::add);
		}
		List<TableRepositoryQuery> queries = new ArrayList<>();
		factory.addQueryCreationListener(new Listener(queries));
		factory.addRepositoryProxyPostProcessor((proxy, information) -> {
			Collected collected = new Collected(information.getRepositoryInterface(), queries,
					() -> inherited(factory, information));
			if (!NativeDetector.inNativeImage()) {
				proxy.addAdvice(new DelegatingIntroductionInterceptor(collected));
			}
			this.repositories.add(collected);
		});
	}

	private static List<MethodOutline> inherited(RepositoryFactorySupport factory, RepositoryInformation information) {
		return (factory instanceof TableRepositoryFactory tables) ? tables.inheritedOutlines(information) : List.of();
	}

	/**
	 * Fails with all methods that are refused, or else logs all plans as a table, if that
	 * is wanted. Repositories that are made later fail by themselves.
	 */
	@Override
	public void afterSingletonsInstantiated() {
		this.reported = true;
		if (!this.refused.isEmpty()) {
			throw RefusedMethodsException.of(this.refused);
		}
		if (logger.isDebugEnabled()) {
			logger.debug("How methods of repositories are answered:" + new PlanTable(all()));
		}
	}

	/**
	 * The plans of all repositories that are there by now, by repository; those of the
	 * methods that it declares first, then those that it inherits.
	 */
	public List<MethodPlan> all() {
		return this.repositories.stream()
			.flatMap((one) -> Stream.concat(one.methodPlans().stream(), one.inheritedPlans().stream()))
			.sorted(ORDER)
			.toList();
	}

	/**
	 * No lambda, as the factory asks the class which queries it listens to.
	 */
	private record Listener(List<TableRepositoryQuery> queries) implements QueryCreationListener<TableRepositoryQuery> {

		@Override
		public void onCreation(TableRepositoryQuery query) {
			this.queries.add(query);
		}

	}

	private record Collected(Class<?> repository, List<TableRepositoryQuery> queries,
			Supplier<List<MethodOutline>> inherited) implements PlannedRepository {

		@Override
		public List<MethodPlan> methodPlans() {
			return this.queries.stream()
				.map((query) -> new MethodPlan(this.repository, query.methodOutline(), false))
				.sorted(ORDER)
				.toList();
		}

		@Override
		public List<MethodPlan> inheritedPlans() {
			return this.inherited.get()
				.stream()
				.map((method) -> new MethodPlan(this.repository, method, true))
				.sorted(ORDER)
				.toList();
		}

	}

}
