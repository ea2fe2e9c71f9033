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

package io.azuretables.repository;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import io.azuretables.client.TableNames;
import io.azuretables.convert.TableConverter;
import io.azuretables.convert.TableCustomConversions;
import io.azuretables.convert.TableMappingContext;
import io.azuretables.gateway.TableGateway;
import io.azuretables.key.TableKey;
import io.azuretables.operations.RowTemplate;
import io.azuretables.operations.TableNameResolver;
import io.azuretables.operations.TableTemplate;
import io.azuretables.operations.TableTemplateOptions;
import io.azuretables.query.Criteria;
import io.azuretables.query.TableQuery;
import io.azuretables.query.TableScrollPosition;
import io.azuretables.query.Update;
import io.azuretables.repository.GuideRepositories.DepartmentNames;
import io.azuretables.repository.GuideRepositories.EmployeeNames;
import io.azuretables.repository.GuideRepositories.EmployeeScans;
import io.azuretables.repository.GuideRepositories.LastNameOnly;
import io.azuretables.repository.GuideRepositories.ReviewNames;
import io.azuretables.repository.config.EnableTableRepositories;
import io.azuretables.repository.support.TableRepositoryFactory;
import io.azuretables.row.TableRow;
import io.azuretables.sample.Department;
import io.azuretables.sample.Employee;
import io.azuretables.sample.Review;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.ComponentScan.Filter;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.FilterType;
import org.springframework.dao.OptimisticLockingFailureException;
import org.springframework.data.domain.Window;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * The examples of the table design guide, and the requests that answer them.
 */
abstract class GuideWalkthrough {

	private static final TableConverter CONVERTER = new TableConverter(
			new TableMappingContext(new TableCustomConversions()));

	private static final String ALL = " $top=1000";

	private final String prefix = TableNames.unique();

	private TableGateway gateway;

	private TableTemplate template;

	private EmployeeNames employees;

	private DepartmentNames departments;

	/**
	 * Connects to the store once more.
	 */
	protected abstract TableGateway connect();

	/**
	 * The requests since the last call, of rows: as {@link GuideRequests} writes them.
	 */
	protected abstract List<String> requests();

	@BeforeEach
	void saveEmployees() {
		this.gateway = connect();
		this.template = template(this.gateway);
		this.employees = repository(EmployeeNames.class);
		this.departments = repository(DepartmentNames.class);
		this.employees.saveAll(List.of(Employee.of("Marketing", 1, "Hall", 34), Employee.of("Marketing", 2, "Cao", 47),
				Employee.of("Sales", 10, "Kwok", 23), Employee.of("Sales", 11, "Smith", 30),
				Employee.of("Sales", 12, "Jones", 31)));
		this.departments.save(new Department("Marketing", 153, null));
		this.departments.save(new Department("Sales", 3, null));
		requests();
	}

	private TableTemplate template(TableGateway connected) {
		return new TableTemplate(connected, CONVERTER,
				TableTemplateOptions.DEFAULTS.withTableNames(TableNameResolver.prefixed(this.prefix)));
	}

	private <R> R repository(Class<R> type) {
		return new TableRepositoryFactory(this.template).getRepository(type);
	}

	@Test
	void findsOneEmployeeByOnePointRead() {
		assertThat(this.employees.findByDepartmentAndEmployeeId("Sales", 11)).map(Employee::lastName).contains("Smith");
		assertThat(requests()).containsExactly("GET Sales/empid_000011");
		assertThat(this.employees.findByDepartmentAndEmail("Sales", "smith11@contoso.com")).isPresent();
		assertThat(requests()).containsExactly("GET Sales/email_smith11@contoso.com");
	}

	@Test
	void findsSeveralEmployeesByPointReadsAndNeverByAnOr() {
		assertThat(this.employees.findByDepartmentAndEmployeeIdIn("Sales", List.of(10, 12))).hasSize(2);
		assertThat(requests()).containsExactlyInAnyOrder("GET Sales/empid_000010", "GET Sales/empid_000012");
	}

