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

import io.azuretables.key.TableKey;
import io.azuretables.mapping.PartitionKey;
import io.azuretables.mapping.RowKey;
import io.azuretables.mapping.Table;
import io.azuretables.operations.TableTemplate;
import io.azuretables.patterns.denormalization.DenormalizationTemplate;
import io.azuretables.patterns.denormalization.DenormalizedCopies;
import io.azuretables.samples.guide.Pattern;
import io.azuretables.samples.guide.Scenario;
import org.jspecify.annotations.Nullable;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.annotation.Order;
import org.springframework.data.annotation.Version;

/**
 * Shows copies of a property in the entities that refer to it.
 */
@Configuration(proxyBeanMethods = false)
class Denormalization {

	@Bean
	DenormalizedCopies<Employee, Team> leads() {
		return DenormalizedCopies.of(Employee.class, Team.class, "leads")
			.reference("department", "department")
			.reference("leadId", "employeeId")
			.copy("leadName", "name");
	}

	@Bean
	@Order(5)
	Pattern denormalizedCopies(TableTemplate template, DenormalizationTemplate copies) {
		return () -> Scenario
			.of("denormalization", "Denormalization", "Denormalization",
					"Each team is shown with the name of its lead, which is in another entity. A copy in the team is "
							+ "wrong as soon as the lead has another name, unless something keeps it.")
			.step("Save Ann", "The source of the copies. Its holders are looked for, and there are none yet.",
					() -> copies.save(new Employee("Sales", 1, "Ann", null)))
			.step("Save two teams that Ann leads", "Each gets the name from Ann, on the condition that it is still so.",
					() -> List.of(copies.save(new Team("Sales", "north", 1, null, null)),
							copies.save(new Team("Sales", "south", 1, null, null))))
			.step("Read a team with the name of its lead", "One row, one request.",
					() -> template.findById(Team.class, TableKey.of("Sales", "team_north")))
			.step("Ann is named Anna from now on",
					"Her row and those of both teams change in one transaction: nothing in between can be seen.",
					() -> copies.update(Employee.class, TableKey.of("Sales", "empid_000001"),
							(ann) -> new Employee(ann.department(), ann.employeeId(), "Anna", ann.version())));
	}

	@Table("Denormalization")
	@PartitionKey("{department}")
	@RowKey("empid_{employeeId:6}")
	record Employee(String department, int employeeId, String name, @Version @Nullable String version) {

	}

	@Table("Denormalization")
	@PartitionKey("{department}")
	@RowKey("team_{name}")
	record Team(String department, String name, @Nullable Integer leadId, @Nullable String leadName,
			@Version @Nullable String version) {

	}

}
