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

import io.azuretables.mapping.PartitionKey;
import io.azuretables.mapping.RowKey;
import io.azuretables.mapping.SecondaryIndex;
import io.azuretables.mapping.Table;
import io.azuretables.operations.TableTemplate;
import io.azuretables.query.Criteria;
import io.azuretables.query.TableQuery;
import io.azuretables.samples.guide.Pattern;
import io.azuretables.samples.guide.Scenario;

import org.springframework.core.annotation.Order;
import org.springframework.stereotype.Component;

/**
 * Shows index rows beside the entity.
 */
@Component
@Order(1)
class IntraPartitionIndex implements Pattern {

	private final TableTemplate template;

	IntraPartitionIndex(TableTemplate template) {
		this.template = template;
	}

	@Override
	public Scenario scenario() {
		return Scenario
			.of("intra-partition-index", "Intra-partition secondary index", "IntraPartition",
					"The service indexes the two keys and nothing else. How is an employee found by e-mail address in "
							+ "one request?")
			.step("Insert two employees of Sales",
					"Beside each entity are its index rows: one holds a copy under the e-mail address, one only leads "
							+ "to the entity. All of them are one transaction.",
					() -> this.template.insertAll(List.of(new Employee("Sales", 1, "hall@contoso.com", "Hall"),
							new Employee("Sales", 2, "cao@contoso.com", "Cao"))))
			.step("Find the one with cao@contoso.com",
					"The planner chooses the index. The row is found by its key, and is a copy: one request, one row.",
					() -> this.template.findOne(TableQuery.of(Criteria.where("department")
						.is("Sales")
						.and(Criteria.where("email").is("cao@contoso.com"))), Employee.class))
			.step("Find those whose name begins with H",
					"This index holds keys only, in the order of names: a range, and one request for each entity.",
					() -> this.template.find(TableQuery
						.of(Criteria.where("department").is("Sales").and(Criteria.where("lastName").startingWith("H"))),
							Employee.class))
			.step("Give Cao another e-mail address",
					"The row of the old address goes and that of the new one comes, in the transaction of the entity. "
							+ "What the index rows are is read before.",
					() -> this.template.save(new Employee("Sales", 2, "li.cao@contoso.com", "Cao")))
			.step("Delete Hall", "The index rows go with the entity.", () -> {
				this.template.delete(new Employee("Sales", 1, "hall@contoso.com", "Hall"));
				return null;
			});
	}

	@Table("IntraPartition")
	@PartitionKey("{department}")
	@RowKey("empid_{employeeId:6}")
	@SecondaryIndex(name = "email", rowKey = "email_{email}")
	@SecondaryIndex(name = "name", rowKey = "name_{lastName} {employeeId:6}", include = {})
	record Employee(String department, int employeeId, String email, String lastName) {

	}

}
