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

import java.util.List;
import java.util.Optional;

import io.azuretables.key.TableKey;
import io.azuretables.mapping.EntityType;
import io.azuretables.mapping.Link;
import io.azuretables.mapping.PartitionKey;
import io.azuretables.mapping.RowKey;
import io.azuretables.mapping.Table;
import io.azuretables.operations.TableTemplate;
import io.azuretables.repository.TableRepository;
import io.azuretables.samples.guide.Pattern;
import io.azuretables.samples.guide.Scenario;

import org.springframework.core.annotation.Order;
import org.springframework.stereotype.Component;

/**
 * Shows an entity and what belongs to it, by one range.
 */
@Component
@Order(7)
class RelatedReads implements Pattern {

	private final TableTemplate template;

	private final Employees employees;

	RelatedReads(TableTemplate template, Employees employees) {
		this.template = template;
		this.employees = employees;
	}

	@Override
	public Scenario scenario() {
		return Scenario
			.of("related-reads", "Related reads and links", "Related",
					"An employee and the reviews are of two classes. How does one request read both, as one result?")
			.step("Insert employees and reviews",
					"The row keys of both classes begin with the same parts, so that what belongs together is adjacent.",
					() -> {
						this.template.insertAll(List.of(new Employee("Sales", 222, "Ann"),
								new Employee("Sales", 223, "Bob"), new Employee("Sales", 224, "Cid")));
						return this.template.insertAll(List.of(new Review("Sales", 222, 2014, 5),
								new Review("Sales", 223, 2013, 7), new Review("Sales", 223, 2014, 6)));
					})
			.step("Call findByDepartmentAndEmployeeId(\"Sales\", 223)",
					"The repository method returns a record of the employee and the list of reviews. The key templates "
							+ "prove that one range holds them.",
					() -> this.employees.findByDepartmentAndEmployeeId("Sales", 223))
			.step("Insert two teams, each with a link to its manager",
					"Teams are in another table. The key of the manager is two columns of theirs.",
					() -> this.template.insertAll(List.of(team("Red", 223), team("Green", 223))))
			.step("Follow the links of both", "Each different key is read once, and those of several in parallel.",
					() -> this.template
						.followAll(List.of(team("Red", 223), team("Green", 223)), Team::manager, Employee.class)
						.values());
	}

	private Team team(String name, int manager) {
		return new Team(name, this.template.converter().key(new Employee("Sales", manager, "")));
	}

	@Table("RelatedStaff")
	@EntityType("Employee")
	@PartitionKey("{department}")
	@RowKey("staff_{employeeId:6}")
	record Employee(String department, int employeeId, String lastName) {

	}

	@Table("RelatedStaff")
	@EntityType("Review")
	@PartitionKey("{department}")
	@RowKey("staff_{employeeId:6}_rev_{year:4}")
	record Review(String department, int employeeId, int year, int rating) {

	}

	@Table("RelatedTeams")
	@PartitionKey("{name}")
	@RowKey("team")
	record Team(String name, @Link(Employee.class) TableKey manager) {

	}

	record EmployeeWithReviews(Employee employee, List<Review> reviews) {

	}

	interface Employees extends TableRepository<Employee, TableKey> {

		Optional<EmployeeWithReviews> findByDepartmentAndEmployeeId(String department, int employeeId);

	}

}
