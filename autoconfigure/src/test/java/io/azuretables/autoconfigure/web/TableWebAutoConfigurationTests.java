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

package io.azuretables.autoconfigure.web;

import java.util.stream.Collectors;
import java.util.stream.IntStream;

import io.azuretables.autoconfigure.client.TableClientAutoConfiguration;
import io.azuretables.autoconfigure.employees.Employee;
import io.azuretables.autoconfigure.repository.TableRepositoriesAutoConfiguration;
import io.azuretables.autoconfigure.template.TableTemplateAutoConfiguration;
import io.azuretables.query.TableScrollPosition;
import io.azuretables.repository.query.TablePageRequest;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.boot.autoconfigure.AutoConfigurationPackages;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.data.autoconfigure.web.DataWebAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.context.runner.WebApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.boot.webmvc.autoconfigure.WebMvcAutoConfiguration;
import org.springframework.data.domain.Limit;
import org.springframework.data.domain.Pageable;
import org.springframework.data.domain.ScrollPosition;
import org.springframework.data.domain.Slice;
import org.springframework.data.domain.Window;
import org.springframework.data.util.Streamable;
import org.springframework.test.web.servlet.assertj.MockMvcTester;
import org.springframework.test.web.servlet.assertj.MvcTestResult;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.context.WebApplicationContext;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * Tests for {@link TableWebAutoConfiguration}.
 */
@ExtendWith(OutputCaptureExtension.class)
class TableWebAutoConfigurationTests {

