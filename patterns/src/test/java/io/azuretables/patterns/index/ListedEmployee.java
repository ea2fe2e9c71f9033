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

package io.azuretables.patterns.index;

import io.azuretables.mapping.IndexLayout;
import io.azuretables.mapping.PartitionKey;
import io.azuretables.mapping.RowKey;
import io.azuretables.mapping.SecondaryIndex;
import io.azuretables.mapping.Table;
import org.jspecify.annotations.Nullable;

/**
 * The guide's employee, whose ids are in a list for each last name.
 */
// tag::list[]
@Table("ListedEmployees")
@PartitionKey("{department}")
@RowKey("empid_{employeeId:6}")
@SecondaryIndex(name = "lastName", rowKey = "last_{lastName}", layout = IndexLayout.LIST, list = "EmployeeIDs")
public record ListedEmployee(String department, int employeeId, @Nullable String lastName, int age) {
	// end::list[]

	public static ListedEmployee of(int employeeId, @Nullable String lastName) {
		return new ListedEmployee("Sales", employeeId, lastName, 30);
	}

}
