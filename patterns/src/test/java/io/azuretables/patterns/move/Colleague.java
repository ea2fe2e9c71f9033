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
package io.azuretables.patterns.move;

import io.azuretables.mapping.Movable;
import io.azuretables.mapping.PartitionKey;
import io.azuretables.mapping.RowKey;
import io.azuretables.mapping.SecondaryIndex;
import io.azuretables.mapping.Table;
import org.jspecify.annotations.Nullable;

import org.springframework.data.annotation.Version;

/**
 * Works in a department, until they move to another one.
 */
// tag::entity[]
@Table("Colleagues")
@PartitionKey("{department}")
@RowKey("col_{id}")
@SecondaryIndex(name = "byName", rowKey = "name_{name}_{id}")
@Movable
record Colleague(String department, String id, String name, int salary, @Version @Nullable String etag) {
	// end::entity[]

	static Colleague of(String department, String id) {
		return new Colleague(department, id, "Ann", 100, null);
	}

	Colleague in(String newDepartment) {
		return new Colleague(newDepartment, this.id, this.name, this.salary, null);
	}

	Colleague earning(int newSalary) {
		return new Colleague(this.department, this.id, this.name, newSalary, this.etag);
	}

}
