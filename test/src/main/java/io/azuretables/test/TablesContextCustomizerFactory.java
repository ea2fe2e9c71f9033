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

package io.azuretables.test;

import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.beans.factory.support.RootBeanDefinition;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.env.MapPropertySource;
import org.springframework.test.context.ContextConfigurationAttributes;
import org.springframework.test.context.ContextCustomizer;
import org.springframework.test.context.ContextCustomizerFactory;
import org.springframework.test.context.MergedContextConfiguration;
import org.springframework.test.context.TestContextAnnotationUtils;

/**
 * Adds the counter of requests to the context of every test, and the connection to the
 * emulator where the test asks for it.
 */
class TablesContextCustomizerFactory implements ContextCustomizerFactory {

	/**
	 * The address of the emulator's tables does not tell those of its queues.
	 */
	private static final List<String> QUEUES = List.of("azure.tables.queue.connection-string",
			"azure.tables.index.queue.connection-string");

	@Override
	public ContextCustomizer createContextCustomizer(Class<?> testClass,
			List<ContextConfigurationAttributes> attributes) {
		return new TablesContextCustomizer(TestContextAnnotationUtils.hasAnnotation(testClass, AzuriteTest.class));
	}

	private static Map<String, Object> queues(String connection) {
		return QUEUES.stream().collect(Collectors.toMap(Function.identity(), (property) -> connection));
	}

	private record TablesContextCustomizer(boolean azurite) implements ContextCustomizer {

		@Override
		public void customizeContext(ConfigurableApplicationContext context, MergedContextConfiguration config) {
			BeanDefinitionRegistry registry = (BeanDefinitionRegistry) context.getBeanFactory();
			registry.registerBeanDefinition("tableRequestCounter", new RootBeanDefinition(RequestCounter.class));
			if (this.azurite) {
				String connection = Azurite.connectionString();
				registry.registerBeanDefinition("azuriteConnectionDetails",
						new RootBeanDefinition(AzuriteConnectionDetails.class));
				context.getEnvironment()
					.getPropertySources()
					.addFirst(new MapPropertySource("azurite", queues(connection)));
			}
		}

	}

}
