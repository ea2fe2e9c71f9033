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
 * Adds a counter of requests to the context of each test, and the connection to the
 * emulator if the test asks for it.
 */
class TablesContextCustomizerFactory implements ContextCustomizerFactory {

	/**
	 * Whether the embedded store has targets.
	 */
	static final String TARGETS = "azure.tables.test.targets";

	@Override
	public ContextCustomizer createContextCustomizer(Class<?> testClass,
			List<ContextConfigurationAttributes> attributes) {
		DataTablesTest slice = TestContextAnnotationUtils.findMergedAnnotation(testClass, DataTablesTest.class);
		return new TablesContextCustomizer(TestContextAnnotationUtils.hasAnnotation(testClass, AzuriteTest.class),
				slice != null && slice.targets());
	}

	private record TablesContextCustomizer(boolean azurite, boolean targets) implements ContextCustomizer {

		@Override
		public void customizeContext(ConfigurableApplicationContext context, MergedContextConfiguration config) {
			BeanDefinitionRegistry registry = (BeanDefinitionRegistry) context.getBeanFactory();
			registry.registerBeanDefinition("tableRequestCounter", new RootBeanDefinition(RequestCounter.class));
			if (this.targets) {
				add(context, "azureTablesTargets", Map.of(TARGETS, true));
			}
			if (this.azurite) {
				registry.registerBeanDefinition("azuriteConnectionDetails",
						new RootBeanDefinition(AzuriteConnectionDetails.class));
			}
		}

		private static void add(ConfigurableApplicationContext context, String name, Map<String, Object> properties) {
			context.getEnvironment().getPropertySources().addFirst(new MapPropertySource(name, properties));
		}

	}

}
