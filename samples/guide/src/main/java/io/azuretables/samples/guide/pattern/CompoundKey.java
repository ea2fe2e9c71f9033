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
import io.azuretables.mapping.Table;
import io.azuretables.operations.TableTemplate;
import io.azuretables.query.Criteria;
import io.azuretables.query.TableQuery;
import io.azuretables.samples.guide.Pattern;
import io.azuretables.samples.guide.Scenario;

import org.springframework.core.annotation.Order;
import org.springframework.stereotype.Component;

/**
 * Shows keys of several parts, which bring related rows together.
 */
@Component
@Order(6)
class CompoundKey implements Pattern {

	private static final TableQuery OF_HALL = TableQuery
		.of(Criteria.where("department").is("Sales").and(Criteria.where("employeeId").is(223)));

	private final TableTemplate template;

	CompoundKey(TableTemplate template) {
		this.template = template;
	}

	@Override
	public Scenario scenario() {
		return Scenario.of("compound-key", "Compound key", "CompoundKey",
				"An employee has a review for each year. Reviews in a table of their own cannot be written together "
						+ "with the employee.")
			.step("Insert Hall together with a review",
					"Both are in one partition, so that one transaction writes them.", () -> {
						this.template.inPartition("CompoundKey", "Sales")
							.insert(new Employee("Sales", 223, "Hall"))
							.insert(new Review("Sales", 223, 2014, 8))
							.commit();
						return null;
					})
			.step("Insert more reviews", "Keys of one width sort as the values do: by employee, then by year.",
					() -> this.template.insertAll(List.of(new Review("Sales", 223, 2012, 6),
							new Review("Sales", 223, 2013, 7), new Review("Sales", 224, 2014, 5))))
			.step("Read the review of 2014", "All parts of the key are known: a point.",
					() -> this.template.findOne(OF_HALL.and(Criteria.where("year").is(2014)), Review.class))
			.step("Read all reviews of Hall, since 2013",
					"Parts from the left make a range of keys. Rows of others are neither returned nor paid for.",
					() -> this.template.find(OF_HALL.and(Criteria.where("year").greaterThanOrEqual(2013)),
							Review.class));
	}

	@Table("CompoundKey")
	@PartitionKey("{department}")
	@RowKey("empid_{employeeId:6}")
	record Employee(String department, int employeeId, String lastName) {

	}

	@Table("CompoundKey")
	@PartitionKey("{department}")
	@RowKey("review_{employeeId:6}_{year:4}")
	record Review(String department, int employeeId, int year, int rating) {

	}

}
