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

package io.azuretables.repository.config;

import java.lang.annotation.Annotation;
import java.util.Collection;
import java.util.List;

import io.azuretables.mapping.Table;
import io.azuretables.repository.TableRepository;
import io.azuretables.repository.support.TableRepositoryFactoryBean;

import org.springframework.beans.factory.aot.BeanRegistrationAotProcessor;
import org.springframework.beans.factory.support.BeanDefinitionBuilder;
import org.springframework.data.repository.config.AnnotationRepositoryConfigurationSource;
import org.springframework.data.repository.config.RepositoryConfigurationExtensionSupport;
import org.springframework.data.repository.core.RepositoryMetadata;

/**
 * Tells Spring Data how to find and configure the repositories of this module.
 *
 * @since 0.1
 */
public class TableRepositoryConfigurationExtension extends RepositoryConfigurationExtensionSupport {

	@Override
	public String getModuleName() {
		return "AzureTables";
	}

	@Override
	public String getModuleIdentifier() {
		return "azure-tables";
	}

	@Override
	@SuppressWarnings("deprecation") // abstract in the oldest version that is supported
	protected String getModulePrefix() {
		return getModuleIdentifier();
	}

	@Override
	public String getRepositoryFactoryBeanClassName() {
		return TableRepositoryFactoryBean.class.getName();
	}

	@Override
	public Class<? extends BeanRegistrationAotProcessor> getRepositoryAotProcessor() {
		return TableRepositoryAotProcessor.class;
	}

	@Override
	protected Collection<Class<? extends Annotation>> getIdentifyingAnnotations() {
		return List.of(Table.class);
	}

	@Override
	protected Collection<Class<?>> getIdentifyingTypes() {
		return List.of(TableRepository.class);
	}

	/**
	 * Uses reactive repositories too, so that their methods are refused one by one and by
	 * name, with the methods of all other repositories.
	 */
	@Override
	protected boolean useRepositoryConfiguration(RepositoryMetadata metadata) {
		return true;
	}

	@Override
	public void postProcess(BeanDefinitionBuilder builder, AnnotationRepositoryConfigurationSource source) {
		String reference = source.getAttribute("tableOperationsRef").orElse("tableTemplate");
		builder.addPropertyReference("tableOperations", reference);
	}

}
