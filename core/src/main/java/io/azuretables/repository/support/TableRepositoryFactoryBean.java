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

package io.azuretables.repository.support;

import java.util.Objects;

import io.azuretables.operations.TableOperations;
import io.azuretables.repository.ScanPolicy;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.BeanFactory;
import org.springframework.data.repository.Repository;
import org.springframework.data.repository.core.support.RepositoryFactoryBeanSupport;
import org.springframework.data.repository.core.support.RepositoryFactorySupport;

/**
 * The Spring factory bean of one repository, which gives it the {@link TableOperations}
 * of the context.
 *
 * @param <R> the interface of the repository
 * @param <T> the class of the entities
 * @param <ID> the type of the identifiers
 * @since 0.1
 */
public class TableRepositoryFactoryBean<R extends Repository<T, ID>, T, ID>
		extends RepositoryFactoryBeanSupport<R, T, ID> {

	private @Nullable TableOperations operations;

	private ScanPolicy scanPolicy = ScanPolicy.REJECT;

	public TableRepositoryFactoryBean(Class<? extends R> repositoryInterface) {
		super(repositoryInterface);
	}

	/**
	 * The template that the repository goes to.
	 */
	public void setTableOperations(TableOperations operations) {
		this.operations = operations;
		setMappingContext(operations.converter().mappingContext());
	}

	/**
	 * Takes the policy for scans from the only bean of that type, if there is one.
	 */
	@Override
	public void setBeanFactory(BeanFactory beanFactory) {
		super.setBeanFactory(beanFactory);
		this.scanPolicy = beanFactory.getBeanProvider(ScanPolicy.class).getIfUnique(() -> ScanPolicy.REJECT);
	}

	@Override
	protected RepositoryFactorySupport createRepositoryFactory() {
		TableRepositoryFactory factory = new TableRepositoryFactory(
				Objects.requireNonNull(this.operations, "The tableOperations are not set"));
		factory.setScanPolicy(this.scanPolicy);
		return factory;
	}

}
