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

package io.azuretables.autoconfigure.repository;

import java.util.List;

import io.azuretables.autoconfigure.ContextRunners;
import io.azuretables.autoconfigure.employees.Employee;
import io.azuretables.autoconfigure.employees.Employees;
import io.azuretables.autoconfigure.plan.MethodPlan;
import io.azuretables.autoconfigure.plan.PlannedRepository;
import io.azuretables.autoconfigure.plan.RepositoryPlans;
import io.azuretables.autoconfigure.refused.RefusedPackage;
import io.azuretables.autoconfigure.refused.Unanswerable;
import io.azuretables.autoconfigure.scans.ScanningPackage;
import io.azuretables.plan.AccessPath;
import io.azuretables.repository.ScanPolicy;
import io.azuretables.repository.config.EnableTableRepositories;
import io.azuretables.repository.support.TableRepositoryFactoryBean;
import org.assertj.core.groups.Tuple;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.boot.logging.LogLevel;
import org.springframework.boot.logging.LoggingSystem;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Configuration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatException;
import static org.assertj.core.api.Assertions.tuple;

/**
 * Tests for {@link TableRepositoriesAutoConfiguration}.
 */
@ExtendWith(OutputCaptureExtension.class)
class TableRepositoriesAutoConfigurationTests {

	private static final String PLANS = """
			  method                                          path         index  partitioning  requests                                                                                   filter
			  Employees.findByDepartmentAndEmail              POINT        email  SPREAD        1
			  Employees.findByDepartmentAndEmailStartingWith  ROW_RANGE    email  SPREAD        1 per page of 1000 rows
			  Employees.findByDepartmentAndEmployeeId         POINT               SPREAD        1
			  Employees.findByDepartmentAndEmployeeIdIn       MULTI_POINT         SPREAD        1 per value of 'employeeId'
			  Employees.findByDepartmentAndLastName           KIND_RANGE          SPREAD        1 per page of 1000 rows                                                                    lastName eq ?
			  Employees.findByLastName                        TABLE_SCAN          SPREAD        1 per page of 1000 rows of the table                                                       lastName eq ?
			  Employees.count (inherited)                     TABLE_SCAN          SPREAD        1 per page of 1000 rows of the table
			  Employees.count(Example) (inherited)            TABLE_SCAN          SPREAD        as its argument asks; without a key 1 per page of 1000 rows of the table
			  Employees.delete (inherited)                    POINT               SPREAD        2
			  Employees.deleteAll (inherited)                 TABLE_SCAN          SPREAD        1 per page of 1000 rows of the table, then 1 per 100 rows of a partition and 1 per entity
			  Employees.deleteAll(Iterable) (inherited)       MULTI_POINT         SPREAD        1 per 100 rows of a partition and 1 per entity
			  Employees.deleteAllById (inherited)             MULTI_POINT         SPREAD        1 per 100 rows of a partition and 1 per entity
			  Employees.deleteById (inherited)                POINT               SPREAD        2
			  Employees.exists(Example) (inherited)           TABLE_SCAN          SPREAD        as its argument asks; without a key 1 per page of 1000 rows of the table
			  Employees.existsById (inherited)                POINT               SPREAD        1
			  Employees.find(TableQuery) (inherited)          TABLE_SCAN          SPREAD        as its argument asks; without a key 1 per page of 1000 rows of the table
			  Employees.findAll (inherited)                   TABLE_SCAN          SPREAD        1 per page of 1000 rows of the table
			  Employees.findAll(Example) (inherited)          TABLE_SCAN          SPREAD        as its argument asks; without a key 1 per page of 1000 rows of the table
			  Employees.findAllById (inherited)               MULTI_POINT         SPREAD        1 per identifier
			  Employees.findBy(Example) (inherited)           TABLE_SCAN          SPREAD        as its argument asks; without a key 1 per page of 1000 rows of the table
			  Employees.findById (inherited)                  POINT               SPREAD        1
			  Employees.findOne(Example) (inherited)          TABLE_SCAN          SPREAD        as its argument asks; without a key 1 per page of 1000 rows of the table
			  Employees.insert (inherited)                    POINT               SPREAD        1
			  Employees.insertAll (inherited)                 MULTI_POINT         SPREAD        1 per 100 rows of a partition
			  Employees.save (inherited)                      POINT               SPREAD        2
			  Employees.saveAll (inherited)                   MULTI_POINT         SPREAD        1 per 100 rows of a partition and 1 per entity
			  Employees.scroll(TableQuery) (inherited)        TABLE_SCAN          SPREAD        as its argument asks; without a key 1 per page of 1000 rows of the table
			""";

