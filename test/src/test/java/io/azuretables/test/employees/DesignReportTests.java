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

package io.azuretables.test.employees;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.LocalDate;
import java.util.List;

import io.azuretables.autoconfigure.design.DesignOptions;
import io.azuretables.autoconfigure.design.DesignReport;
import io.azuretables.autoconfigure.design.DesignReport.ClassDesign;
import io.azuretables.autoconfigure.design.DesignReport.Finding;
import io.azuretables.autoconfigure.design.DesignReport.Finding.Kind;
import io.azuretables.autoconfigure.design.DesignReport.IndexDesign;
import io.azuretables.autoconfigure.design.DesignReport.MethodDesign;
import io.azuretables.autoconfigure.plan.MethodPlan;
import io.azuretables.autoconfigure.plan.RepositoryPlans;
import io.azuretables.convert.TableMappingContext;
import io.azuretables.operations.EntitySize;
import io.azuretables.operations.TableOperations;
import io.azuretables.test.DataTablesTest;
import io.azuretables.test.PlanAssertions;
import io.azuretables.test.RequestCounter;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.annotation.Autowired;

import static io.azuretables.test.PlanAssertions.assertDesignReport;
import static io.azuretables.test.PlanAssertions.designReport;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.offset;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

/**
 * Tests for {@link DesignReport}: what it says of requests is what is counted.
 */
@DataTablesTest
class DesignReportTests {

	private static final String PACKAGE = "io.azuretables.test.employees";

	@Autowired
	private ListableBeanFactory beans;

	@Autowired
	private Employees employees;

	@Autowired
	private TableOperations tables;

	@Autowired
	private RequestCounter requests;

	@BeforeEach
	void saveEmployees() {
		this.employees.saveAll(List.of(employee(1), employee(2), employee(3)));
	}

	@BeforeEach
	@AfterEach
	void compareFiles() {
		System.clearProperty(PlanAssertions.WRITE);
	}

	private static Employee employee(int id) {
		return Employee.of("Sales", id, "Hall" + id);
	}

	private DesignReport report(DesignOptions options) {
		return designReport(this.beans, PACKAGE, options);
	}

	private ClassDesign design(String name, DesignOptions options) {
		return report(options).classes().stream().filter((one) -> one.name().equals(name)).findFirst().orElseThrow();
	}

	@Test
	void saysHowManyRequestsAreSent() {
		check("findByDepartmentAndEmployeeId", () -> this.employees.findByDepartmentAndEmployeeId("Sales", 1));
		check("findByDepartmentAndEmail", () -> this.employees.findByDepartmentAndEmail("Sales", "hall2@contoso.com"));
		check("findByDepartmentAndEmployeeIdIn",
				() -> this.employees.findByDepartmentAndEmployeeIdIn("Sales", List.of(1, 2, 3)));
		check("findByDepartmentAndEmailStartingWith",
				() -> this.employees.findByDepartmentAndEmailStartingWith("Sales", "hall"));
		check("findById", () -> this.employees.findById(new EmployeeId("Sales", 1)));
		check("findAllById", () -> this.employees
			.findAllById(List.of(new EmployeeId("Sales", 1), new EmployeeId("Sales", 2), new EmployeeId("Sales", 3))));
		Employee read = this.employees.findByDepartmentAndEmployeeId("Sales", 1).orElseThrow();
		check("save", () -> this.employees.save(read));
		check("delete", () -> this.employees.delete(employee(3)));
		check("insert", () -> this.employees.insert(employee(4)));
		check("insertAll", () -> this.employees.insertAll(List.of(employee(5), employee(6), employee(7))));
	}

	@Test
	void doesNotGuessHowNearKeysAre() {
		assertThat(method("saveAll", DesignOptions.DEFAULTS).requests()).isNull();
		assertThat(method("deleteAllById", DesignOptions.DEFAULTS).requests()).isNull();
	}

	private void check(String method, Runnable call) {
		this.requests.reset();
		call.run();
		long counted = this.requests.count();
		assertThat(method(method, DesignOptions.DEFAULTS.withEntities(3)).requests()).as(method).isEqualTo(counted);
	}

	private MethodDesign method(String name, DesignOptions options) {
		return design("Employee", options).methods()
			.stream()
			.filter((method) -> method.name().equals(name))
			.findFirst()
			.orElseThrow();
	}

	@Test
	void doesNotGuessWhatDependsOnOtherRows() {
		assertThat(method("findByLastName", DesignOptions.DEFAULTS).requests()).isNull();
		assertThat(method("findByDepartmentAndLastName", DesignOptions.DEFAULTS).requests()).isNull();
		assertThat(method("findByLastName", DesignOptions.DEFAULTS).worst()).isNotEmpty();
	}

	@Test
	void multipliesValuesAndPages() {
		DesignOptions many = DesignOptions.DEFAULTS.withEntities(2500).withValues(7);
		assertThat(method("findByDepartmentAndEmployeeIdIn", many).requests()).isEqualTo(7);
		assertThat(method("findByDepartmentAndEmailStartingWith", many).requests()).isEqualTo(3);
		assertThat(method("insertAll", many).requests()).isEqualTo(50);
	}

	@Test
	void namesIndexesWithTheirMethods() {
		ClassDesign design = design("Employee", DesignOptions.DEFAULTS);
		assertThat(design.rows()).isEqualTo(2);
		assertThat(design.indexes()).extracting(IndexDesign::name).containsExactly("email");
		assertThat(design.indexes().get(0).methods()).containsExactly("Employees.findByDepartmentAndEmail",
				"Employees.findByDepartmentAndEmailStartingWith");
	}

