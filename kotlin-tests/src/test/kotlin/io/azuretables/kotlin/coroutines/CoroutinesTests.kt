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

package io.azuretables.kotlin.coroutines

import io.azuretables.autoconfigure.plan.RefusedMethodsException
import io.azuretables.kotlin.staff.Employee
import io.azuretables.kotlin.staff.EmployeeKey
import io.azuretables.repository.Query
import io.azuretables.repository.TableRepository
import kotlinx.coroutines.flow.Flow
import org.assertj.core.api.Assertions.assertThat
import org.junit.jupiter.api.Test
import org.junit.jupiter.api.extension.ExtendWith
import org.assertj.core.api.Assertions.catchThrowable
import org.springframework.boot.SpringBootConfiguration
import org.springframework.boot.WebApplicationType
import org.springframework.boot.autoconfigure.EnableAutoConfiguration
import org.springframework.boot.builder.SpringApplicationBuilder
import org.springframework.boot.test.system.CapturedOutput
import org.springframework.boot.test.system.OutputCaptureExtension
import org.springframework.data.repository.kotlin.CoroutineCrudRepository

/**
 * Tests that coroutines are refused when the application starts.
 */
@ExtendWith(OutputCaptureExtension::class)
class CoroutinesTests {

	@Test
	fun `names every method that suspends or returns a flow`(output: CapturedOutput) {
		val failure = catchThrowable {
			SpringApplicationBuilder(CoroutinesApplication::class.java).web(WebApplicationType.NONE)
				.run("--azure.tables.embedded=true")
		}

		assertThat(failure).isInstanceOf(RefusedMethodsException::class.java)
		assertThat(output).contains("APPLICATION FAILED TO START")
		for (method in listOf("findByDepartmentAndNumber", "findByDepartment", "countByDepartment",
				"deleteByDepartment", "existsByDepartmentAndNumber", "all")) {
			assertThat(output).contains("- SuspendingEmployees.$method suspends, and a repository blocks")
		}
		assertThat(output).contains("- SuspendingEmployees.findByDepartmentAndEmail returns a Flow, and a repository",
				"- SuspendingEmployees.findByDepartmentAndRoom cannot return kotlin.sequences.Sequence<",
				"io.azuretables.kotlin.coroutines.CoroutineEmployees", "- CoroutineCrudRepository.findById suspends")
		assertThat(output).doesNotContain("findByDepartmentAndName ")
	}

}

@SpringBootConfiguration(proxyBeanMethods = false)
@EnableAutoConfiguration
class CoroutinesApplication

/**
 * Would find employees in coroutines.
 */
interface SuspendingEmployees : TableRepository<Employee, EmployeeKey> {

	suspend fun findByDepartmentAndNumber(department: String, number: Int): Employee?

	suspend fun findByDepartment(department: String): List<Employee>

	suspend fun countByDepartment(department: String): Long

	suspend fun deleteByDepartment(department: String)

	suspend fun existsByDepartmentAndNumber(department: String, number: Int): Boolean

	@Query("department eq :department")
	suspend fun all(department: String): List<Employee>

	fun findByDepartmentAndEmail(department: String, email: String): Flow<Employee>

	fun findByDepartmentAndRoom(department: String, room: String): Sequence<Employee>

	fun findByDepartmentAndName(department: String, name: String): List<Employee>

}

/**
 * Would inherit methods that suspend.
 */
interface CoroutineEmployees : CoroutineCrudRepository<Employee, EmployeeKey>
