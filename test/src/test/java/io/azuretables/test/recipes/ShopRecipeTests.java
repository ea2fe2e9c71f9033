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
package io.azuretables.test.recipes;

import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;

import io.azuretables.key.TableKey;
import io.azuretables.mapping.PartitionKey;
import io.azuretables.mapping.RowKey;
import io.azuretables.mapping.SecondaryIndex;
import io.azuretables.mapping.Table;
import io.azuretables.operations.TableTemplate;
import io.azuretables.repository.TableRepository;
import io.azuretables.repository.config.EnableTableRepositories;
import io.azuretables.test.DataTablesTest;
import io.azuretables.test.ExpectRequests;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.data.annotation.Version;

import static io.azuretables.test.PlanAssertions.assertThatPlan;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * The recipe "A shop" costs what the page says.
 */
@DataTablesTest(properties = "azure.tables.hot-partitions=reject")
class ShopRecipeTests {

	@Autowired
	private PurchaseOrders orders;

	@Autowired
	private OrderLines lines;

	@Autowired
	private TableTemplate template;

	@Test
	void hasThePathsOfThePage() {
		assertThatPlan(this.orders, "findByCustomerAndNumber").isPoint();
		assertThatPlan(this.orders, "findByCustomerAndDayBetween").isRowRange().usesIndex("day");
		assertThatPlan(this.lines, "findByCustomerAndOrder").isRowRange();
	}

	@Test
	@ExpectRequests(max = 1)
	void storesAnOrderWithItsLinesInOneTransaction() {
		// tag::place[]
		this.template.inPartition("Shop", "anna")
			.insert(new PurchaseOrder("anna", 7, LocalDate.of(2026, 3, 1), "OPEN", null))
			.insert(new OrderLine("anna", 7, 1, "pen", new BigDecimal("1.20")))
			.insert(new OrderLine("anna", 7, 2, "ink", new BigDecimal("8.00")))
			.commit();
		// end::place[]
	}

	@Test
	void findsTheLinesOfAnOrderInTheirOrder() {
		storesAnOrderWithItsLinesInOneTransaction();
		this.lines.insert(new OrderLine("anna", 70, 1, "cup", BigDecimal.TEN));
		assertThat(this.lines.findByCustomerAndOrder("anna", 7)).extracting(OrderLine::article)
			.containsExactly("pen", "ink");
		assertThat(this.orders.findByCustomerAndDayBetween("anna", LocalDate.of(2026, 3, 1), LocalDate.of(2026, 3, 2)))
			.extracting(PurchaseOrder::number)
			.containsExactly(7);
	}

	// tag::shop[]
	@Table("Shop")
	@PartitionKey("{customer}")
	@RowKey("order_{number:8}")
	@SecondaryIndex(name = "day", rowKey = "day_{day}_{number:8}")
	record PurchaseOrder(String customer, int number, LocalDate day, String state, @Version @Nullable String version) {
	}

	@Table("Shop")
	@PartitionKey("{customer}")
	@RowKey("line_{order:8}_{position:3}")
	record OrderLine(String customer, int order, int position, String article, BigDecimal price) {
	}

	interface PurchaseOrders extends TableRepository<PurchaseOrder, TableKey> {

		Optional<PurchaseOrder> findByCustomerAndNumber(String customer, int number);

		List<PurchaseOrder> findByCustomerAndDayBetween(String customer, LocalDate from, LocalDate to);

	}

	interface OrderLines extends TableRepository<OrderLine, TableKey> {

		List<OrderLine> findByCustomerAndOrder(String customer, int order);

	}
	// end::shop[]

	@SpringBootApplication
	@EnableTableRepositories(considerNestedRepositories = true)
	static class Application {

	}

}
