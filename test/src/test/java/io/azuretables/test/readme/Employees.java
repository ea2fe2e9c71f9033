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

package io.azuretables.test.readme;

// tag::first[]
import java.util.List;
import java.util.Optional;

import io.azuretables.key.TableKey;
import io.azuretables.mapping.PartitionKey;
import io.azuretables.mapping.RowKey;
import io.azuretables.mapping.SecondaryIndex;
import io.azuretables.mapping.Table;
import io.azuretables.repository.AllowScan;
import io.azuretables.repository.TableRepository;
import org.jspecify.annotations.Nullable;

import org.springframework.data.annotation.Version;

@Table("Employees")
@PartitionKey("{department}")
@RowKey("empid_{employeeId:6}")
@SecondaryIndex(name = "email", rowKey = "email_{email}")
record Employee(String department, int employeeId, String email, String lastName, @Version @Nullable String etag) {
}

interface Employees extends TableRepository<Employee, TableKey> {

	// POINT: one row by its key
	Optional<Employee> findByDepartmentAndEmployeeId(String department, int id);

	// ROW_RANGE by index "email", sorted by it
	List<Employee> findByDepartmentAndEmailStartingWith(String department, String prefix);

	// TABLE_SCAN: without the annotation, the application fails to start
	@AllowScan(reason = "a report, once a year")
	List<Employee> findByLastName(String lastName);

}
// end::first[]
