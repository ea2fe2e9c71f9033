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

package io.azuretables.autoconfigure.template;

import java.util.Map;
import java.util.Set;

import io.azuretables.autoconfigure.ContextRunners;
import io.azuretables.autoconfigure.employees.Employee;
import io.azuretables.gateway.TableGateway;
import io.azuretables.key.TableKey;
import io.azuretables.mapping.EntityType;
import io.azuretables.mapping.EntityUpgrade;
import io.azuretables.mapping.NewerVersionException;
import io.azuretables.mapping.PartitionKey;
import io.azuretables.mapping.RowKey;
import io.azuretables.mapping.Table;
import io.azuretables.operations.TableOperations;
import io.azuretables.row.RowWrite;
import io.azuretables.row.TableRow;
import org.junit.jupiter.api.Test;

import org.springframework.boot.test.context.runner.ApplicationContextRunner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests for upgrades of rows as beans, and what is done with rows of newer versions.
 */
class EntityUpgradeTests {

	private static final TableKey KEY = TableKey.of("kitchen", "order_0000000001");

	private final ApplicationContextRunner application = ContextRunners.in(Employee.class)
		.withPropertyValues("azure.tables.embedded=true")
		.withBean(TableManagedTypes.class, () -> TableManagedTypes.of(Set.of(Order.class)));

	@Test
	void readsOlderRowsThroughBeans() {
		this.application.withBean(CupsToOunces.class).run((context) -> {
			insert(context.getBean(TableGateway.class), "Order");
			assertThat(context.getBean(TableOperations.class).findById(Order.class, KEY))
				.contains(new Order("kitchen", 1, 16));
		});
	}

	@Test
	void failsToStartWithoutUpgrade() {
		this.application.run((context) -> assertThat(context).hasFailed()
			.getFailure()
			.rootCause()
			.hasMessageContaining("Order has version 2, and no EntityUpgrade from version 1"));
	}

	@Test
	void failsForNewerRowsUnlessTheApplicationSaysOtherwise() {
		ApplicationContextRunner upgraded = this.application.withBean(CupsToOunces.class);
		upgraded.run((context) -> {
			insert(context.getBean(TableGateway.class), "Order.3");
			assertThatExceptionOfType(NewerVersionException.class)
				.isThrownBy(() -> context.getBean(TableOperations.class).findById(Order.class, KEY));
		});
		upgraded.withPropertyValues("azure.tables.newer-types=skip").run((context) -> {
			insert(context.getBean(TableGateway.class), "Order.3");
			assertThat(context.getBean(TableOperations.class).findById(Order.class, KEY)).isEmpty();
		});
		upgraded.withPropertyValues("azure.tables.newer-types=read").run((context) -> {
			insert(context.getBean(TableGateway.class), "Order.3");
			assertThat(context.getBean(TableOperations.class).findById(Order.class, KEY)).isPresent();
		});
	}

	private static void insert(TableGateway gateway, String type) {
		gateway.createTable("Orders");
		gateway.write("Orders", new RowWrite.InsertOrReplace(
				TableRow.of(KEY, Map.of("EntityType", type, type.equals("Order") ? "cups" : "ounces", 2))));
	}

	@Table("Orders")
	@EntityType(version = 2)
	@PartitionKey("{kitchen}")
	@RowKey("order_{number}")
	record Order(String kitchen, int number, int ounces) {

	}

	static class CupsToOunces implements EntityUpgrade<Order> {

		@Override
		public int from() {
			return 1;
		}

		@Override
		public void upgrade(TableKey key, Map<String, Object> properties) {
			Object cups = properties.remove("cups");
			properties.put("ounces", 8 * (Integer) cups);
		}

	}

}
