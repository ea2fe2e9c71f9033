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
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;

import com.jayway.jsonpath.JsonPath;
import io.azuretables.autoconfigure.ContextRunners;
import io.azuretables.autoconfigure.agents.Agent;
import io.azuretables.autoconfigure.based.Based;
import io.azuretables.autoconfigure.based.BasedEmployees;
import io.azuretables.autoconfigure.client.TableClientAutoConfiguration;
import io.azuretables.autoconfigure.employees.Employee;
import io.azuretables.autoconfigure.employees.Employees;
import io.azuretables.autoconfigure.refused.RefusedPackage;
import io.azuretables.autoconfigure.repository.TableRepositoriesAutoConfiguration;
import io.azuretables.autoconfigure.scans.ScanningPackage;
import io.azuretables.autoconfigure.template.TableTemplateAutoConfiguration;
import io.azuretables.convert.TableConverter;
import io.azuretables.gateway.TableGateway;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.aot.generate.ClassNameGenerator;
import org.springframework.aot.generate.DefaultGenerationContext;
import org.springframework.aot.generate.GeneratedFiles.Kind;
import org.springframework.aot.generate.InMemoryGeneratedFiles;
import org.springframework.boot.autoconfigure.AutoConfigurationPackages;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.autoconfigure.ssl.SslAutoConfiguration;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.boot.test.util.TestPropertyValues;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.aot.ApplicationContextAotGenerator;
import org.springframework.javapoet.ClassName;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests for {@link RepositoryPlansAotProcessor}, by Spring's processing of a whole
 * application context.
 */
@ExtendWith(OutputCaptureExtension.class)
class RepositoryPlansAotProcessorTests {

	@Test
	void writesThePlansOfAllMethods() throws IOException {
		String plans = process(Employee.class, "azure.tables.embedded=true");
		Map<String, Object> byEmail = method(plans, "findByDepartmentAndEmail");
		assertThat(byEmail).containsEntry("repository", Employees.class.getName())
			.containsEntry("inherited", false)
			.containsEntry("path", "POINT")
			.containsEntry("index", "email")
			.containsEntry("partitioning", "SPREAD")
			.containsEntry("requests", "1")
			.doesNotContainKey("filter");
		assertThat(method(plans, "findByLastName")).containsEntry("path", "TABLE_SCAN")
			.containsEntry("filter", "lastName eq ?")
			.doesNotContainKey("index");
		assertThat(method(plans, "findById")).containsEntry("inherited", true).containsEntry("path", "POINT");
	}

	@Test
	void writesThePlansThatTheStartMakes() throws IOException {
		String plans = process(Employee.class, "azure.tables.embedded=true");
		ContextRunners.in(Employee.class)
			.withPropertyValues("azure.tables.embedded=true")
			.run((context) -> assertThat(plans.lines().filter((line) -> line.startsWith("{")).toList()).extracting(
					(line) -> (String) JsonPath.read(line, "$.method") + ": " + JsonPath.read(line, "$.explanation"))
				.containsExactlyElementsOf(context.getBean(RepositoryPlans.class)
					.all()
					.stream()
					.map((plan) -> plan.name() + ": " + plan.outline().explain())
					.toList()));
	}

	@Test
	void plansRepositoriesWithABaseClassOfTheApplicationAsTheStartDoes() throws IOException {
		String plans = process(Employee.class, Based.class, "azure.tables.embedded=true");
		ContextRunners.in(Employee.class)
			.withUserConfiguration(Based.class)
			.withPropertyValues("azure.tables.embedded=true")
			.run((context) -> assertThat(plans.lines().filter((line) -> line.startsWith("{")).toList())
				.extracting(
						(line) -> (String) JsonPath.read(line, "$.repository") + "." + JsonPath.read(line, "$.method"))
				.containsExactlyElementsOf(context.getBean(RepositoryPlans.class)
					.all()
					.stream()
					.map((plan) -> plan.repository().getName() + "." + plan.name())
					.toList())
				.contains(BasedEmployees.class.getName() + ".findByDepartmentAndEmail"));
	}

