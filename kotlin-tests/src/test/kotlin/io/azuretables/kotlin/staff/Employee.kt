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

import io.azuretables.mapping.Flattened
import io.azuretables.mapping.PartitionKey
import io.azuretables.mapping.RowKey
import io.azuretables.mapping.SecondaryIndex
import io.azuretables.mapping.Table
import org.springframework.data.annotation.Version
import java.time.LocalDate

/**
 * An employee: with a name and an e-mail address always, in a room perhaps.
 */
// tag::entity[]
@Table("Employees")
@PartitionKey("{department}")
@RowKey("empid_{number:6}")
@SecondaryIndex(name = "email", rowKey = "email_{email}")
@SecondaryIndex(name = "room", rowKey = "room_{room}_{number:6}")
@SecondaryIndex(name = "name", rowKey = "name_{name} {age}_{number:6}")
data class Employee(
	val department: String,
	val number: Int,
	val email: String,
	val name: String,
	val room: String? = null,
	val age: Int? = null,
	val grade: Int = 3,
	val title: String = "Clerk",
	@Flattened val address: Address? = null,
	val since: LocalDate? = null,
	@Version val version: String? = null
)
// end::entity[]

/**
 * Where an employee lives.
 */
data class Address(val city: String, val street: String?)
