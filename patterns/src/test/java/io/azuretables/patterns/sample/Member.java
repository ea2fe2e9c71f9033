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

import org.springframework.data.annotation.Version;

/**
 * A source of copies, in the partition of its holders.
 */
// tag::member[]
@Table("Staff")
@PartitionKey("{department}")
@RowKey("empid_{employeeId:6}")
@SecondaryIndex(name = "email", rowKey = "email_{email}")
public record Member(String department, int employeeId, String name, String email, int salary,
		@Nullable @Version String version) {
	// end::member[]

	public static Member of(int employeeId, String name) {
		return new Member("Sales", employeeId, name, employeeId + "@contoso.com", 100, null);
	}

	public Member named(String newName) {
		return new Member(this.department, this.employeeId, newName, this.email, this.salary, this.version);
	}

	public Member paid(int newSalary) {
		return new Member(this.department, this.employeeId, this.name, this.email, newSalary, this.version);
	}

}
