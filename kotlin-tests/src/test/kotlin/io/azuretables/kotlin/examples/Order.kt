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

import io.azuretables.mapping.Column
import io.azuretables.mapping.Flattened
import io.azuretables.mapping.Json
import io.azuretables.mapping.OtherProperties
import io.azuretables.mapping.PartitionKey
import io.azuretables.mapping.RowKey
import io.azuretables.mapping.ServerTimestamp
import io.azuretables.mapping.Table
import java.math.BigDecimal
import java.time.Instant
import java.time.LocalDate

/**
 * An order whose properties are stored in all ways.
 */
// tag::mapping[]
@Table("Orders")
data class Order(
	@PartitionKey val customer: String,
	@RowKey val day: LocalDate,
	@Column("Total") val total: BigDecimal,
	@Flattened val address: Address,
	@Json val labels: List<String>,
	@OtherProperties val others: Map<String, Any>,
	@ServerTimestamp val written: Instant? = null
)

data class Address(val street: String, val city: String)
// end::mapping[]

/**
 * How often a page was viewed.
 */
// tag::page-views[]
@Table
@PartitionKey("{page}")
@RowKey("views")
data class PageViews(val page: String, val today: Long? = null, val title: String? = null)
// end::page-views[]
