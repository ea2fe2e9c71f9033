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

package io.azuretables.operations;

import java.util.List;

import io.azuretables.convert.TableConverter;
import io.azuretables.convert.TableCustomConversions;
import io.azuretables.convert.TableMappingContext;
import io.azuretables.embedded.EmbeddedTableGateway;
import io.azuretables.query.TableQuery;
import io.azuretables.sample.Employee;
import org.junit.jupiter.api.Test;

import static io.azuretables.query.Criteria.where;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * A part of an entity, read from an index row, still has the key of the entity.
 */
class IndexSelectionTests {

	private final TableTemplate template = new TableTemplate(new EmbeddedTableGateway(),
			new TableConverter(new TableMappingContext(new TableCustomConversions())));

	@Test
	void readsAPartOfAnEntityByTheKeyOfAnIndex() {
		Employee saved = this.template.save(Employee.of("Sales", 223, "Hall", 34));
		TableQuery query = TableQuery.of(where("department").is("Sales").and(where("email").is(saved.email())));
		TableQuery several = TableQuery
			.of(where("department").is("Sales").and(where("email").in(saved.email(), "nobody@contoso.com")));
		for (TableQuery asked : List.of(query, several)) {
			assertThat(this.template.count(asked, Employee.class)).isEqualTo(1);
			Employee found = this.template
				.findOne(asked.select("department", "employeeId", "lastName", "age", "email"), Employee.class)
				.orElseThrow();
			assertThat(found).usingRecursiveComparison().ignoringFields("etag").isEqualTo(saved);
		}
	}

}