	@Test
	void findsARangeOfRows() {
		assertThat(this.employees.findByDepartmentAndEmployeeIdBetween("Sales", 10, 11)).hasSize(2);
		assertThat(requests()).containsExactly(
				"GET $filter=PartitionKey eq 'Sales' and RowKey ge 'empid_000010' and RowKey lt 'empid_000012'" + ALL);
		assertThat(this.employees.findByDepartmentAndEmailStartingWith("Sales", "s")).hasSize(1);
		assertThat(requests()).containsExactly(
				"GET $filter=PartitionKey eq 'Sales' and RowKey ge 'email_s' and RowKey lt 'email_t'" + ALL);
	}

	@Test
	void scansAPartition() {
		assertThat(this.employees.findByDepartmentAndLastName("Sales", "Smith")).hasSize(1);
		assertThat(requests()).containsExactly("GET $filter=PartitionKey eq 'Sales' and RowKey ge 'empid_' and "
				+ "RowKey lt 'empid`' and lastName eq 'Smith'" + ALL);
	}

	@Test
	void scansTheTableOnlyWhereThatIsSaid() {
		assertThat(repository(EmployeeScans.class).findByLastName("Jones")).hasSize(1);
		assertThat(requests())
			.containsExactly("GET $filter=RowKey ge 'empid_' and RowKey lt 'empid`' and lastName eq 'Jones'" + ALL);
	}

	@Test
	void keepsDepartmentsInTheTableOfTheirEmployees() {
		assertThat(this.departments.findByName("Marketing")).map(Department::employeeCount).contains(153);
		assertThat(requests()).containsExactly("GET Marketing/Department");
		assertThat(this.employees.findByDepartment("Marketing")).hasSize(2);
		assertThat(requests()).containsExactly(
				"GET $filter=PartitionKey eq 'Marketing' and RowKey ge 'empid_' and RowKey lt 'empid`'" + ALL);
		Department sales = this.departments.findByName("Sales").orElseThrow();
		requests();
		this.template.inPartition(this.prefix + "Employees", "Sales")
			.insert(Employee.of("Sales", 13, "Lee", 40))
			.replace(new Department("Sales", 4, sales.etag()))
			.commit();
		assertThat(requests()).containsExactly("POST $batch: POST Sales/empid_000013 [_w, age, email, lastName]; "
				+ "POST Sales/email_lee13@contoso.com [_rk, _w, age, email, lastName]; PUT Sales/Department If-Match="
				+ sales.etag() + " [_w, employeeCount]");
		assertThat(this.departments.findByName("Sales")).map(Department::employeeCount).contains(4);
		assertThat(this.employees.countByDepartment("Sales")).isEqualTo(4);
	}

	@Test
	void readsDepartmentsAndEmployeesTogetherByWhatEachRowIs() {
		Stream<Object> sales = new RowTemplate(this.gateway, CONVERTER).stream(this.prefix + "Employees",
				Criteria.where("PartitionKey").is("Sales"), GuideWalkthrough::kind);
		assertThat(sales).hasSize(4)
			.satisfiesOnlyOnce((row) -> assertThat(row).isInstanceOfSatisfying(Department.class,
					(department) -> assertThat(department.employeeCount()).isEqualTo(3)))
			.filteredOn(Employee.class::isInstance)
			.extracting((row) -> ((Employee) row).lastName())
			.containsExactly("Kwok", "Smith", "Jones");
		assertThat(requests()).containsExactly("GET $filter=PartitionKey eq 'Sales'" + ALL);
	}

	private static @Nullable Class<?> kind(TableRow row) {
		String key = row.key().rowKey();
		return key.equals("Department") ? Department.class : key.startsWith("empid_") ? Employee.class : null;
	}

