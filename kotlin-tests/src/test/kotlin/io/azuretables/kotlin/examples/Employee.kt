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

package io.azuretables.kotlin.examples

import io.azuretables.mapping.PartitionKey
import io.azuretables.mapping.RowKey
import io.azuretables.mapping.SecondaryIndex
import io.azuretables.mapping.Table
import io.azuretables.repository.TableRepository
import org.springframework.data.annotation.Version
import org.springframework.data.domain.Pageable
import org.springframework.data.domain.Slice

/**
 * The employee of the examples.
 */
// tag::entity[]
@Table("Employees")
@PartitionKey("{department}")
@RowKey("empid_{employeeId:6}")
@SecondaryIndex(name = "email", rowKey = "email_{email}")
data class Employee(
	val department: String,
	val employeeId: Int,
	val email: String,
	val lastName: String?,
	val age: Int,
	@Version val etag: String? = null
)
// end::entity[]

/**
 * The key of an employee.
 */
// tag::id[]
data class EmployeeId(val department: String, val employeeId: Int)
// end::id[]

/**
 * Finds employees.
 */
// tag::repository[]
interface Employees : TableRepository<Employee, EmployeeId> {

	fun findByDepartmentAndEmployeeId(department: String, employeeId: Int): Employee?

	fun findByDepartmentAndEmail(department: String, email: String): Employee?

	fun findByDepartmentAndEmailStartingWith(department: String, prefix: String): List<Employee>

	fun findByDepartment(department: String, page: Pageable): Slice<Employee>

}
// end::repository[]

/**
 * Finds some properties of employees.
 */
// tag::projection[]
interface EmployeeNames : TableRepository<Employee, EmployeeId> {

	fun findByDepartment(department: String): List<NameOnly>

	fun <T> findByDepartmentAndAgeGreaterThan(department: String, age: Int, type: Class<T>): List<T>

}

data class NameOnly(val lastName: String?)

interface Contact {

	val lastName: String?

	val email: String

}
// end::projection[]
