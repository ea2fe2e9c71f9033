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
import java.util.Map;

import io.azuretables.mapping.PartitionKey;
import io.azuretables.mapping.RowKey;
import io.azuretables.mapping.Table;
import io.azuretables.operations.TableTemplate;
import io.azuretables.patterns.summary.Summary;
import io.azuretables.patterns.summary.SummaryTemplate;
import io.azuretables.patterns.summary.SummaryValues;
import io.azuretables.samples.guide.Pattern;
import io.azuretables.samples.guide.Scenario;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.annotation.Order;

/**
 * Shows counts and sums in a row of their own.
 */
@Configuration(proxyBeanMethods = false)
class Summaries {

	@Bean
	static Summary<Seller> staff() {
		return Summary.of(Seller.class, "SummaryStaff")
			.key("{department}", "sum_staff")
			.count("employees")
			.sum("salaries", "salary");
	}

	@Bean
	@Order(15)
	Pattern summaryEntities(TableTemplate template, SummaryTemplate summaries, Summary<Seller> staff) {
		return () -> Scenario
			.of("summaries", "Summary entities", "Summary",
					"How many employees has a department, and what do they earn together? The service does not count.")
			.step("Insert Hall and Cao",
					"Each entity and the row of the summary change in one transaction, which the row is read for.",
					() -> template.insertAll(List.of(new Seller("Sales", 1, 52_000), new Seller("Sales", 2, 48_000))))
			.step("Hall gets a raise", "What the entity was is read beside the summary; the difference is added.",
					() -> template.save(new Seller("Sales", 1, 55_000)))
			.step("Read the summary", "One row, however many employees there are.", () -> {
				SummaryValues sales = summaries.read(staff, "Sales");
				return Map.of("employees", sales.whole("employees"), "salaries", sales.whole("salaries"));
			})
			.step("Delete Cao", "The summary goes down in the same transaction.", () -> {
				template.delete(new Seller("Sales", 2, 48_000));
				return null;
			});
	}

	@Table("Summary")
	@PartitionKey("{department}")
	@RowKey("empid_{employeeId:6}")
	record Seller(String department, int employeeId, int salary) {

	}

}
