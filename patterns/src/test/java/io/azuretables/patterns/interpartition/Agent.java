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

package io.azuretables.patterns.interpartition;

import io.azuretables.mapping.IndexConsistency;
import io.azuretables.mapping.IndexLayout;
import io.azuretables.mapping.IndexReads;
import io.azuretables.mapping.PartitionKey;
import io.azuretables.mapping.RowKey;
import io.azuretables.mapping.SecondaryIndex;
import io.azuretables.mapping.Table;
import org.jspecify.annotations.Nullable;

import org.springframework.data.annotation.Version;

/**
 * The guide's employee with indexes across departments: one by city, one by e-mail
 * address that no two share, one by age with copies that may be late, one by name with
 * copies that are read as they are, one by age with lists; and one in its own department.
 */
@Table("Agents")
@PartitionKey("{department}")
@RowKey("empid_{employeeId:6}")
// tag::city[]
@SecondaryIndex(name = "city", partitionKey = "city_{city}", rowKey = "city_{department}_{employeeId:6}", include = {})
// end::city[]
// tag::email[]
@SecondaryIndex(name = "email", partitionKey = "email_{email}", rowKey = "email")
// end::email[]
// tag::age[]
@SecondaryIndex(name = "age", partitionKey = "age", rowKey = "age_{age:3}_{department}_{employeeId:6}",
		consistency = IndexConsistency.EVENTUAL, include = {})
// end::age[]
@SecondaryIndex(name = "name", partitionKey = "name", rowKey = "name_{name}_{department}_{employeeId:6}",
		reads = IndexReads.UNVERIFIED, include = { "name", "city" })
// tag::years[]
@SecondaryIndex(name = "years", partitionKey = "years", rowKey = "years_{age:3}", layout = IndexLayout.LIST,
		consistency = IndexConsistency.EVENTUAL)
// end::years[]
@SecondaryIndex(name = "near", rowKey = "near_{city}_{employeeId:6}", include = {})
record Agent(String department, int employeeId, @Nullable String city, @Nullable String email, int age, String name,
		@Version @Nullable String etag) {

	static Agent of(String department, int employeeId, @Nullable String city) {
		return new Agent(department, employeeId, city, null, 30, "Hall", null);
	}

	Agent in(@Nullable String newCity) {
		return new Agent(this.department, this.employeeId, newCity, this.email, this.age, this.name, this.etag);
	}

	Agent withEmail(@Nullable String newEmail) {
		return new Agent(this.department, this.employeeId, this.city, newEmail, this.age, this.name, this.etag);
	}

	Agent withAge(int newAge) {
		return new Agent(this.department, this.employeeId, this.city, this.email, newAge, this.name, this.etag);
	}

	Agent withName(String newName) {
		return new Agent(this.department, this.employeeId, this.city, this.email, this.age, newName, this.etag);
	}

	String key() {
		return this.department + this.employeeId;
	}

}
