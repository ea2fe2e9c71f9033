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

package io.azuretables.patterns.sample;

import io.azuretables.mapping.PartitionKey;
import io.azuretables.mapping.RowKey;
import io.azuretables.mapping.SecondaryIndex;
import io.azuretables.mapping.Table;
import org.jspecify.annotations.Nullable;

/**
 * The guide's employee with three indexes: a unique one with full copies, one sorted by
 * name with keys only, and a sparse one with a chosen column.
 */
// tag::clerk[]
@Table("Clerks")
@PartitionKey("{department}")
@RowKey("empid_{employeeId:6}")
@SecondaryIndex(name = "email", rowKey = "email_{email}")
@SecondaryIndex(name = "name", rowKey = "name_{lastName} {employeeId:6}", include = {})
@SecondaryIndex(name = "age", rowKey = "age_{age:3}_{employeeId:6}", include = "email")
public record Clerk(String department, int employeeId, @Nullable String email, String lastName, int age) {
	// end::clerk[]

	public static Clerk of(String department, int employeeId) {
		return new Clerk(department, employeeId, employeeId + "@contoso.com", "Name" + employeeId % 7,
				20 + employeeId % 50);
	}

	public Clerk withEmail(@Nullable String newEmail) {
		return new Clerk(this.department, this.employeeId, newEmail, this.lastName, this.age);
	}

	public Clerk withName(String newName) {
		return new Clerk(this.department, this.employeeId, this.email, newName, this.age);
	}

}
