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

import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.support.AbstractBeanDefinition;
import org.springframework.beans.factory.support.BeanDefinitionBuilder;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.data.auditing.config.AuditingBeanDefinitionRegistrarSupport;
import org.springframework.data.auditing.config.AuditingConfiguration;
import org.springframework.data.config.ParsingUtils;
import org.springframework.util.StringUtils;

/**
 * Registers the beans of {@code @EnableTableAuditing}.
 */
final class TableAuditingRegistrar extends AuditingBeanDefinitionRegistrarSupport {

	@Override
	protected Class<? extends Annotation> getAnnotation() {
		return EnableTableAuditing.class;
	}

	@Override
	protected String getAuditingHandlerBeanName() {
		return "tableAuditingHandler";
	}

	@Override
	protected void postProcess(BeanDefinitionBuilder builder, AuditingConfiguration configuration,
			BeanDefinitionRegistry registry) {
		builder.addConstructorArgReference("tableMappingContext");
		if (!StringUtils.hasText(configuration.getAuditorAwareRef())) {
			// Injection by the type of a property is lost when definitions are processed
			// ahead of time; injection of an argument is not
			builder.setFactoryMethod("withOnlyAuditor").setAutowireMode(AbstractBeanDefinition.AUTOWIRE_CONSTRUCTOR);
		}
	}

	@Override
	protected BeanDefinitionBuilder getAuditHandlerBeanDefinitionBuilder(AuditingConfiguration configuration) {
		return configureDefaultAuditHandlerAttributes(configuration,
				BeanDefinitionBuilder.rootBeanDefinition(TableAuditingHandler.class));
	}

	@Override
	protected void registerAuditListenerBeanDefinition(BeanDefinition handler, BeanDefinitionRegistry registry) {
		BeanDefinitionBuilder listener = BeanDefinitionBuilder.rootBeanDefinition(AuditingCallback.class)
			.addConstructorArgValue(
					ParsingUtils.getObjectFactoryBeanDefinition(getAuditingHandlerBeanName(), handler.getSource()));
		registerInfrastructureBeanWithId(listener.getBeanDefinition(), "tableAuditingCallback", registry);
	}

}
