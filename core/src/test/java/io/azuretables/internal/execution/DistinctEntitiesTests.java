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
package io.azuretables.internal.execution;

import java.util.List;

import io.azuretables.convert.TableCustomConversions;
import io.azuretables.convert.TableMappingContext;
import io.azuretables.internal.model.EntityModel;
import io.azuretables.internal.model.IndexMapping;
import io.azuretables.key.TableKey;
import io.azuretables.mapping.PartitionKey;
import io.azuretables.mapping.RowKey;
import io.azuretables.mapping.SecondaryIndex;
import io.azuretables.mapping.Table;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * An entity that an index finds by two rows is returned once, in whichever order they
 * come.
 */
class DistinctEntitiesTests {

	private final IndexMapping index = EntityModel
		.of(new TableMappingContext(new TableCustomConversions()).getRequiredPersistentEntity(Person.class))
		.indexes()
		.get(0);

	@ParameterizedTest
	@CsvSource({ "true, 0 0 1, 0 1", "true, 0 1 1 2, 0 1 2", "false, 0 1 0 2 1 0, 0 1 2", "false, 2 2 1 2, 2 1" })
	void areReturnedOnce(boolean ordered, String found, String expected) {
		DistinctEntities distinct = new DistinctEntities(this.index, ordered);
		assertThat(List.of(found.split(" ")).stream().filter((id) -> distinct.test(row(id))))
			.containsExactly(expected.split(" "));
	}

	private static FoundRow<String> row(String id) {
		return new FoundRow<>(id, TableKey.of("London", "city_" + id + " " + id), TableKey.of("P", id), List.of());
	}

	@Table("People")
	@PartitionKey("P")
	@RowKey("person_{id:1}")
	@SecondaryIndex(name = "city", partitionKey = "{city}", rowKey = "city_{id:1}")
	record Person(int id, String city) {

	}

}
