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

import io.azuretables.key.TableKey;
import io.azuretables.mapping.EntityType;
import io.azuretables.mapping.EntityUpgrade;
import io.azuretables.mapping.PartitionKey;
import io.azuretables.mapping.RowKey;
import io.azuretables.mapping.Table;
import io.azuretables.operations.RowTemplate;
import io.azuretables.operations.TableTemplate;
import io.azuretables.patterns.evolution.EvolutionTemplate;
import io.azuretables.query.Criteria;
import io.azuretables.query.TableQuery;
import io.azuretables.row.RowWrite;
import io.azuretables.row.TableRow;
import io.azuretables.samples.guide.Pattern;
import io.azuretables.samples.guide.RecordedGateway;
import io.azuretables.samples.guide.Scenario;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.annotation.Order;

/**
 * Shows rows of several versions of a class.
 */
@Configuration(proxyBeanMethods = false)
class TypeVersions {

	@Bean
	static EntityUpgrade<Person> fullNames() {
		return EntityUpgrade.of(Person.class, 1, (key, properties) -> {
			String[] names = String.valueOf(properties.remove("name")).split(" ", 2);
			properties.put("firstName", names[0]);
			properties.put("lastName", names[1]);
		});
	}

	@Bean
	@Order(19)
	Pattern versions(TableTemplate template, RowTemplate rows, RecordedGateway recorded) {
		EvolutionTemplate evolution = new EvolutionTemplate(template, recorded.gateway());
		return () -> Scenario
			.of("type-versions", "Type versions", "TypeVersions",
					"Version 1 of a program stored a name, version 2 stores first and last name. Old rows stay behind.")
			.step("Version 1 writes two people", "The old rows, as the old program wrote them.", () -> {
				List.of("Ann Hall", "Bo Cao").forEach((name) -> rows.write("TypeVersions", old(name)));
				return null;
			})
			.step("Version 2 inserts Cid Diaz", "The type in the row has a version.",
					() -> template.insert(new Person("Sales", "Cid Diaz", "Cid", "Diaz")))
			.step("Version 2 reads all", "Older rows are upgraded while they are read, in memory.",
					() -> template.find(TableQuery.of(Criteria.where("department").is("Sales")), Person.class))
			.step("Rewrite older rows", "Page by page, each row only if it has not changed since it was read.",
					() -> evolution.upgrade(Person.class, null, (progress) -> {
					}).upgraded() + " rows upgraded");
	}

	private static RowWrite old(String name) {
		TableKey key = TableKey.of("Sales", "person_" + name);
		return new RowWrite.InsertOrReplace(TableRow.of(key, Map.of("EntityType", "Person", "name", name)));
	}

	@Table("TypeVersions")
	@EntityType(value = "Person", version = 2)
	@PartitionKey("{department}")
	@RowKey("person_{badge}")
	record Person(String department, String badge, String firstName, String lastName) {

	}

}
