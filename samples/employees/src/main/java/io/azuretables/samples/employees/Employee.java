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

package io.azuretables.samples.employees;

import io.azuretables.mapping.PartitionKey;
import io.azuretables.mapping.RowKey;
import io.azuretables.mapping.SecondaryIndex;
import io.azuretables.mapping.Table;
import org.jspecify.annotations.Nullable;

import org.springframework.data.annotation.Version;

/**
 * One employee, found by number, or by e-mail through an index in the same partition.
 *
 * @param department the department, which is the partition
 * @param employeeId the number in the department
 * @param email the e-mail address
 * @param lastName the last name
 * @param age the age
 * @param etag what changes with every write
 */
@Table("Employees")
@PartitionKey("{department}")
@RowKey("empid_{employeeId:6}")
@SecondaryIndex(name = "email", rowKey = "email_{email}")
record Employee(String department, int employeeId, String email, String lastName, int age,
		@Version @Nullable String etag) {

	/**
	 * An employee of whom only the key and the version count, such as one to be deleted.
	 */
	static Employee known(String department, int employeeId, String etag) {
		return new Employee(department, employeeId, "", "", 0, etag);
	}

}