	@Test
	void keepsReviewsUnderCompoundKeys() {
		ReviewNames reviews = repository(ReviewNames.class);
		reviews
			.saveAll(IntStream.range(2010, 2015).mapToObj((year) -> new Review("Sales", 12, year, 4, "good")).toList());
		assertThat(requests()).last()
			.isEqualTo("POST $batch: " + IntStream.range(2010, 2015)
				.mapToObj((year) -> "PUT Sales/empid_000012_" + year + " [comments, rating]")
				.collect(Collectors.joining("; ")));
		assertThat(reviews.findByDepartmentAndEmployeeIdAndYear("Sales", 12, 2012)).isPresent();
		assertThat(requests()).containsExactly("GET Sales/empid_000012_2012");
		assertThat(reviews.findByDepartmentAndEmployeeIdAndYearBetween("Sales", 12, 2011, 2013)).hasSize(3);
		assertThat(requests()).containsExactly("GET $filter=PartitionKey eq 'Sales' and "
				+ "RowKey ge 'empid_000012_2011' and RowKey lt 'empid_000012_2014'" + ALL);
		assertThat(reviews.findByDepartmentAndEmployeeId("Sales", 12)).hasSize(5);
		assertThat(requests()).containsExactly("GET $filter=PartitionKey eq 'Sales' and RowKey ge 'empid_000012_' and "
				+ "RowKey lt 'empid_000012`'" + ALL);
	}

	@Test
	void goesOnInAnotherContextFromATokenThatWasKeptAsText() {
		String filter = "GET $filter=PartitionKey eq 'Sales' and RowKey ge 'empid_' and RowKey lt 'empid`' $top=2";
		TableQuery sales = TableQuery.of(Criteria.where("department").is("Sales")).limit(2);
		Window<Employee> first = this.employees.scroll(sales);
		assertThat(first).extracting(Employee::employeeId).containsExactly(10, 11);
		assertThat(requests()).containsExactly(filter);
		TableScrollPosition last = (TableScrollPosition) first.positionAt(1);
		String kept = last.encode();
		assertThat(kept).matches("[A-Za-z0-9._~-]+");
		try (AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext()) {
			context.registerBean("tableTemplate", TableTemplate.class, () -> template(connect()));
			context.register(AnotherApplication.class);
			context.refresh();
			Window<Employee> second = context.getBean(EmployeeNames.class)
				.scroll(sales.from(TableScrollPosition.decode(kept)));
			assertThat(second).extracting(Employee::employeeId).containsExactly(12);
			assertThat(second.hasNext()).isFalse();
		}
		assertThat(requests()).containsExactly(
				filter + " NextPartitionKey=" + last.nextPartitionKey() + " NextRowKey=" + last.nextRowKey());
	}

	@Test
	void readsOnlyWhatIsProjected() {
		assertThat(this.employees.readByDepartment("Marketing")).extracting(LastNameOnly::getLastName)
			.containsExactly("Hall", "Cao");
		assertThat(requests()).containsExactly("GET $filter=PartitionKey eq 'Marketing' and RowKey ge 'empid_' and "
				+ "RowKey lt 'empid`' $select=PartitionKey,RowKey,lastName" + ALL);
	}

	@Test
	void mergesAndReplaces() {
		this.template.merge(Department.class, TableKey.of("Sales", "Department"), Update.update("employeeCount", 9));
		assertThat(requests()).containsExactly("PATCH Sales/Department If-Match=* [_w, employeeCount]");
		Department read = this.departments.findByName("Sales").orElseThrow();
		assertThat(read.employeeCount()).isEqualTo(9);
		requests();
		this.departments.save(new Department("Sales", 10, read.etag()));
		assertThat(requests()).containsExactly("PUT Sales/Department If-Match=" + read.etag() + " [_w, employeeCount]");
	}

	@Test
	void refusesToReplaceWhatSomebodyElseHasChanged() {
		Department read = this.departments.findByName("Sales").orElseThrow();
		this.departments.save(new Department("Sales", 10, read.etag()));
		assertThatExceptionOfType(OptimisticLockingFailureException.class)
			.isThrownBy(() -> this.departments.save(new Department("Sales", 11, read.etag())));
		String put = "PUT Sales/Department If-Match=" + read.etag() + " [_w, employeeCount]";
		assertThat(requests()).containsExactly("GET Sales/Department", put, put);
		assertThat(this.departments.findByName("Sales")).map(Department::employeeCount).contains(10);
	}

	/**
	 * An application that knows the store, but nothing of what has been read before.
	 */
	@Configuration(proxyBeanMethods = false)
	@EnableTableRepositories(considerNestedRepositories = true,
			includeFilters = @Filter(type = FilterType.ASSIGNABLE_TYPE, classes = EmployeeNames.class))
	static class AnotherApplication {

	}

}
