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

package io.azuretables.autoconfigure;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import io.azuretables.autoconfigure.client.StorageConnectionDetails;
import io.azuretables.autoconfigure.client.TableConnectionDetails;
import io.azuretables.autoconfigure.client.TableGatewayDecorator;
import io.azuretables.autoconfigure.client.TableServiceClientBuilderCustomizer;
import io.azuretables.autoconfigure.design.DesignOptions;
import io.azuretables.autoconfigure.design.DesignReport;
import io.azuretables.autoconfigure.plan.MethodPlan;
import io.azuretables.autoconfigure.plan.PlannedRepository;
import io.azuretables.autoconfigure.plan.RefusedMethodsException;
import io.azuretables.autoconfigure.plan.RepositoryPlans;
import io.azuretables.autoconfigure.queue.UnsignedMessages;
import io.azuretables.autoconfigure.template.TableManagedTypes;
import io.azuretables.autoconfigure.web.ScrollPositionTokens;
import io.azuretables.plan.ReadableIndexes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.annotation.ImportCandidates;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.core.annotation.AnnotatedElementUtils;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What all auto-configurations have in common.
 */
class AutoConfigurationShapeTests {

	static List<Class<?>> autoConfigurations() throws ClassNotFoundException {
		List<Class<?>> found = new ArrayList<>();
		for (String name : ImportCandidates.load(AutoConfiguration.class, null)) {
			if (name.startsWith("io.azuretables.")) {
				found.add(Class.forName(name));
			}
		}
		assertThat(found).hasSizeGreaterThan(5);
		return found;
	}

	@ParameterizedTest
	@MethodSource("autoConfigurations")
	void arePublicAndFinal(Class<?> type) {
		assertThat(type).isPublic().isFinal();
	}

	@ParameterizedTest
	@MethodSource("autoConfigurations")
	void haveBeansThatNobodyCallsAndThatBackOff(Class<?> type) {
		assertThat(beans(type)).allSatisfy((bean) -> {
			assertThat(Modifier.isPublic(bean.getModifiers())).as(bean.toString()).isFalse();
			assertThat(AnnotatedElementUtils.hasAnnotation(bean, ConditionalOnMissingBean.class)
					|| AnnotatedElementUtils.hasAnnotation(bean.getDeclaringClass(), ConditionalOnMissingBean.class))
				.as(bean.toString())
				.isTrue();
		});
	}

	/**
	 * What applications configure, implement, ask or call; and nothing besides, outside
	 * of packages that are named internal.
	 */
	@Test
	void nothingElseIsPublic() {
		Set<Class<?>> ports = Set.of(StorageConnectionDetails.class, TableConnectionDetails.class,
				TableServiceClientBuilderCustomizer.class, TableGatewayDecorator.class, ReadableIndexes.class,
				RepositoryPlans.class, PlannedRepository.class, MethodPlan.class, TableManagedTypes.class,
				RefusedMethodsException.class, ScrollPositionTokens.class, UnsignedMessages.class, DesignReport.class,
				DesignOptions.class);
		assertThat(new ClassFileImporter().withImportOption(new ImportOption.DoNotIncludeTests())
			.importPackages("io.azuretables.autoconfigure"))
			.filteredOn((type) -> type.isTopLevelClass() && type.getModifiers().contains(JavaModifier.PUBLIC))
			.filteredOn((type) -> !type.getPackageName().contains(".internal."))
			.extracting(JavaClass::reflect)
			.hasSizeGreaterThan(20)
			.filteredOn((type) -> !ports.contains(type))
			.allSatisfy((type) -> assertThat(type.isAnnotationPresent(AutoConfiguration.class)
					|| type.isAnnotationPresent(ConfigurationProperties.class)
					|| type.isAnnotationPresent(Endpoint.class) || HealthIndicator.class.isAssignableFrom(type))
				.as(type.getName())
				.isTrue());
	}

	private static List<Method> beans(Class<?> type) {
		Import imported = type.getAnnotation(Import.class);
		Stream<Class<?>> types = Stream.concat(Stream.of(type),
				(imported != null) ? Stream.of(imported.value()) : Stream.empty());
		return types.flatMap((one) -> Stream.of(one.getDeclaredMethods()))
			.filter((method) -> method.isAnnotationPresent(Bean.class))
			.toList();
	}

}
