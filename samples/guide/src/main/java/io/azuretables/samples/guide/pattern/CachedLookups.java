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

package io.azuretables.samples.guide.pattern;

import java.time.Duration;
import java.util.List;

import io.azuretables.mapping.PartitionKey;
import io.azuretables.mapping.RowKey;
import io.azuretables.mapping.Table;
import io.azuretables.operations.TableTemplate;
import io.azuretables.patterns.cache.CachedTable;
import io.azuretables.samples.guide.Pattern;
import io.azuretables.samples.guide.Scenario;

import org.springframework.core.annotation.Order;
import org.springframework.stereotype.Component;

/**
 * Shows a small table in memory, joined with other entities.
 */
@Component
@Order(18)
class CachedLookups implements Pattern {

	private final TableTemplate template;

	private final CachedTable<Department> departments;

	CachedLookups(TableTemplate template) {
		this.template = template;
		this.departments = new CachedTable<>(template, Department.class, 100, Duration.ofMinutes(5));
	}

	@Override
	public Scenario scenario() {
		return Scenario
			.of("cached-tables", "Join in the client", "Cached",
					"A list of employees shows the building of each one's department, which is in another table.")
			.step("Insert departments and employees", "Two tables; the service does not join them.", () -> {
				this.template.insertAll(List.of(new Department("Sales", "North"), new Department("IT", "South")));
				return this.template.insertAll(List.of(new Employee("Sales", 1, "Hall"), new Employee("IT", 2, "Cao")));
			})
			.step("Read the departments into memory", "All of them, by one request for each 1,000.", () -> {
				this.departments.refresh();
				return this.departments.all();
			})
			.step("Join employees with their buildings", "No request.",
					() -> this.departments.join(List.of(new Employee("Sales", 1, "Hall"), new Employee("IT", 2, "Cao")),
							Employee::department,
							(employee, department) -> employee.lastName() + ": "
									+ department.map(Department::building).orElse("?")))
			.step("IT moves to the West building", "What the application saves, its cache knows at once.", () -> {
				this.template.save(new Department("IT", "West"));
				return this.departments.find("IT");
			});
	}

	@Table("CachedDepartments")
	@PartitionKey("{name}")
	@RowKey("department")
	record Department(String name, String building) {

	}

	@Table("CachedEmployees")
	@PartitionKey("{department}")
	@RowKey("empid_{employeeId:6}")
	record Employee(String department, int employeeId, String lastName) {

	}

}
