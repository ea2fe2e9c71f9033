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

// tag::tests[]
package com.example.orders

import io.azuretables.test.DataTablesTest
import io.azuretables.test.ExpectRequests
import io.azuretables.test.PlanAssertions.assertThatPlan
import org.assertj.core.api.Assertions.assertThat
import org.assertj.core.api.Assertions.assertThatExceptionOfType
import org.junit.jupiter.api.Test
import org.springframework.beans.factory.annotation.Autowired
import org.springframework.dao.OptimisticLockingFailureException
import org.springframework.data.domain.Limit
import java.math.BigDecimal
import java.time.LocalDate

@DataTablesTest
class OrdersTests(@Autowired private val orders: Orders) {

	@Test
	fun `finds orders by status`() {
		val first = orders.insert(order(1))
		orders.insert(order(2))
		orders.save(first.copy(status = OrderStatus.PAID))

		assertThat(orders.findByCustomerAndStatus("anna", OrderStatus.OPEN).map { it.number }).containsExactly(2)
	}

	@Test
	fun `refuses to save what has changed since`() {
		val order = orders.insert(order(1))
		orders.save(order.copy(status = OrderStatus.PAID))

		assertThatExceptionOfType(OptimisticLockingFailureException::class.java)
			.isThrownBy { orders.save(order.copy(status = OrderStatus.SHIPPED)) }
	}

	@Test
	fun `reads without scans`() {
		assertThatPlan(orders, "findByCustomerAndNumber").isPoint()
		assertThatPlan(orders, "findByCustomerAndStatus").isRowRange().usesIndex("status")
	}

	@Test
	@ExpectRequests(max = 1)
	fun `reads twenty orders in one request`() {
		orders.findByCustomerAndNumberGreaterThan("anna", 0, Limit.of(20))
	}

	private fun order(number: Int) =
		Order("anna", number, LocalDate.of(2026, 3, 1), BigDecimal("12.50"), OrderStatus.OPEN)

}
// end::tests[]