	private final ApplicationContextRunner application = ContextRunners.in(Employee.class)
		.withPropertyValues("azure.tables.embedded=true");

	@Test
	void findsRepositoriesInThePackagesOfTheApplication() {
		this.application.run((context) -> {
			Employees employees = context.getBean(Employees.class);
			employees.save(Employee.of("Sales", 1, "Hall"));
			assertThat(employees.findByDepartmentAndEmail("Sales", "hall@contoso.com")).isPresent();
		});
	}

	@Test
	void canBeSwitchedOff() {
		this.application.withPropertyValues("azure.tables.repositories.enabled=false")
			.run((context) -> assertThat(context).doesNotHaveBean(Employees.class));
	}

	@Test
	void backsOffWhereTheApplicationEnablesRepositories() {
		ContextRunners.in(ScanningPackage.class)
			.withPropertyValues("azure.tables.embedded=true")
			.withUserConfiguration(Enabled.class)
			.run((context) -> assertThat(context).hasSingleBean(Employees.class));
	}

	@Test
	void rejectsScansUnlessThePropertySaysOtherwise(CapturedOutput output) {
		ApplicationContextRunner scans = ContextRunners.in(ScanningPackage.class)
			.withPropertyValues("azure.tables.embedded=true");
		scans.run((context) -> assertThat(context).hasFailed());
		scans.withPropertyValues("azure.tables.scan-policy=allow").run((context) -> assertThat(context).hasNotFailed());
		assertThat(output).doesNotContain("WARN");
		scans.withPropertyValues("azure.tables.scan-policy=warn").run((context) -> assertThat(context).hasNotFailed());
		assertThat(output).containsPattern("WARN .*Scanning.findByLastName: A query for Employee by lastName reads");
	}

	@Test
	void refusesMethodsOfLazyRepositoriesWhenTheseAreMade() {
		ContextRunners.in(RefusedPackage.class)
			.withPropertyValues("azure.tables.embedded=true")
			.withInitializer((context) -> context.addBeanFactoryPostProcessor(
					(beans) -> List.of(beans.getBeanNamesForType(TableRepositoryFactoryBean.class, true, false))
						.forEach((name) -> beans.getBeanDefinition(name.substring(1)).setLazyInit(true))))
			.run((context) -> {
				assertThat(context).hasNotFailed();
				assertThatException().isThrownBy(() -> context.getBean(Unanswerable.class))
					.withStackTraceContaining("Unanswerable.findByDepartmentAndLastNameLike says 'Like'");
			});
	}

	@Test
	void leavesScansToThePolicyOfTheApplication() {
		ContextRunners.in(ScanningPackage.class)
			.withPropertyValues("azure.tables.embedded=true")
			.withBean(ScanPolicy.class, () -> ScanPolicy.ALLOW)
			.run((context) -> assertThat(context).hasNotFailed().hasSingleBean(ScanPolicy.class));
	}

	@Test
	void knowsThePlansOfRepositories() {
		this.application.run((context) -> {
			assertThat(context.getBean(Employees.class)).isInstanceOf(PlannedRepository.class);
			assertThat(context.getBean(RepositoryPlans.class).all())
				.extracting(MethodPlan::name, MethodPlan::path, MethodPlan::index, MethodPlan::requests)
				.contains(tuple("findByDepartmentAndEmail", AccessPath.POINT, "email", "1"),
						tuple("findByDepartmentAndEmployeeIdIn", AccessPath.MULTI_POINT, null,
								"1 per value of 'employeeId'"),
						tuple("findByDepartmentAndLastName", AccessPath.KIND_RANGE, null, "1 per page of 1000 rows"),
						tuple("findByLastName", AccessPath.TABLE_SCAN, null, "1 per page of 1000 rows of the table"));
		});
	}