	@Test
	void findsWhatShouldBeLookedAt() {
		assertThat(design("Employee", DesignOptions.DEFAULTS).findings()).extracting(Finding::kind)
			.containsExactly(Kind.READS_MORE, Kind.SCAN);
		assertThat(design("Visit", DesignOptions.DEFAULTS).findings()).extracting(Finding::kind)
			.containsExactly(Kind.HOT_PARTITION);
		EntitySize large = this.tables.sizeOf(Employee.of("Sales", 1, "x".repeat(300)));
		assertThat(design("Employee", DesignOptions.DEFAULTS.withSizes(Employee.class, List.of(large))).findings())
			.extracting(Finding::kind)
			.doesNotContain(Kind.LARGE_ROW);
		EntitySize huge = new EntitySize(List.of(new EntitySize.RowSize(EntitySize.Kind.ENTITY, "", 600_000)));
		assertThat(design("Employee", DesignOptions.DEFAULTS.withSizes(Employee.class, List.of(huge))).findings())
			.filteredOn((finding) -> finding.kind() == Kind.LARGE_ROW)
			.singleElement()
			.satisfies((finding) -> assertThat(finding.text()).contains("57 %"));
	}

	@Test
	void findsAnIndexThatNoMethodUses() {
		TableMappingContext mapping = this.beans.getBean(TableMappingContext.class);
		List<MethodPlan> plans = this.beans.getBean(RepositoryPlans.class).all();
		List<MethodPlan> others = plans.stream().filter((plan) -> plan.index() == null).toList();
		assertThat(unused(DesignReport.of(mapping, others))).singleElement(STRING).contains("'email'");
		assertThat(unused(DesignReport.of(mapping, plans))).isEmpty();
		assertThat(unused(DesignReport.of(mapping, List.of()))).isEmpty();
	}

	private static List<String> unused(DesignReport report) {
		return report.classes()
			.stream()
			.flatMap((one) -> one.findings().stream())
			.filter((finding) -> finding.kind() == Kind.UNUSED_INDEX)
			.map(Finding::text)
			.toList();
	}

	@Test
	void addsUpTransactionsSizesAndRates() {
		EntitySize size = this.tables.sizeOf(employee(1));
		DesignOptions options = DesignOptions.DEFAULTS.withCalls("Employees.findByDepartmentAndEmployeeIdIn", 1000)
			.withCalls("Employees.insert", 26_298_000)
			.withPeak(10)
			.withStored(Employee.class, 5000)
			.withSizes(Employee.class, List.of(size, size));
		DesignReport report = report(options);
		assertThat(report.transactions()).isEqualTo(3 * 1000 + 26_298_000L);
		ClassDesign design = design("Employee", options);
		assertThat(design.rate()).isNotNull();
		assertThat(design.rate().rowsPerSecond()).isCloseTo(200, offset(0.001));
		assertThat(design.rate().partitions()).isOne();
		assertThat(design.size())
			.isEqualTo(new DesignReport.Size(2, size.bytes(), size.indexBytes(), size.ofLimit(), 5000 * size.bytes()));
		assertThat(report(DesignOptions.DEFAULTS).transactions()).isNull();
	}

	@Test
	void saysWhenAPartitionCannotTakeAllWrites() {
		ClassDesign visits = design("Visit", DesignOptions.DEFAULTS.withCalls("Visits.insert", 10_000_000_000L));
		assertThat(visits.rate()).isNotNull();
		assertThat(visits.rate().partitions()).isEqualTo(2);
		assertThat(visits.findings()).extracting(Finding::kind).contains(Kind.TOO_MANY_WRITES);
	}

	@Test
	void refusesCallsOfAMethodThatIsNotThere() {
		assertThatIllegalArgumentException()
			.isThrownBy(() -> report(DesignOptions.DEFAULTS.withCalls("Employees.findBySurname", 1)))
			.withMessageContaining("Employees.findBySurname")
			.withMessageContaining("Employees.findByLastName");
	}

	@Test
	void isJson() {
		assertThat(report(DesignOptions.DEFAULTS).json()).contains("\"partitioning\" : \"SPREAD\"")
			.contains("\"name\" : \"findByDepartmentAndEmail\"")
			.contains("\"kind\" : \"SCAN\"");
	}

	@Test
	void isComparedWithAFile(@TempDir Path folder) throws IOException {
		DesignReport report = report(DesignOptions.DEFAULTS);
		Path file = folder.resolve("design.md");
		assertThatExceptionOfType(AssertionError.class).isThrownBy(() -> assertDesignReport(report, file))
			.withMessageContaining("-Dazure.tables.design.write=true")
			.withMessageContaining("## Employee");
		System.setProperty(PlanAssertions.WRITE, "true");
		assertDesignReport(report, file);
		System.clearProperty(PlanAssertions.WRITE);
		assertThat(file).hasContent(report.markdown());
		assertDesignReport(report, file);
		Files.writeString(file, "\n", StandardOpenOption.APPEND);
		assertThatExceptionOfType(AssertionError.class).isThrownBy(() -> assertDesignReport(report, file));
	}

	@Test
	void mentionsNoValue() {
		this.employees.insert(Employee.of("TopSecret", 9, "Hidden"));
		this.tables.save(new Visit(LocalDate.of(2026, 1, 1)));
		DesignReport report = report(DesignOptions.DEFAULTS);
		assertThat(report.markdown() + report.json()).doesNotContain("TopSecret", "Hidden", "2026-01-01");
	}

}
