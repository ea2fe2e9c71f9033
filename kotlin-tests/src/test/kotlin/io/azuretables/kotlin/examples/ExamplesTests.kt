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

import io.azuretables.convert.TableConverter
import io.azuretables.embedded.EmbeddedTableGateway
import io.azuretables.key.TableKey
import io.azuretables.kotlin.asType
import io.azuretables.kotlin.find
import io.azuretables.kotlin.findById
import io.azuretables.kotlin.findOne
import io.azuretables.kotlin.isEqualTo
import io.azuretables.kotlin.merge
import io.azuretables.kotlin.mergeOrInsert
import io.azuretables.kotlin.query
import io.azuretables.kotlin.startsWith
import io.azuretables.kotlin.toQuery
import io.azuretables.kotlin.updateWithRetry
import io.azuretables.kotlin.where
import io.azuretables.operations.RowTemplate
import io.azuretables.operations.TableTemplate
import io.azuretables.query.Criteria.where
import io.azuretables.query.TableQuery
import io.azuretables.query.TableQuery.Placeholder
import io.azuretables.query.TableScrollPosition
import io.azuretables.query.Update
import io.azuretables.row.RowWrite
import io.azuretables.row.TableRow
import io.azuretables.test.DataTablesTest
import io.azuretables.test.ExpectRequests
import io.azuretables.test.PlanAssertions.assertNoScans
import io.azuretables.test.PlanAssertions.assertThatPlan
import io.azuretables.write.PartialWriteException
import org.assertj.core.api.Assertions.assertThat
import org.junit.jupiter.api.Test
import org.springframework.beans.factory.annotation.Autowired
import org.springframework.boot.autoconfigure.SpringBootApplication
import org.springframework.data.domain.PageRequest
import java.math.BigDecimal
import java.time.LocalDate
import java.util.stream.Stream

/**
 * The examples of the documentation that differ in Kotlin. Each region is in a page as it
 * is here.
 */
