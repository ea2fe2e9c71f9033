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

// tag::order[]
package com.example.orders

import io.azuretables.mapping.PartitionKey
import io.azuretables.mapping.RowKey
import io.azuretables.mapping.SecondaryIndex
import io.azuretables.mapping.Table
import org.springframework.data.annotation.Version
import java.math.BigDecimal
import java.time.LocalDate

@Table("Orders")
@PartitionKey("{customer}")
@RowKey("order_{number:8}")
@SecondaryIndex(name = "status", rowKey = "status_{status}_{number:8}")
data class Order(
	val customer: String,
	val number: Int,
	val day: LocalDate,
	val total: BigDecimal,
	val status: OrderStatus,
	@Version val version: String? = null
)
// end::order[]

/**
 * What has happened to an order.
 */
enum class OrderStatus {

	OPEN, PAID, SHIPPED

}
