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

import io.azuretables.key.TableKey;
import io.azuretables.mapping.Part;
import io.azuretables.mapping.PartitionKey;
import io.azuretables.mapping.RowKey;
import io.azuretables.mapping.Table;
import io.azuretables.operations.TableTemplate;
import io.azuretables.query.Criteria;
import io.azuretables.query.TableQuery;
import io.azuretables.query.Update;
import io.azuretables.samples.guide.Pattern;
import io.azuretables.samples.guide.Scenario;
import org.jspecify.annotations.Nullable;

import org.springframework.core.annotation.Order;
import org.springframework.stereotype.Component;

/**
 * Shows one entity in several rows.
 */
@Component
@Order(11)
class WideEntities implements Pattern {

	private static final TableKey HALL = TableKey.of("Sales", "empid_000223");

	private final TableTemplate template;

	WideEntities(TableTemplate template) {
		this.template = template;
	}

	@Override
	public Scenario scenario() {
		return Scenario
			.of("wide-entities", "Wide entities", "WideEntities",
					"A row takes 252 properties and 1 MiB. An entity with more of both is divided among several rows.")
			.step("Save Hall, with parts for reviews and trainings",
					"The main row and a row ~p| for each part, in one transaction, with one generation _g.",
					() -> this.template.save(new Employee("Sales", 223, "Hall", "exceeds", "first aid")))
			.step("Find Hall", "The main row says which parts there are; these are read in parallel.",
					() -> this.template.findById(Employee.class, HALL))
			.step("Merge another review",
					"The row of the part, together with the main row, so that the version of the entity changes.",
					() -> {
						this.template.merge(Employee.class, HALL, Update.update("reviews", "meets"));
						return null;
					})
			.step("List names only", "No part is read.", () -> this.template
				.find(TableQuery.of(Criteria.where("department").is("Sales")).select("lastName"), Employee.class));
	}

	@Table("WideEntities")
	@PartitionKey("{department}")
	@RowKey("empid_{employeeId:6}")
	record Employee(String department, int employeeId, String lastName, @Part("reviews") @Nullable String reviews,
			@Part("trainings") @Nullable String trainings) {

	}

}