@DataTablesTest
class ExamplesTests(
	@Autowired private val template: TableTemplate,
	@Autowired private val rows: RowTemplate,
	@Autowired private val employees: Employees,
	@Autowired private val names: EmployeeNames
) {

	private val hall = Employee("Sales", 4, "hall@contoso.com", "Hall", 34)

	@Test
	fun `maps many types`() {
		val order = Order("CD-7", LocalDate.of(2014, 8, 22), BigDecimal("12.50"), Address("Main Street", "Redmond"),
				listOf("gift", "express"), mapOf("colour" to "red"))
		template.save(order)

		val found = template.findById<Order>(TableKey.of("CD-7", "2014-08-22"))

		assertThat(found?.copy(written = null)).isEqualTo(order)
		assertThat(found?.written).isNotNull()
	}

	@Test
	fun `finds by keys and indexes`() {
		val saved = employees.save(hall)

		assertThat(employees.findById(EmployeeId("Sales", 4))).contains(saved)
		assertThat(employees.findByDepartmentAndEmployeeId("Sales", 4)).isEqualTo(saved)
		assertThat(employees.findByDepartmentAndEmail("Sales", "hall@contoso.com")?.employeeId).isEqualTo(4)
		assertThat(employees.findByDepartmentAndEmailStartingWith("Sales", "ha")).hasSize(1)
		assertThat(employees.findByDepartment("Sales", PageRequest.ofSize(10)).content).containsExactly(saved)
	}

	@Test
	fun `reads projections`() {
		employees.save(hall)
		assertThat(names.findByDepartment("Sales")).containsExactly(NameOnly("Hall"))
		assertThat(names.findByDepartmentAndAgeGreaterThan("Sales", 30, Contact::class.java)).singleElement()
			.satisfies({ assertThat(it.email).isEqualTo("hall@contoso.com") })
		// tag::projections[]
		val sales = (Employee::department isEqualTo "Sales").toQuery()
		val projected = template.query<Employee>().asType<NameOnly>().find(sales)
		val partial = template.find<Employee>(sales.select("email", "age"))
		// end::projections[]

		assertThat(projected).containsExactly(NameOnly("Hall"))
		assertThat(partial).containsExactly(hall.copy(lastName = null))
	}

	@Test
	fun `explains queries`() {
		// tag::explain[]
		val query = (Employee::department isEqualTo "Sales")
			.and(Employee::email startsWith "don")
			.and(Employee::age.where().greaterThan(30))
			.toQuery()
			.limit(10)
		val explained = template.query<Employee>().explain(query)
		// end::explain[]

		assertThat(explained).startsWith("ROW_RANGE on Employees by index email").contains("\$filter=")
	}

	@Test
	fun `asks again with other values`() {
		employees.save(hall)
		employees.save(Employee("HR", 5, "young@contoso.com", "Young", 28))
		// tag::prepared[]
		val query = Employee::department.where().`is`(Placeholder.of(0))
			.and(Employee::employeeId.where().`is`(Placeholder.of(1)))
			.toQuery()
		val employees = template.query<Employee>()
		val hall = employees.findOne(query.with(listOf("Sales", 4))).orElse(null)
		val young = employees.findOne(query.with(listOf("HR", 5))).orElse(null)
		// end::prepared[]

		assertThat(hall?.lastName).isEqualTo("Hall")
		assertThat(young?.lastName).isEqualTo("Young")
	}

	@Test
	fun `insists on an index`() {
		employees.save(hall)
		// tag::using-index[]
		val query = (Employee::department isEqualTo "Sales")
			.and(Employee::email startsWith "hall")
			.toQuery()
			.usingIndex("email")
		val found = template.find<Employee>(query)
		// end::using-index[]

		assertThat(found.map { it.employeeId }).containsExactly(4)
	}

	@Test
	fun `scrolls through an answer`() {
		template.saveAll((0 until 100).map { Employee("Sales", it, "$it@contoso.com", "Hall", 34) })
		// tag::scroll[]
		val query = (Employee::department isEqualTo "Sales").toQuery().limit(40)
		val first = template.query<Employee>().scroll(query)
		val next = first.positionAt(first.size() - 1) as TableScrollPosition
		val token = next.encode("a secret of the application".toByteArray())

		val position = TableScrollPosition.decode(token, "a secret of the application".toByteArray())
		val second = template.query<Employee>().scroll(query.from(position))
		// end::scroll[]

		assertThat(first).hasSize(40)
		assertThat(second.content[0].employeeId).isEqualTo(40)
	}

	@Test
	fun writes() {
		val hall = template.insert(Employee("Sales", 223, "donh@contoso.com", "Hall", 34))
		// tag::version[]
		val older = template.save(hall.copy(age = 35))
		// end::version[]
		assertThat(older.etag).isNotEqualTo(hall.etag)
		// tag::merge[]
		val id = TableKey.of("Sales", "empid_000223")
		template.merge<Employee>(id, Update.update("age", 36))
		template.merge<Employee>(id, Update.none().increment("age", 1).remove("lastName"))
		// end::merge[]
		assertThat(template.findById<Employee>(id)).extracting({ it?.age }, { it?.lastName }).containsExactly(37, null)
		// tag::retry[]
		val renamed = template.updateWithRetry<Employee>(id) { it.copy(lastName = "Smith") }
		// end::retry[]
		assertThat(renamed?.lastName).isEqualTo("Smith")
	}

	@Test
	fun `merges or inserts`() {
		// tag::merge-or-insert[]
		template.mergeOrInsert<PageViews>("home", Update.update("today", 7L))
		template.mergeOrInsert<PageViews>("home", Update.update("title", "Home"))
		// end::merge-or-insert[]

		assertThat(template.findById<PageViews>("home")).isEqualTo(PageViews("home", 7, "Home"))
	}

	@Test
	fun `writes many, and says what was not written`() {
		val many = (0 until 300).map { Employee(if (it < 250) "Sales" else "Marketing", it, "$it@contoso.com", "Hall", 34) }
		template.insert(many[120])
		var failed = false
		// tag::partial[]
		try {
			template.insertAll(many)
		}
		catch (ex: PartialWriteException) {
			val written = ex.applied // with their new versions
			val refused = ex.refused // why: ex.cause
			val unknown = ex.unknown // written or not: the answer was lost
			val untried = ex.notAttempted
			assertThat(written.size + refused.size + unknown.size + untried.size).isEqualTo(many.size)
			failed = true
		}
		// end::partial[]

		assertThat(failed).isTrue()
	}

	@Test
	fun `writes together`() {
		// tag::transaction[]
		template.inPartition("Employees", "Sales")
			.insert(Employee("Sales", 1, "donh@contoso.com", "Hall", 34))
			.insert(Employee("Sales", 2, "junc@contoso.com", "Cao", 47))
			.commit()
		// end::transaction[]

		assertThat(employees.count()).isEqualTo(2)
	}

	@Test
	fun `reads and writes rows without a class`() {
		// tag::rows[]
		val key = TableKey.of("Sales", "note_1")
		rows.write("Staff", RowWrite.InsertOrReplace(TableRow.of(key, mapOf("text" to "call back", "urgent" to true))))
		val note = rows.read("Staff", key).orElse(null)
		val urgent = rows.find("Staff", where("PartitionKey").`is`("Sales").and(where("urgent").`is`(true)), 10)
		// end::rows[]

		assertThat(note?.get("text")).isEqualTo("call back")
		assertThat(urgent.map { it.key() }).containsExactly(key)
	}

	// tag::tests[]
	@Test
	fun `reads no whole table`() {
		assertNoScans(employees, names)
	}

	@Test
	fun `reads by keys only`() {
		assertThatPlan(employees, "findByDepartmentAndEmployeeId").isPoint()
		assertThatPlan(employees, "findByDepartmentAndEmail").isPoint().usesIndex("email")
	}

	@Test
	@ExpectRequests(max = 1)
	fun `finds an employee with one request`() {
		assertThat(employees.findByDepartmentAndEmployeeId("Sales", 2)).isNull()
	}
	// end::tests[]

}

/**
 * Has the repositories of the examples.
 */
@SpringBootApplication(proxyBeanMethods = false)
class ExamplesApplication
