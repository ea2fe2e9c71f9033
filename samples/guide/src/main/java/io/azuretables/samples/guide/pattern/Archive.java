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

import io.azuretables.mapping.PartitionKey;
import io.azuretables.mapping.RowKey;
import io.azuretables.mapping.Table;
import io.azuretables.operations.TableTemplate;
import io.azuretables.patterns.archive.ArchiveMapping;
import io.azuretables.patterns.archive.ArchiveTemplate;
import io.azuretables.patterns.archive.ArchiveTemplate.Move;
import io.azuretables.patterns.queue.EventuallyConsistentQueueTemplate;
import io.azuretables.patterns.queue.message.MessageHandlerRegistration;
import io.azuretables.samples.guide.Pattern;
import io.azuretables.samples.guide.Scenario;
import io.azuretables.samples.guide.Workers;
import org.jspecify.annotations.Nullable;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.annotation.Order;
import org.springframework.data.annotation.Version;

/**
 * Shows entities that move to another table.
 */
@Configuration(proxyBeanMethods = false)
class Archive {

	@Bean
	ArchiveTemplate<Employee, FormerEmployee> formerEmployees(TableTemplate template,
			EventuallyConsistentQueueTemplate queue) {
		return new ArchiveTemplate<>(template, queue,
				ArchiveMapping.of(Employee.class, FormerEmployee.class,
						(one) -> new FormerEmployee(one.department(), one.employeeId(), one.lastName(), null),
						(one) -> new Employee(one.department(), one.employeeId(), one.lastName(), null)));
	}

	@Bean
	MessageHandlerRegistration<Move> employeeMoves(ArchiveTemplate<Employee, FormerEmployee> archive) {
		return archive.handler();
	}

	@Bean
	@Order(17)
	Pattern archiveOfEmployees(TableTemplate template, ArchiveTemplate<Employee, FormerEmployee> archive,
			Workers workers) {
		return () -> Scenario
			.of("archive", "Archive (the guide's example of eventual consistency)", "Archive",
					"Employees who leave move to another table. They are never in neither, and a change that is made "
							+ "meanwhile is not lost.")
			.step("Insert Hall", "A current employee.", () -> template.insert(new Employee("Sales", 223, "Hall", null)))
			.step("Archive Hall", "It is read, and a message says what is to be done.", () -> {
				archive.archive(template.findById(Employee.class, new EmployeeId("Sales", 223)).orElseThrow());
				return null;
			})
			.step("Look for Hall", "The current table first, then the archive.", () -> find(archive))
			.step("The worker moves Hall",
					"It reads both tables, writes the archive, and deletes the current entity if it is what was copied.",
					() -> workers.handleMessage() + " message handled")
			.step("Look for Hall again", "Current and archive; a third look is only needed if neither has it.",
					() -> find(archive));
	}

	private static Object find(ArchiveTemplate<Employee, FormerEmployee> archive) {
		return archive.find(new EmployeeId("Sales", 223));
	}

	record EmployeeId(String department, int employeeId) {

	}

	@Table("ArchiveStaff")
	@PartitionKey("{department}")
	@RowKey("empid_{employeeId:6}")
	record Employee(String department, int employeeId, String lastName, @Version @Nullable String etag) {

	}

	@Table("ArchiveFormer")
	@PartitionKey("{department}")
	@RowKey("empid_{employeeId:6}")
	record FormerEmployee(String department, int employeeId, String lastName, @Version @Nullable String etag) {

	}

}
