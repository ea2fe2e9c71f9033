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

import io.azuretables.convert.TableConverter;
import io.azuretables.convert.TableCustomConversions;
import io.azuretables.convert.TableMappingContext;
import io.azuretables.embedded.EmbeddedTableGateway;
import io.azuretables.operations.TableTemplate;
import io.azuretables.query.Update;
import io.azuretables.repository.Employees.Name;
import io.azuretables.repository.Employees.NameOnly;
import io.azuretables.repository.support.TableRepositoryFactory;
import io.azuretables.sample.Department;
import io.azuretables.sample.Employee;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import org.springframework.data.domain.Limit;
import org.springframework.data.domain.PageRequest;
import org.springframework.data.domain.ScrollPosition;
import org.springframework.data.domain.Slice;
import org.springframework.data.domain.Window;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for a repository on the embedded store.
 */
class EmployeesTests {

	private final TableTemplate template = new TableTemplate(new EmbeddedTableGateway(),
			new TableConverter(new TableMappingContext(new TableCustomConversions())));

	private final Employees employees = new TableRepositoryFactory(this.template).getRepository(Employees.class);

	@BeforeEach
	void saveEmployees() {
		this.employees.saveAll(List.of(Employee.of("Sales", 1, "Hall", 34), Employee.of("Sales", 2, "Cao", 40),
				Employee.of("Sales", 3, "Smith", 28), Employee.of("Marketing", 1, "Hall", 51)));
	}

	@Test
	void findsByKeysAndIndexes() {
		assertThat(this.employees.findByDepartmentAndEmployeeId("Sales", 2)).map(Employee::lastName).contains("Cao");
		assertThat(this.employees.findById(new EmployeeId("Sales", 2))).map(Employee::lastName).contains("Cao");
		assertThat(this.employees.findByDepartmentAndEmployeeIdBetween("Sales", 2, 9)).hasSize(2);
		assertThat(this.employees.findByDepartmentAndEmail("Sales", "cao2@contoso.com")).isPresent();
		assertThat(this.employees.findByDepartmentAndEmailStartingWith("Sales", "s")).hasSize(1);
		assertThat(this.employees.findByDepartmentAndEmployeeIdIn("Sales", List.of(1, 3, 7))).hasSize(2);
		assertThat(this.employees.findTop2ByDepartmentOrderByEmployeeId("Sales")).extracting(Employee::employeeId)
			.containsExactly(1, 2);
		assertThat(this.employees.findByLastName("Hall")).hasSize(2);
		assertThat(this.employees.ofAge("Sales", 35)).extracting(Employee::lastName)
			.containsExactlyInAnyOrder("Hall", "Cao");
	}

	@Test
	void mapsIdentifiersWhenTheyAreFirstUsed() {
		TableMappingContext context = this.template.converter().mappingContext();
		assertThat(context.hasPersistentEntityFor(EmployeeId.class)).isFalse();
		assertThat(this.employees.existsById(new EmployeeId("Sales", 2))).isTrue();
		assertThat(context.hasPersistentEntityFor(EmployeeId.class)).isTrue();
	}

	@Test
	void takesTheOnlyPropertyOfTheKeysAsIdentifier() {
		Departments departments = new TableRepositoryFactory(this.template).getRepository(Departments.class);
		departments.saveAll(List.of(new Department("Sales", 3, null), new Department("Marketing", 1, null)));
		assertThat(departments.findById("Sales")).map(Department::employeeCount).contains(3);
		assertThat(departments.existsById("Sales")).isTrue();
		assertThat(departments.findAllById(List.of("Marketing", "Finance"))).extracting(Department::name)
			.containsExactly("Marketing");
		departments.deleteById("Sales");
		departments.deleteAllById(List.of("Marketing"));
		assertThat(departments.existsById("Sales")).isFalse();
		assertThat(departments.findAll()).isEmpty();
		assertThat(this.employees.count()).as("in the same table").isEqualTo(4);
	}

	@Test
	void mergesOrInserts() {
		EmployeeId id = new EmployeeId("Sales", 9);
		this.employees.mergeOrInsert(id, Update.update("age", 30).set("email", "le9@contoso.com"));
		this.employees.mergeOrInsert(id, Update.update("age", 31).set("lastName", "Le"));
		assertThat(this.employees.findByDepartmentAndEmail("Sales", "le9@contoso.com")).hasValueSatisfying((found) -> {
			assertThat(found.age()).isEqualTo(31);
			assertThat(found.lastName()).isEqualTo("Le");
		});
	}

	interface Departments extends TableRepository<Department, String> {

	}

	@Test
	void readsInParts() {
		Slice<Employee> slice = this.employees.findByDepartment("Sales", PageRequest.ofSize(2));
		assertThat(slice).hasSize(2);
		assertThat(this.employees.findByDepartment("Sales", slice.nextPageable())).hasSize(1);
		Window<Employee> window = this.employees.findByDepartment("Sales", ScrollPosition.keyset(), Limit.of(2));
		assertThat(this.employees.findByDepartment("Sales", window.positionAt(1), Limit.of(2))).hasSize(1);
		assertThat(this.employees.streamByDepartment("Sales")).hasSize(3);
	}

	@Test
	void projects() {
		assertThat(this.employees.findNamesByDepartment("Marketing")).extracting(NameOnly::getLastName)
			.containsExactly("Hall");
		assertThat(this.employees.findByDepartmentAndAgeGreaterThan("Sales", 39)).containsExactly(new Name("Cao"));
	}

	@Test
	void countsAndDeletes() {
		assertThat(this.employees.countByDepartment("Sales")).isEqualTo(3);
		assertThat(this.employees.existsByDepartmentAndEmail("Sales", "cao2@contoso.com")).isTrue();
		assertThat(this.employees.deleteByDepartmentAndAgeLessThan("Sales", 35)).isEqualTo(2);
		assertThat(this.employees.count()).isEqualTo(2);
		this.employees.deleteAllById(List.of(new EmployeeId("Sales", 2)));
		this.employees.deleteAll();
		assertThat(this.employees.findAll()).isEmpty();
	}

}
