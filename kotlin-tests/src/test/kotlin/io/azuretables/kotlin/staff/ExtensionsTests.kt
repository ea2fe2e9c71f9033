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

import io.azuretables.kotlin.asType
import io.azuretables.kotlin.count
import io.azuretables.kotlin.deleteById
import io.azuretables.kotlin.exists
import io.azuretables.kotlin.existsById
import io.azuretables.kotlin.find
import io.azuretables.kotlin.findAllById
import io.azuretables.kotlin.findById
import io.azuretables.kotlin.findOne
import io.azuretables.kotlin.isEqualTo
import io.azuretables.kotlin.isIn
import io.azuretables.kotlin.isNotEqualTo
import io.azuretables.kotlin.isOneOf
import io.azuretables.kotlin.merge
import io.azuretables.kotlin.query
import io.azuretables.kotlin.startsWith
import io.azuretables.kotlin.stream
import io.azuretables.kotlin.toQuery
import io.azuretables.kotlin.updateWithRetry
import io.azuretables.kotlin.where
import io.azuretables.operations.TableOperations
import io.azuretables.query.Update
import io.azuretables.test.DataTablesTest
import org.assertj.core.api.Assertions.assertThat
import org.junit.jupiter.api.BeforeEach
import org.junit.jupiter.api.Test
import org.springframework.beans.factory.annotation.Autowired

/**
 * Tests for the extension functions.
 */
@DataTablesTest
class ExtensionsTests(@Autowired private val template: TableOperations) {

	private val hall = Employee("Sales", 1, "hall@contoso.com", "Hall", age = 34)

	private val cao = Employee("Sales", 2, "cao@contoso.com", "Cao", age = 28)

	private val id = EmployeeKey("Sales", 1)

	@BeforeEach
	fun save() {
		template.saveAll(listOf(hall, cao, Employee("Support", 3, "smith@contoso.com", "Smith")))
	}

	@Test
	fun `finds by conditions on properties`() {
		// tag::find[]
		val sales = (Employee::department isEqualTo "Sales").toQuery()
		val all = template.find<Employee>(sales)
		val hall = template.findOne<Employee>(sales.and(Employee::number isEqualTo 1))
		val names = template.query<Employee>().asType<NameOnly>().find(sales)
		// end::find[]

		assertThat(all).extracting<Int> { it.number }.containsExactly(1, 2)
		assertThat(hall?.name).isEqualTo("Hall")
		assertThat(names).extracting<String> { it.name }.containsExactly("Hall", "Cao")
		assertThat(template.findOne<Employee>(sales.and(Employee::number isEqualTo 9))).isNull()
	}

	@Test
	fun `compares as the conditions of Java do`() {
		fun found(criteria: io.azuretables.query.Criteria) =
			template.find<Employee>((Employee::department isEqualTo "Sales").toQuery().and(criteria)).map { it.name }

		assertThat(found(Employee::number isIn 2..5)).containsExactly("Cao")
		assertThat(found(Employee::age isIn 30..40)).containsExactly("Hall")
		assertThat(found(Employee::name isNotEqualTo "Hall")).containsExactly("Cao")
		assertThat(found(Employee::email startsWith "ha")).containsExactly("Hall")
		assertThat(found(Employee::number isOneOf listOf(1, 2))).containsExactly("Hall", "Cao")
		assertThat(found(Employee::age.where().lessThan(30))).containsExactly("Cao")
	}

	@Test
	fun `reads and changes by identifier`() {
		// tag::id[]
		val found = template.findById<Employee>(id)
		val older = template.updateWithRetry<Employee>(id) { it.copy(age = 35) }
		template.merge<Employee>(id, Update.update("title", "Manager"))
		// end::id[]

		assertThat(found?.name).isEqualTo("Hall")
		assertThat(older?.age).isEqualTo(35)
		assertThat(template.findById<Employee>(id)?.title).isEqualTo("Manager")
		assertThat(template.findAllById<Employee>(listOf(id, EmployeeKey("Sales", 2)))).hasSize(2)
		assertThat(template.deleteById<Employee>(id)).isTrue()
		assertThat(template.existsById<Employee>(id)).isFalse()
		assertThat(template.findById<Employee>(id)).isNull()
		assertThat(template.updateWithRetry<Employee>(id) { it }).isNull()
	}

	@Test
	fun `counts and streams`() {
		val sales = (Employee::department isEqualTo "Sales").toQuery()

		assertThat(template.count<Employee>(sales)).isEqualTo(2)
		assertThat(template.exists<Employee>(sales)).isTrue()
		assertThat(template.stream<Employee>(sales).use { stream -> stream.map { it.name }.toList() })
			.containsExactly("Hall", "Cao")
	}

	/**
	 * A projection.
	 */
	interface NameOnly {

		val name: String

	}

}