	private final WebApplicationContextRunner application = new WebApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(TableClientAutoConfiguration.class,
				TableTemplateAutoConfiguration.class, TableRepositoriesAutoConfiguration.class,
				TableWebAutoConfiguration.class, DataWebAutoConfiguration.class, WebMvcAutoConfiguration.class))
		.withInitializer((context) -> AutoConfigurationPackages
			.register((BeanDefinitionRegistry) context.getBeanFactory(), Staff.class.getPackageName()))
		.withUserConfiguration(Api.class)
		.withPropertyValues("azure.tables.embedded=true");

	@ParameterizedTest
	@CsvSource({ "/slices?size=2", "/windows?size=2" })
	void readsPartByPart(String path) {
		this.application.run((context) -> {
			MockMvcTester mvc = filled(context);
			String[] first = text(mvc, path).split(" ");
			assertThat(first[0]).isEqualTo("1,2");
			String[] second = text(mvc, path + "&next=" + first[1]).split(" ");
			assertThat(second[0]).isEqualTo("3,4");
			assertThat(text(mvc, path + "&next=" + second[1])).isEqualTo("5 null");
		});
	}

	@ParameterizedTest
	@CsvSource({ "/slices?page=1, page 1 by its number, cannot be requested by its number",
			"/pageables?page=1, page 1 by its number, cannot be requested by its number",
			"/slices?sort=lastName, cannot be sorted by lastName, not available in this order",
			"'/pageables?sort=lastName,desc', cannot be sorted by lastName, not available in this order",
			"/pageables?sort=salary, salary, not available in this order" })
	void answersWhatCannotBeServedWithTheRuleAndLogsTheReason(String path, String reason, String rule,
			CapturedOutput output) {
		this.application.run((context) -> assertThat(filled(context).get().uri(path).exchange()).hasStatus(400)
			.bodyText()
			.contains(rule)
			.doesNotContain(reason, "Staff", "lastName", "@"));
		assertThat(output).contains("A request for a page was refused: ").contains(reason);
	}

	@Test
	void goesOnWhateverTheNumberOfAPageWithAPosition() {
		this.application.run((context) -> {
			MockMvcTester mvc = filled(context);
			String next = text(mvc, "/slices?size=2").split(" ")[1];
			for (int number : new int[] { 0, 1, 7, Integer.MAX_VALUE }) {
				assertThat(text(mvc, "/slices?size=2&page=" + number + "&next=" + next)).startsWith("3,4 ");
			}
		});
	}

	@Test
	void logsNamesOfPropertiesInOneLine(CapturedOutput output) {
		this.application
			.run((context) -> assertThat(filled(context).get().uri("/pageables?sort=a%0Aforged")).hasStatus(400));
		assertThat(output).contains("refused: ").doesNotContain("\nforged");
	}

	@Test
	void refusesPositionsThatAreNotItsOwn() {
		this.application.run((context) -> {
			MockMvcTester mvc = filled(context);
			assertThat(mvc.get().uri("/slices?next=forged")).hasStatus(400)
				.hasErrorMessage("'next' is no position of this application; follow the links that it gives");
			assertThat(mvc.get().uri("/windows?size=2&next=forged")).hasStatus(400);
			String elsewhere = text(mvc, "/slices?size=2&department=HR").split(" ")[1];
			assertThat(mvc.get().uri("/slices?size=2&next=" + elsewhere)).hasStatus(400)
				.bodyText()
				.contains("belongs to another query");
		});
	}

	@Test
	void signsWithTheSecret(CapturedOutput output) {
		TableScrollPosition position = new TableScrollPosition("query", 0, "partition", "row");
		ScrollPositionTokens tokens = new ScrollPositionTokens("secret");
		this.application.withPropertyValues("azure.tables.web.secret=secret").run((context) -> {
			ScrollPositionTokens same = context.getBean(ScrollPositionTokens.class);
			assertThat(same.decode(tokens.encode(position))).isEqualTo(position);
			assertThat(output).doesNotContain("random secret");
		});
		this.application.withPropertyValues("azure.tables.web.secret=").run((context) -> {
			assertThat(output).doesNotContain("random secret");
			ScrollPositionTokens random = context.getBean(ScrollPositionTokens.class);
			assertThatIllegalArgumentException().isThrownBy(() -> random.decode(tokens.encode(position)));
			assertThat(random.decode(random.encode(position))).isEqualTo(position);
			assertThat(output).containsOnlyOnce("signed with a random secret").contains("azure.tables.web.secret");
		});
	}

	@Test
	void isNotThereInOtherApplications() {
		new ApplicationContextRunner()
			.withConfiguration(AutoConfigurations.of(TableClientAutoConfiguration.class,
					TableTemplateAutoConfiguration.class, TableWebAutoConfiguration.class))
			.withInitializer((context) -> AutoConfigurationPackages
				.register((BeanDefinitionRegistry) context.getBeanFactory(), Staff.class.getPackageName()))
			.withPropertyValues("azure.tables.embedded=true")
			.run((context) -> assertThat(context).hasNotFailed().doesNotHaveBean(ScrollPositionTokens.class));
	}

	private static MockMvcTester filled(WebApplicationContext context) {
		Staff staff = context.getBean(Staff.class);
		for (String department : new String[] { "Sales", "HR" }) {
			staff.saveAll(IntStream.rangeClosed(1, 5)
				.mapToObj((number) -> Employee.of(department, number, "Hall" + number))
				.toList());
		}
		return MockMvcTester.from(context);
	}

	private static String text(MockMvcTester mvc, String path) throws Exception {
		MvcTestResult result = mvc.get().uri(path).exchange();
		assertThat(result).hasStatusOk();
		return result.getResponse().getContentAsString();
	}

	@RestController
	static class Api {

		private final Staff staff;

		private final ScrollPositionTokens tokens;

		Api(Staff staff, ScrollPositionTokens tokens) {
			this.staff = staff;
			this.tokens = tokens;
		}

		@GetMapping("/slices")
		String slice(TablePageRequest page, @RequestParam(defaultValue = "Sales") String department) {
			Slice<Employee> slice = this.staff.findByDepartment(department, page);
			return numbers(slice) + " " + this.tokens.next(slice);
		}

		@GetMapping("/pageables")
		String pageable(Pageable page) {
			return numbers(this.staff.findByDepartment("Sales", page));
		}

		@GetMapping("/windows")
		String window(@RequestParam(required = false) @Nullable TableScrollPosition next, @RequestParam int size) {
			Window<Employee> window = this.staff.findByDepartment("Sales",
					(next != null) ? next : ScrollPosition.keyset(), Limit.of(size));
			return numbers(window) + " " + this.tokens.next(window);
		}

		private static String numbers(Streamable<Employee> employees) {
			return employees.stream()
				.map((employee) -> String.valueOf(employee.employeeId()))
				.collect(Collectors.joining(","));
		}

	}

}
