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

package io.azuretables.autoconfigure.aot;

import java.util.Map;

import io.azuretables.key.TableKey;
import io.azuretables.mapping.EntityUpgrade;
import org.junit.jupiter.api.Test;

import org.springframework.aot.generate.ClassNameGenerator;
import org.springframework.aot.generate.DefaultGenerationContext;
import org.springframework.aot.generate.InMemoryGeneratedFiles;
import org.springframework.aot.hint.predicate.RuntimeHintsPredicates;
import org.springframework.beans.factory.aot.AotServices;
import org.springframework.beans.factory.aot.BeanRegistrationAotContribution;
import org.springframework.beans.factory.aot.BeanRegistrationAotProcessor;
import org.springframework.beans.factory.aot.BeanRegistrationCode;
import org.springframework.beans.factory.support.DefaultListableBeanFactory;
import org.springframework.beans.factory.support.RegisteredBean;
import org.springframework.beans.factory.support.RootBeanDefinition;
import org.springframework.javapoet.ClassName;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.Mockito.mock;

/**
 * Tests for {@link EntityUpgradeAotProcessor}.
 */
class EntityUpgradeAotProcessorTests {

	@Test
	void keepsTheTypeArgumentInNativeImages() {
		DefaultListableBeanFactory beans = new DefaultListableBeanFactory();
		beans.registerBeanDefinition("upgrade", new RootBeanDefinition(CupsToOunces.class));
		beans.registerBeanDefinition("other", new RootBeanDefinition(String.class));
		DefaultGenerationContext generation = new DefaultGenerationContext(
				new ClassNameGenerator(ClassName.get(getClass())), new InMemoryGeneratedFiles());
		for (BeanRegistrationAotProcessor processor : AotServices.factories()
			.load(BeanRegistrationAotProcessor.class)) {
			if (processor instanceof EntityUpgradeAotProcessor) {
				BeanRegistrationAotContribution hints = processor
					.processAheadOfTime(RegisteredBean.of(beans, "upgrade"));
				assertThat(hints).isNotNull();
				hints.applyTo(generation, mock(BeanRegistrationCode.class));
				assertThat(processor.processAheadOfTime(RegisteredBean.of(beans, "other"))).isNull();
			}
		}
		assertThat(RuntimeHintsPredicates.reflection().onType(CupsToOunces.class))
			.accepts(generation.getRuntimeHints());
	}

	static class CupsToOunces implements EntityUpgrade<String> {

		@Override
		public int from() {
			return 1;
		}

		@Override
		public void upgrade(TableKey key, Map<String, Object> properties) {
		}

	}

}
