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

import io.azuretables.gateway.TableGateway
import io.azuretables.key.TableKey
import io.azuretables.query.Update
import io.azuretables.plan.AccessPath
import io.azuretables.row.RowWrite
import io.azuretables.row.TableRow
import io.azuretables.test.DataTablesTest
import io.azuretables.test.PlanAssertions.assertThatPlan
import org.assertj.core.api.Assertions.assertThat
import org.assertj.core.api.Assertions.assertThatExceptionOfType
import org.junit.jupiter.api.Test
import org.junit.jupiter.api.extension.ExtendWith
import org.springframework.beans.factory.annotation.Autowired
import org.springframework.boot.WebApplicationType
import org.springframework.boot.builder.SpringApplicationBuilder
import org.springframework.boot.test.system.CapturedOutput
import org.springframework.boot.test.system.OutputCaptureExtension
import org.springframework.dao.DataIntegrityViolationException
import org.springframework.dao.EmptyResultDataAccessException
import org.springframework.dao.InvalidDataAccessApiUsageException
import org.springframework.dao.OptimisticLockingFailureException
import java.time.LocalDate

/**
 * Tests for a data class and its repository.
 */
@DataTablesTest
@ExtendWith(OutputCaptureExtension::class)
class EmployeesTests(
	@Autowired private val employees: Employees,
	@Autowired private val gateway: TableGateway
) {

	private val hall = Employee("Sales", 1, "hall@contoso.com", "Hall")

	@Test
	fun `reads what was written`() {
		val whole = hall.copy(room = "1.07", age = 34, grade = 0, title = "", address = Address("Bonn", null),
				since = LocalDate.of(2014, 8, 22))

		val saved = employees.save(whole)

		assertThat(saved.version).isNotNull()
		assertThat(saved.copy(version = null)).isEqualTo(whole)
		assertThat(employees.findByDepartmentAndNumber("Sales", 1)).isEqualTo(saved)
	}

	@Test
	fun `sets the version in a copy`() {
		val first = employees.save(hall)
		val second = employees.save(first.copy(name = "Hill"))

		assertThat(hall.version).isNull()
		assertThat(first.name).isEqualTo("Hall")
		assertThat(second.version).isNotEqualTo(first.version)
		assertThatExceptionOfType(OptimisticLockingFailureException::class.java)
			.isThrownBy { employees.save(first.copy(name = "Hull")) }
	}

	@Test
	fun `takes the default of a constructor parameter where a row has no column`() {
		insert("email" to "hall@contoso.com", "name" to "Hall")

		assertThat(employees.findByDepartmentAndNumber("Sales", 1)!!.copy(version = null)).isEqualTo(hall)
	}

	@Test
	fun `names the required property that a row lacks`() {
		insert("email" to "hall@contoso.com")

		assertThatExceptionOfType(DataIntegrityViolationException::class.java)
			.isThrownBy { employees.findByDepartmentAndNumber("Sales", 1) }
			.withMessageStartingWith("A row cannot be read as io.azuretables.kotlin.staff.Employee: the constructor failed "
					+ "with java.lang.NullPointerException; the row has no value for name, ")
			.withMessageNotContaining("hall@")
	}

	@Test
	fun `returns null or throws where nothing is found, as the method is declared`() {
		assertThat(employees.findByDepartmentAndNumber("Sales", 1)).isNull()
		assertThat(employees.findByDepartmentAndEmail("Sales", "hall@contoso.com")).isNull()
		assertThatExceptionOfType(EmptyResultDataAccessException::class.java)
			.isThrownBy { employees.getByDepartmentAndNumber("Sales", 1) }
	}

	@Test
	fun `finds nullable values`() {
		employees.insert(hall)
		employees.insert(hall.copy(number = 2, email = "cao@contoso.com", name = "Cao", room = "1.07", age = 29))

		assertThat(employees.findByDepartmentAndAgeIsNull("Sales")).extracting<Int> { it.number }.containsExactly(1)
		assertThat(employees.findByDepartmentAndAgeGreaterThan("Sales", 20)).containsExactly(Named("Cao", 29))
		assertThat(employees.findByDepartmentAndRoom("Sales", "1.07")).extracting<Int> { it.number }.containsExactly(2)
		assertThat(employees.colleagues(hall)).extracting<String> { it.name }.containsExactly("Cao")
	}

	@Test
	fun `uses a sparse index whose parts are never null`() {
		assertThatPlan(employees, "findByDepartmentAndEmail").isPoint().usesIndex("email")
		assertThatPlan(employees, "findByDepartmentAndEmailStartingWith").usesIndex("email")
		assertThatPlan(employees, "findByDepartmentAndRoom").usesIndex("room")
	}

	@Test
	fun `says which sparse index is unused because a part may be null`() {
		assertThatPlan(employees, "findByDepartmentAndName").hasPath(AccessPath.KIND_RANGE)
			.isExplainedBy("unused index name holds no row where age is null")
	}

	@Test
	fun `says so in the log at the start`(output: CapturedOutput) {
		SpringApplicationBuilder(StaffApplication::class.java).web(WebApplicationType.NONE)
			.run("--azure.tables.embedded=true").close()

		assertThat(output).contains("WARN").contains("Employees.findByDepartmentAndName: index name holds no row where "
				+ "age is null; say sparse = false on @SecondaryIndex \"name\"")
		assertThat(output).doesNotContain("index email holds no row", "index room holds no row")
	}

	@Test
	fun `requires what is not nullable of an entity that may be new`() {
		val key = EmployeeKey("Sales", 1)

		assertThatExceptionOfType(InvalidDataAccessApiUsageException::class.java)
			.isThrownBy { employees.mergeOrInsert(key, Update.update("name", "Hall")) }
			.withMessageContaining("email").withMessageNotContaining("age").withMessageNotContaining("room")
		employees.mergeOrInsert(key, Update.update("name", "Hall").set("email", "hall@contoso.com").set("grade", 4)
			.set("title", "Clerk"))
		assertThat(employees.findById(key)).hasValueSatisfying { assertThat(it.grade).isEqualTo(4) }
	}

	private fun insert(vararg columns: Pair<String, Any>) {
		gateway.createTable("Employees")
		gateway.write("Employees", RowWrite.Insert(TableRow.of(TableKey("Sales", "empid_000001"), mapOf(*columns))))
	}

}
