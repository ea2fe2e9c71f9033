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

import io.azuretables.mapping.IndexLayout;
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
 * Shows lists of ids in one row.
 */
@Component
@Order(4)
class IndexEntities implements Pattern {

	private final TableTemplate template;

	IndexEntities(TableTemplate template) {
		this.template = template;
	}

	@Override
	public Scenario scenario() {
		return Scenario
			.of("list-index", "Index entities (lists of references)", "IndexEntities",
					"All employees named Jones are to be found by one row that names them, as programs do that follow "
							+ "the guide.")
			.step("Insert two Joneses and a Hall",
					"Each name has a row with a list of ids. The lists change in the transaction of the entities.",
					() -> this.template.insertAll(List.of(new Employee("Sales", 152, "Jones"),
							new Employee("Sales", 166, "Jones"), new Employee("Sales", 223, "Hall"))))
			.step("Find all named Jones", "The list, and one request for each entity in it, in parallel.",
					() -> this.template.find(TableQuery
						.of(Criteria.where("department").is("Sales").and(Criteria.where("lastName").is("Jones"))),
							Employee.class))
			.step("Hall is named Jones from now on",
					"One list without an id has no row any more; the other one gets the id. Small index rows, one for "
							+ "each entity, would not have to be read before.",
					() -> this.template.save(new Employee("Sales", 223, "Jones")));
	}

	@Table("IndexEntities")
	@PartitionKey("{department}")
	@RowKey("empid_{employeeId:6}")
	@SecondaryIndex(name = "lastName", rowKey = "last_{lastName}", layout = IndexLayout.LIST, list = "EmployeeIDs")
	record Employee(String department, int employeeId, String lastName) {

	}

}