	private static Tuple atWorst(String method) {
		return tuple(method, AccessPath.TABLE_SCAN,
				"as its argument asks; without a key 1 per page of 1000 rows of the table");
	}

	@Test
	void knowsThePlansOfInheritedMethods() {
		this.application.run((context) -> {
			PlannedRepository employees = (PlannedRepository) context.getBean(Employees.class);
			assertThat(employees.methodPlans()).noneMatch(MethodPlan::inherited);
			assertThat(employees.inheritedPlans()).allMatch(MethodPlan::inherited)
				.extracting(MethodPlan::name, MethodPlan::path, MethodPlan::requests)
				.containsExactly(tuple("count", AccessPath.TABLE_SCAN, "1 per page of 1000 rows of the table"),
						atWorst("count(Example)"), tuple("delete", AccessPath.POINT, "2"),
						tuple("deleteAll", AccessPath.TABLE_SCAN,
								"1 per page of 1000 rows of the table, then 1 per 100 rows of a partition and 1 per "
										+ "entity"),
						tuple("deleteAll(Iterable)", AccessPath.MULTI_POINT,
								"1 per 100 rows of a partition and 1 per entity"),
						tuple("deleteAllById", AccessPath.MULTI_POINT,
								"1 per 100 rows of a partition and 1 per entity"),
						tuple("deleteById", AccessPath.POINT, "2"), atWorst("exists(Example)"),
						tuple("existsById", AccessPath.POINT, "1"), atWorst("find(TableQuery)"),
						tuple("findAll", AccessPath.TABLE_SCAN, "1 per page of 1000 rows of the table"),
						atWorst("findAll(Example)"), tuple("findAllById", AccessPath.MULTI_POINT, "1 per identifier"),
						atWorst("findBy(Example)"), tuple("findById", AccessPath.POINT, "1"),
						atWorst("findOne(Example)"), tuple("insert", AccessPath.POINT, "1"),
						tuple("insertAll", AccessPath.MULTI_POINT, "1 per 100 rows of a partition"),
						tuple("save", AccessPath.POINT, "2"),
						tuple("saveAll", AccessPath.MULTI_POINT, "1 per 100 rows of a partition and 1 per entity"),
						atWorst("scroll(TableQuery)"));
			assertThat(employees.inheritedPlans().get(14).outline().explain()).isEqualTo("POINT on Employees; "
					+ "partition {department} with department eq ?; row empid_{employeeId:6} with employeeId eq ?");
		});
	}

	@Test
	void saysWhatRowsAreFilteredBy() {
		this.application.run((context) -> assertThat(context.getBean(RepositoryPlans.class).all())
			.extracting(MethodPlan::name, MethodPlan::filter)
			.contains(tuple("findByDepartmentAndLastName", "lastName eq ?"), tuple("findByDepartmentAndEmail", "")));
	}

	@Test
	void logsATableOfPlansWhereThatIsWanted(CapturedOutput output) {
		LoggingSystem logging = LoggingSystem.get(getClass().getClassLoader());
		this.application.run((context) -> assertThat(output).doesNotContain("findByDepartmentAndEmail"));
		logging.setLogLevel(RepositoryPlans.class.getName(), LogLevel.DEBUG);
		try {
			this.application.run((context) -> {
				List<String> lines = output.toString().lines().toList();
				int head = lines
					.indexOf(lines.stream().filter((line) -> line.endsWith(" plan")).findFirst().orElseThrow());
				int width = lines.get(head).length();
				assertThat(lines.get(head - 1)).contains("DEBUG", "How methods of repositories are answered:");
				assertThat(lines.subList(head, head + 28))
					.extracting((line) -> line.substring(0, width - 4).stripTrailing())
					.containsExactlyElementsOf(PLANS.lines().toList());
				assertThat(lines.get(head + 1)).endsWith("row email_{email} with email eq ?");
			});
		}
		finally {
			logging.setLogLevel(RepositoryPlans.class.getName(), null);
		}
	}

	@Configuration(proxyBeanMethods = false)
	@EnableTableRepositories(basePackageClasses = Employees.class)
	static class Enabled {

	}

}