	@Test
	void failsOnRefusedMethodsWithTheMessageOfTheStart() {
		AtomicReference<Throwable> start = new AtomicReference<>();
		ContextRunners.in(RefusedPackage.class)
			.withPropertyValues("azure.tables.embedded=true")
			.run((context) -> start.set(context.getStartupFailure()));
		assertThat(start.get()).isInstanceOf(RefusedMethodsException.class);
		assertThatExceptionOfType(RefusedMethodsException.class)
			.isThrownBy(() -> process(RefusedPackage.class, "azure.tables.embedded=true"))
			.withMessage(start.get().getMessage())
			.withMessageContaining("Unanswerable.findByDepartmentAndLastNameLike says 'Like'");
	}

	@Test
	void failsOnScansUnlessThePropertySaysOtherwise() throws IOException {
		assertThatExceptionOfType(RefusedMethodsException.class)
			.isThrownBy(() -> process(ScanningPackage.class, "azure.tables.embedded=true"))
			.withMessageContaining("Scanning.findByLastName: A query for Employee by lastName reads");
		assertThat(process(ScanningPackage.class, "azure.tables.embedded=true", "azure.tables.scan-policy=allow"))
			.contains("findByLastName");
	}

	@Test
	void needsNoConnection() throws IOException {
		assertThat(process(Employee.class, ContextRunners.AZURITE)).contains("findByLastName");
		assertThatExceptionOfType(RefusedMethodsException.class)
			.isThrownBy(() -> process(RefusedPackage.class, ContextRunners.AZURITE));
	}

	@Test
	void needsNoQueueForIndexesInOtherPartitions() throws IOException {
		String plans = process(Agent.class, "azure.tables.embedded=true");
		assertThat(method(plans, "findByCity")).containsEntry("index", "city");
		assertThat(method(plans, "findBySkill")).containsEntry("index", "skill");
	}

	@Test
	void leavesPlansToTheStartWhereTheMappingCannotBeMadeInTheBuild(CapturedOutput output) throws IOException {
		assertThat(process(RefusedPackage.class, OnlyAtRunTime.class, "azure.tables.embedded=true")).isEmpty();
		assertThat(output).contains("Methods of repositories are not planned ahead of time", "only at run time");
	}

	private static Map<String, Object> method(String plans, String name) {
		return JsonPath.<List<Map<String, Object>>>read(plans, "$[?(@.method == '" + name + "')]").get(0);
	}

	private static String process(Class<?> application, String... properties) throws IOException {
		return process(application, Object.class, properties);
	}

	/**
	 * Does what the goal {@code process-aot} does, and gives the plans, empty if there
	 * are none.
	 */
	private static String process(Class<?> application, Class<?> more, String... properties) throws IOException {
		InMemoryGeneratedFiles files = new InMemoryGeneratedFiles();
		try (AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext()) {
			TestPropertyValues.of(properties).applyTo(context);
			AutoConfigurationPackages.register(context, application.getPackageName());
			if (more != Object.class) {
				context.register(more);
			}
			context.register(Application.class);
			DefaultGenerationContext generation = new DefaultGenerationContext(
					new ClassNameGenerator(ClassName.get(application)), files);
			new ApplicationContextAotGenerator().processAheadOfTime(context, generation);
			generation.writeGeneratedContent();
			assertThat(context.getBeanFactory().getBeanNamesForType(TableGateway.class, false, false))
				.noneMatch(context.getBeanFactory()::containsSingleton);
		}
		String plans = files.getGeneratedFileContent(Kind.RESOURCE, PlanCatalogue.FILE);
		return (plans != null) ? plans : "";
	}

	@Configuration(proxyBeanMethods = false)
	@ImportAutoConfiguration({ SslAutoConfiguration.class, TableClientAutoConfiguration.class,
			TableTemplateAutoConfiguration.class, TableRepositoriesAutoConfiguration.class })
	static class Application {

	}

	@Configuration(proxyBeanMethods = false)
	static class OnlyAtRunTime {

		@Bean
		TableConverter tableConverter() {
			throw new IllegalStateException("This bean is made only at run time");
		}

	}

}
