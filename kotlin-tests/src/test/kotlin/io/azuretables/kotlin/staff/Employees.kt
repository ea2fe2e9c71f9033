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

package io.azuretables.kotlin.staff

import io.azuretables.repository.AllowScan
import io.azuretables.repository.TableRepository

/**
 * Finds employees.
 */
interface Employees : TableRepository<Employee, EmployeeKey> {

	fun findByDepartmentAndNumber(department: String, number: Int): Employee?

	fun getByDepartmentAndNumber(department: String, number: Int): Employee

	fun findByDepartmentAndEmail(department: String, email: String): Employee?

	fun findByDepartmentAndEmailStartingWith(department: String, email: String): List<Employee>

	fun findByDepartmentAndName(department: String, name: String): List<Employee>

	fun findByDepartmentAndRoom(department: String, room: String): List<Employee>

	@AllowScan
	fun findByDepartmentAndAgeIsNull(department: String): List<Employee>

	fun findByDepartmentAndAgeGreaterThan(department: String, age: Int): List<Named>

	fun colleagues(of: Employee): List<Employee> = findByDepartmentAndEmailStartingWith(of.department, "")
		.filter { it.number != of.number }

}

/**
 * The key of an employee.
 */
data class EmployeeKey(val department: String, val number: Int)

/**
 * The name of an employee.
 */
data class Named(val name: String, val age: Int?)
