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
package com.example.orders;

import java.math.BigDecimal;
import java.time.LocalDate;

import io.azuretables.test.DataTablesTest;
import io.azuretables.test.ExpectRequests;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.dao.OptimisticLockingFailureException;
import org.springframework.data.domain.Limit;

import static io.azuretables.test.PlanAssertions.assertThatPlan;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

@DataTablesTest
class OrdersTests {

	@Autowired
	Orders orders;

	@Test
	void findsOrdersByStatus() {
		Order first = this.orders.insert(order(1));
		this.orders.insert(order(2));
		this.orders.save(first.withStatus(OrderStatus.PAID));

		assertThat(this.orders.findByCustomerAndStatus("anna", OrderStatus.OPEN)).extracting(Order::number)
			.containsExactly(2);
	}

	@Test
	void refusesToSaveWhatHasChangedSince() {
		Order order = this.orders.insert(order(1));
		this.orders.save(order.withStatus(OrderStatus.PAID));

		assertThatExceptionOfType(OptimisticLockingFailureException.class)
			.isThrownBy(() -> this.orders.save(order.withStatus(OrderStatus.SHIPPED)));
	}

	@Test
	void readsWithoutScans() {
		assertThatPlan(this.orders, "findByCustomerAndNumber").isPoint();
		assertThatPlan(this.orders, "findByCustomerAndStatus").isRowRange().usesIndex("status");
	}

	@Test
	@ExpectRequests(max = 1)
	void readsTwentyOrdersInOneRequest() {
		this.orders.findByCustomerAndNumberGreaterThan("anna", 0, Limit.of(20));
	}

	private static Order order(int number) {
		return new Order("anna", number, LocalDate.of(2026, 3, 1), new BigDecimal("12.50"), OrderStatus.OPEN, null);
	}

}
// end::tests[]
